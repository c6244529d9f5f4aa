-- Who is in a team, and who changes that.

-- # Tables

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

-- # Rules

create function private.announce_team_members()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(t.workspace_id, null, c.user_id, c.team_id)::private.change
    from changed c left join public.teams t on t.id = c.team_id));
  return null;
end
$$;
comment on function private.announce_team_members is 'The workspace hears which of its teams has other people; the person, that their access changed.';
create trigger announce_insert after insert on public.team_members referencing new table as changed for each statement execute function private.announce_team_members();
create trigger announce_update after update on public.team_members referencing old table as before new table as changed for each statement execute function private.announce_team_members();
create trigger announce_delete after delete on public.team_members referencing old table as changed for each statement execute function private.announce_team_members();

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.reason_against_administering(workspace_role public.workspace_role)
returns text
language sql
immutable
as $$
  select case when workspace_role in ('viewer', 'guest') then 'read_only_as_team_admin' end
$$;
comment on function private.reason_against_administering is 'Why a member may not be an admin of a team, or null.';

create function private.keep_team_roles()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_nothing_against(private.reason_against_administering(m.role))
  from public.teams t join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = new.user_id
  where t.id = new.team_id;
  return new;
end
$$;
comment on function private.keep_team_roles is 'Viewers and guests are never admins of a team, whichever door they come by.';
create trigger keep_roles before insert or update of role on public.team_members
  for each row when (new.role = 'admin') execute function private.keep_team_roles();

create policy "Team members are seen by who sees the team" on public.team_members for select to authenticated
using (exists (select 1 from public.teams t where t.id = team_members.team_id));

-- # Calls

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
comment on function private.invited_to_team is 'Open invitations that bring somebody into a team.';

create type public.team_member_item as (
  user_id bigint, username text, first_name text, last_name text, display_name text, avatar_url text, email text,
  type text, invitation_id bigint, role public.team_role, workspace_role public.workspace_role, created_at timestamptz,
  may_change boolean, may_remove boolean);
comment on type public.team_member_item is 'Somebody in a team, or an invitation that will bring somebody into it; the address is for who reads addresses.';

create type public.team_member_page as (items public.team_member_item[], total bigint);
comment on type public.team_member_page is 'A page of who is in a team or invited to be, and how many there are in all.';

create function public.team_members_list(p_team_id bigint, p_search text default null, p_limit integer default 100, p_offset integer default 0)
returns public.team_member_page
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
    select row(
      array(
        select row((private.person_for(person, sees_addresses)).*, type, invitation_id, role, workspace_role, created_at,
          adds and private.reason_against_administering(workspace_role) is null, removes)::public.team_member_item
        from page order by place),
      (select count(*) from shown))::public.team_member_page);
end
$$;
comment on function public.team_members_list is 'Who is in a team, and who was invited to be.';

create function public.set_team_member(
  p_team_id bigint, p_user_id bigint default null, p_email text default null, p_role public.team_role default 'member')
returns public.placement
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
  placed public.placement;
  adding constant text := case when p_role = 'admin' then 'team_admin_add' else 'team_member_add' end;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  perform private.require_in_team(p_team_id, adding);
  select t.workspace_id into host_id from public.teams t where t.id = p_team_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      perform private.require_in_team(p_team_id, 'team_user_add');
      placed := private.invite_with(
        host_id, p_email, null, '[]', '[]', jsonb_build_array(jsonb_build_object('team_id', p_team_id, 'role', p_role)), p_role::text);
      -- An invitation waits for the seats: the right may be gone by then.
      perform private.require_in_team(p_team_id, adding);
      return placed;
    end if;
  end if;
  perform private.lock_team_with(p_team_id, adding);
  -- The role stays as it is until this is done: admins of a team are never viewers or guests.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id for no key update;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  -- The member's row was waited for, too.
  perform private.require_in_team(p_team_id, adding);
  if p_role = 'admin' then
    perform private.require_nothing_against(private.reason_against_administering(theirs));
  end if;
  insert into public.team_members as tm (team_id, user_id, role) values (p_team_id, account_id, p_role)
  on conflict (team_id, user_id) do update set role = excluded.role where tm.role <> excluded.role;
  return row('member', account_id, null,
    (select e.email from public.emails e
      where e.user_id = account_id and e.is_primary and private.can_in_workspace(host_id, 'WorkspaceMembersRead')),
    p_role)::public.placement;
end
$$;
comment on function public.set_team_member is 'Adds a member to a team or changes the role in it; an address that is no member''s yet is invited.';

create function public.set_team_members(p_team_id bigint, p_members jsonb)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  member jsonb;
  who jsonb;
  value jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'too_many_changes_at_once', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      value := to_jsonb(public.set_team_member(
        p_team_id, (member ->> 'user_id')::bigint, member ->> 'email', coalesce((member ->> 'role')::public.team_role, 'member')));
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
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
  perform private.lock_team_with(p_team_id, 'team_member_delete');
  if account_id is null then
    delete from public.workspace_invitation_teams link using private.invited_to_team(p_team_id) i
    where link.team_id = p_team_id and link.invitation_id = i.invitation_id and i.email = lower(btrim(p_email));
  else
    delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = account_id;
  end if;
  if not found then
    perform private.problem('member_not_found');
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
    perform private.problem('not_a_team_member');
  end if;
end
$$;
comment on function public.leave_team is 'Gives up one''s own place in a team.';

create function public.team_assignable_members(p_team_id bigint, p_search text default null, p_limit integer default 20)
returns public.assignable_member[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  return private.assignable_members(
    (select t.workspace_id from public.teams t where t.id = p_team_id), p_search,
    array(select tm.user_id from public.team_members tm where tm.team_id = p_team_id), null, p_limit);
end
$$;
comment on function public.team_assignable_members is 'Members who may be added to a team.';

-- # Grants

grant select on public.team_members to authenticated;

grant execute on function
  public.team_members_list, public.set_team_member, public.set_team_members, public.remove_team_member, public.leave_team,
  public.team_assignable_members
to authenticated;
