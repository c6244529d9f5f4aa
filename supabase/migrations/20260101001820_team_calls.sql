-- Teams: who may do what in one, and the calls of its screens.

create function private.team_roles(user_id bigint, team_id bigint)
returns setof text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select held.role
  from public.teams t
  join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = team_roles.user_id and m.is_open
  cross join lateral (
    select case p.permission when 'WorkspaceGlobalAdmin' then 'workspace_global_admin' else 'workspace_member' end as role
    from public.workspace_role_permissions p
    where p.role = m.role::text and p.permission in ('WorkspaceGlobalAdmin', 'WorkspaceTeamsView')
    union all
    select tm.role::text from public.team_members tm where tm.team_id = t.id and tm.user_id = m.user_id
  ) held
  where t.id = team_roles.team_id;
end
$$;
comment on function private.team_roles is 'What somebody is to a team, in the words of the matrix.';

create function private.team_permissions(user_id bigint, team_id bigint)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select array(
      select distinct p.permission
      from public.team_role_permissions p
      where p.role in (select private.team_roles(team_permissions.user_id, team_permissions.team_id))
      order by 1)
  );
end
$$;

create function private.my_team_permissions(team_id bigint)
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select private.team_permissions(private.current_user_id(), t.id)
  from public.teams t
  where t.id = my_team_permissions.team_id and t.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.my_team_permissions is 'The caller''s permissions in a team of a workspace that their session covers; null elsewhere.';

create function private.require_in_team(team_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  held constant text[] := coalesce(private.my_team_permissions(team_id), '{}');
begin
  if permission = any (held) then
    return;
  end if;
  if not 'team_view' = any (held) then
    perform private.problem('NOT_FOUND', 404, 'Team Not Found');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this team.');
end
$$;
comment on function private.require_in_team is 'Refuses unless the caller has the permission; 404 for who may not know that the team exists.';

create function private.invited_to_team(team_id bigint)
returns table (invitation_id bigint, email text, role public.team_role, workspace_role public.workspace_role, created_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select i.id, i.email, link.role, i.role, i.created_at
  from public.workspace_invitation_teams link
  join public.workspace_invitations i on i.id = link.invitation_id
  where link.team_id = invited_to_team.team_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
end
$$;

create function private.team_as_json(shown public.teams)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', shown.id, 'workspace_id', shown.workspace_id, 'name', shown.name, 'slug', shown.slug, 'description', shown.description,
      'icon', shown.icon, 'icon_color', shown.icon_color, 'created_at', shown.created_at, 'updated_at', shown.updated_at,
      'admins', (
        select coalesce(jsonb_agg(private.person(first_ones.user_id) order by first_ones.created_at, first_ones.user_id), '[]')
        from (select tm.user_id, tm.created_at from public.team_members tm where tm.team_id = shown.id and tm.role = 'admin'
              order by tm.created_at, tm.user_id limit 3) first_ones),
      'admins_count', (select count(*) from public.team_members tm where tm.team_id = shown.id and tm.role = 'admin'),
      'member_count', (select count(*) from public.team_members tm where tm.team_id = shown.id),
      'invitations_count', (select count(*) from private.invited_to_team(shown.id)),
      'projects', projects.first_ones, 'project_count', projects.count,
      'my_role', (select tm.role from public.team_members tm where tm.team_id = shown.id and tm.user_id = private.current_user_id()),
      'my_permissions', private.team_permissions(private.current_user_id(), shown.id))
    from (
      select count(*) as count,
        coalesce(jsonb_agg(jsonb_build_object('id', given.id, 'slug', given.slug, 'name', given.name, 'role', given.role) order by given.place)
          filter (where given.place <= 10), '[]') as first_ones
      from (
        select p.id, p.slug, p.name, pt.role, row_number() over (order by p.name, p.id) as place
        from public.project_teams pt
        join public.projects p on p.id = pt.project_id
        where pt.team_id = shown.id and (
          p.access_key = any (array(select private.workspaces_reaching('project_read')))
          or array[p.id, -p.group_id] && array(select private.projects_given('project_read')))
      ) given
    ) projects
  );
end
$$;
comment on function private.team_as_json is 'A team as the caller may know it: with the projects that the caller reads.';

create function public.list_teams(
  p_workspace_id bigint, p_my_teams boolean default false, p_search text default null, p_order text default 'name',
  p_limit integer default 50, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceTeamsView');
  mine constant bigint[] := array(select private.team_ids_with('team_view'));
  sorting constant text := case ltrim(p_order, '-')
    when 'name' then 'lower((t).name)' when 'updated_at' then '(t).updated_at'
    when 'member_count' then '(select count(*) from public.team_members tm where tm.team_id = (t).id)'
    when 'project_count' then '(select count(*) from public.project_teams pt where pt.team_id = (t).id)' end;
  shown constant text := $shown$
    from public.teams t
    where t.workspace_id = $1 and ($2 or t.id = any ($3))
      and (not $4 or exists (select 1 from public.team_members tm where tm.team_id = t.id and tm.user_id = $5))
      and (coalesce(btrim($6), '') = '' or t.name ilike private.like_pattern($6)) $shown$;
  items jsonb;
  total integer;
begin
  if sorting is null then
    perform private.problem('VALIDATION_ERROR', 400, 'Teams are ordered by name, updated_at, member_count or project_count.', 'order_by');
  end if;
  execute 'select count(*)' || shown into total using p_workspace_id, sees_all, mine, coalesce(p_my_teams, false), me, p_search;
  execute format($query$
    select coalesce(jsonb_agg(private.team_as_json(t) order by place), '[]')
    from (
      select t, row_number() over (order by %1$s, (t).id) as place from (select t %2$s) listed order by %1$s, (t).id limit $7 offset $8
    ) page $query$, sorting || case when p_order like '-%' then ' desc' else '' end, shown)
  into items
  using p_workspace_id, sees_all, mine, coalesce(p_my_teams, false), me, p_search,
    private.page_size(p_limit, 50, 500), greatest(coalesce(p_offset, 0), 0);
  return jsonb_build_object('items', items, 'total', total,
    'usage', case when sees_all then private.feature_usage(p_workspace_id, 'teams') end,
    'max', case when sees_all then private.feature_maximum(p_workspace_id, 'teams') end);
end
$$;
comment on function public.list_teams is 'The teams of a workspace that the caller may see, page by page, and how many the plan gives.';

create function public.team_details(p_team_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_view');
  return (select private.team_as_json(t) from public.teams t where t.id = p_team_id);
end
$$;
comment on function public.team_details is 'One team.';

create function public.update_team(
  p_team_id bigint, p_name text default null, p_description text default null, p_icon text default null, p_icon_color text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_settings_update');
  update public.teams t set
    name = coalesce(btrim(p_name), t.name), description = coalesce(p_description, t.description),
    icon = coalesce(p_icon, t.icon), icon_color = coalesce(p_icon_color, t.icon_color)
  where t.id = p_team_id;
  return public.team_details(p_team_id);
end
$$;
comment on function public.update_team is 'Changes a team.';

create function public.delete_team(p_team_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_delete');
  delete from public.teams t where t.id = p_team_id;
end
$$;
comment on function public.delete_team is 'Deletes a team; what its members were given through it is gone.';

create function public.delete_teams(p_team_ids bigint[])
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.do_each('team_id', to_jsonb(coalesce(p_team_ids, '{}')),
    'select to_jsonb(public.delete_team($1::bigint)::text) where $2 is not null', '{}')
$$;
comment on function public.delete_teams is 'Deletes many teams, each as the caller may.';

grant execute on function
  public.list_teams, public.team_details, public.update_team, public.delete_team, public.delete_teams
to authenticated;
