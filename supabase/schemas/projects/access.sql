-- Access to projects: what gives somebody a role, and the sets that policies test.

-- # Rules

-- Neither security definer nor a search path of its own: so Postgres inlines it into the queries of those who ask.
create function private.project_role_sources(user_id bigint, project_id bigint)
returns table (source text, role public.project_role, highest public.project_role, direct_role text, via_id bigint, via_name text)
language sql
stable
as $$
  select s.source, s.role, meaning.highest_role, s.direct_role, s.via_id, s.via_name
  from public.projects p
  join public.workspace_members m
    on m.workspace_id = p.workspace_id and m.user_id = project_role_sources.user_id and m.is_active
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  cross join lateral (
    select 'global' as source, 'workspace_global_admin'::public.project_role as role, null::text as direct_role, null::bigint as via_id, null::text as via_name
    from public.workspace_role_permissions wp where wp.role = m.role::text and wp.permission = 'WorkspaceGlobalAdmin'
    union all
    select 'direct', case pm.role when 'inherit' then meaning.inherited_role else pm.role::text::public.project_role end, pm.role::text, null, null
    from public.project_members pm where pm.project_id = p.id and pm.user_id = m.user_id
    union all
    select 'team', pt.role::text::public.project_role, null, t.id, t.name
    from public.team_members tm
    join public.project_teams pt on pt.team_id = tm.team_id and pt.project_id = p.id
    join public.teams t on t.id = tm.team_id
    where tm.user_id = m.user_id
    union all
    select 'group', 'admin', null, g.id, g.name
    from public.group_admins ga join public.groups g on g.id = ga.group_id
    where ga.group_id = p.group_id and ga.user_id = m.user_id
    union all
    select 'workspace', meaning.implied_role, null, null, null
    where p.visibility <> 'private' and meaning.implied_role is not null
  ) s
  where p.id = project_role_sources.project_id
$$;
comment on function private.project_role_sources is 'All that gives somebody a role in a project: global administration, a direct role, teams, the group, the workspace role by itself; with the highest role that the workspace role allows. direct_role: the role as the direct membership has it, ''inherit'' too; null for the other sources.';

create function private.effective_project_role(user_id bigint, project_id bigint)
returns public.project_role
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select case when bool_or(s.source = 'global') then 'workspace_global_admin' else least(max(s.role), max(s.highest)) end
    from private.project_role_sources(effective_project_role.user_id, effective_project_role.project_id) s
  );
end
$$;
comment on function private.effective_project_role is 'The rules "effective_project_role" of permissions.json for one person and one project.';

create function private.reach_by_role(permission text)
returns table (workspace_id bigint, visibility text)
language plpgsql
stable
security definer
set search_path = ''
rows 10
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id, reach.visibility
  from public.workspace_members m
  join private.workspace_role_reach reach on reach.workspace_role = m.role and reach.permission = reach_by_role.permission
  where m.auth_id = session.auth_id and m.is_active
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.reach_by_role is 'Where the caller''s workspace role by itself gives a project permission: on all projects of a workspace that have this visibility. Only for permissions that every higher role has too (all but project_leave: an owner may not leave).';

create function private.was_given_something()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return exists (select 1 from public.workspace_members m where m.auth_id = session.auth_id and m.was_given);
end
$$;
comment on function private.was_given_something is 'Whether the caller was ever given a project, a team or a group by name. Most people were not: whoever tests what was given asks this first, and a dozen joins need not start.';

create function private.project_ids_given(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
rows 10
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select given.project_id
  from (
    select pm.project_id, pm.role::text as role
    from public.project_members pm where pm.user_id = me
    union all
    select pt.project_id, pt.role::text
    from public.team_members tm join public.project_teams pt on pt.team_id = tm.team_id
    where tm.user_id = me
  ) given
  join public.projects p on p.id = given.project_id
  join private.my_memberships() m on m.workspace_id = p.workspace_id
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = project_ids_given.permission
    and allowed.role = least(
      case given.role when 'inherit' then meaning.inherited_role else given.role::public.project_role end,
      meaning.highest_role);
end
$$;
comment on function private.project_ids_given is 'Projects in which a direct or team role gives the caller a permission. Its size follows what a person was given, not what exists.';

create function private.group_ids_given(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
rows 10
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select ga.group_id
  from public.group_admins ga
  join public.groups g on g.id = ga.group_id
  join private.my_memberships() m on m.workspace_id = g.workspace_id
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = group_ids_given.permission
    and allowed.role = least('admin'::public.project_role, meaning.highest_role)
  where ga.user_id = me;
end
$$;
comment on function private.group_ids_given is 'Groups whose administration gives the caller a project permission in all their projects.';

create function private.my_project_role(project_id bigint)
returns public.project_role
language sql
stable
security definer
set search_path = ''
as $$
  select private.effective_project_role(private.current_user_id(), p.id)
  from public.projects p
  where p.id = my_project_role.project_id and p.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.my_project_role is 'The caller''s effective role in a project of a workspace that their session covers.';

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
      and p.role = private.my_project_role(can_in_project.project_id)
  ) or permission in ('project_read', 'project_published_branch_read', 'project_unpublished_branch_read') and exists (
    select 1 from public.projects p
    where p.id = can_in_project.project_id and p.workspace_id = any (array(select private.token_workspace_ids()))
  )
$$;
comment on function private.can_in_project is 'Whether the caller has a permission in one project: a person by the effective role, a workspace token the three of reading, by its WorkspaceProjectsExport. An open project gives nobody a permission: who may know that it is there, private.knows_project says.';

create function private.knows_project(project_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.can_in_project(knows_project.project_id, 'project_read')
    or exists (select 1 from public.projects p where p.id = knows_project.project_id and p.is_open)
$$;
comment on function private.knows_project is 'Whether the caller may know that a project is there: what they may not do in it is refused, and not unseen.';

create function private.is_writing(permission text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select is_writing.permission in (
    'project_contents_update', 'project_branch_create_delete', 'project_branch_update', 'project_update', 'project_group_update')
$$;
comment on function private.is_writing is 'Whether a permission is of writing into a project, its content and settings: a project beyond the plan gives none of these. People can still be let in and out, and it can be deleted.';

create function private.require_writable(project_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.projects p where p.id = require_writable.project_id and p.is_read_only) then
    perform private.problem('project_over_plan');
  end if;
end
$$;
comment on function private.require_writable is 'Refuses to write into a project that the plan no longer holds: every door that writes asks it, most by private.require_in_project.';

create function private.require_in_project(project_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_project(project_id, permission) then
    if private.is_writing(permission) then
      perform private.require_writable(project_id);
    end if;
    return;
  end if;
  if private.knows_project(project_id) then
    perform private.problem('not_allowed_in_project');
  end if;
  perform private.problem('project_not_found');
end
$$;
comment on function private.require_in_project is 'Refuses unless the caller has the permission; 404 for who may not know that the project exists, 402 for writing into one beyond the plan.';

create function private.lock_project_with(project_id bigint, permission text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Asked before, so that nobody without the right keeps others waiting, and after, because the right may be gone by then.
  perform private.require_in_project(project_id, permission);
  perform 1 from public.projects p where p.id = lock_project_with.project_id for no key update;
  perform private.require_in_project(project_id, permission);
end
$$;
comment on function private.lock_project_with is 'Makes changes of one project come one after the other, for who has a permission once it is their turn.';

-- # Calls

create function public.my_project_permissions(p_project_id bigint)
returns table (role public.project_role, permission text)
language sql
stable
security definer
set search_path = ''
as $$
  select p.role, p.permission
  from public.project_role_permissions p
  where p.role = private.my_project_role(p_project_id)
    and not (private.is_writing(p.permission) and exists (select 1 from public.projects o where o.id = p_project_id and o.is_read_only))
$$;
comment on function public.my_project_permissions is 'The caller''s effective role in a project with each permission it gives, without those of writing where the project is beyond the plan; nothing for who has none.';

-- # Grants

grant execute on function private.reach_by_role, private.was_given_something, private.project_ids_given, private.group_ids_given to authenticated;
grant execute on function public.my_project_permissions to authenticated;
