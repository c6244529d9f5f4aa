-- What is told of billing: in the activity of the workspace, and to its owners and billing admins by mail.

-- # Rules

create function private.log_billing(workspace_id bigint, type text, metadata jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  select private.log_activity_of(log_billing.workspace_id, log_billing.type,
    -- Whoever asked for a change is who made it, also where Stripe's event comes first.
    (select a.user_id from private.billing_attempts a where a.workspace_id = log_billing.workspace_id and a.ended_at is null), null, log_billing.metadata)
$$;
comment on function private.log_billing is 'Writes an event of billing, in the name of who has a change under way.';

create function private.log_billing_changes(was public.billing_accounts, is_now public.billing_accounts)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := is_now.workspace_id;
  label_was constant text := (select p.label from public.billing_products p where p.id = was.billing_product_id);
  label constant text := (select p.label from public.billing_products p where p.id = is_now.billing_product_id);
  pending constant text := (select p.label from public.billing_products p where p.id = is_now.pending_product_id);
  is_trial constant boolean := is_now.stripe_status = 'trialing' and was.stripe_status is distinct from 'trialing';
begin
  if is_trial then
    perform private.log_billing(host_id, 'billing.trial.started', jsonb_build_object('plan', label, 'ends_at', is_now.trial_end_at));
    perform private.tell_of_billing(host_id, 'trial_started', is_now.stripe_subscription_id, jsonb_build_object('plan', label, 'at', is_now.trial_end_at));
  elsif was.billing_product_id <> is_now.billing_product_id then
    perform private.log_billing(host_id, 'billing.plan.changed', jsonb_build_object('old', label_was, 'plan', label, 'interval', is_now.cycle_interval_months));
    perform private.tell_of_billing(host_id, case when is_now.billing_product_id = 1 then 'ended' else 'plan_changed' end,
      -- About the change itself, not the reading that told it: what is done, taken back and done again is no news.
      concat_ws(' ', is_now.stripe_subscription_id, was.billing_product_id, is_now.billing_product_id, is_now.stripe_current_period_end),
      jsonb_build_object('old', label_was, 'plan', label, 'at', is_now.stripe_current_period_end));
  elsif was.cycle_interval_months <> is_now.cycle_interval_months then
    perform private.log_billing(host_id, 'billing.interval.changed', jsonb_build_object('plan', label, 'interval', is_now.cycle_interval_months));
  end if;
  if was.stripe_status = 'trialing' and is_now.stripe_status = 'active' then
    perform private.log_billing(host_id, 'billing.trial.ended', jsonb_build_object('plan', label));
  end if;
  if was.paid_members <> is_now.paid_members and was.billing_product_id = is_now.billing_product_id then
    perform private.log_billing(host_id, 'billing.seats.changed', jsonb_build_object('old', was.paid_members, 'seats', is_now.paid_members));
  end if;
  if is_now.stripe_cancel_at_period_end and not was.stripe_cancel_at_period_end then
    perform private.log_billing(host_id, 'billing.cancel.scheduled', jsonb_build_object('plan', label, 'at', is_now.pending_at));
    perform private.tell_of_billing(host_id, 'cancel_scheduled', concat_ws(' ', is_now.billing_product_id, is_now.pending_at), jsonb_build_object('plan', label, 'at', is_now.pending_at));
  elsif was.stripe_cancel_at_period_end and not is_now.stripe_cancel_at_period_end and private.is_running(jsonb_build_object('status', is_now.stripe_status)) then
    perform private.log_billing(host_id, 'billing.cancel.taken_back', jsonb_build_object('plan', label));
    update private.billing_cancellations c set taken_back_at = now() where c.workspace_id = host_id and c.taken_back_at is null;
  end if;
  if is_now.renew_billing_pricing_plan_id is not null and is_now.renew_billing_pricing_plan_id is distinct from was.renew_billing_pricing_plan_id then
    perform private.log_billing(host_id, case when pending is null then 'billing.interval.scheduled' else 'billing.downgrade.scheduled' end,
      jsonb_build_object('plan', coalesce(pending, label), 'at', is_now.pending_at,
        'interval', (select p.cycle_interval_months from public.billing_pricing_plans p where p.id = is_now.renew_billing_pricing_plan_id)));
    if pending is not null then
      perform private.tell_of_billing(host_id, 'downgrade_scheduled', concat_ws(' ', is_now.pending_product_id, is_now.pending_at),
        jsonb_build_object('old', label, 'plan', pending, 'at', is_now.pending_at));
    end if;
  elsif was.renew_billing_pricing_plan_id is not null and is_now.renew_billing_pricing_plan_id is null
    and was.billing_pricing_plan_id = is_now.billing_pricing_plan_id and not is_now.stripe_cancel_at_period_end then
    perform private.log_billing(host_id, 'billing.change.taken_back', jsonb_build_object('plan', label));
  end if;
  if is_now.past_due_since is not null and was.past_due_since is null then
    perform private.log_billing(host_id, 'billing.payment.failed', jsonb_build_object('reason', is_now.last_invoice_error));
    perform private.tell_of_billing(host_id, 'payment_failed', is_now.past_due_since::text, jsonb_build_object('plan', label, 'reason', is_now.last_invoice_error));
  elsif was.past_due_since is not null and is_now.past_due_since is null and is_now.stripe_status in ('active', 'canceled') then
    perform private.log_billing(host_id, 'billing.payment.recovered', jsonb_build_object('plan', label));
    perform private.tell_of_billing(host_id, 'payment_recovered', was.past_due_since::text, jsonb_build_object('plan', label));
  end if;
end
$$;
comment on function private.log_billing_changes is 'Tells in the activity, and the owners by mail, what a reading of Stripe changed.';

create function private.tell_of_billing(workspace_id bigint, kind text, about text, data jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 50;
  -- By the clock of Stripe, whose test mode passes months in a minute.
  time constant timestamptz := coalesce(
    (select private.billing_now(a) from public.billing_accounts a where a.workspace_id = tell_of_billing.workspace_id), now());
  recipient record;
begin
  -- What is changed to and fro does not fill anybody's inbox.
  if exists (
    select 1 from private.billing_notices n
    where n.workspace_id = tell_of_billing.workspace_id and n.kind = tell_of_billing.kind and n.created_at > time - interval '1 day') then
    return;
  end if;
  insert into private.billing_notices (workspace_id, kind, about, created_at)
  values (tell_of_billing.workspace_id, tell_of_billing.kind, coalesce(tell_of_billing.about, ''), time)
  on conflict do nothing;
  if not found then
    return;
  end if;
  for recipient in
    select told.email, told.since is null as is_given from (
      select lower(e.email) as email, min(m.created_at) as since
      from public.workspace_members m join public.emails e on e.user_id = m.user_id and e.is_primary
      where m.workspace_id = tell_of_billing.workspace_id and m.role in ('owner', 'billing')
      group by lower(e.email)
      union
      select a.stripe_billing_email, null from public.billing_accounts a
      where a.workspace_id = tell_of_billing.workspace_id and a.stripe_billing_email is not null
        and not exists (
          select 1 from public.workspace_members m join public.emails e on e.user_id = m.user_id and e.is_primary
          where m.workspace_id = a.workspace_id and m.role in ('owner', 'billing') and lower(e.email) = a.stripe_billing_email)) told
    order by told.since nulls first limit most
  loop
    -- Anybody's address can be given as that of billing, by any number of workspaces.
    continue when recipient.is_given and private.throttle_hit('billing-to:' || recipient.email, 20, 86400) > 0;
    perform private.enqueue_mail(recipient.email, 'billing',
      jsonb_strip_nulls(data) || jsonb_build_object('kind', tell_of_billing.kind, 'workspace_id', tell_of_billing.workspace_id));
  end loop;
end
$$;
comment on function private.tell_of_billing is 'Sends a mail of billing to owners, billing admins and the billing address, once for each thing it is about, and one of a kind a day; no more than 20 a day to a billing address that is no owner''s or billing admin''s.';

create function private.tell_what_is_due(workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.billing_accounts;
  host public.workspaces;
begin
  select * into account from public.billing_accounts a where a.workspace_id = tell_what_is_due.workspace_id;
  select * into host from public.workspaces w where w.id = tell_what_is_due.workspace_id;
  if account.trial_end_at > private.billing_now(account) and account.trial_end_at <= private.billing_now(account) + interval '3 days' then
    perform private.tell_of_billing(workspace_id, 'trial_ending', account.trial_end_at::text, jsonb_build_object(
      'plan', (select p.label from public.billing_products p where p.id = account.billing_product_id), 'at', account.trial_end_at,
      'has_card', account.stripe_subscription_id is not null));
  end if;
  if not host.locked and host.lock_reason is not null and host.lock_at <= now() + interval '3 days' then
    perform private.tell_of_billing(workspace_id, 'lock_soon', coalesce(account.past_due_since, account.over_seats_since)::text,
      jsonb_build_object('reason', host.lock_reason, 'at', host.lock_at + account.clock_ahead));
  end if;
end
$$;
comment on function private.tell_what_is_due is 'Says three days before that a trial ends or the workspace is locked.';

create function private.end_given_trials()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.billing_accounts;
  ended integer := 0;
begin
  for account in
    select * from public.billing_accounts a
    where a.trial_end_at <= now() + a.clock_ahead and a.stripe_subscription_id is null and a.managed_by = 'stripe'
    for update skip locked
  loop
    update public.billing_accounts a
    set billing_product_id = free.id, included_members = free.included_members, paid_members = null, trial_end_at = null
    from public.billing_products free where free.name = 'free' and a.workspace_id = account.workspace_id;
    perform private.log_billing(account.workspace_id, 'billing.trial.expired', jsonb_build_object(
      'plan', (select p.label from public.billing_products p where p.id = account.billing_product_id)));
    perform private.tell_of_billing(account.workspace_id, 'ended', account.trial_end_at::text, jsonb_build_object(
      'old', (select p.label from public.billing_products p where p.id = account.billing_product_id), 'plan', 'Free', 'at', account.trial_end_at));
    ended := ended + 1;
  end loop;
  return ended;
end
$$;
comment on function private.end_given_trials is 'Ends the trials that operators gave; those of Stripe end by its events.';

create function private.send_billing_notices()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_given_trials();
  perform private.tell_what_is_due(a.workspace_id)
  from public.billing_accounts a join public.workspaces w on w.id = a.workspace_id
  where a.trial_end_at between now() + a.clock_ahead and now() + a.clock_ahead + interval '3 days'
    or not w.locked and w.lock_at <= now() + interval '3 days';
end
$$;
comment on function private.send_billing_notices is 'Sends what falls due by the clock alone; the worker runs it every hour.';
