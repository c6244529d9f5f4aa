-- Projects: what holds an API's description, who may see it, and who may change it.

-- # Tables

create table public.projects (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  group_id bigint,
  is_open boolean not null default false,
  name text collate private.natural not null constraint check_projects_name check (length(btrim(name)) between 1 and 75),
  slug text collate private.natural not null constraint check_projects_slug check (private.is_project_slug(slug)),
  description text not null default '' constraint check_projects_description check (length(description) <= 250),
  icon_name text not null default 'cabinet-filing' constraint check_projects_icon_name check (icon_name ~ '^[a-z0-9-]{1,60}$'),
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
  is_read_only boolean not null default false,
  -- A group's row goes: its projects stay, without a group.
  foreign key (group_id, workspace_id) references public.groups (id, workspace_id) on delete set null (group_id),
  unique (id, workspace_id)
);
comment on table public.projects is 'API descriptions, style guides and component libraries of a workspace.';
comment on column public.projects.is_open is 'Readable by anyone: public, in a workspace that allows it and is not locked. Kept by triggers, so that policies need no list of workspaces.';
comment on column public.projects.is_read_only is 'Beyond what the plan holds: read, but not written, until the plan holds it again. The oldest projects stay writable. Kept by private.settle_projects.';
create unique index projects_workspace_id_slug_idx on public.projects (workspace_id, slug);
create index projects_group_id_idx on public.projects (group_id, workspace_id);
create index projects_creator_id_idx on public.projects (creator_id);
create index projects_workspace_id_name_idx on public.projects (workspace_id, name, id);
create index projects_plain_name_idx on public.projects (workspace_id, lower(btrim(name)));
create index projects_workspace_id_updated_at_idx on public.projects (workspace_id, updated_at, id);
create index projects_read_only_idx on public.projects (workspace_id) where is_read_only;
create index projects_open_idx on public.projects (workspace_id, name, id) where is_open;
-- What it includes lets the projects of a group be counted by the index alone.
create index projects_group_name_idx on public.projects (group_id, name, id) include (workspace_id, visibility);
create index projects_group_updated_at_idx on public.projects (group_id, updated_at, id);
create index projects_name_trgm_idx on public.projects using gin (workspace_id, name extensions.gin_trgm_ops);
create trigger touch before update on public.projects for each row execute function private.touch_updated_at();
create trigger keep_names before insert or update of name on public.projects
  for each row execute function private.keep_names('name');
alter table public.projects enable row level security;
create trigger gate_settings before update of is_design_library on public.projects
  for each row when (auth.uid() is not null) execute function private.gate_settings();
create index projects_default_branch_idx on public.projects (default_branch_id, id);
create trigger log_change after insert or update or delete on public.projects for each row execute function private.log_project_change();

-- A key of several columns would give its field the other table's name.
comment on constraint projects_group_id_workspace_id_fkey on public.projects is '@graphql({"foreign_name": "group"})';

create table public.project_slugs (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  slug text not null constraint check_project_slugs_slug check (private.is_project_slug(slug)),
  project_id bigint not null references public.projects (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (workspace_id, slug)
);
comment on table public.project_slugs is 'Slugs a project had before; they keep leading to it.';
create index project_slugs_project_id_idx on public.project_slugs (project_id);
alter table public.project_slugs enable row level security;

-- # Rules

-- Full members do not all see private projects.
create function private.announce_projects()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(c.workspace_id, c.id, null, case when c.visibility <> 'private' then c.id end)::private.change
    from changed c));
  return null;
end
$$;
comment on function private.announce_projects is 'The workspace and who hears of the project hear of its changes.';
create trigger announce_insert after insert on public.projects referencing new table as changed for each statement execute function private.announce_projects();
create trigger announce_update after update on public.projects referencing old table as before new table as changed for each statement execute function private.announce_projects();
create trigger announce_delete after delete on public.projects referencing old table as changed for each statement execute function private.announce_projects();
create trigger still_allowed before update on public.projects
  for each row when (current_user = 'authenticated') execute function private.ask_again('project', 'id', 'project_update');

create function private.reason_against_project(host public.workspaces, wanted public.projects)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when wanted.type = 'web' and not host.allow_web_projects then 'web_projects_off'
    when wanted.type = 'cli' and wanted.flavor <> 'design' then 'cli_project_not_an_api'
    when wanted.type = 'cli' and length(btrim(wanted.name)) < 2 then 'cli_project_name_too_short'
    when wanted.type = 'cli' and length(btrim(wanted.name)) > 30 then 'cli_project_name_too_long'
    when wanted.flavor = 'style_guide' and wanted.visibility = 'private' then 'private_projects_off'
  end
$$;
comment on function private.reason_against_project is 'What speaks against a new project of this kind in a workspace, whoever makes it by whichever door; null for nothing. Projects that are there stay as they are.';

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
      perform private.problem('group_is_internal');
    end if;
  end if;
  select * into host from public.workspaces w where w.id = new.workspace_id;
  if tg_op = 'INSERT' then
    perform private.require_nothing_against(private.reason_against_project(host, new));
  end if;
  if new.visibility = 'public' and not host.allow_public_projects and (tg_op = 'INSERT' or old.visibility <> 'public') then
    perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
  end if;
  -- People meet the plan and the kinds of projects here, whichever door they come by; the product itself may do as it must.
  if tg_op = 'UPDATE' and new.visibility <> old.visibility and (select auth.uid()) is not null and pg_trigger_depth() = 1 then
    if new.flavor <> 'design' then
      perform private.problem('visibility_not_possible', params => jsonb_build_object('visibility', new.visibility));
    end if;
    if new.visibility = 'private' then
      perform private.feature_gate(new.workspace_id, 'private_projects');
    end if;
  end if;
  if (tg_op = 'INSERT' or new.name <> old.name) and (select auth.uid()) is not null then
    -- Of two writers of one name the second waits for the first, and sees it; behind the lock of the seats, as where projects are made.
    perform pg_advisory_xact_lock(hashtextextended('project name ' || new.workspace_id || ' ' || lower(btrim(new.name)), 0));
    if exists (select 1 from public.projects p
      where p.workspace_id = new.workspace_id and lower(btrim(p.name)) = lower(btrim(new.name)) and p.id <> new.id) then
      perform private.problem('project_name_taken', 'name');
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
comment on function private.keep_project_rules is 'What a project may be, whichever door it is changed by: public only where workspace and group allow it, of a kind that the workspace takes, private within the plan, called like no other of its workspace by people, whatever the case and the blanks around. Old slugs keep leading to it.';
create trigger keep_rules before insert or update of name, visibility, group_id, slug, is_open, workspace_id on public.projects
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
comment on function private.reopen_projects is 'Public projects open and close with their workspace.';
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
comment on function private.close_projects_of_group is 'The public projects of a group that turns internal turn internal too.';
create trigger close_projects after update of visibility on public.groups
  for each row when (old.visibility = 'public' and new.visibility = 'internal')
  execute function private.close_projects_of_group();

-- What a policy asks for a project permission, here and in the chapters that hang on projects: does the caller's workspace role give it on
-- projects of this visibility; else, if anything was given to them by name, was this project, or its group? Each set is computed once a
-- statement, and only when it is reached.
create policy "Projects are read by who was let in" on public.projects for select to authenticated
using (
  is_open
  or (workspace_id, visibility) in (select workspace_id, visibility from private.reach_by_role('project_read'))
  or (select private.was_given_something()) and (
    id = any (array(select private.project_ids_given('project_read')))
    or group_id = any (array(select private.group_ids_given('project_read'))))
);
-- Whether the plan made the project read-only the trigger still_allowed asks. Projects are made and deleted by calls only.
create policy "Projects are changed with the update permission" on public.projects for update to authenticated
using (
  (workspace_id, visibility) in (select workspace_id, visibility from private.reach_by_role('project_update'))
  or (select private.was_given_something()) and (
    id = any (array(select private.project_ids_given('project_update')))
    or group_id = any (array(select private.group_ids_given('project_update'))))
)
with check (
  (workspace_id, visibility) in (select workspace_id, visibility from private.reach_by_role('project_update'))
  or (select private.was_given_something()) and (
    id = any (array(select private.project_ids_given('project_update')))
    or group_id = any (array(select private.group_ids_given('project_update'))))
);

-- Neither security definer nor a search path of its own: so Postgres inlines it into the queries of those who ask.
create function private.projects_with(permission text)
returns setof public.projects
language sql
stable
as $$
  select p.* from public.projects p
  where (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role(projects_with.permission))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given(projects_with.permission)))
      or p.group_id = any (array(select private.group_ids_given(projects_with.permission))))
$$;
comment on function private.projects_with is 'The projects in which the caller has a permission: the three sets that the policies test, for functions that run without policies (security definer). Not what is open to anyone, nor what a workspace token reads.';

create policy "Public projects are read by anyone, and every project of the workspace by its tokens" on public.projects for select to anon
using (is_open or workspace_id = any (array(select private.token_workspace_ids())));

create policy "Old slugs are read by who reads the project" on public.project_slugs for select to anon, authenticated
using (exists (select 1 from public.projects p where p.id = project_slugs.project_id));

-- # Grants

grant select on public.projects to anon, authenticated;
grant update (name, slug, description, icon_name, icon_color, visibility, is_design_library, use_legacy_exporter, auto_invite_committers)
  on public.projects to authenticated;
grant select on public.project_slugs to anon, authenticated;
