-- Beyond the plan: which projects can no longer be written, and when a workspace is locked.

-- # Rules

create function private.billing_now(account public.billing_accounts)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select now() + account.clock_ahead
$$;
comment on function private.billing_now is 'What time it is for Stripe, whose test clocks run ahead of ours.';

create function private.settle_projects(workspace_id bigint, waits boolean default true)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  maximum constant integer := private.feature_maximum(workspace_id, 'projects');
  wanted bigint[];
  changed integer;
begin
  wanted := array(
    select ranked.id from (
      select p.id, p.is_read_only, coalesce(row_number() over (order by p.created_at, p.id) > maximum, false) as is_beyond
      from public.projects p where p.workspace_id = settle_projects.workspace_id) ranked
    where ranked.is_read_only <> ranked.is_beyond);
  if cardinality(wanted) = 0 then
    return 0;
  end if;
  -- Who waits for a project's row holds others up: what removes a project leaves those that are just being written for the next time.
  if not waits then
    wanted := array(select p.id from public.projects p where p.id = any (wanted) for no key update skip locked);
  end if;
  update public.projects p set is_read_only = not p.is_read_only where p.id = any (wanted);
  get diagnostics changed = row_count;
  -- What was pushed to their repositories meanwhile is read now.
  perform private.queue_git_analysis(b.project_id, b.name, 'manual', null, null)
  from public.branches b join public.projects p on p.default_branch_id = b.id
  where p.id = any (wanted) and not p.is_read_only and exists (select 1 from public.project_repositories r where r.project_id = p.id);
  return changed;
end
$$;
comment on function private.settle_projects is 'The rule of projects beyond the plan: the oldest stay writable, as many as the plan holds; the others are read-only until it holds them again. Answers how many changed.';

create function private.settle_projects_after_delete()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_projects(gone.workspace_id, false)
  from (select distinct g.workspace_id from gone g) gone
  where exists (select 1 from public.projects p where p.workspace_id = gone.workspace_id and p.is_read_only);
  return null;
end
$$;
comment on function private.settle_projects_after_delete is 'A deleted project makes room for another.';
create trigger settle_projects after delete on public.projects referencing old table as gone
  for each statement execute function private.settle_projects_after_delete();

create function private.is_over_seats(workspace_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select d.mode from private.deployment d) = 'multi_tenant' and exists (
    select 1 from public.billing_accounts a
    where a.workspace_id = is_over_seats.workspace_id and a.managed_by = 'stripe'
      and (private.feature_usage(a.workspace_id, 'members') > private.feature_maximum(a.workspace_id, 'members')
        or private.feature_usage(a.workspace_id, 'guests') > private.feature_maximum(a.workspace_id, 'guests')))
$$;
comment on function private.is_over_seats is 'Whether more people are in a workspace than its plan has room for, seats that are paid for included. Of a contract the quarter''s bill counts them.';

create type private.lock_due as (reason text, lock_at timestamptz);
comment on type private.lock_due is 'Why a workspace has to be locked, and from when on.';

create function private.lock_due(account public.billing_accounts)
returns private.lock_due
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when (select d.mode from private.deployment d) = 'single_tenant' then null
    when account.past_due_since is not null then row('failed_payment',
      -- Once Stripe has given up, the two weeks are over, however many they were.
      case when account.stripe_status = 'unpaid' then least(now(), account.past_due_since + interval '14 days' - account.clock_ahead)
        else account.past_due_since + interval '14 days' - account.clock_ahead end)::private.lock_due
    when account.over_seats_since is not null
      then row('overusage', account.over_seats_since + interval '14 days' - account.clock_ahead)::private.lock_due
  end
$$;
comment on function private.lock_due is 'The rule of locks: two weeks after a payment failed, also where the plan was cancelled since, or after more people were left than the plan has room for.';

create function private.settle_lock(workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.billing_accounts;
  host public.workspaces;
  due private.lock_due;
begin
  select * into account from public.billing_accounts a where a.workspace_id = settle_lock.workspace_id for update;
  if not found then
    return;
  end if;
  if private.is_over_seats(workspace_id) <> (account.over_seats_since is not null) then
    update public.billing_accounts a
    set over_seats_since = case when account.over_seats_since is null then private.billing_now(account) end
    where a.workspace_id = settle_lock.workspace_id returning a.* into account;
  end if;
  due := private.lock_due(account);
  select * into host from public.workspaces w where w.id = settle_lock.workspace_id for no key update;
  -- What an operator locked, without a reason of ours, is an operator's to open: no reason of ours is laid over it.
  if host.locked and host.lock_reason is null then
    return;
  end if;
  if (due).reason is null then
    if host.lock_reason is null then
      return;
    end if;
    update public.workspaces w set locked = false, lock_at = null, lock_reason = null where w.id = host.id;
    if host.locked then
      perform private.log_activity(host.id, 'workspace.unlocked', jsonb_build_object('reason', host.lock_reason));
      perform private.tell_of_billing(host.id, 'unlocked', host.lock_at::text, jsonb_build_object('reason', host.lock_reason));
    else
      perform private.log_activity(host.id, 'workspace.lock_averted', jsonb_build_object('reason', host.lock_reason));
    end if;
    return;
  end if;
  if host.lock_reason is distinct from (due).reason or host.lock_at is distinct from (due).lock_at or host.locked <> ((due).lock_at <= now()) then
    update public.workspaces w set lock_reason = (due).reason, lock_at = (due).lock_at, locked = (due).lock_at <= now() where w.id = host.id;
  end if;
  if host.lock_reason is distinct from (due).reason and (due).lock_at > now() then
    perform private.log_activity(host.id, 'workspace.lock_announced', jsonb_build_object('reason', (due).reason, 'lock_at', (due).lock_at + account.clock_ahead));
    perform private.tell_of_billing(host.id, 'lock_announced', coalesce(account.past_due_since, account.over_seats_since)::text,
      jsonb_build_object('reason', (due).reason, 'at', (due).lock_at + account.clock_ahead));
  end if;
  if not host.locked and (due).lock_at <= now() then
    perform private.tell_of_lock(host.id, (due).reason);
  end if;
end
$$;
comment on function private.settle_lock is 'Announces, sets or lifts the lock of a workspace as its account stands.';

create function private.tell_of_lock(workspace_id bigint, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.billing_accounts;
begin
  select * into account from public.billing_accounts a where a.workspace_id = tell_of_lock.workspace_id;
  perform private.log_activity(workspace_id, 'workspace.locked', jsonb_build_object('reason', reason));
  perform private.tell_of_billing(workspace_id, 'locked', coalesce(account.past_due_since, account.over_seats_since, now())::text,
    jsonb_build_object('reason', reason));
end
$$;
comment on function private.tell_of_lock is 'Activity and mail of a workspace that was locked.';

create function private.apply_locks()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  host record;
  applied integer := 0;
begin
  for host in
    update public.workspaces w set locked = true where not w.locked and w.lock_at <= now() returning w.id, w.lock_reason
  loop
    perform private.tell_of_lock(host.id, coalesce(host.lock_reason, 'failed_payment'));
    applied := applied + 1;
  end loop;
  return applied;
end
$$;
comment on function private.apply_locks is 'Locks the workspaces whose time has come; the worker runs it every minute.';

create function private.settle_plan()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_projects(new.workspace_id);
  perform private.settle_lock(new.workspace_id);
  return null;
end
$$;
comment on function private.settle_plan is 'Projects and lock follow the plan and what was paid, whoever changed them.';
create trigger settle_plan after update of billing_product_id, past_due_since, stripe_status, clock_ahead, paid_members, included_members, managed_by
  on public.billing_accounts
  for each row when (old.billing_product_id <> new.billing_product_id or old.past_due_since is distinct from new.past_due_since
    or old.stripe_status is distinct from new.stripe_status or old.clock_ahead <> new.clock_ahead
    or old.paid_members is distinct from new.paid_members or old.included_members is distinct from new.included_members
    or old.managed_by <> new.managed_by)
  execute function private.settle_plan();

create function private.settle_lock_after_leaving()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_lock(w.id) from public.workspaces w where w.id = old.workspace_id and w.lock_reason = 'overusage';
  return null;
end
$$;
comment on function private.settle_lock_after_leaving is 'Whoever leaves, or becomes a guest, may have been the one too many.';
create trigger settle_lock after delete on public.workspace_members for each row execute function private.settle_lock_after_leaving();
create trigger settle_lock_of_role after update of role on public.workspace_members for each row when (old.role <> new.role)
  execute function private.settle_lock_after_leaving();
