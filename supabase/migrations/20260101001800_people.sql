-- People: the list of a workspace's members, what the caller may do with each, and changes of many at once.

create view private.people as
select u.id as user_id, u.username, u.first_name, u.last_name, private.display_name(u) as display_name, u.avatar_url, e.email
from public.users u
left join public.emails e on e.user_id = u.id and e.is_primary;
comment on view private.people is 'How people are shown. The address is for those who read the members of a workspace.';

create function private.person(user_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('user_id', p.user_id, 'display_name', p.display_name, 'avatar_url', p.avatar_url)
    from private.people p where p.user_id = person.user_id
  );
end
$$;
comment on function private.person is 'Somebody''s name and picture.';

create function private.person_for(person private.people, sees_addresses boolean)
returns jsonb
language sql
immutable
as $$
  select to_jsonb(person) || case when sees_addresses then '{}' else '{"email": null}' end::jsonb
$$;

create function private.like_pattern(search text)
returns text
language sql
immutable
as $$
  select '%' || regexp_replace(btrim(search), '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.like_pattern is 'A text as it is, anywhere in another.';

create function private.is_found(person private.people, search text, by_address boolean)
returns boolean
language sql
immutable
as $$
  select coalesce(btrim(search), '') = '' or person.display_name ilike private.like_pattern(search) or person.username ilike private.like_pattern(search)
    or by_address and person.email ilike private.like_pattern(search)
$$;

create function private.page_size(wanted integer, usual integer, most integer)
returns integer
language sql
immutable
as $$
  select least(greatest(coalesce(wanted, usual), 1), most)
$$;

create function private.do_each(key text, items jsonb, statement text, context jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  item jsonb;
  answer jsonb;
  results jsonb := '[]';
  failures integer := 0;
  state text;
  said text;
  code text;
begin
  if jsonb_array_length(items) > 500 then
    perform private.problem('VALIDATION_ERROR', 400, 'At most 500 can be changed at once.', key || 's');
  end if;
  for item in select value from jsonb_array_elements(items) loop
    begin
      execute statement into answer using item, context;
      results := results || jsonb_build_object(
        key, case when jsonb_typeof(item) = 'object' then coalesce(item -> key, item -> 'email') else item end,
        'ok', true, 'code', null, 'status', null, 'message', null, 'value', answer);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, said = message_text, code = pg_exception_hint;
      if state like 'PT%' then
        results := results || jsonb_build_object(
          key, case when jsonb_typeof(item) = 'object' then coalesce(item -> key, item -> 'email') else item end,
          'ok', false, 'code', code, 'status', substr(state, 3)::integer, 'message', said, 'value', null);
        failures := failures + 1;
      else
        raise;
      end if;
    end;
  end loop;
  return jsonb_build_object('results', results, 'succeeded', jsonb_array_length(items) - failures, 'failed', failures);
end
$$;
comment on function private.do_each is 'Does one statement for each item ($1, with the same $2), each all or nothing, and says of each how it went.';

create function public.list_members(
  p_workspace_id bigint, p_search text default null, p_roles public.workspace_role[] default null, p_order text default 'name',
  p_limit integer default 500, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  promotes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  removes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  sorting constant text := case ltrim(p_order, '-')
    when 'name' then 'p.display_name collate private.natural' when 'role' then 'm.role' when 'created_at' then 'm.created_at'
    when 'last_seen_at' then 'coalesce(m.last_seen_at, ''-infinity'')' end;
  items jsonb;
  total integer;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if sorting is null then
    perform private.problem('VALIDATION_ERROR', 400, 'Members are ordered by name, role, created_at or last_seen_at.', 'order');
  end if;
  select count(*) into total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  execute format($query$
    select coalesce(jsonb_agg(private.person_for(found.person, true) || jsonb_build_object(
      'role', found.role, 'last_seen_at', found.last_seen_at, 'created_at', found.created_at, 'is_me', found.is_me,
      'may_change_role', $6 and found.reason is null, 'may_remove', $7 and found.reason is null,
      'reason', coalesce(found.reason, case when not $6 then 'Your role does not let you change roles or remove members.' end)) order by found.place), '[]')
    from (
      select p as person, m.role, m.last_seen_at, m.created_at, m.user_id = $3 as is_me,
        case when m.user_id = $3 then 'You cannot change your own role or remove yourself.'
          when m.role > $4 then 'You cannot change a member who outranks you.' end as reason,
        row_number() over (order by %1$s %2$s, m.user_id) as place
      from public.workspace_members m join private.people p on p.user_id = m.user_id
      where m.workspace_id = $1 and ($2 is null or m.role = any ($2)) and private.is_found(p, $5, true)
      order by %1$s %2$s, m.user_id
      limit $8 offset $9
    ) found $query$, sorting, case when p_order like '-%' then 'desc' else 'asc' end)
  into items
  using p_workspace_id, p_roles, me, mine, p_search, promotes, removes, private.page_size(p_limit, 500, 1000), greatest(coalesce(p_offset, 0), 0);
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
      private.reason_against_changing(p_workspace_id, p_user_id, mine, theirs),
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
  mine public.workspace_role;
  new_guests integer;
  new_members integer;
  new_owners integer;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  select count(*) filter (where p_role = 'guest' and m.role <> 'guest'), count(*) filter (where p_role <> 'guest' and m.role = 'guest'),
    count(*) filter (where p_role = 'owner' and m.role <> 'owner')
  into new_guests, new_members, new_owners
  from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
    and private.reason_against_changing(p_workspace_id, m.user_id, mine, m.role) is null and private.may_give_role(mine, m.role, p_role);
  if new_guests > 0 then
    perform private.feature_gate(p_workspace_id, 'guests', new_guests);
  end if;
  if new_members > 0 then
    perform private.feature_gate(p_workspace_id, 'members', new_members);
  end if;
  if new_owners > 0 and private.plan_holds(p_workspace_id, 'owners') then
    perform private.feature_gate(p_workspace_id, 'owners', new_owners);
  end if;
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

create function private.invite_with(workspace_id bigint, email text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(invite_with.email));
  invitation_id bigint;
  mine constant public.workspace_role := private.workspace_role(invite_with.workspace_id);
  answer jsonb;
begin
  select i.id into invitation_id from public.workspace_invitations i
  where i.workspace_id = invite_with.workspace_id and i.email = address
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > now();
  if found then
    perform public.link_invitation(invitation_id, projects, groups, teams);
    return jsonb_build_object('type', 'invitation', 'invitation_id', invitation_id, 'email', address);
  end if;
  answer := public.invite_members(invite_with.workspace_id, jsonb_build_array(jsonb_build_object(
    'email', address, 'role', coalesce(invite_with.role, least(mine, 'maker')), 'projects', projects, 'groups', groups, 'teams', teams))) -> 0;
  if not (answer ->> 'ok')::boolean then
    perform private.problem(answer #>> '{error,code}', (answer #>> '{error,status}')::integer, answer #>> '{error,message}', answer #>> '{error,field}');
  end if;
  return jsonb_build_object('type', 'invitation', 'invitation_id', answer -> 'id', 'email', address);
end
$$;
comment on function private.invite_with is 'Invites an address to the workspace with a project, group or team to come along, or adds these to its pending invitation.';

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
  where e.email = lower(btrim(member_by_address.email)) and e.confirmed_at is not null
$$;
comment on function private.member_by_address is 'The member of a workspace with a confirmed address, or null.';

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

grant execute on function
  public.list_members, public.assignable_roles, public.change_member_roles, public.remove_members
to authenticated;
