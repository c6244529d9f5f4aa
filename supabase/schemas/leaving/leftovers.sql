-- Leftovers: what a deleted workspace leaves outside its rows, until the worker has removed it.

-- # Tables

create table private.workspace_leftovers (
  -- Without a reference: the workspace is gone.
  workspace_id bigint primary key,
  stripe_customer_id text,
  account_ids bigint[] not null default '{}',
  created_at timestamptz not null default now()
);
comment on table private.workspace_leftovers is 'What a deleted workspace left behind: its bytes in Storage, its customer at Stripe, and the accounts of its members who may have nothing else. Kept for an hour longer, for what was still being written.';
alter table private.workspace_leftovers enable row level security;

-- # Rules

create function private.note_leftovers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  customer constant text := (select a.stripe_customer_id from public.billing_accounts a where a.workspace_id = old.id);
begin
  insert into private.workspace_leftovers (workspace_id, stripe_customer_id) values (old.id, customer)
  on conflict (workspace_id) do nothing;
  -- One that Stripe sends again is nobody's, and done.
  delete from private.stripe_events e where e.customer_id = customer;
  perform graphile_worker.add_job('remove_leftovers', json_build_object('workspace_id', old.id),
    queue_name => 'remove_leftovers', job_key => 'remove_leftovers:' || old.id, max_attempts => 10);
  return old;
end
$$;
comment on function private.note_leftovers is 'Bytes and customers outlive the rows that name them: whichever door deletes a workspace, the worker learns what is left.';
-- By their names the last of those before a delete: what is refused leaves nothing.
create trigger note_leftovers before delete on public.workspaces for each row execute function private.note_leftovers();

create function private.has_nothing_else(user_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select 1 from public.users u where u.id = has_nothing_else.user_id and not u.is_site_admin)
    and not exists (select 1 from public.workspace_members m where m.user_id = has_nothing_else.user_id)
    and not exists (select 1 from public.join_requests j where j.user_id = has_nothing_else.user_id and not j.is_denied)
    and not exists (
      select 1 from public.emails e join public.workspace_invitations i on i.email = e.email
      where e.user_id = has_nothing_else.user_id and private.is_live(i))
$$;
comment on function private.has_nothing_else is 'Whether an account is in no workspace, asked for none, is invited to none by any of its addresses, and administers no installation.';

create function private.delete_left_accounts(workspace_id bigint, most integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  waiting bigint[];
  account public.users;
begin
  select l.account_ids into waiting from private.workspace_leftovers l
  where l.workspace_id = delete_left_accounts.workspace_id for update;
  for account in
    select * from public.users u where u.id = any (waiting[1:most]) order by u.id for update
  loop
    -- Asked behind the lock: who enters a workspace meanwhile stays.
    if private.has_nothing_else(account.id) then
      perform private.mail_account(account.id, 'account_deleted', jsonb_build_object('username', account.username, 'with_workspace', true));
      perform private.forget_account(account.id);
    end if;
  end loop;
  update private.workspace_leftovers l set account_ids = waiting[most + 1:]
  where l.workspace_id = delete_left_accounts.workspace_id;
  return coalesce(cardinality(waiting[most + 1:]), 0);
end
$$;
comment on function private.delete_left_accounts is 'Deletes of the next accounts that a workspace left behind those that have nothing else; answers how many are still to be looked at.';
