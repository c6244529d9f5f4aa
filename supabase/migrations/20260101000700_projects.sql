-- Projects: what holds an API's description, who may see it, and who may change it.

create table public.projects (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  group_id bigint,
  is_open boolean not null default false,
  access_key bigint not null generated always as (case when visibility = 'private' then -workspace_id else workspace_id end) stored,
  name text collate private.natural not null constraint check_projects_name check (length(btrim(name)) between 1 and 75),
  slug text collate private.natural not null constraint check_projects_slug check (slug ~ '^[A-Za-z0-9-]{2,75}$'),
  description text not null default '' constraint check_projects_description check (length(description) <= 250),
  icon_name text not null default 'cabinet-filing' check (length(icon_name) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  type text not null default 'web' check (type in ('cli', 'local', 'vcs', 'web')),
  flavor text not null default 'design' check (flavor in ('design', 'style_guide', 'design_library')),
  visibility text not null default 'internal' check (visibility in ('internal', 'private', 'public')),
  is_design_library boolean not null default false,
  use_legacy_exporter boolean not null default false,
  auto_invite_committers boolean not null default false,
  creator_id bigint references public.users (id) on delete set null,
  default_branch_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A group's row goes: its projects stay, without a group.
  foreign key (group_id, workspace_id) references public.groups (id, workspace_id) on delete set null (group_id),
  unique (id, workspace_id)
);
comment on table public.projects is 'API descriptions, style guides and component libraries of a workspace.';
comment on column public.projects.is_open is 'Readable by anyone: public, in a workspace that allows it and is not locked. Kept by triggers, so that policies need no list of workspaces.';
comment on column public.projects.access_key is 'What private.workspaces_reaching answers for a role that covers this project: the workspace, negative for a private project.';
create unique index projects_workspace_id_slug_idx on public.projects (workspace_id, slug);
create index projects_group_id_idx on public.projects (group_id, workspace_id);
create index projects_creator_id_idx on public.projects (creator_id);
create index projects_workspace_id_name_idx on public.projects (workspace_id, name, id);
create index projects_workspace_id_updated_at_idx on public.projects (workspace_id, updated_at, id);
create index projects_open_idx on public.projects (workspace_id, name, id) where is_open;
create index projects_group_name_idx on public.projects (group_id, name, id) include (access_key);
create index projects_group_updated_at_idx on public.projects (group_id, updated_at, id) include (access_key);
create index projects_name_trgm_idx on public.projects using gin (workspace_id, name extensions.gin_trgm_ops);
create index projects_default_branch_id_idx on public.projects (default_branch_id);
create trigger touch before update on public.projects for each row execute function private.touch_updated_at();

create table public.project_slugs (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  slug text not null,
  project_id bigint not null references public.projects (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (workspace_id, slug)
);
comment on table public.project_slugs is 'Slugs a project had before; they keep leading to it.';
create index project_slugs_project_id_idx on public.project_slugs (project_id);

create table public.project_members (
  project_id bigint not null references public.projects (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  role public.project_member_role not null,
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
comment on table public.project_members is 'Who was given a project directly. inherit means what the workspace role means.';
create index project_members_user_id_idx on public.project_members (user_id, project_id);
create trigger note_given after insert or update of user_id on public.project_members for each row execute function private.note_given();
create unique index project_members_one_owner_idx on public.project_members (project_id) where role = 'owner';

create table public.project_teams (
  project_id bigint not null references public.projects (id) on delete cascade,
  team_id bigint not null references public.teams (id) on delete cascade,
  role public.project_team_role not null,
  created_at timestamptz not null default now(),
  primary key (project_id, team_id)
);
comment on table public.project_teams is 'Which teams were given a project, at which role.';
create index project_teams_team_id_idx on public.project_teams (team_id, project_id);

create table public.project_pins (
  project_id bigint not null references public.projects (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, project_id)
);
comment on table public.project_pins is 'Projects somebody keeps at the top of their sidebar.';
create index project_pins_project_id_idx on public.project_pins (project_id);

create function private.keep_project_rules()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  group_visibility text;
  host public.workspaces;
begin
  if new.visibility = 'public' and (tg_op = 'INSERT' or new.visibility <> old.visibility or new.group_id is distinct from old.group_id) then
    -- Locked, so that a group that is just turning internal sees this project.
    select g.visibility into group_visibility from public.groups g where g.id = new.group_id for share;
    if group_visibility = 'internal' then
      perform private.problem('VALIDATION_ERROR', 400, 'Project is associated with an internal group and cannot be made public', 'visibility');
    end if;
  end if;
  select * into host from public.workspaces w where w.id = new.workspace_id;
  if new.visibility = 'public' and not host.allow_public_projects and (tg_op = 'INSERT' or old.visibility <> 'public') then
    perform private.problem('VALIDATION_ERROR', 400, 'Unable to set project visibility to public', 'visibility');
  end if;
  -- People meet the plan and the kinds of projects here, whichever door they come by; the product itself may do as it must.
  if tg_op = 'UPDATE' and new.visibility <> old.visibility and (select auth.uid()) is not null and pg_trigger_depth() = 1 then
    if new.flavor <> 'design' then
      perform private.problem('VALIDATION_ERROR', 400, 'Unable to set project visibility to ' || new.visibility, 'visibility');
    end if;
    if new.visibility = 'private' then
      perform private.feature_gate(new.workspace_id, 'private_projects');
    end if;
  end if;
  new.is_open := new.visibility = 'public' and host.allow_public_projects and not host.locked;
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    delete from public.project_slugs s where s.workspace_id = new.workspace_id and s.slug = new.slug;
    insert into public.project_slugs (workspace_id, slug, project_id)
    values (old.workspace_id, old.slug, old.id)
    on conflict (workspace_id, slug) do update set project_id = excluded.project_id, created_at = now();
  end if;
  return new;
end
$$;
create trigger keep_rules before insert or update of visibility, group_id, slug, is_open, workspace_id on public.projects
  for each row execute function private.keep_project_rules();

create function private.reopen_projects()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.projects p set is_open = new.allow_public_projects and not new.locked
  where p.workspace_id = new.id and p.visibility = 'public';
  return null;
end
$$;
create trigger reopen_projects after update of locked, allow_public_projects on public.workspaces
  for each row when (old.locked <> new.locked or old.allow_public_projects <> new.allow_public_projects)
  execute function private.reopen_projects();

create function private.close_projects_of_group()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.projects p set visibility = 'internal' where p.group_id = new.id and p.visibility = 'public';
  return null;
end
$$;
create trigger close_projects after update of visibility on public.groups
  for each row when (old.visibility = 'public' and new.visibility = 'internal')
  execute function private.close_projects_of_group();
