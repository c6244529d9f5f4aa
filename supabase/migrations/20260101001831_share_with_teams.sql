-- Sharing a project with teams.

create function private.team_of_project(given public.project_teams)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('team_id', t.id, 'name', t.name, 'slug', t.slug, 'icon', t.icon, 'icon_color', t.icon_color, 'role', given.role,
      'member_count', (select count(*) from public.team_members tm where tm.team_id = t.id),
      'has_read_only_workspace_roles', exists (
        select 1 from public.team_members tm
        join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = tm.user_id
        where tm.team_id = t.id and m.role in ('viewer', 'guest')))
    from public.teams t where t.id = given.team_id
  );
end
$$;
comment on function private.team_of_project is 'A team as a project lists it; whether some of its members can only read, whatever role the team has.';

create function public.project_teams_list(p_project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return coalesce((
    select jsonb_agg(private.team_of_project(pt) order by lower(t.name), t.id)
    from public.project_teams pt join public.teams t on t.id = pt.team_id
    where pt.project_id = p_project_id), '[]');
end
$$;
comment on function public.project_teams_list is 'The teams of a project, by name.';

create function public.set_project_team(p_project_id bigint, p_team_id bigint, p_role public.project_team_role)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  present public.project_team_role;
  made public.project_teams;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  if not exists (select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host_id)
    or not 'team_view' = any (private.team_permissions(private.current_user_id(), p_team_id)) then
    perform private.problem('NOT_FOUND', 404, 'Team Not Found', 'team_id');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(p_role::text::public.project_member_role));
  select pt.role into present from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(present::text::public.project_member_role));
  end if;
  insert into public.project_teams as pt (project_id, team_id, role) values (p_project_id, p_team_id, p_role)
  on conflict (project_id, team_id) do update set role = excluded.role
  returning * into made;
  return private.team_of_project(made);
end
$$;
comment on function public.set_project_team is 'Gives a team a role in a project, at the caller''s own role or lower.';

create function public.remove_project_team(p_project_id bigint, p_team_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_member_delete');
  delete from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Team Not Found', 'team_id');
  end if;
end
$$;
comment on function public.remove_project_team is 'Takes a project back from a team.';

create function public.project_assignable_teams(p_project_id bigint, p_search text default null, p_limit integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = p_project_id);
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('team_id', t.id, 'name', t.name, 'slug', t.slug, 'icon', t.icon, 'icon_color', t.icon_color)
      order by lower(t.name), t.id), '[]')
    from (
      select * from public.teams t
      where t.workspace_id = host_id and private.can_in_workspace(host_id, 'WorkspaceTeamsView')
        and not exists (select 1 from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = t.id)
        and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
      order by lower(t.name), t.id
      limit private.page_size(p_limit, 20, 100)
    ) t);
end
$$;
comment on function public.project_assignable_teams is 'Teams with which a project can still be shared.';

grant execute on function
  public.project_teams_list, public.set_project_team, public.remove_project_team, public.project_assignable_teams
to authenticated;
