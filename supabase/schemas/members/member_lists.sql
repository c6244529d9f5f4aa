-- Members as they are found: the list of a workspace, who could still be given something, and who has an address.

-- # Rules

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

create type public.assignable_member as (
  user_id bigint, username text, first_name text, last_name text, display_name text, avatar_url text, email text,
  workspace_role public.workspace_role);
comment on type public.assignable_member is 'A member who may be added to something; the address is for who reads addresses.';

create function private.assignable_members(workspace_id bigint, search text, without bigint[], roles public.workspace_role[], page integer)
returns public.assignable_member[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select row((private.person_for(p, sees.addresses)).*, m.role)::public.assignable_member
    from public.workspace_members m
    join private.people p on p.user_id = m.user_id
    cross join (select private.can_in_workspace(assignable_members.workspace_id, 'WorkspaceMembersRead') as addresses) sees
    where m.workspace_id = assignable_members.workspace_id
      and not (m.user_id = any (coalesce(without, '{}')))
      and (roles is null or m.role = any (roles))
      and private.is_found(p, search, sees.addresses)
    order by p.display_name collate private.natural, p.user_id
    limit private.page_size(page, 20, 100))
$$;
comment on function private.assignable_members is 'Members who may be added to something, by name; found by address only for who reads addresses.';

create type public.placement as (type text, user_id bigint, invitation_id bigint, email text, role text);
comment on type public.placement is 'What adding somebody to a project, group or team came to: a member is in, an address is invited.';

-- # Calls

create type public.member_item as (
  user_id bigint, username text, first_name text, last_name text, display_name text, avatar_url text, email text,
  role public.workspace_role, last_seen_at timestamptz, created_at timestamptz, is_me boolean, may_change_role boolean, may_remove boolean,
  reason text, is_provisioned boolean);
comment on type public.member_item is 'A member, with what the caller may change and, if nothing, why not.';

create type public.member_page as (items public.member_item[], total bigint);
comment on type public.member_page is 'A page of members, and how many there are in all.';

create function public.list_members(
  p_workspace_id bigint, p_search text default null, p_roles public.workspace_role[] default null, p_order text default 'name',
  p_limit integer default 500, p_offset integer default 0)
returns public.member_page
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
  is_managed constant boolean := private.scim_is_on(p_workspace_id);
  page public.member_page;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('order_of_members_unknown');
  end if;
  select count(*) into page.total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(array_agg(row((found.person).*, found.role, found.last_seen_at, found.created_at, found.user_id = me,
    promotes and found.reason is null and (found.by_hand is null or mine = 'owner'), removes and found.reason is null,
    private.sentence(coalesce(found.reason, case when not promotes then 'role_does_not_promote' end, found.by_hand)),
    found.is_provisioned)::public.member_item
    order by found.place), '{}')
  into page.items
  from (
    select p as person, m.user_id, m.role, m.last_seen_at, m.created_at,
      private.reason_against_changing(me, m.user_id, mine, m.role) as reason,
      case when s.role is not null and m.role <= 'admin' then 'role_managed_by_provider' end as by_hand, s.id is not null as is_provisioned,
      row_number() over (order by
        case p_order when 'name' then p.display_name end collate private.natural,
        case p_order when '-name' then p.display_name end collate private.natural desc,
        case p_order when 'role' then m.role end,
        case p_order when '-role' then m.role end desc,
        case p_order when 'created_at' then m.created_at when 'last_seen_at' then coalesce(m.last_seen_at, '-infinity') end,
        case p_order when '-created_at' then m.created_at when '-last_seen_at' then coalesce(m.last_seen_at, '-infinity') end desc,
        m.user_id) as place
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    left join private.scim_people s on s.workspace_id = m.workspace_id and s.user_id = m.user_id and s.deleted_at is null and is_managed
    where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true)
    order by place
    limit private.page_size(p_limit, 500, 1000) offset greatest(coalesce(p_offset, 0), 0)
  ) found;
  return page;
end
$$;
comment on function public.list_members is 'The members of a workspace, page by page, with what the caller may change of each and, if nothing, why not.';

-- # Grants

grant execute on function public.list_members to authenticated;
