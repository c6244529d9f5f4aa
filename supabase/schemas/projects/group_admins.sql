-- Who administers a group, and so every project in it.

-- # Tables

create table public.group_admins (
  group_id bigint not null references public.groups (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
comment on table public.group_admins is 'Who administers a group, and so every project in it.';
create index group_admins_user_id_idx on public.group_admins (user_id);
create trigger note_given after insert or update of user_id on public.group_admins for each row execute function private.note_given();
alter table public.group_admins enable row level security;
create trigger log_change after insert or delete on public.group_admins for each row execute function private.log_given();

-- # Rules

create function private.announce_group_admins()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(g.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.groups g on g.id = c.group_id));
  return null;
end
$$;
comment on function private.announce_group_admins is 'The workspace hears of the admins of its groups; the person, that their access changed.';
create trigger announce_insert after insert on public.group_admins referencing new table as changed for each statement execute function private.announce_group_admins();
create trigger announce_update after update on public.group_admins referencing old table as before new table as changed for each statement execute function private.announce_group_admins();
create trigger announce_delete after delete on public.group_admins referencing old table as changed for each statement execute function private.announce_group_admins();

create function private.keep_a_group_admin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform 1 from public.groups g where g.id = old.group_id for no key update;
  if found and not exists (select 1 from public.group_admins a where a.group_id = old.group_id) then
    perform private.problem('last_group_admin');
  end if;
  return null;
end
$$;
comment on function private.keep_a_group_admin is 'The groups row is the lock: two admins leaving at once must see each other.';
create trigger keep_an_admin after delete on public.group_admins for each row execute function private.keep_a_group_admin();

create policy "Group admins are seen by each other and global admins" on public.group_admins for select to authenticated
using (
  group_id = any (array(select private.group_ids_with('group_member_read')))
  or exists (
    select 1 from public.groups g
    where g.id = group_admins.group_id and g.workspace_id = any (array(select private.workspace_ids_with_all_groups('group_member_read')))
  )
);

-- # Calls

create type public.group_invitation_item as (invitation_id bigint, email text, role text, created_at timestamptz, expires_at timestamptz);
comment on type public.group_invitation_item is 'An open invitation that will make somebody an admin of a group.';

create function private.invited_to_group(group_id bigint)
returns public.group_invitation_item[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return array(
    select row(i.id, i.email, 'admin', i.created_at, i.expires_at)::public.group_invitation_item
    from public.workspace_invitation_groups link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.group_id = invited_to_group.group_id and private.is_live(i)
    order by i.email);
end
$$;
comment on function private.invited_to_group is 'Open invitations that will make somebody an admin of a group.';

create type public.group_member_item as (
  user_id bigint, username text, first_name text, last_name text, display_name text, avatar_url text, email text,
  emails text[], role text, workspace_role public.workspace_role, created_at timestamptz, workspace_permissions text[]);
comment on type public.group_member_item is 'An admin of a group; the address is for who reads addresses.';

create type public.group_member_page as (items public.group_member_item[], total bigint);
comment on type public.group_member_page is 'A page of the admins of a group, and how many there are in all.';

create function public.group_members(p_group_id bigint, p_limit integer default 100, p_offset integer default 0)
returns public.group_member_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  sees_addresses boolean;
begin
  perform private.require_in_group(p_group_id, 'group_member_read');
  sees_addresses := private.can_in_workspace((select g.workspace_id from public.groups g where g.id = p_group_id), 'WorkspaceMembersRead');
  return (
    with shown as (
      select p, m.role, ga.created_at
      from public.group_admins ga
      join public.groups g on g.id = ga.group_id
      join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = ga.user_id
      join private.people p on p.user_id = ga.user_id
      where ga.group_id = p_group_id
    ), page as (
      select * from shown order by lower((p).display_name), (p).user_id
      limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select row(
      array(
        select row((private.person_for(p, sees_addresses)).*,
          case when sees_addresses and (p).email is not null then array[(p).email] else '{}' end,
          'admin', role, created_at,
          array(select wp.permission from public.workspace_role_permissions wp where wp.role = page.role::text order by wp.permission)
        )::public.group_member_item
        from page order by lower((p).display_name), (p).user_id),
      (select count(*) from shown))::public.group_member_page);
end
$$;
comment on function public.group_members is 'The admins of a group.';

create function public.add_group_admin(p_group_id bigint, p_user_id bigint default null, p_email text default null)
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
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  select g.workspace_id into host_id from public.groups g where g.id = p_group_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      placed := private.invite_with(host_id, p_email, null, '[]', jsonb_build_array(p_group_id), '[]', 'admin');
      -- An invitation waits for the seats: the right may be gone by then.
      perform private.require_in_group(p_group_id, 'group_member_add');
      return placed;
    end if;
  end if;
  perform private.lock_group_with(p_group_id, 'group_member_add');
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id;
  if not found then
    perform private.problem('member_not_found', 'user_id');
  end if;
  if theirs = 'guest' then
    perform private.problem('guest_as_group_admin');
  end if;
  insert into public.group_admins (group_id, user_id) values (p_group_id, account_id) on conflict do nothing;
  return row('member', account_id, null, null, 'admin')::public.placement;
end
$$;
comment on function public.add_group_admin is 'Makes a member an admin of a group, or invites an address to become one.';

create function public.remove_group_admin(p_group_id bigint, p_user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_group_with(p_group_id, 'group_member_delete');
  delete from public.group_admins ga where ga.group_id = p_group_id and ga.user_id = p_user_id;
  if not found then
    perform private.problem('member_not_found');
  end if;
end
$$;
comment on function public.remove_group_admin is 'Ends somebody''s administration of a group; not for the last admin.';

create function public.leave_group(p_group_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_leave');
  delete from public.group_admins ga where ga.group_id = p_group_id and ga.user_id = private.current_user_id();
end
$$;
comment on function public.leave_group is 'Ends the caller''s own administration of a group; not for the last admin.';

create function public.group_invitations(p_group_id bigint)
returns public.group_invitation_item[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_member_read');
  return private.invited_to_group(p_group_id);
end
$$;
comment on function public.group_invitations is 'Who was invited to become an admin of a group.';

create function public.group_assignable_members(p_group_id bigint, p_search text default null, p_limit integer default 20)
returns public.assignable_member[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  return private.assignable_members(
    (select g.workspace_id from public.groups g where g.id = p_group_id), p_search,
    array(select ga.user_id from public.group_admins ga where ga.group_id = p_group_id),
    array['viewer', 'maker', 'admin', 'billing', 'owner']::public.workspace_role[], p_limit);
end
$$;
comment on function public.group_assignable_members is 'Members who may become admins of a group.';

-- # Grants

grant select on public.group_admins to authenticated;

grant execute on function
  public.group_members, public.add_group_admin, public.remove_group_admin, public.leave_group, public.group_invitations,
  public.group_assignable_members
to authenticated;
