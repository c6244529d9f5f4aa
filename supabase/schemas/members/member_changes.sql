-- Changes of members: who may give whom which role, and the seats that takes.

-- # Rules

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.reason_against_changing(me bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
returns text
language sql
immutable
as $$
  select case
    when reason_against_changing.user_id = me then 'own_membership'
    when theirs > mine then 'member_outranks_you'
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
begin
  perform private.require_nothing_against(private.reason_against_changing(private.current_user_id(), user_id, mine, theirs));
end
$$;
comment on function private.require_may_change_member is 'Refuses whoever may not touch this member.';

create function private.reason_against_giving(mine public.workspace_role, theirs public.workspace_role, wanted public.workspace_role)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when wanted <= mine and ((wanted = 'owner') = (theirs is not distinct from 'owner') or mine = 'owner') then null
    when wanted = 'owner' then 'only_owners_give_owner'
    when theirs = 'owner' then 'only_owners_take_owner'
    else 'role_above_yours'
  end
$$;
comment on function private.reason_against_giving is 'Why somebody who promotes may not turn one role into another, or null: up to the own role, and only owners give or take the owner role.';

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

create function private.reason_against_owning(workspace_role public.workspace_role)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when workspace_role in ('viewer', 'guest') then 'read_only_as_project_owner' end
$$;
comment on function private.reason_against_owning is 'Why a member may not own projects, or null.';

-- # Calls

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
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersPromote');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  perform private.require_nothing_against(private.reason_against_giving(mine, theirs, p_role));
  perform private.require_nothing_against(private.reason_against_changing_by_hand(p_workspace_id, p_user_id, theirs, p_role));
  if p_role = theirs then
    return;
  end if;
  perform private.gate_seats(p_workspace_id, private.seats_taken(theirs, p_role));
  update public.workspace_members m set role = p_role where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$$;
comment on function public.change_member_role is 'Changes somebody else''s role (permissions.json "role_change_rules").';

create type public.assignable_role as (role public.workspace_role, allowed boolean, reason text, needs_upgrade boolean);
comment on type public.assignable_role is 'A role for a select: whether the caller may give it and, if not, why.';

create function public.assignable_roles(p_workspace_id bigint, p_user_id bigint default null)
returns public.assignable_role[]
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
      perform private.problem('member_not_found');
    end if;
    against := coalesce(
      private.reason_against_changing(private.current_user_id(), p_user_id, mine, theirs),
      case when not private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then 'role_does_not_promote' end);
  end if;
  return array(
    select row(choice.role, choice.reason is null, private.sentence(choice.reason),
      choice.role = 'guest' and not private.feature_allows(p_workspace_id, 'guests'))::public.assignable_role
    from (
      select role, coalesce(against, case
        when p_user_id is null then private.reason_against_inviting(mine, role)
        else coalesce(private.reason_against_giving(mine, theirs, role),
          private.reason_against_changing_by_hand(p_workspace_id, p_user_id, theirs, role)) end) as reason
      from unnest(enum_range(null::public.workspace_role)) role
    ) choice
    order by choice.role desc
  );
end
$$;
comment on function public.assignable_roles is 'The roles for a select: which the caller may give to a member, or invite at, and why not the others.';

create function public.change_member_roles(p_workspace_id bigint, p_user_ids bigint[], p_role public.workspace_role)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  mine public.workspace_role;
  member_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersPromote');
  perform private.gate_seats(p_workspace_id, array(
    select unnest(private.seats_taken(m.role, p_role)) from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
      and private.reason_against_changing(me, m.user_id, mine, m.role) is null and private.reason_against_giving(mine, m.role, p_role) is null));
  perform private.require_few(cardinality(p_user_ids), 0, 'too_many_changes_at_once', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.change_member_role(p_workspace_id, member_id, p_role);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.change_member_roles is 'Changes the role of many, each as the rules allow. Seats that the plan lacks for all of them together: 402, and nothing is changed.';

-- # Grants

grant execute on function public.change_member_role, public.assignable_roles, public.change_member_roles to authenticated;
