-- Teams gather people: what a project gives a team, it gives to everybody in it.

-- # Tables

create table public.teams (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_teams_name check (length(btrim(name)) between 1 and 100),
  slug text not null,
  description text not null default '' constraint check_teams_description check (length(description) <= 300),
  icon text not null default 'users' check (length(icon) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint teams_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug)
);
comment on table public.teams is 'People who are given projects together.';
create trigger touch before update on public.teams for each row execute function private.touch_updated_at();
create trigger set_slug before insert on public.teams for each row execute function private.set_slug_from_name();
alter table public.teams enable row level security;
create trigger log_change after insert or update or delete on public.teams for each row execute function private.log_named_change('team');
select private.announce('public.teams', workspace => 'c.workspace_id', id => 'c.id');

-- # Rules

create function private.team_ids_with(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select tm.team_id
  from public.team_members tm
  join public.teams t on t.id = tm.team_id
  join private.my_memberships() m on m.workspace_id = t.workspace_id
  join public.team_role_permissions p on p.role = tm.role::text and p.permission = team_ids_with.permission
  where tm.user_id = private.current_user_id()
$$;
comment on function private.team_ids_with is 'Teams in which the caller has a permission by membership.';

create function private.workspace_ids_with_all_teams(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select host_id from private.workspace_ids_with('WorkspaceGlobalAdmin') host_id
  where exists (
    select 1 from public.team_role_permissions p
    where p.role = 'workspace_global_admin' and p.permission = workspace_ids_with_all_teams.permission)
$$;
comment on function private.workspace_ids_with_all_teams is 'Workspaces in every team of which the caller has this permission. A set for policies: computed once a statement.';

create policy "Teams are seen with the teams permission and by their members" on public.teams for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceTeamsView')))
  or id = any (array(select private.team_ids_with('team_view')))
);
create policy "Teams are changed by their admins" on public.teams for update to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_teams('team_settings_update')))
  or id = any (array(select private.team_ids_with('team_settings_update')))
)
with check (
  workspace_id = any (array(select private.workspace_ids_with_all_teams('team_settings_update')))
  or id = any (array(select private.team_ids_with('team_settings_update')))
);
create policy "Teams are deleted by their admins" on public.teams for delete to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_teams('team_delete')))
  or id = any (array(select private.team_ids_with('team_delete')))
);

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
comment on function private.team_permissions is 'All that somebody may do in a team, in order.';

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

create function private.can_in_team(team_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select permission = any (coalesce(private.my_team_permissions(team_id), '{}'))
$$;
comment on function private.can_in_team is 'Whether the caller has a permission in one team.';

create function private.require_in_team(team_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_team(team_id, permission) then
    return;
  end if;
  if not private.can_in_team(team_id, 'team_view') then
    perform private.problem('team_not_found');
  end if;
  perform private.problem('not_allowed_in_team');
end
$$;
comment on function private.require_in_team is 'Refuses unless the caller has the permission; 404 for who may not know that the team exists.';

-- # Calls

create function public.create_team(
  p_workspace_id bigint, p_name text, p_description text default '', p_icon text default null, p_icon_color text default null)
returns public.teams
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.teams;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceTeamCreate');
  perform private.feature_gate(p_workspace_id, 'teams');
  insert into public.teams (workspace_id, name, slug, description, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), coalesce(p_icon, 'users'), coalesce(p_icon_color, '#7F8197'))
  returning * into made;
  insert into public.team_members (team_id, user_id, role) values (made.id, private.current_user_id(), 'admin');
  return made;
end
$$;
comment on function public.create_team is 'Makes a team; who makes it is its first admin.';

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

create function public.update_team(
  p_team_id bigint, p_name text default null, p_description text default null, p_icon text default null, p_icon_color text default null)
returns public.team_item
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
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  team_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_team_ids), 0, 'too_many_changes_at_once', 'team_ids');
  foreach team_id in array coalesce(p_team_ids, '{}') loop
    begin
      perform public.delete_team(team_id);
      results := results || private.bulk_success(to_jsonb(team_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(team_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.delete_teams is 'Deletes many teams, each as the caller may.';

-- # Grants

grant select on public.teams to authenticated;
grant update (name, description, icon, icon_color) on public.teams to authenticated;
grant delete on public.teams to authenticated;

grant execute on function private.team_ids_with to authenticated;
grant execute on function
  private.workspace_ids_with_all_teams, public.create_team, public.list_teams, public.team_details, public.update_team, public.delete_team,
  public.delete_teams
to authenticated;
