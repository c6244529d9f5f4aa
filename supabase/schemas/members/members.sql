-- Members: who belongs to a workspace and in which role, and who sees whom.

-- # Tables

create table public.workspace_members (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  auth_id uuid not null,
  role public.workspace_role not null,
  by_provider boolean not null default false,
  was_given boolean not null default false,
  receive_daily_summary boolean not null default true,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_active boolean not null default true,
  receive_mentions boolean not null default true,
  primary key (workspace_id, user_id)
);
comment on table public.workspace_members is 'Who belongs to a workspace, with one role. Every policy begins here, so a row says by itself whose it is and whether it counts.';
comment on column public.workspace_members.auth_id is 'The member''s credential, a copy that triggers keep true.';
comment on column public.workspace_members.is_active is 'False for everybody but the oldest owner while the workspace is locked. Kept by triggers.';
comment on column public.workspace_members.receive_mentions is 'Whether they get a mail when somebody mentions them in a comment.';
comment on column public.workspace_members.by_provider is 'Whether the workspace has switched e-mail and password off, so that only sessions its providers opened count. Kept by triggers.';
comment on column public.workspace_members.was_given is 'Whether this person was ever given a project, a team or a group by name, in whichever workspace. Kept by triggers; false lets policies skip looking.';
create index workspace_members_user_id_idx on public.workspace_members (user_id);
create index workspace_members_auth_id_idx on public.workspace_members (auth_id) include (workspace_id, user_id, role, is_active, by_provider, was_given);
create index workspace_members_role_idx on public.workspace_members (workspace_id, role);
create trigger touch before update on public.workspace_members for each row execute function private.touch_updated_at();
alter table public.workspace_members enable row level security;
create trigger log_removal after delete on public.workspace_members for each row execute function private.log_member_change();
create trigger log_role after update of role on public.workspace_members
  for each row when (old.role <> new.role) execute function private.log_member_change();

-- # Rules

create function private.announce_workspace_members()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'access', array(
      select row(c.workspace_id, null, c.user_id, null)::private.change
      from changed c join before b using (workspace_id, user_id)
      where (c.role, c.is_active, c.by_provider) is distinct from (b.role, b.is_active, b.by_provider)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'access', array(
      select row(c.workspace_id, null, c.user_id, null)::private.change
      from changed c));
  end if;
  return null;
end
$$;
comment on function private.announce_workspace_members is 'The workspace hears of its members; the person, that their access changed.';
create trigger announce_insert after insert on public.workspace_members referencing new table as changed for each statement execute function private.announce_workspace_members();
create trigger announce_update after update on public.workspace_members referencing old table as before new table as changed for each statement execute function private.announce_workspace_members();
create trigger announce_delete after delete on public.workspace_members referencing old table as changed for each statement execute function private.announce_workspace_members();

create function private.keep_an_owner()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The workspace row is the lock: two owners leaving at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for no key update;
  if not found then
    return null;
  end if;
  if not exists (select 1 from public.workspace_members m where m.workspace_id = old.workspace_id and m.role = 'owner') then
    perform private.problem('last_workspace_owner');
  end if;
  return null;
end
$$;
comment on function private.keep_an_owner is 'A workspace keeps an owner, whoever goes and by whatever door.';
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
  new.is_active := not (select w.locked from public.workspaces w where w.id = new.workspace_id);
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
comment on function private.follow_credential is 'Memberships keep the credential of their account.';
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

create function private.reactivate_memberships(workspace_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.workspace_members m
  set is_active = not w.locked or m.user_id = private.oldest_owner_id(w.id)
  from public.workspaces w
  where w.id = reactivate_memberships.workspace_id
    and m.workspace_id = w.id
    and m.is_active <> (not w.locked or m.user_id = private.oldest_owner_id(w.id))
$$;
comment on function private.reactivate_memberships is 'Says anew who is active in a workspace whose lock or owners changed.';

create function private.follow_lock()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.reactivate_memberships(new.id);
  return null;
end
$$;
comment on function private.follow_lock is 'Memberships close and open with their workspace.';
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
    perform private.reactivate_memberships(old.workspace_id);
  end if;
  return null;
end
$$;
comment on function private.follow_owners is 'In a locked workspace the oldest owner may be another one now.';
create trigger follow_owners after update of role or delete on public.workspace_members
  for each row execute function private.follow_owners();

create policy "Members are seen by themselves and with the members permission" on public.workspace_members for select to authenticated
using (
  (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())))
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);
create policy "Members choose which mails they get" on public.workspace_members for update to authenticated
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

-- # Grants

grant select (workspace_id, user_id, role, receive_daily_summary, receive_mentions, last_seen_at, created_at, updated_at) on public.workspace_members to authenticated;
grant update (receive_daily_summary, receive_mentions) on public.workspace_members to authenticated;
