-- Teams as they are listed: each with its projects and what the caller may do in it.

-- # Calls

create type public.team_project_item as (id bigint, slug text, name text, role public.project_team_role);
comment on type public.team_project_item is 'A project that a team was given, at a role.';

create type public.team_item as (
  id bigint, workspace_id bigint, name text, slug text, description text, icon text, icon_color text,
  created_at timestamptz, updated_at timestamptz,
  admins public.person[], admins_count bigint, member_count bigint, invitations_count bigint,
  projects public.team_project_item[], project_count bigint, my_role public.team_role, my_permissions text[]);
comment on type public.team_item is 'A team as the caller may know it: with the first three admins, and the first ten projects that the caller reads.';

create type public.team_page as (items public.team_item[], total bigint, usage integer, max integer);
comment on type public.team_page is 'A page of teams, how many there are in all and, for who sees all, how many the plan counts and gives.';

create function private.teams_shown(shown public.teams[])
returns public.team_item[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return array(
    select row(s.id, s.workspace_id, s.name, s.slug, s.description, s.icon, s.icon_color, s.created_at, s.updated_at,
      array(
        select private.person(tm.user_id) from public.team_members tm where tm.team_id = s.id and tm.role = 'admin'
        order by tm.created_at, tm.user_id limit 3),
      (select count(*) from public.team_members tm where tm.team_id = s.id and tm.role = 'admin'),
      (select count(*) from public.team_members tm where tm.team_id = s.id),
      (select count(*) from private.invited_to_team(s.id)),
      projects.first_ones, projects.count,
      (select tm.role from public.team_members tm where tm.team_id = s.id and tm.user_id = me),
      private.team_permissions(me, s.id))::public.team_item
    from unnest(shown) with ordinality s
    cross join lateral (
      select count(*) as count,
        coalesce(array_agg(row(given.id, given.slug, given.name, given.role)::public.team_project_item order by given.place)
          filter (where given.place <= 10), '{}') as first_ones
      from (
        select p.id, p.slug, p.name, pt.role, row_number() over (order by p.name, p.id) as place
        from public.project_teams pt
        join private.projects_with('project_read') p on p.id = pt.project_id
        where pt.team_id = s.id
      ) given
    ) projects
    order by s.ordinality
  );
end
$$;
comment on function private.teams_shown is 'Teams, in the order given, as the caller may know them; the projects that the caller reads are found once and not for each team.';

create function public.list_teams(
  p_workspace_id bigint, p_my_teams boolean default false, p_search text default null, p_order text default 'name',
  p_limit integer default 50, p_offset integer default 0)
returns public.team_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceTeamsView');
  mine constant bigint[] := array(select private.team_ids_with('team_view'));
  sorted_by constant text := ltrim(p_order, '-');
  list public.team_page;
begin
  if (p_order ~ '^-?(name|updated_at|member_count|project_count)$') is not true then
    perform private.problem('order_of_teams_unknown');
  end if;
  with shown as materialized (
    select t as team from public.teams t
    where t.workspace_id = p_workspace_id and (sees_all or t.id = any (mine))
      and (p_my_teams is not true or exists (select 1 from public.team_members tm where tm.team_id = t.id and tm.user_id = me))
      and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
  ), sized as (
    select s.team, case sorted_by
      when 'member_count' then (select count(*) from public.team_members tm where tm.team_id = (s.team).id)
      when 'project_count' then (select count(*) from public.project_teams pt where pt.team_id = (s.team).id)
      when 'updated_at' then extract(epoch from (s.team).updated_at) end as size
    from shown s
  ), page as (
    select s.team, row_number() over (order by
      case p_order when 'name' then lower((s.team).name) end,
      case p_order when '-name' then lower((s.team).name) end desc,
      case when p_order like '-%' then -s.size else s.size end,
      (s.team).id) as place
    from sized s
    order by place
    limit private.page_size(p_limit, 50, 500) offset greatest(coalesce(p_offset, 0), 0)
  )
  select (select count(*) from shown), (select private.teams_shown(array_agg(p.team order by p.place)) from page p)
  into list.total, list.items;
  if sees_all then
    list.usage := private.feature_usage(p_workspace_id, 'teams');
    list.max := private.feature_maximum(p_workspace_id, 'teams');
  end if;
  return list;
end
$$;
comment on function public.list_teams is 'The teams of a workspace that the caller may see, page by page, and how many the plan gives.';

create function public.team_details(p_team_id bigint)
returns public.team_item
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_view');
  return (select (private.teams_shown(array_agg(t)))[1] from public.teams t where t.id = p_team_id);
end
$$;
comment on function public.team_details is 'One team.';

-- # Grants

grant execute on function public.list_teams, public.team_details to authenticated;
