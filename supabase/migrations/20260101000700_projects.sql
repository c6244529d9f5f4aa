-- Projects: what holds an API's description, who may see it, and who may change it.

create table public.projects (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  group_id bigint,
  name text not null constraint check_projects_name check (length(btrim(name)) between 1 and 75),
  slug text not null constraint check_projects_slug check (slug ~ '^[A-Za-z0-9-]{2,75}$'),
  description text not null default '' constraint check_projects_description check (length(description) <= 250),
  icon_name text not null default 'cabinet-filing' check (length(icon_name) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  type text not null default 'web' check (type in ('cli', 'local', 'vcs', 'web')),
  flavor text not null default 'design' check (flavor in ('design', 'style_guide', 'design_library')),
  visibility text not null default 'internal' check (visibility in ('internal', 'private', 'public')),
  is_open boolean not null default false,
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
create unique index projects_workspace_id_slug_idx on public.projects (workspace_id, slug);
create index projects_group_id_idx on public.projects (group_id, workspace_id);
create index projects_creator_id_idx on public.projects (creator_id);
create index projects_workspace_id_name_idx on public.projects (workspace_id, name, id);
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
    select g.visibility into group_visibility from public.groups g where g.id = new.group_id;
    if group_visibility = 'internal' then
      perform private.problem('VALIDATION_ERROR', 400, 'Project is associated with an internal group and cannot be made public', 'visibility');
    end if;
  end if;
  select * into host from public.workspaces w where w.id = new.workspace_id;
  if new.visibility = 'public' and not host.allow_public_projects and (tg_op = 'INSERT' or old.visibility <> 'public') then
    perform private.problem('VALIDATION_ERROR', 400, 'Unable to set project visibility to public', 'visibility');
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

create function private.effective_project_role(user_id bigint, project_id bigint)
returns public.project_role
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when p_global.role is not null then 'workspace_global_admin'::public.project_role
    when given.role is null then null
    else least(given.role, meaning.highest_role)
  end
  from public.projects p
  join public.workspace_members m
    on m.workspace_id = p.workspace_id and m.user_id = effective_project_role.user_id and m.is_open
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  left join public.workspace_role_permissions p_global on p_global.role = m.role::text and p_global.permission = 'WorkspaceGlobalAdmin'
  cross join lateral (
    select greatest(
      (select case pm.role when 'inherit' then meaning.inherited_role else pm.role::text::public.project_role end
       from public.project_members pm where pm.project_id = p.id and pm.user_id = m.user_id),
      (select max(pt.role::text::public.project_role)
       from public.team_members tm join public.project_teams pt on pt.team_id = tm.team_id
       where tm.user_id = m.user_id and pt.project_id = p.id),
      (select 'admin'::public.project_role from public.group_admins ga where ga.group_id = p.group_id and ga.user_id = m.user_id),
      case when p.visibility <> 'private' then meaning.implied_role end
    ) as role
  ) given
  where p.id = effective_project_role.project_id
$$;
comment on function private.effective_project_role is 'The rules "effective_project_role" of permissions.json for one person and one project.';

create function private.project_ids_given(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select given.project_id
  from public.users u
  cross join lateral (
    select pm.project_id, pm.role::text as role
    from public.project_members pm where pm.user_id = u.id
    union all
    select pt.project_id, pt.role::text
    from public.team_members tm join public.project_teams pt on pt.team_id = tm.team_id
    where tm.user_id = u.id
  ) given
  join public.projects p on p.id = given.project_id
  join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = u.id and m.is_open
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = project_ids_given.permission
    and allowed.role = least(
      case given.role when 'inherit' then meaning.inherited_role else given.role::public.project_role end,
      meaning.highest_role)
  where u.id = me;
end
$$;
comment on function private.project_ids_given is 'Projects in which a direct or team role gives the caller a permission. Its size follows what a person was given, not what exists.';

create function private.group_ids_giving(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select ga.group_id
  from public.users u
  join public.group_admins ga on ga.user_id = u.id
  join public.groups g on g.id = ga.group_id
  join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = u.id and m.is_open
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = group_ids_giving.permission
    and allowed.role = least('admin'::public.project_role, meaning.highest_role)
  where u.id = me;
end
$$;
comment on function private.group_ids_giving is 'Groups whose administration gives the caller a project permission in all their projects.';

create function private.projects_given(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  -- From the table that the other set has just read, not from users: every further table is a lock to take.
  me constant bigint := (select m.user_id from public.workspace_members m where m.auth_id = (select auth.uid()) limit 1);
begin
  -- Most people were given nothing by name: three look-ups tell, a dozen joins need not start.
  if exists (select 1 from public.project_members pm where pm.user_id = me)
    or exists (select 1 from public.team_members tm where tm.user_id = me)
    or exists (select 1 from public.group_admins ga where ga.user_id = me) then
    return query
    select private.project_ids_given(permission)
    union all
    select -group_id from private.group_ids_giving(permission) group_id;
  end if;
end
$$;
comment on function private.projects_given is 'What the caller was given by name: ids of projects, and negative ids of groups whose projects are meant. One set for both, as for workspaces.';
grant execute on function private.projects_given to anon, authenticated;

create function private.project_reach(project text, permission text)
returns text
language sql
immutable
set search_path = ''
as $$
  select format($reach$(
    case when %1$s.visibility = 'private' then -%1$s.workspace_id else %1$s.workspace_id end
      = any (array(select private.workspaces_reaching(%2$L)))
    or array[%1$s.id, -%1$s.group_id] && array(select private.projects_given(%2$L))
  )$reach$, project, permission)
$$;
comment on function private.project_reach is 'The text of a policy''s test for a project permission, so that every policy says the same: two sets, each computed once a statement. Only for permissions that grow with rank (all but project_leave).';

create function private.can_in_project(project_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.project_role_permissions p
    where p.permission = can_in_project.permission
      and p.role = private.effective_project_role(private.current_user_id(), can_in_project.project_id)
  )
$$;

create function private.require_in_project(project_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_project(project_id, permission) then
    return;
  end if;
  if private.can_in_project(project_id, 'project_read')
    or exists (select 1 from public.projects p where p.id = require_in_project.project_id and p.is_open) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this project.');
  end if;
  perform private.problem('NOT_FOUND', 404, 'Project not found');
end
$$;
comment on function private.require_in_project is 'Refuses unless the caller has the permission; 404 for who may not know that the project exists.';

do $policies$
begin
  execute 'create policy "Projects are read by who was let in" on public.projects for select to authenticated using (is_open or '
    || private.project_reach('projects', 'project_read') || ')';
  execute 'create policy "Projects are changed with the update permission" on public.projects for update to authenticated using '
    || private.project_reach('projects', 'project_update') || ' with check ' || private.project_reach('projects', 'project_update');
end
$policies$;
create policy "Public projects are read by anyone" on public.projects for select to anon using (is_open);
alter table public.projects enable row level security;
grant select on public.projects to anon, authenticated, service_role;
grant update (name, slug, description, icon_name, icon_color, visibility, is_design_library, use_legacy_exporter, auto_invite_committers)
  on public.projects to authenticated;

alter table public.project_slugs enable row level security;
grant select on public.project_slugs to anon, authenticated;
create policy "Old slugs are read by who reads the project" on public.project_slugs for select to anon, authenticated
using (exists (select 1 from public.projects p where p.id = project_slugs.project_id));

alter table public.project_members enable row level security;
grant select on public.project_members to authenticated;
do $policies$
begin
  execute 'create policy "Project members are seen by themselves and by who may add members" on public.project_members for select to authenticated
  using (user_id = (select private.current_user_id()) or exists (select 1 from public.projects p where p.id = project_members.project_id and '
    || private.project_reach('p', 'project_members_add') || '))';
  execute 'create policy "Project members are removed with the delete permission" on public.project_members for delete to authenticated
  using (role <> ''owner'' and exists (select 1 from public.projects p where p.id = project_members.project_id and '
    || private.project_reach('p', 'project_member_delete') || '))';
end
$policies$;
grant delete on public.project_members to authenticated;

alter table public.project_teams enable row level security;
grant select on public.project_teams to authenticated;
do $policies$
begin
  execute 'create policy "Teams of a project are seen by who may add members" on public.project_teams for select to authenticated
  using (exists (select 1 from public.projects p where p.id = project_teams.project_id and '
    || private.project_reach('p', 'project_members_add') || '))';
end
$policies$;

alter table public.project_pins enable row level security;
grant select, update (position), delete on public.project_pins to authenticated;
create policy "Pins are seen by who made them" on public.project_pins for select to authenticated
using (user_id = (select private.current_user_id()));
create policy "Pins are moved by who made them" on public.project_pins for update to authenticated
using (user_id = (select private.current_user_id())) with check (user_id = (select private.current_user_id()));
create policy "Pins are removed by who made them" on public.project_pins for delete to authenticated
using (user_id = (select private.current_user_id()));

create function public.my_project_permissions(p_project_id bigint)
returns table (role public.project_role, permission text)
language sql
stable
security definer
set search_path = ''
as $$
  select p.role, p.permission
  from public.project_role_permissions p
  where p.role = private.effective_project_role(private.current_user_id(), p_project_id)
$$;
comment on function public.my_project_permissions is 'The caller''s effective role in a project with each permission it gives; nothing for who has none.';
grant execute on function public.my_project_permissions to authenticated;

create function private.hand_over_projects(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  owned bigint[];
begin
  select array_agg(pm.project_id) into owned
  from public.project_members pm
  join public.projects p on p.id = pm.project_id
  where p.workspace_id = hand_over_projects.workspace_id and pm.user_id = from_user and pm.role = 'owner';
  delete from public.project_members pm where pm.project_id = any (owned) and pm.user_id = from_user;
  insert into public.project_members as pm (project_id, user_id, role)
  select unnest(owned), to_user, 'owner'
  on conflict (project_id, user_id) do update set role = 'owner';
end
$$;
comment on function private.hand_over_projects is 'When a project''s owner leaves or becomes a guest, whoever did that becomes the owner.';

create function private.rank_of_adding(role public.project_member_role)
returns text
language sql
immutable
set search_path = ''
as $$
  select case role
    when 'admin' then 'project_admin_add'
    when 'editor' then 'project_editor_add'
    when 'owner' then 'project_ownership_update'
    else 'project_viewer_add'
  end
$$;
comment on function private.rank_of_adding is 'The permission that giving a project role needs.';

create function public.set_project_member(p_project_id bigint, p_user_id bigint, p_role public.project_member_role)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  theirs public.workspace_role;
  present public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  -- inherit gives what the workspace role means, so it needs the right to give that.
  perform private.require_in_project(p_project_id, private.rank_of_adding(case
    when p_role = 'inherit' and theirs not in ('viewer', 'guest') then 'editor'::public.project_member_role else p_role end));
  select pm.role into present from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
  if present = p_role then
    return;
  end if;
  if present = 'owner' then
    perform private.problem('USER_IS_OWNER', 403, 'The owner of a project keeps it until somebody else becomes the owner.');
  end if;
  if present = 'admin' then
    perform private.require_in_project(p_project_id, 'project_admin_add');
  end if;
  if p_role = 'owner' then
    update public.project_members pm set role = 'admin' where pm.project_id = p_project_id and pm.role = 'owner';
  end if;
  insert into public.project_members as pm (project_id, user_id, role) values (p_project_id, p_user_id, p_role)
  on conflict (project_id, user_id) do update set role = excluded.role;
  perform private.log_activity(host_id, 'project.member.set', jsonb_build_object('project_id', p_project_id, 'user_id', p_user_id, 'old', present, 'role', p_role));
end
$$;
comment on function public.set_project_member is 'Gives a workspace member a role in a project, at the caller''s own role or lower. A new owner makes the previous one an admin.';

create function public.leave_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_leave');
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = private.current_user_id();
  if not found then
    perform private.problem('NOT_FOUND', 404, 'You are not a member of this project.');
  end if;
end
$$;
comment on function public.leave_project is 'Gives up one''s own direct membership; not for the owner.';

create function public.move_project(p_project_id bigint, p_group_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  target public.groups;
begin
  perform private.require_in_project(p_project_id, 'project_group_update');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  if p_group_id is not null then
    perform private.require_may_add_to_group(host_id, p_group_id);
    select * into target from public.groups g where g.id = p_group_id;
    -- An internal group turns a public project internal (spec 2 §4).
    update public.projects p
    set group_id = p_group_id, visibility = case when target.visibility = 'internal' and p.visibility = 'public' then 'internal' else p.visibility end
    where p.id = p_project_id;
  else
    update public.projects p set group_id = null where p.id = p_project_id;
  end if;
  perform private.log_activity(host_id, 'project.moved', jsonb_build_object('project_id', p_project_id, 'group_id', p_group_id, 'group', target.name));
end
$$;
comment on function public.move_project is 'Moves a project into a group, or out of any with null.';

create function private.require_may_add_to_group(workspace_id bigint, group_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.groups g where g.id = require_may_add_to_group.group_id and g.workspace_id = require_may_add_to_group.workspace_id)
    or not private.can_in_workspace(workspace_id, 'WorkspaceProjectsView') and group_id not in (select private.group_ids_with('group_view')) then
    perform private.problem('NOT_FOUND', 404, 'Group Not Found', 'group_id');
  end if;
  if not (
    private.can_in_workspace(workspace_id, 'WorkspaceGlobalAdmin')
    or private.can_in_workspace(workspace_id, 'WorkspaceProjectsCreate')
    or group_id in (select private.group_ids_with('group_projects_add'))
  ) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot add projects to this group.', 'group_id');
  end if;
end
$$;
comment on function private.require_may_add_to_group is 'Group admins, global admins and members who may create projects add projects to a group.';

create function public.pin_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_read');
  insert into public.project_pins (project_id, user_id, position)
  select p_project_id, private.current_user_id(), coalesce(max(pp.position) + 1, 0)
  from public.project_pins pp where pp.user_id = private.current_user_id()
  on conflict (user_id, project_id) do nothing;
end
$$;
comment on function public.pin_project is 'Keeps a project at the top of the caller''s sidebar.';

create function public.unpin_project(p_project_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.project_pins pp where pp.project_id = p_project_id and pp.user_id = private.current_user_id()
$$;
comment on function public.unpin_project is 'Takes a project off the caller''s pinned ones.';

grant execute on function
  public.set_project_member, public.leave_project, public.move_project, public.pin_project, public.unpin_project
to authenticated;
