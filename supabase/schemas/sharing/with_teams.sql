-- Sharing with teams: giving a project to a team, and taking it back.

-- # Tables

create table public.project_teams (
  project_id bigint not null references public.projects (id) on delete cascade,
  team_id bigint not null references public.teams (id) on delete cascade,
  role public.project_team_role not null,
  created_at timestamptz not null default now(),
  primary key (project_id, team_id)
);
comment on table public.project_teams is 'Which teams were given a project, at which role.';
create index project_teams_team_id_idx on public.project_teams (team_id, project_id);
alter table public.project_teams enable row level security;
create trigger log_change after insert or update or delete on public.project_teams for each row execute function private.log_given();

-- # Rules

create function private.announce_project_teams()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(p.workspace_id, c.project_id, tm.user_id, null)::private.change
    from changed c left join public.projects p on p.id = c.project_id left join public.team_members tm on tm.team_id = c.team_id));
  return null;
end
$$;
comment on function private.announce_project_teams is 'Who hears of the project or its workspace hears with which teams it is shared; the people in them, that their access changed.';
create trigger announce_insert after insert on public.project_teams referencing new table as changed for each statement execute function private.announce_project_teams();
create trigger announce_update after update on public.project_teams referencing old table as before new table as changed for each statement execute function private.announce_project_teams();
create trigger announce_delete after delete on public.project_teams referencing old table as changed for each statement execute function private.announce_project_teams();

create policy "Teams of a project are seen by who may add members" on public.project_teams for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = project_teams.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_members_add'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_members_add')))
      or p.group_id = any (array(select private.group_ids_given('project_members_add'))))
  )
));

-- # Calls

create function private.team_of_project(given public.project_teams)
returns public.project_team
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select row(t.id, t.name, t.slug, t.icon, t.icon_color, given.role,
      (select count(*) from public.team_members tm where tm.team_id = t.id),
      exists (
        select 1 from public.team_members tm
        join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = tm.user_id
        where tm.team_id = t.id and m.role in ('viewer', 'guest')))::public.project_team
    from public.teams t where t.id = given.team_id
  );
end
$$;
comment on function private.team_of_project is 'A team as a project lists it; whether some of its members can only read, whatever role the team has.';

create function public.project_teams_list(p_project_id bigint)
returns public.project_team[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return array(
    select private.team_of_project(pt)
    from public.project_teams pt join public.teams t on t.id = pt.team_id
    where pt.project_id = p_project_id
    order by lower(t.name), t.id);
end
$$;
comment on function public.project_teams_list is 'The teams of a project, by name.';

create function public.set_project_team(p_project_id bigint, p_team_id bigint, p_role public.project_team_role)
returns public.project_team
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  present public.project_team_role;
  made public.project_teams;
begin
  perform private.lock_project_with(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  if not exists (select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host_id)
    or not 'team_view' = any (private.team_permissions(private.current_user_id(), p_team_id)) then
    perform private.problem('team_not_found', 'team_id');
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
  perform private.lock_project_with(p_project_id, 'project_member_delete');
  delete from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if not found then
    perform private.problem('team_not_found', 'team_id');
  end if;
end
$$;
comment on function public.remove_project_team is 'Takes a project back from a team.';

create type public.assignable_team as (team_id bigint, name text, slug text, icon text, icon_color text);
comment on type public.assignable_team is 'A team with which a project can still be shared.';

create function public.project_assignable_teams(p_project_id bigint, p_search text default null, p_limit integer default 20)
returns public.assignable_team[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = p_project_id);
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return array(
    select row(t.id, t.name, t.slug, t.icon, t.icon_color)::public.assignable_team
    from public.teams t
    where t.workspace_id = host_id and private.can_in_workspace(host_id, 'WorkspaceTeamsView')
      and not exists (select 1 from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = t.id)
      and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
    order by lower(t.name), t.id
    limit private.page_size(p_limit, 20, 100));
end
$$;
comment on function public.project_assignable_teams is 'Teams with which a project can still be shared.';

-- # Grants

grant select on public.project_teams to authenticated;

grant execute on function
  public.project_teams_list, public.set_project_team, public.remove_project_team, public.project_assignable_teams
to authenticated;
