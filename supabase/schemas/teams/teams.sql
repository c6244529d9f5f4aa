-- Teams gather people: what a project gives a team, it gives to everybody in it.

-- # Tables

create table public.teams (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_teams_name check (length(btrim(name)) between 1 and 100),
  slug text not null constraint check_teams_slug check (private.is_slug(slug)),
  description text not null default '' constraint check_teams_description check (length(description) <= 300),
  icon text not null default 'users' constraint check_teams_icon check (icon ~ '^[a-z0-9-]{1,60}$'),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint teams_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug)
);
comment on table public.teams is 'People who are given projects together.';
create trigger touch before update on public.teams for each row execute function private.touch_updated_at();
create trigger keep_names before insert or update of name on public.teams
  for each row execute function private.keep_names('name');
create trigger set_slug before insert on public.teams for each row execute function private.set_slug_from_name();
alter table public.teams enable row level security;
create trigger log_change after insert or update or delete on public.teams for each row execute function private.log_named_change('team');
create trigger announce_insert after insert on public.teams referencing new table as changed for each statement execute function private.announce_of_workspace_by_id();
create trigger announce_update after update on public.teams referencing old table as before new table as changed for each statement execute function private.announce_of_workspace_by_id();
create trigger announce_delete after delete on public.teams referencing old table as changed for each statement execute function private.announce_of_workspace_by_id();
create trigger still_allowed before update or delete on public.teams
  for each row when (current_user = 'authenticated') execute function private.ask_again('team', 'id', 'team_settings_update', 'team_delete');

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
  join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = team_roles.user_id and m.is_active
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

create function private.lock_team_with(team_id bigint, permission text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Asked before, so that nobody without the right keeps others waiting, and after, because the right may be gone by then.
  perform private.require_in_team(team_id, permission);
  perform 1 from public.teams t where t.id = lock_team_with.team_id for no key update;
  perform private.require_in_team(team_id, permission);
end
$$;
comment on function private.lock_team_with is 'Makes changes of one team come one after the other, for who has a permission once it is their turn.';

-- # Grants

grant select on public.teams to authenticated;
grant update (name, description, icon, icon_color) on public.teams to authenticated;
grant delete on public.teams to authenticated;

grant execute on function private.team_ids_with to authenticated;
grant execute on function private.workspace_ids_with_all_teams to authenticated;
