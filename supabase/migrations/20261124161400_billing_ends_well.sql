set local check_function_bodies = off;

ALTER TABLE "private"."billing_attempts" ADD COLUMN "waited" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "unconfirmed" jsonb;

CREATE OR REPLACE FUNCTION private.account_as_read(account public.billing_accounts, snapshot jsonb)
 RETURNS public.billing_accounts
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  became public.billing_accounts := account;
  bought constant jsonb := private.subscription_that_counts(account.workspace_id, snapshot -> 'subscriptions');
  status constant text := bought ->> 'status';
  plan constant public.billing_pricing_plans := private.plan_in(bought -> 'items');
  next_plan constant public.billing_pricing_plans := private.plan_in(nullif(bought -> 'next_items', 'null'));
  -- What is not paid for the first time, or waits for a card after its trial, is not had yet.
  has_plan constant boolean := coalesce(private.is_running(bought) and status <> 'paused', false);
  is_gone constant boolean := coalesce((snapshot ->> 'is_gone')::boolean, false);
  -- Who leaves without paying what is due owes it still: leaving opens no lock, and averts none.
  owes constant boolean := status = 'canceled' and account.past_due_since is not null and exists (
    select 1 from jsonb_array_elements(coalesce(snapshot -> 'invoices', '[]')) i
    where i.value ->> 'status' = 'open' and (i.value ->> 'amount_due')::integer > 0);
  product public.billing_products;
begin
  became.stripe_billing_email := coalesce(case when private.is_email(lower(snapshot ->> 'email')) then lower(snapshot ->> 'email') end, account.stripe_billing_email);
  became.payment_method_brand := snapshot #>> '{payment_method,brand}';
  became.payment_method_last4 := snapshot #>> '{payment_method,last4}';
  became.payment_method_expires := (make_date((snapshot #>> '{payment_method,exp_year}')::integer, (snapshot #>> '{payment_method,exp_month}')::integer, 1)
    + interval '1 month - 1 day')::date;
  if is_gone then
    became.stripe_customer_id := null;
  end if;
  -- A contract is what was agreed, and what was never bought was given, as a trial by an operator: it stays.
  if account.managed_by = 'contract' or bought is null and account.stripe_subscription_id is null then
    return became;
  end if;
  select * into product from public.billing_products p where p.id = case when has_plan then plan.product_id else 1 end;
  became.billing_product_id := product.id;
  became.included_members := product.included_members;
  became.billing_pricing_plan_id := case when has_plan then plan.id end;
  became.cycle_interval_months := case when has_plan then plan.cycle_interval_months end;
  became.paid_members := case when has_plan then private.seats_in(bought -> 'items') end;
  became.stripe_subscription_id := bought ->> 'id';
  became.stripe_status := status;
  became.stripe_schedule_id := bought ->> 'schedule';
  became.stripe_cancel_at_period_end := has_plan and coalesce((bought ->> 'cancels')::boolean, false);
  became.stripe_current_period_end := case when has_plan then to_timestamp((bought ->> 'period_end')::bigint) end;
  became.next_renewal_at := case when not became.stripe_cancel_at_period_end then became.stripe_current_period_end end;
  became.trial_end_at := case when status = 'trialing' then to_timestamp((bought ->> 'trial_end')::bigint) end;
  became.used_trial_at := coalesce(account.used_trial_at, to_timestamp((bought ->> 'trial_start')::bigint));
  became.next_invoice_projection := case when became.next_renewal_at is not null then nullif(snapshot -> 'projection', 'null') end;
  became.next_invoice_at := case when became.next_renewal_at is not null then coalesce(to_timestamp((snapshot #>> '{projection,at}')::bigint), became.next_renewal_at) end;
  became.next_invoice_projection := became.next_invoice_projection - 'at';
  became.next_invoice_type := case when became.next_invoice_at is not null then 'renewal' end;
  became.renew_billing_pricing_plan_id := case when has_plan and not became.stripe_cancel_at_period_end and next_plan.id <> plan.id then next_plan.id end;
  became.pending_product_id := case when became.stripe_cancel_at_period_end then 1
    when became.renew_billing_pricing_plan_id is not null and next_plan.product_id <> plan.product_id then next_plan.product_id end;
  became.pending_at := case when became.stripe_cancel_at_period_end then coalesce(to_timestamp((bought ->> 'cancel_at')::bigint), became.stripe_current_period_end)
    when became.renew_billing_pricing_plan_id is not null then coalesce(to_timestamp((bought ->> 'next_at')::bigint), became.stripe_current_period_end) end;
  became.status := case when owes or status in ('incomplete', 'past_due', 'unpaid', 'paused') then 'action_required' else 'active' end;
  became.last_invoice_error := case when owes then account.last_invoice_error when became.status = 'action_required' then bought ->> 'error' end;
  became.unconfirmed := case when has_plan then nullif(bought -> 'unconfirmed', 'null') end;
  became.past_due_since := case when owes then account.past_due_since when status in ('past_due', 'unpaid')
    then coalesce(account.past_due_since, to_timestamp((bought ->> 'past_due_since')::bigint), private.billing_now(account)) end;
  if became.paid_members <= account.seats_lowered_to or not has_plan then
    became.seats_lowered_to := null;
  end if;
  return became;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_reading(workspace_id bigint, reading bigint, snapshot jsonb, ahead integer DEFAULT NULL::integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  became public.billing_accounts;
begin
  select * into account from public.billing_accounts a where a.workspace_id = apply_reading.workspace_id for update;
  if not found or reading <= account.stripe_read then
    return false;
  end if;
  if ahead > extract(epoch from account.clock_ahead) then
    account.clock_ahead := make_interval(secs => ahead);
  end if;
  became := private.account_as_read(account, snapshot);
  became.stripe_read := reading;
  update public.billing_accounts a
  set (billing_product_id, billing_pricing_plan_id, included_members, paid_members, trial_end_at, status, renew_billing_pricing_plan_id,
      cycle_interval_months, stripe_subscription_id, stripe_status, stripe_cancel_at_period_end, stripe_current_period_end, next_renewal_at,
      next_invoice_at, next_invoice_type, next_invoice_projection, stripe_billing_email, payment_method_brand, payment_method_last4,
      payment_method_expires, last_invoice_error, pending_product_id, pending_at, used_trial_at, stripe_schedule_id, past_due_since,
      seats_lowered_to, stripe_read, clock_ahead, unconfirmed, stripe_customer_id)
    = (became.billing_product_id, became.billing_pricing_plan_id, became.included_members, became.paid_members, became.trial_end_at,
      became.status, became.renew_billing_pricing_plan_id, became.cycle_interval_months, became.stripe_subscription_id, became.stripe_status,
      became.stripe_cancel_at_period_end, became.stripe_current_period_end, became.next_renewal_at, became.next_invoice_at,
      became.next_invoice_type, became.next_invoice_projection, became.stripe_billing_email, became.payment_method_brand,
      became.payment_method_last4, became.payment_method_expires, became.last_invoice_error, became.pending_product_id, became.pending_at,
      became.used_trial_at, became.stripe_schedule_id, became.past_due_since, became.seats_lowered_to, became.stripe_read, became.clock_ahead,
      became.unconfirmed, became.stripe_customer_id)
  where a.workspace_id = apply_reading.workspace_id;
  if became.used_trial_at is not null and account.used_trial_at is null then
    perform private.note_trial(workspace_id);
  end if;
  if account.stripe_customer_id is not null and became.stripe_customer_id is null then
    -- Nobody can pay the page of a customer that is gone.
    update private.billing_attempts a set ended_at = now() where a.workspace_id = apply_reading.workspace_id and a.ended_at is null;
    perform private.log_billing(workspace_id, 'billing.customer.gone');
  end if;
  perform private.log_billing_changes(account, became);
  perform private.keep_invoices(workspace_id, snapshot -> 'invoices');
  perform private.tell_of_two(became, snapshot -> 'subscriptions');
  perform private.tell_what_is_due(workspace_id);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.give_trial(workspace_id bigint, product text, days integer, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  wanted public.billing_products;
begin
  select * into account from public.billing_accounts a where a.workspace_id = give_trial.workspace_id for update;
  select * into wanted from public.billing_products p where p.name = give_trial.product and p.name <> 'free';
  if account.workspace_id is null or wanted.id is null or days not between 1 and 365 then
    raise exception 'There is no such workspace, or no such plan, or it is not 1 to 365 days.';
  elsif account.managed_by = 'contract' or private.is_running(jsonb_build_object('status', account.stripe_status)) then
    raise exception 'The workspace has a plan already.';
  end if;
  update public.billing_accounts a
  set billing_product_id = wanted.id, included_members = wanted.included_members, paid_members = case when wanted.included_members is not null then 0 end,
    trial_end_at = private.billing_now(account) + make_interval(days => days), used_trial_at = coalesce(a.used_trial_at, now()),
    stripe_subscription_id = null, stripe_status = null, past_due_since = null, last_invoice_error = null, status = 'active'
  where a.workspace_id = give_trial.workspace_id;
  perform private.note_trial(workspace_id);
  perform private.log_activity(workspace_id, 'billing.trial.given', jsonb_build_object('plan', wanted.label, 'days', days, 'note', nullif(note, '')));
end
$function$;

CREATE OR REPLACE FUNCTION private.log_billing_changes(was public.billing_accounts, is_now public.billing_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.settle_lock(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_attempt(p_workspace_id bigint, p_auth_id uuid, p_intent text, p_params jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant public.billing_accounts := private.account_for_change(p_workspace_id);
  lease constant interval := '90 seconds';
  -- Stripe keeps the answers to keys for a day at least.
  remembered constant interval := '23 hours';
  attempt private.billing_attempts;
begin
  select * into attempt from private.billing_attempts a where a.workspace_id = p_workspace_id and a.ended_at is null for update;
  if private.is_open_checkout(attempt) or attempt.created_at > now() - remembered then
    if attempt.intent = 'checkout' and (p_intent <> 'checkout' or attempt.params <> p_params) then
      return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id, 'waited', attempt.waited,
        'customer', account.stripe_customer_id, 'is_other', true);
    elsif attempt.intent = p_intent and attempt.params = p_params and (p_intent = 'checkout' or attempt.taken_until <= now()) then
      update private.billing_attempts a set taken_until = now() + lease where a.id = attempt.id returning * into attempt;
      return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id, 'waited', attempt.waited,
        'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', false);
    elsif attempt.taken_until > now() then
      perform private.problem('billing_change_under_way');
    end if;
  end if;
  -- What was taken back for a change that was cut off is put back before another begins.
  if attempt.waited is not null then
    return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id, 'waited', attempt.waited,
      'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', true);
  end if;
  update private.billing_attempts a set ended_at = now() where a.workspace_id = p_workspace_id and a.ended_at is null;
  if p_intent = 'checkout' and (p_params ->> 'trial_days')::integer > 0 then
    -- One after the other: of two pages for the same people the second sees the first.
    perform pg_advisory_xact_lock(hashtextextended('billing_trials', 0));
    if not private.trial_available(p_workspace_id) then
      perform private.problem('trial_used');
    end if;
  end if;
  insert into private.billing_attempts (workspace_id, intent, params, taken_until, user_id)
  values (p_workspace_id, p_intent, p_params, now() + lease, (select u.id from public.users u where u.auth_id = p_auth_id))
  returning * into attempt;
  return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', null, 'waited', null,
    'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', false);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_billing_account(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('workspace_id', a.workspace_id, 'slug', w.slug, 'name', w.name, 'customer', a.stripe_customer_id,
    'subscription', a.stripe_subscription_id, 'schedule', a.stripe_schedule_id, 'status', a.stripe_status,
    'is_live', private.is_running(jsonb_build_object('status', a.stripe_status)) is true, 'managed_by', a.managed_by,
    'product_id', a.billing_product_id, 'priority', p.priority, 'plan_id', a.billing_pricing_plan_id, 'interval', a.cycle_interval_months,
    'renew_plan_id', a.renew_billing_pricing_plan_id, 'included', coalesce(a.included_members, p.included_members), 'paid', a.paid_members,
    'used', private.feature_usage(a.workspace_id, 'members'), 'cancels', a.stripe_cancel_at_period_end, 'email', a.stripe_billing_email,
    'trial_available', private.trial_available(a.workspace_id), 'ahead', extract(epoch from a.clock_ahead)::integer,
    'reads', a.stripe_read, 'owes', a.past_due_since is not null,
    'plans', (
      select jsonb_agg(jsonb_build_object('id', l.id, 'product_id', l.product_id, 'interval', l.cycle_interval_months, 'flat', l.flat_fee_price,
        'user', l.user_fee_price, 'flat_price', l.stripe_price_id, 'seat_price', l.stripe_seat_price_id, 'included', o.included_members,
        'priority', o.priority, 'label', o.label, 'name', o.name) order by o.priority, l.cycle_interval_months)
      from public.billing_pricing_plans l join public.billing_products o on o.id = l.product_id))
  from public.billing_accounts a
  join public.workspaces w on w.id = a.workspace_id
  join public.billing_products p on p.id = a.billing_product_id
  where a.workspace_id = p_workspace_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_waited(p_id uuid, p_waited text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.billing_attempts a set waited = p_waited where a.id = p_id and a.ended_at is null
$function$;

CREATE OR REPLACE FUNCTION public.workspace_billing(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  product public.billing_products;
  renewed public.billing_pricing_plans;
  included integer;
begin
  perform private.require_billing(p_workspace_id);
  select * into account from public.billing_accounts a where a.workspace_id = p_workspace_id;
  select * into product from public.billing_products p where p.id = account.billing_product_id;
  select * into renewed from public.billing_pricing_plans p where p.id = account.renew_billing_pricing_plan_id;
  included := coalesce(account.included_members, product.included_members);
  return jsonb_build_object(
    'billing_product_id', account.billing_product_id, 'billing_pricing_plan_id', account.billing_pricing_plan_id,
    'renew_billing_pricing_plan_id', account.renew_billing_pricing_plan_id, 'cycle_interval_months', account.cycle_interval_months,
    'included_members', included, 'paid_members', account.paid_members, 'trial_end_at', account.trial_end_at, 'status', account.status,
    'stripe_status', account.stripe_status, 'stripe_cancel_at_period_end', account.stripe_cancel_at_period_end,
    'stripe_current_period_end', account.stripe_current_period_end, 'next_renewal_at', account.next_renewal_at,
    'next_invoice_at', account.next_invoice_at, 'next_invoice_type', account.next_invoice_type,
    'next_invoice_projection', account.next_invoice_projection, 'stripe_billing_email', account.stripe_billing_email,
    'managed_by', account.managed_by, 'invoice_error', account.last_invoice_error,
    'product', jsonb_build_object('id', product.id, 'name', product.name, 'label', product.label, 'priority', product.priority),
    'members', jsonb_build_object('used', private.feature_usage(p_workspace_id, 'members'), 'included', included,
      'paid', coalesce(account.paid_members, 0), 'pending', private.feature_pending(p_workspace_id, 'members')),
    'limits', private.billing_limits(p_workspace_id, product.id),
    'pending', case
      when account.stripe_cancel_at_period_end then jsonb_build_object('kind', 'cancel', 'at', account.pending_at, 'product_id', 1)
      when renewed.id is not null then jsonb_build_object('kind', case when account.pending_product_id is null then 'interval' else 'downgrade' end,
        'at', account.pending_at, 'product_id', renewed.product_id, 'interval', renewed.cycle_interval_months) end,
    'unconfirmed', case when account.unconfirmed is not null then jsonb_build_object('url', account.unconfirmed -> 'url',
      'amount', account.unconfirmed -> 'amount', 'until', to_timestamp((account.unconfirmed ->> 'until')::bigint),
      'product_id', (private.plan_in(account.unconfirmed -> 'items')).product_id,
      'paid_members', private.seats_in(account.unconfirmed -> 'items')) end,
    'payment_method', case when account.payment_method_last4 is not null then jsonb_build_object('brand', account.payment_method_brand,
      'last4', account.payment_method_last4, 'expires', account.payment_method_expires) end,
    'has_payment_customer', account.stripe_customer_id is not null,
    'has_subscription', private.is_running(jsonb_build_object('status', account.stripe_status)) is true,
    'trial_available', private.trial_available(p_workspace_id),
    'read_only_projects', (select count(*) from public.projects p where p.workspace_id = p_workspace_id and p.is_read_only),
    'lock_at', (select w.lock_at + account.clock_ahead from public.workspaces w where w.id = p_workspace_id),
    'lock_reason', (select w.lock_reason from public.workspaces w where w.id = p_workspace_id));
end
$function$;

ALTER TABLE "private"."billing_attempts" ADD CONSTRAINT "billing_attempts_waited_check" CHECK ((waited = 'cancel'::text));

COMMENT ON COLUMN "public"."billing_accounts"."unconfirmed" IS 'A change that begins once its owner has confirmed the payment on a page of the bank: {url, amount, until, items}. Until then nothing is changed, and afterwards it is given up.';

COMMENT ON FUNCTION "private"."account_as_read"(public.billing_accounts, jsonb) IS 'The rule of what a workspace has, by what Stripe says of its customer: {is_gone, email, payment_method, subscriptions: [{id, status, created, items, period_end, trial_start, trial_end, cancels, cancel_at, schedule, next_items, next_at, past_due_since, error, unconfirmed: {url, amount, until, items}}], projection: {total, details, at}}. Times in seconds.';

COMMENT ON FUNCTION "private"."lock_due"(public.billing_accounts) IS 'The rule of locks: two weeks after a payment failed, also where the plan was cancelled since, or after more people were left than the plan has room for.';

COMMENT ON FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb) IS 'Begins a change of a workspace''s plan, or takes up the same one that was cut off: its id is the key for Stripe. Refuses while another is under way; is_other: a checkout that has to be closed first, or a change cut off in the middle, of which something has to be put back.';

COMMENT ON FUNCTION "public"."svc_note_waited"(uuid, text) IS 'Notes what a change takes back before Stripe hears of it, so that it is put back where the change is refused or cut off; null once that is done.';

REVOKE ALL ON FUNCTION "public"."svc_note_waited"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_note_waited"(uuid, text) TO "postgres", "service_role";
