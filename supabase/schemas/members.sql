-- Members: who belongs to a workspace and in which role, who may change or remove whom, and what follows from it.

-- # Tables

create table public.workspace_members (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  auth_id uuid not null,
  role public.workspace_role not null,
  is_open boolean not null default true,
  by_provider boolean not null default false,
  was_given boolean not null default false,
  receive_daily_summary boolean not null default true,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
comment on table public.workspace_members is 'Who belongs to a workspace, with one role. Every policy begins here, so a row says by itself whose it is and whether it counts.';
comment on column public.workspace_members.auth_id is 'The member''s credential, a copy that triggers keep true.';
comment on column public.workspace_members.is_open is 'False for everybody but the oldest owner while the workspace is locked. Kept by triggers.';
comment on column public.workspace_members.by_provider is 'Whether the workspace has switched e-mail and password off, so that only sessions its providers opened count. Kept by triggers.';
comment on column public.workspace_members.was_given is 'Whether the member was ever given a project, a team or a group by name. Kept by triggers; false lets policies skip looking.';
create index workspace_members_user_id_idx on public.workspace_members (user_id);
create index workspace_members_auth_id_idx on public.workspace_members (auth_id) include (workspace_id, user_id, role, is_open, by_provider, was_given);
create index workspace_members_role_idx on public.workspace_members (workspace_id, role);
create trigger touch before update on public.workspace_members for each row execute function private.touch_updated_at();
alter table public.workspace_members enable row level security;
create trigger log_removal after delete on public.workspace_members for each row execute function private.log_member_change();
create trigger log_role after update of role on public.workspace_members
  for each row when (old.role <> new.role) execute function private.log_member_change();
select private.announce('public.workspace_members', workspace => 'c.workspace_id', person => 'c.user_id', access => true, columns => 'role, is_open, by_provider');

-- # Rules

-- ## Membership

create function private.keep_an_owner()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The workspace row is the lock: two owners leaving at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for update;
  if not found then
    return null;
  end if;
  if not exists (select 1 from public.workspace_members m where m.workspace_id = old.workspace_id and m.role = 'owner') then
    perform private.problem('USER_IS_OWNER', 403, 'The last owner of a workspace can be neither demoted nor removed.');
  end if;
  return null;
end
$$;
create trigger keep_an_owner after update or delete on public.workspace_members
  for each row when (old.role = 'owner') execute function private.keep_an_owner();

create function private.oldest_owner_id(workspace_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.user_id
  from public.workspace_members m
  where m.workspace_id = oldest_owner_id.workspace_id and m.role = 'owner'
  order by m.created_at, m.user_id
  limit 1
$$;
comment on function private.oldest_owner_id is 'The one member a locked workspace stays open to.';

create function private.is_by_provider(workspace_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = is_by_provider.workspace_id and i.kind = 'builtin' and not (i.enabled and i.allow_user_login));
end
$$;
comment on function private.is_by_provider is 'Whether a workspace has switched e-mail and password off: only sessions its providers opened count there.';

create function private.complete_membership()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.auth_id := (select u.auth_id from public.users u where u.id = new.user_id);
  new.is_open := not (select w.locked from public.workspaces w where w.id = new.workspace_id);
  new.by_provider := private.is_by_provider(new.workspace_id);
  new.was_given := exists (select 1 from public.project_members pm where pm.user_id = new.user_id)
    or exists (select 1 from public.team_members tm where tm.user_id = new.user_id)
    or exists (select 1 from public.group_admins ga where ga.user_id = new.user_id);
  return new;
end
$$;
comment on function private.complete_membership is 'A new membership learns its credential and what it was given; one made in a locked workspace stays closed until that is unlocked.';
create trigger complete_membership before insert on public.workspace_members
  for each row execute function private.complete_membership();

create function private.follow_credential()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set auth_id = new.auth_id where m.user_id = new.id;
  return null;
end
$$;
create trigger follow_credential after update of auth_id on public.users
  for each row when (old.auth_id <> new.auth_id) execute function private.follow_credential();

create function private.note_given()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set was_given = true where m.user_id = new.user_id and not m.was_given;
  return null;
end
$$;
comment on function private.note_given is 'Remembers on the memberships of somebody that there is something given by name to look for.';

create function private.reopen_memberships(workspace_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.workspace_members m
  set is_open = not w.locked or m.user_id = private.oldest_owner_id(w.id)
  from public.workspaces w
  where w.id = reopen_memberships.workspace_id
    and m.workspace_id = w.id
    and m.is_open <> (not w.locked or m.user_id = private.oldest_owner_id(w.id))
$$;
comment on function private.reopen_memberships is 'Makes is_open true again in a workspace whose lock or owners changed.';

create function private.follow_lock()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.reopen_memberships(new.id);
  return null;
end
$$;
create trigger follow_lock after update of locked on public.workspaces
  for each row when (old.locked <> new.locked) execute function private.follow_lock();

create function private.follow_owners()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.workspaces w where w.id = old.workspace_id and w.locked) then
    perform private.reopen_memberships(old.workspace_id);
  end if;
  return null;
end
$$;
create trigger follow_owners after update of role or delete on public.workspace_members
  for each row execute function private.follow_owners();

create policy "Members are seen by themselves and with the members permission" on public.workspace_members for select to authenticated
using (
  (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())))
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);
create policy "Members choose their own daily summary" on public.workspace_members for update to authenticated
using (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())))
with check (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())));

create policy "People see themselves, and members whose list they may read" on public.users for select to authenticated
using (
  id = (select private.current_user_id())
  or exists (
    select 1 from public.workspace_members m
    where m.user_id = users.id and m.workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
  )
);

create policy "People see their addresses, and the primary one of members whose list they may read" on public.emails for select to authenticated
using (
  user_id = (select private.own_account_id())
  or (is_primary and user_id = (select private.current_user_id()))
  or (
    is_primary and exists (
      select 1 from public.workspace_members m
      where m.user_id = emails.user_id and m.workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
    )
  )
);

create function private.end_sessions_of_one_workspace()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_sessions(coalesce(new.auth_id, old.auth_id), 'joined_elsewhere', only_one => o.session_id)
  from private.sessions o
  where o.auth_id = coalesce(new.auth_id, old.auth_id)
    and case tg_op when 'INSERT' then o.only_workspace_id <> new.workspace_id else o.only_workspace_id = old.workspace_id end;
  return null;
end
$$;
comment on function private.end_sessions_of_one_workspace is 'Sessions for one workspace only end when the person makes or joins another one, and when they leave that one.';
create trigger workspace_members_end_sessions
  after insert or delete on public.workspace_members
  for each row execute function private.end_sessions_of_one_workspace();

-- ## Changing roles and removing

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.reason_against_changing(me bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
returns text
language sql
immutable
as $$
  select case
    when reason_against_changing.user_id = me then 'You cannot change your own role or remove yourself.'
    when theirs > mine then 'You cannot change a member who outranks you.'
  end
$$;
comment on function private.reason_against_changing is 'Why somebody may not touch a member, or null: nobody changes themselves, nobody changes who outranks them.';

create function private.require_may_change_member(workspace_id bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  reason constant text := private.reason_against_changing(me, user_id, mine, theirs);
begin
  if reason is not null then
    perform private.problem(
      case when user_id = me then 'ACTION_PROHIBITED' else 'INSUFFICIENT_PERMISSIONS' end, 403, reason);
  end if;
end
$$;

create function private.may_give_role(mine public.workspace_role, theirs public.workspace_role, wanted public.workspace_role)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select wanted <= mine and ((wanted = 'owner') = (theirs is not distinct from 'owner') or mine = 'owner')
$$;
comment on function private.may_give_role is 'Whether somebody who promotes may turn one role into another: up to the own role, and only owners give or take the owner role.';

create function private.may_invite_at(mine public.workspace_role, wanted public.workspace_role)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when exists (
      select 1 from public.workspace_role_permissions p where p.role = mine::text and p.permission = 'WorkspaceMembersPromote')
    then wanted <= mine and (wanted <> 'owner' or mine = 'owner')
    else wanted = 'guest' or wanted = least(mine, 'maker'::public.workspace_role)
  end
$$;
comment on function private.may_invite_at is 'The invite rules of permissions.json.';

create function private.seats_taken(theirs public.workspace_role, wanted public.workspace_role)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_remove(array[
    case when wanted = 'guest' and theirs <> 'guest' then 'guests' when wanted <> 'guest' and theirs = 'guest' then 'members' end,
    case when wanted = 'owner' and theirs <> 'owner' then 'owners' end
  ], null)
$$;
comment on function private.seats_taken is 'The seats that a change of role takes.';

create function private.gate_seats(workspace_id bigint, seats text[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select seat as feature, count(*)::integer as requested from unnest(seats) seat
    group by seat order by array_position(array['guests', 'members', 'owners'], seat)
  loop
    -- A plan that says nothing of owners has no limit of them.
    if wanted.feature <> 'owners' or private.plan_holds(workspace_id, 'owners') then
      perform private.feature_gate(workspace_id, wanted.feature, wanted.requested);
    end if;
  end loop;
end
$$;
comment on function private.gate_seats is 'Refuses seats, one or many, that the plan does not have.';

create function private.successor_of(workspace_id bigint, user_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select m.user_id from public.workspace_members m
     where m.workspace_id = successor_of.workspace_id and m.user_id = private.current_user_id()
       and m.user_id <> successor_of.user_id and m.role not in ('guest', 'viewer')),
    (select m.user_id from public.workspace_members m
     where m.workspace_id = successor_of.workspace_id and m.role = 'owner' and m.user_id <> successor_of.user_id
     order by m.created_at, m.user_id limit 1))
$$;
comment on function private.successor_of is 'Who gets what somebody leaves behind: who made them leave, else the oldest other owner.';

create function private.hand_over_projects(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  owned bigint[];
begin
  select array_agg(pm.project_id) into owned
  from public.project_members pm
  join public.projects p on p.id = pm.project_id
  where p.workspace_id = hand_over_projects.workspace_id and pm.user_id = from_user and pm.role = 'owner';
  if owned is null then
    return;
  end if;
  delete from public.project_members pm where pm.project_id = any (owned) and pm.user_id = from_user;
  insert into public.project_members as pm (project_id, user_id, role)
  select unnest(owned), to_user, 'owner'
  where to_user is not null
  on conflict (project_id, user_id) do update set role = 'owner';
end
$$;
comment on function private.hand_over_projects is 'When a project''s owner leaves or becomes a guest, whoever did that becomes the owner.';

create function private.hand_over_groups(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.group_admins (group_id, user_id)
  select ga.group_id, to_user
  from public.group_admins ga
  join public.groups g on g.id = ga.group_id
  where g.workspace_id = hand_over_groups.workspace_id and ga.user_id = from_user and to_user is not null
    and not exists (select 1 from public.group_admins other where other.group_id = ga.group_id and other.user_id <> from_user)
  on conflict do nothing;
  delete from public.group_admins ga using public.groups g
  where g.id = ga.group_id and g.workspace_id = hand_over_groups.workspace_id and ga.user_id = from_user;
end
$$;
comment on function private.hand_over_groups is 'Ends somebody''s administration of groups; where nobody else administers one, the successor does.';

create function private.hand_over(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.hand_over_projects(hand_over.workspace_id, from_user, to_user), private.hand_over_groups(hand_over.workspace_id, from_user, to_user)
$$;
comment on function private.hand_over is 'Passes on what somebody owns and administers in a workspace.';

create function private.forget_member()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return null;
  end if;
  perform private.hand_over(old.workspace_id, old.user_id, private.successor_of(old.workspace_id, old.user_id));
  delete from public.project_members pm using public.projects p
  where p.id = pm.project_id and p.workspace_id = old.workspace_id and pm.user_id = old.user_id;
  delete from public.project_pins pp using public.projects p
  where p.id = pp.project_id and p.workspace_id = old.workspace_id and pp.user_id = old.user_id;
  delete from public.team_members tm using public.teams t
  where t.id = tm.team_id and t.workspace_id = old.workspace_id and tm.user_id = old.user_id;
  return null;
end
$$;
comment on function private.forget_member is 'Whoever leaves a workspace, through whatever door, leaves nothing of theirs behind in it.';
create trigger forget_member after delete on public.workspace_members
  for each row execute function private.forget_member();

create function private.follow_role()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.role = 'guest' then
    perform private.hand_over(new.workspace_id, new.user_id, private.successor_of(new.workspace_id, new.user_id));
  end if;
  update public.team_members tm set role = 'member'
  from public.teams t
  where t.id = tm.team_id and t.workspace_id = new.workspace_id and tm.user_id = new.user_id and tm.role = 'admin';
  return null;
end
$$;
comment on function private.follow_role is 'Viewers and guests are only ever members of teams; guests own and administer nothing.';
create trigger follow_role after update of role on public.workspace_members
  for each row when (new.role in ('viewer', 'guest') and old.role <> new.role) execute function private.follow_role();

create function private.require_heir(workspace_id bigint, heir_id bigint, user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
begin
  -- The role stays as it is until this is done: viewers and guests own nothing.
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = require_heir.workspace_id and m.user_id = heir_id and m.user_id <> require_heir.user_id for no key update;
  if theirs is null then
    perform private.problem('VALIDATION_ERROR', 400, 'The projects can only pass to another member of this workspace.', 'heir_id');
  elsif theirs in ('viewer', 'guest') then
    perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests cannot own a project.', 'heir_id');
  end if;
end
$$;
comment on function private.require_heir is 'Refuses who cannot take over what a member leaves behind.';

-- ## The list of members, and changes of many at once

create function private.member_by_address(workspace_id bigint, email text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.user_id
  from public.emails e
  join public.workspace_members m on m.user_id = e.user_id and m.workspace_id = member_by_address.workspace_id
  where e.email = lower(btrim(member_by_address.email)) and e.is_primary
$$;
comment on function private.member_by_address is 'The member of a workspace with this primary address, or null. By their other addresses, which nobody is shown, members are as unknown as strangers.';

create function private.candidates(workspace_id bigint, search text, without bigint[], roles public.workspace_role[], page integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.person_for(found.p, found.sees) || jsonb_build_object('workspace_role', found.role) order by (found.p).display_name collate private.natural, (found.p).user_id), '[]')
  from (
    select p, m.role, sees.addresses as sees
    from public.workspace_members m
    join private.people p on p.user_id = m.user_id
    cross join (select private.can_in_workspace(candidates.workspace_id, 'WorkspaceMembersRead') as addresses) sees
    where m.workspace_id = candidates.workspace_id
      and not (m.user_id = any (coalesce(without, '{}')))
      and (roles is null or m.role = any (roles))
      and private.is_found(p, search, sees.addresses)
    order by p.display_name collate private.natural, p.user_id
    limit private.page_size(page, 20, 100)
  ) found
$$;
comment on function private.candidates is 'Members who may be added to something, by name; found by address only for who reads addresses.';

-- # Calls

-- ## Changing roles and removing

create function public.change_member_role(p_workspace_id bigint, p_user_id bigint, p_role public.workspace_role)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  mine public.workspace_role;
  theirs public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  if not private.may_give_role(mine, theirs, p_role) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot give this role.', 'role');
  end if;
  if p_role = theirs then
    return;
  end if;
  perform private.gate_seats(p_workspace_id, private.seats_taken(theirs, p_role));
  update public.workspace_members m set role = p_role where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$$;
comment on function public.change_member_role is 'Changes somebody else''s role (permissions.json "role_change_rules").';

create function public.remove_member(p_workspace_id bigint, p_user_id bigint, p_heir_id bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, private.workspace_role(p_workspace_id), theirs);
  if p_heir_id is not null then
    perform private.require_heir(p_workspace_id, p_heir_id, p_user_id);
    perform private.hand_over(p_workspace_id, p_user_id, p_heir_id);
  end if;
  delete from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$$;
comment on function public.remove_member is 'Removes somebody else with everything given to them; their projects pass to p_heir_id, by itself to the caller.';

create function public.projects_left_behind(p_workspace_id bigint, p_user_ids bigint[])
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  return (
    select count(*)
    from public.project_members pm join public.projects p on p.id = pm.project_id
    where p.workspace_id = p_workspace_id and pm.user_id = any (p_user_ids) and pm.role = 'owner');
end
$$;
comment on function public.projects_left_behind is 'How many projects belong to these members: what passes on when they are removed.';

-- ## The list of members, and changes of many at once

create function public.list_members(
  p_workspace_id bigint, p_search text default null, p_roles public.workspace_role[] default null, p_order text default 'name',
  p_limit integer default 500, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
-- Planned anew for what is asked: one plan for every search and order is twice as slow.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  me constant bigint := private.current_user_id();
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  promotes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  removes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  items jsonb;
  total integer;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('VALIDATION_ERROR', 400, 'Members are ordered by name, role, created_at or last_seen_at.', 'order');
  end if;
  select count(*) into total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(jsonb_agg(private.person_for(found.person, true) || jsonb_build_object(
    'role', found.role, 'last_seen_at', found.last_seen_at, 'created_at', found.created_at, 'is_me', found.user_id = me,
    'may_change_role', promotes and found.reason is null, 'may_remove', removes and found.reason is null,
    'reason', coalesce(found.reason, case when not promotes then 'Your role does not let you change roles or remove members.' end))
    order by found.place), '[]')
  into items
  from (
    select p as person, m.user_id, m.role, m.last_seen_at, m.created_at,
      private.reason_against_changing(me, m.user_id, mine, m.role) as reason,
      row_number() over (order by
        case p_order when 'name' then p.display_name end collate private.natural,
        case p_order when '-name' then p.display_name end collate private.natural desc,
        case p_order when 'role' then m.role end,
        case p_order when '-role' then m.role end desc,
        case p_order when 'created_at' then m.created_at when 'last_seen_at' then coalesce(m.last_seen_at, '-infinity') end,
        case p_order when '-created_at' then m.created_at when '-last_seen_at' then coalesce(m.last_seen_at, '-infinity') end desc,
        m.user_id) as place
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true)
    order by place
    limit private.page_size(p_limit, 500, 1000) offset greatest(coalesce(p_offset, 0), 0)
  ) found;
  return jsonb_build_object('items', items, 'total', total);
end
$$;
comment on function public.list_members is 'The members of a workspace, page by page, with what the caller may change of each and, if nothing, why not.';

create function public.assignable_roles(p_workspace_id bigint, p_user_id bigint default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  theirs public.workspace_role;
  against text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  if p_user_id is not null then
    select m.role into theirs from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
    if not found then
      perform private.problem('NOT_FOUND', 404, 'Member not found.');
    end if;
    against := coalesce(
      private.reason_against_changing(private.current_user_id(), p_user_id, mine, theirs),
      case when not private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then 'Your role does not let you change roles or remove members.' end);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('role', choice.role, 'allowed', choice.reason is null, 'reason', choice.reason,
      'needs_upgrade', choice.role = 'guest' and not private.feature_allows(p_workspace_id, 'guests')) order by choice.role desc)
    from (
      select role, coalesce(against, case
        when role = 'owner' and mine <> 'owner' then 'Only owners can give the owner role.'
        when p_user_id is not null and not private.may_give_role(mine, theirs, role) then
          case when theirs = 'owner' then 'Only owners can take the owner role.' else 'You can only give roles up to your own.' end
        when p_user_id is null and not private.may_invite_at(mine, role) then
          case when role > mine then 'You can only give roles up to your own.' else 'You can only invite at your own role, or guests.' end
      end) as reason
      from unnest(enum_range(null::public.workspace_role)) role
    ) choice
  );
end
$$;
comment on function public.assignable_roles is 'The roles for a select: which the caller may give to a member, or invite at, and why not the others.';

create function public.change_member_roles(p_workspace_id bigint, p_user_ids bigint[], p_role public.workspace_role)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  mine public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  perform private.gate_seats(p_workspace_id, array(
    select unnest(private.seats_taken(m.role, p_role)) from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
      and private.reason_against_changing(me, m.user_id, mine, m.role) is null and private.may_give_role(mine, m.role, p_role)));
  return private.do_each('user_id', to_jsonb(coalesce(p_user_ids, '{}')),
    'select to_jsonb(public.change_member_role(($2 ->> ''workspace_id'')::bigint, $1::bigint, ($2 ->> ''role'')::public.workspace_role)::text)',
    jsonb_build_object('workspace_id', p_workspace_id, 'role', p_role));
end
$$;
comment on function public.change_member_roles is 'Changes the role of many, each as the rules allow. Seats that the plan lacks for all of them together: 402, and nothing is changed.';

create function public.remove_members(p_workspace_id bigint, p_user_ids bigint[], p_heir_id bigint default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  if p_heir_id = any (p_user_ids) then
    perform private.problem('VALIDATION_ERROR', 400, 'The projects can only pass to somebody who stays.', 'heir_id');
  end if;
  return private.do_each('user_id', to_jsonb(coalesce(p_user_ids, '{}')),
    'select to_jsonb(public.remove_member(($2 ->> ''workspace_id'')::bigint, $1::bigint, ($2 ->> ''heir_id'')::bigint)::text)',
    jsonb_build_object('workspace_id', p_workspace_id, 'heir_id', p_heir_id));
end
$$;
comment on function public.remove_members is 'Removes many, each as the rules allow; their projects pass to p_heir_id, by itself to the caller.';

-- # Grants

grant select (workspace_id, user_id, role, receive_daily_summary, last_seen_at, created_at, updated_at)
  on public.workspace_members to authenticated;
grant select on public.workspace_members to service_role;
grant update (receive_daily_summary) on public.workspace_members to authenticated;

grant execute on function public.change_member_role, public.remove_member, public.projects_left_behind to authenticated;
grant execute on function
  public.list_members, public.assignable_roles, public.change_member_roles, public.remove_members
to authenticated;
