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

create table public.team_members (
  team_id bigint not null references public.teams (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  role public.team_role not null default 'member',
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
comment on table public.team_members is 'Who is in a team; admins change it.';
create index team_members_user_id_idx on public.team_members (user_id, team_id);
create trigger note_given after insert or update of user_id on public.team_members for each row execute function private.note_given();
alter table public.team_members enable row level security;
create trigger log_change after insert or update or delete on public.team_members for each row execute function private.log_given();
select private.announce('public.team_members', joins => 'left join public.teams t on t.id = c.team_id', workspace => 't.workspace_id', person => 'c.user_id', id => 'c.team_id', access => true);

-- # Rules

create function private.keep_team_roles()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select 1 from public.teams t join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = new.user_id
    where t.id = new.team_id and m.role in ('viewer', 'guest')
  ) then
    perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests can only be members of a team.', 'role');
  end if;
  return new;
end
$$;
create trigger keep_roles before insert or update of role on public.team_members
  for each row when (new.role = 'admin') execute function private.keep_team_roles();

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

create policy "Team members are seen by who sees the team" on public.team_members for select to authenticated
using (exists (select 1 from public.teams t where t.id = team_members.team_id));

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
    perform private.problem('NOT_FOUND', 404, 'Team Not Found');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this team.');
end
$$;
comment on function private.require_in_team is 'Refuses unless the caller has the permission; 404 for who may not know that the team exists.';

-- # Calls

-- ## Teams

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
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceTeamCreate');
  perform private.feature_gate(p_workspace_id, 'teams');
  insert into public.teams (workspace_id, name, slug, description, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), coalesce(p_icon, 'users'), coalesce(p_icon_color, '#7F8197'))
  returning * into made;
  insert into public.team_members (team_id, user_id, role) values (made.id, private.current_user_id(), 'admin');
  return made;
end
$$;
comment on function public.create_team is 'Makes a team; who makes it is its first admin.';

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
  where link.team_id = invited_to_team.team_id and private.is_live(i);
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

-- ## Their members

create function public.team_members_list(p_team_id bigint, p_search text default null, p_limit integer default 100, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  held constant text[] := coalesce(private.my_team_permissions(p_team_id), '{}');
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = p_team_id);
  sees_addresses constant boolean := private.can_in_workspace(host_id, 'WorkspaceMembersRead');
  adds constant boolean := 'team_member_add' = any (held);
  removes constant boolean := 'team_member_delete' = any (held);
begin
  perform private.require_in_team(p_team_id, 'team_view');
  return (
    with shown as (
      select 'member' as type, null::bigint as invitation_id, p as person, tm.role, m.role as workspace_role, tm.created_at
      from public.team_members tm
      join public.workspace_members m on m.workspace_id = host_id and m.user_id = tm.user_id
      join private.people p on p.user_id = tm.user_id
      where tm.team_id = p_team_id and private.is_found(p, p_search, sees_addresses)
      union all
      select 'invitation', i.invitation_id, row(null, null, null, null, i.email, null, i.email)::private.people, i.role, i.workspace_role, i.created_at
      from private.invited_to_team(p_team_id) i
      where sees_addresses and (coalesce(btrim(p_search), '') = '' or i.email ilike private.like_pattern(p_search))
    ), page as (
      select shown.*, row_number() over (order by type desc, role desc, lower((person).display_name), (person).user_id) as place
      from shown
      order by place limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(private.person_for(person, sees_addresses) || jsonb_build_object(
          'type', type, 'invitation_id', invitation_id, 'role', role, 'workspace_role', workspace_role, 'created_at', created_at,
          'may_change', adds and workspace_role not in ('viewer', 'guest'), 'may_remove', removes) order by place), '[]') from page),
      'total', (select count(*) from shown)));
end
$$;
comment on function public.team_members_list is 'Who is in a team, and who was invited to be.';

create function public.set_team_member(
  p_team_id bigint, p_user_id bigint default null, p_email text default null, p_role public.team_role default 'member')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  if p_role = 'admin' then
    perform private.require_in_team(p_team_id, 'team_admin_add');
  end if;
  select t.workspace_id into host_id from public.teams t where t.id = p_team_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      perform private.require_in_team(p_team_id, 'team_user_add');
      return private.invite_with(host_id, p_email, null, '[]', '[]', jsonb_build_array(jsonb_build_object('team_id', p_team_id, 'role', p_role)))
        || jsonb_build_object('user_id', null, 'role', p_role);
    end if;
  end if;
  -- The role stays as it is until this is done: admins of a team are never viewers or guests.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id for no key update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.', 'user_id');
  end if;
  if p_role = 'admin' and theirs in ('viewer', 'guest') then
    perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests can only be members of a team.', 'role');
  end if;
  insert into public.team_members as tm (team_id, user_id, role) values (p_team_id, account_id, p_role)
  on conflict (team_id, user_id) do update set role = excluded.role where tm.role <> excluded.role;
  return jsonb_build_object('type', 'member', 'user_id', account_id, 'invitation_id', null, 'role', p_role,
    'email', (select e.email from public.emails e
      where e.user_id = account_id and e.is_primary and private.can_in_workspace(host_id, 'WorkspaceMembersRead')));
end
$$;
comment on function public.set_team_member is 'Adds a member to a team or changes the role in it; an address that is no member''s yet is invited.';

create function public.set_team_members(p_team_id bigint, p_members jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  return private.do_each('user_id', p_members,
    'select public.set_team_member(($2 ->> ''team_id'')::bigint, ($1 ->> ''user_id'')::bigint, $1 ->> ''email'', coalesce(($1 ->> ''role'')::public.team_role, ''member''))',
    jsonb_build_object('team_id', p_team_id));
end
$$;
comment on function public.set_team_members is 'Adds many to a team, each as the rules allow.';

create function public.remove_team_member(p_team_id bigint, p_user_id bigint default null, p_email text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = p_team_id);
  account_id constant bigint := coalesce(p_user_id, private.member_by_address(host_id, p_email));
begin
  perform private.require_in_team(p_team_id, 'team_member_delete');
  if account_id is null then
    delete from public.workspace_invitation_teams link using private.invited_to_team(p_team_id) i
    where link.team_id = p_team_id and link.invitation_id = i.invitation_id and i.email = lower(btrim(p_email));
  else
    delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = account_id;
  end if;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
end
$$;
comment on function public.remove_team_member is 'Takes somebody, or somebody''s invitation, out of a team.';

create function public.leave_team(p_team_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_leave');
  delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = private.current_user_id();
  if not found then
    perform private.problem('NOT_FOUND', 404, 'You are not a member of this team.');
  end if;
end
$$;
comment on function public.leave_team is 'Gives up one''s own place in a team.';

create function public.team_assignable_members(p_team_id bigint, p_search text default null, p_limit integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  return private.candidates(
    (select t.workspace_id from public.teams t where t.id = p_team_id), p_search,
    array(select tm.user_id from public.team_members tm where tm.team_id = p_team_id), null, p_limit);
end
$$;
comment on function public.team_assignable_members is 'Members who may be added to a team.';

-- # Grants

grant select on public.teams to authenticated;
grant update (name, description, icon, icon_color) on public.teams to authenticated;
grant delete on public.teams to authenticated;
grant select on public.team_members to authenticated;

grant execute on function private.team_ids_with to anon, authenticated;
grant execute on function private.workspace_ids_with_all_teams to authenticated;
grant execute on function public.create_team to authenticated;
grant execute on function
  public.list_teams, public.team_details, public.update_team, public.delete_team, public.delete_teams
to authenticated;
grant execute on function
  public.team_members_list, public.set_team_member, public.set_team_members, public.remove_team_member, public.leave_team, public.team_assignable_members
to authenticated;
