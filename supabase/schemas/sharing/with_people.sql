-- Sharing with people: giving a project to members and addresses, taking it back, and passing it on.

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

-- # Rules

create function private.announce_project_members()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'access', array(
    select row(p.workspace_id, c.project_id, c.user_id, null)::private.change
    from changed c left join public.projects p on p.id = c.project_id));
  return null;
end
$$;
comment on function private.announce_project_members is 'Who hears of the project or its workspace hears with whom it is shared; the person, that their access changed.';
create trigger announce_insert after insert on public.project_members referencing new table as changed for each statement execute function private.announce_project_members();
create trigger announce_update after update on public.project_members referencing old table as before new table as changed for each statement execute function private.announce_project_members();
create trigger announce_delete after delete on public.project_members referencing old table as changed for each statement execute function private.announce_project_members();
create trigger still_allowed before delete on public.project_members
  for each row when (current_user = 'authenticated') execute function private.ask_again('project', 'project_id', 'project_member_delete');

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
  perform private.lock_project_with(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
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
  placed public.placement;
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
  placed := private.invite_with(
    host_id, p_email, p_workspace_role, jsonb_build_array(jsonb_build_object('project_id', p_project_id, 'role', p_role)), '[]', '[]', p_role::text);
  -- An invitation waits for the seats: the right may be gone by then.
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  return placed;
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
  perform private.lock_project_with(p_project_id, 'project_member_delete');
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
  perform private.lock_project_with(p_project_id, 'project_ownership_update');
  select pm.user_id into previous from public.project_members pm where pm.project_id = p_project_id and pm.role = 'owner';
  perform public.set_project_member(p_project_id, p_user_id, 'owner');
  return row(private.person(p_user_id), private.person(previous))::public.ownership_transfer;
end
$$;
comment on function public.transfer_project_ownership is 'Makes another member the owner; the previous one becomes an admin.';

create function public.project_assignable_members(p_project_id bigint, p_search text default null, p_limit integer default 20)
returns public.assignable_member[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return private.assignable_members(
    (select p.workspace_id from public.projects p where p.id = p_project_id), p_search,
    array(select pm.user_id from public.project_members pm where pm.project_id = p_project_id), null, p_limit);
end
$$;
comment on function public.project_assignable_members is 'Members with whom a project can still be shared by name.';

-- # Grants

grant select on public.project_members to authenticated;
grant delete on public.project_members to authenticated;

grant execute on function public.set_project_member, public.leave_project to authenticated;
grant execute on function
  public.add_project_member, public.add_project_members, public.remove_project_member, public.transfer_project_ownership,
  public.project_assignable_members
to authenticated;
