-- Sharing: giving projects to people, teams and addresses, taking them back, and passing them on.

-- # Tables

create table public.project_members (
  project_id bigint not null references public.projects (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  role public.project_member_role not null,
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
comment on table public.project_members is 'Who was given a project directly. inherit means what the workspace role means.';
create index project_members_user_id_idx on public.project_members (user_id, project_id);
create trigger note_given after insert or update of user_id on public.project_members for each row execute function private.note_given();
create unique index project_members_one_owner_idx on public.project_members (project_id) where role = 'owner';
alter table public.project_members enable row level security;
create trigger log_change after insert or update or delete on public.project_members for each row execute function private.log_given();
select private.announce('public.project_members', joins => 'left join public.projects p on p.id = c.project_id', workspace => 'p.workspace_id',
  project => 'c.project_id', person => 'c.user_id', access => true);

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
select private.announce('public.project_teams',
  joins => 'left join public.projects p on p.id = c.project_id left join public.team_members tm on tm.team_id = c.team_id', workspace => 'p.workspace_id',
  project => 'c.project_id', person => 'tm.user_id', access => true);

-- # Rules

create policy "Project members are seen by themselves and by who may add members" on public.project_members for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = project_members.project_id and (
    project_members.user_id = (select private.current_user_id())
    or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_members_add'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_members_add')))
      or p.group_id = any (array(select private.group_ids_given('project_members_add'))))
  )
));
create policy "Project members are removed with the delete permission" on public.project_members for delete to authenticated
using (role <> 'owner' and exists (
  select 1 from public.projects p
  where p.id = project_members.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_member_delete'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_member_delete')))
      or p.group_id = any (array(select private.group_ids_given('project_member_delete'))))
  )
));

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

create function private.role_to_give(role public.project_member_role, workspace_role public.workspace_role)
returns public.project_member_role
language sql
immutable
set search_path = ''
as $$
  select case when role <> 'inherit' then role when workspace_role in ('viewer', 'guest') then 'viewer' else 'editor' end
$$;
comment on function private.role_to_give is 'inherit gives what the workspace role means, so it needs the right to give that.';

-- # Calls

-- ## People

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
  -- Not for share: note_given may change the row, and two who give the same person something would wait for each other.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id for no key update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, theirs)));
  select pm.role into present from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
  if present = p_role then
    return;
  end if;
  if present = 'owner' then
    perform private.problem('project_owner_stays');
  end if;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(present, theirs)));
  end if;
  if p_role = 'owner' then
    perform private.require_nothing_against(private.reason_against_owning(theirs), 'user_id');
    update public.project_members pm set role = 'admin' where pm.project_id = p_project_id and pm.role = 'owner';
  end if;
  insert into public.project_members as pm (project_id, user_id, role) values (p_project_id, p_user_id, p_role)
  on conflict (project_id, user_id) do update set role = excluded.role;
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
    perform private.problem('not_a_project_member');
  end if;
end
$$;
comment on function public.leave_project is 'Gives up one''s own direct membership; not for the owner.';

create type public.project_access as (
  user_id bigint,
  username text,
  first_name text,
  last_name text,
  display_name text,
  avatar_url text,
  email text,
  workspace_role public.workspace_role,
  role public.project_member_role,
  effective_role public.project_role,
  sources public.access_reason[],
  explanation text,
  may_change boolean,
  may_remove boolean
);
comment on type public.project_access is 'Somebody who has access to a project, with the reasons. The address is for who reads the members of the workspace; role: what they were given by name, null for nothing.';

create type public.project_invited as (invitation_id bigint, email text, role public.project_member_role, expires_at timestamptz);
comment on type public.project_invited is 'An open invitation that brings somebody into a project.';

create type public.project_access_by_role as (
  workspace_role public.workspace_role,
  role public.project_role,
  count bigint,
  explanation text
);
comment on type public.project_access_by_role is 'How many have access to a project by a workspace role alone, and why.';

create type public.project_access_page as (
  items public.project_access[],
  total bigint,
  invitations public.project_invited[],
  everyone public.project_access_by_role[],
  visibility text
);
comment on type public.project_access_page is 'Who has access to a project by name, by a team or by its group, a page of them; who was invited; who has it by workspace role alone.';

create function public.project_access_list(p_project_id bigint, p_search text default null, p_limit integer default 100, p_offset integer default 0)
returns public.project_access_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  project public.projects;
  sees_addresses boolean;
  removes boolean;
  held text[];
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select * into project from public.projects p where p.id = p_project_id;
  sees_addresses := private.can_in_workspace(project.workspace_id, 'WorkspaceMembersRead');
  held := array(select r.permission from public.my_project_permissions(p_project_id) r);
  removes := 'project_member_delete' = any (held);
  return (
    with given as (
      select pm.user_id from public.project_members pm where pm.project_id = p_project_id
      union
      select tm.user_id from public.project_teams pt join public.team_members tm on tm.team_id = pt.team_id where pt.project_id = p_project_id
      union
      select ga.user_id from public.group_admins ga where ga.group_id = project.group_id
    ), shown as (
      select p as person, m.role as workspace_role, pm.role
      from given
      join public.workspace_members m on m.workspace_id = project.workspace_id and m.user_id = given.user_id
      join private.people p on p.user_id = given.user_id
      left join public.project_members pm on pm.project_id = p_project_id and pm.user_id = given.user_id
      where private.is_found(p, p_search, sees_addresses)
    ), page as (
      select shown.*, row_number() over (order by role = 'owner' desc nulls last, lower((person).display_name), (person).user_id) as place
      from shown
      order by place limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select row(
      array(
        select row((private.person_for(page.person, sees_addresses)).*,
          page.workspace_role, page.role, why.role, why.reasons, why.summary,
          page.role is distinct from 'owner'
            and (page.role is null or private.rank_of_adding(private.role_to_give(page.role, page.workspace_role)) = any (held)),
          removes and page.role is not null and page.role <> 'owner')::public.project_access
        from page cross join lateral private.explain_project_role((page.person).user_id, p_project_id) why
        order by page.place),
      (select count(*) from shown),
      case when sees_addresses then private.invited_to_project(p_project_id) else '{}' end,
      private.roles_by_workspace_role(project),
      project.visibility)::public.project_access_page);
end
$$;
comment on function public.project_access_list is 'Who has access to a project by name, by a team or by its group, who was invited, and who has it by workspace role alone; each with the reason.';

create function private.roles_by_workspace_role(project public.projects)
returns public.project_access_by_role[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select row(meaning.workspace_role, meaning.role, counted.n,
      case when meaning.is_global then private.sentence('access_by_administration', jsonb_build_object('workspace_role', meaning.workspace_role))
        else private.sentence('access_by_visibility', jsonb_build_object(
          'role', case when meaning.role = 'guest' then meaning.workspace_role::text else meaning.role::text end, 'visibility', project.visibility)) end
    )::public.project_access_by_role
    from (
      select r.workspace_role, g.role is not null as is_global,
        case when g.role is not null then 'workspace_global_admin' when project.visibility <> 'private' then r.implied_role end as role
      from public.workspace_role_project_roles r
      left join public.workspace_role_permissions g on g.role = r.workspace_role::text and g.permission = 'WorkspaceGlobalAdmin'
    ) meaning
    cross join lateral (
      select count(*) as n from public.workspace_members m where m.workspace_id = project.workspace_id and m.role = meaning.workspace_role
    ) counted
    where meaning.role is not null and counted.n > 0
    order by meaning.workspace_role desc
  );
end
$$;
comment on function private.roles_by_workspace_role is 'Who has access to a project by workspace role alone: how many of each role, with the reason.';

create function private.invited_to_project(project_id bigint)
returns public.project_invited[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select row(i.id, i.email, link.role, i.expires_at)::public.project_invited
    from public.workspace_invitation_projects link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.project_id = invited_to_project.project_id and private.is_live(i)
    order by i.email);
end
$$;
comment on function private.invited_to_project is 'Open invitations that bring somebody into a project.';

create function public.add_project_member(
  p_project_id bigint, p_email text, p_role public.project_member_role default 'editor', p_workspace_role public.workspace_role default null)
returns public.placement
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  account_id bigint;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  account_id := private.member_by_address(host_id, p_email);
  if account_id is not null then
    perform public.set_project_member(p_project_id, account_id, p_role);
    return row('member', account_id, null, null, p_role)::public.placement;
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  if p_role = 'owner' then
    perform private.problem('project_owner_not_a_member');
  end if;
  return private.invite_with(
    host_id, p_email, p_workspace_role, jsonb_build_array(jsonb_build_object('project_id', p_project_id, 'role', p_role)), '[]', '[]', p_role::text);
end
$$;
comment on function public.add_project_member is 'Shares a project with an address: a member gets the role, anybody else is invited with it.';

create function public.add_project_members(p_project_id bigint, p_members jsonb)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  member jsonb;
  who jsonb;
  role public.project_member_role;
  value jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'too_many_changes_at_once', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      role := coalesce(member ->> 'role', 'editor');
      if member ->> 'user_id' is null then
        value := to_jsonb(public.add_project_member(
          p_project_id, member ->> 'email', role, (member ->> 'workspace_role')::public.workspace_role));
      else
        perform public.set_project_member(p_project_id, (member ->> 'user_id')::bigint, role);
        value := to_jsonb(row('member', (member ->> 'user_id')::bigint, null, null, role)::public.placement);
      end if;
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.add_project_members is 'Shares a project with many, each as the rules allow.';

create function public.remove_project_member(p_project_id bigint, p_user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_member_delete');
  select pm.role into theirs from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  if theirs = 'owner' then
    perform private.problem('project_owner_stays');
  end if;
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
end
$$;
comment on function public.remove_project_member is 'Takes back what somebody was given by name; not from the owner.';

create type public.ownership_transfer as (owner public.person, previous_owner public.person);
comment on type public.ownership_transfer is 'Who owns a project now, and who did before.';

create function public.transfer_project_ownership(p_project_id bigint, p_user_id bigint)
returns public.ownership_transfer
language plpgsql
security definer
set search_path = ''
as $$
declare
  previous bigint;
begin
  perform private.require_in_project(p_project_id, 'project_ownership_update');
  perform 1 from public.projects p where p.id = p_project_id for update;
  select pm.user_id into previous from public.project_members pm where pm.project_id = p_project_id and pm.role = 'owner';
  perform public.set_project_member(p_project_id, p_user_id, 'owner');
  return row(private.person(p_user_id), private.person(previous))::public.ownership_transfer;
end
$$;
comment on function public.transfer_project_ownership is 'Makes another member the owner; the previous one becomes an admin.';

create function public.project_assignable_members(p_project_id bigint, p_search text default null, p_limit integer default 20)
returns public.member_candidate[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return private.candidates(
    (select p.workspace_id from public.projects p where p.id = p_project_id), p_search,
    array(select pm.user_id from public.project_members pm where pm.project_id = p_project_id), null, p_limit);
end
$$;
comment on function public.project_assignable_members is 'Members with whom a project can still be shared by name.';

-- ## Teams

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
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
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
  perform private.require_in_project(p_project_id, 'project_member_delete');
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

grant select on public.project_members to authenticated;
grant delete on public.project_members to authenticated;
grant select on public.project_teams to authenticated;

grant execute on function public.set_project_member, public.leave_project to authenticated;
grant execute on function
  public.project_access_list, public.add_project_member, public.add_project_members, public.remove_project_member, public.transfer_project_ownership, public.project_assignable_members
to authenticated;
grant execute on function
  public.project_teams_list, public.set_project_team, public.remove_project_team, public.project_assignable_teams
to authenticated;
