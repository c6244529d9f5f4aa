set local check_function_bodies = off;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "price" jsonb;

ALTER TABLE "public"."billing_invoices" ADD COLUMN "amount_refunded" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."billing_invoices" ADD COLUMN "amount_credited" integer NOT NULL DEFAULT 0;

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
  became.price := case when has_plan then private.price_in(bought) end;
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
      seats_lowered_to, stripe_read, clock_ahead, unconfirmed, stripe_customer_id, price)
    = (became.billing_product_id, became.billing_pricing_plan_id, became.included_members, became.paid_members, became.trial_end_at,
      became.status, became.renew_billing_pricing_plan_id, became.cycle_interval_months, became.stripe_subscription_id, became.stripe_status,
      became.stripe_cancel_at_period_end, became.stripe_current_period_end, became.next_renewal_at, became.next_invoice_at,
      became.next_invoice_type, became.next_invoice_projection, became.stripe_billing_email, became.payment_method_brand,
      became.payment_method_last4, became.payment_method_expires, became.last_invoice_error, became.pending_product_id, became.pending_at,
      became.used_trial_at, became.stripe_schedule_id, became.past_due_since, became.seats_lowered_to, became.stripe_read, became.clock_ahead,
      became.unconfirmed, became.stripe_customer_id, became.price)
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

CREATE OR REPLACE FUNCTION private.contract_terms(account public.billing_accounts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('seat_price', account.contract_seat_price, 'ends_at', account.contract_ends_at, 'seats_beyond', up.seats,
    'amount', up.amount)
  from private.true_up_of(account) up
  where account.managed_by = 'contract'
$function$;

CREATE OR REPLACE FUNCTION private.due_true_ups()
 RETURNS TABLE(workspace_id bigint, customer text, seats integer, amount integer, quarter text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.workspace_id, a.stripe_customer_id, up.seats, up.amount,
    to_char(a.next_invoice_at - interval '1 day', 'YYYY"-Q"Q')
  from public.billing_accounts a
  cross join lateral private.true_up_of(a) up
  where a.managed_by = 'contract' and a.next_invoice_type = 'true-up' and a.next_invoice_at <= now() + a.clock_ahead
$function$;

CREATE OR REPLACE FUNCTION private.end_check(workspace_id bigint, was jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  repaired text[];
begin
  select * into account from public.billing_accounts a where a.workspace_id = end_check.workspace_id for update;
  if account.contract_ends_at <= private.billing_now(account) then
    perform private.end_contract(workspace_id, 'The agreed time is over');
  end if;
  -- Attempts that nobody took up for a day are over: their keys are no longer remembered. Pages are closed at Stripe first.
  update private.billing_attempts a set ended_at = now()
  where a.workspace_id = end_check.workspace_id and a.ended_at is null and a.created_at < now() - interval '25 hours'
    and not private.is_open_checkout(a);
  if account.seats_lowered_to is not null
    and not exists (select 1 from private.billing_attempts a where a.workspace_id = end_check.workspace_id and a.ended_at is null) then
    update public.billing_accounts a set seats_lowered_to = null where a.workspace_id = end_check.workspace_id;
    repaired := array['seats_lowered_to'];
  end if;
  if private.settle_projects(workspace_id) > 0 then
    repaired := repaired || 'read_only_projects'::text;
  end if;
  perform private.settle_lock(workspace_id);
  repaired := repaired || array(
    select k.key from jsonb_each(to_jsonb(account)) k
    where k.value is distinct from was -> k.key
      and k.key not in ('stripe_read', 'clock_ahead', 'updated_at', 'next_invoice_projection', 'next_invoice_at', 'seats_lowered_to', 'price'));
  -- Said at each check, until somebody ended it.
  if account.charged_beside <> '{}' and not 'charged_beside' = any (coalesce(repaired, '{}')) then
    repaired := repaired || 'charged_beside'::text;
  end if;
  if cardinality(repaired) > 0 then
    perform private.log_billing(workspace_id, 'billing.repaired', jsonb_build_object('what', array_to_string(repaired, ', ')));
  end if;
  return coalesce(repaired, '{}');
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
    stripe_subscription_id = null, stripe_status = null, past_due_since = null, last_invoice_error = null, status = 'active', price = null
  where a.workspace_id = give_trial.workspace_id;
  perform private.note_trial(workspace_id);
  perform private.log_activity(workspace_id, 'billing.trial.given', jsonb_build_object('plan', wanted.label, 'days', days, 'note', nullif(note, '')));
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_invoices(workspace_id bigint, invoices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invoice jsonb;
  was public.billing_invoices;
begin
  for invoice in select value from jsonb_array_elements(coalesce(invoices, '[]')) loop
    select * into was from public.billing_invoices i where i.stripe_invoice_id = invoice ->> 'id';
    insert into public.billing_invoices (workspace_id, stripe_invoice_id, number, status, total, amount_due, amount_paid, currency,
      billing_reason, period_start, period_end, hosted_invoice_url, invoice_pdf, error, created_at, amount_refunded, amount_credited)
    values (keep_invoices.workspace_id, invoice ->> 'id', invoice ->> 'number', invoice ->> 'status', (invoice ->> 'total')::integer,
      (invoice ->> 'amount_due')::integer, (invoice ->> 'amount_paid')::integer, invoice ->> 'currency', invoice ->> 'billing_reason',
      to_timestamp((invoice ->> 'period_start')::bigint), to_timestamp((invoice ->> 'period_end')::bigint), invoice ->> 'hosted_invoice_url',
      invoice ->> 'invoice_pdf', invoice ->> 'error', to_timestamp((invoice ->> 'created')::bigint),
      coalesce((invoice ->> 'amount_refunded')::integer, 0), coalesce((invoice ->> 'amount_credited')::integer, 0))
    on conflict (stripe_invoice_id) do update set number = excluded.number, status = excluded.status, total = excluded.total,
      amount_due = excluded.amount_due, amount_paid = excluded.amount_paid, hosted_invoice_url = excluded.hosted_invoice_url,
      invoice_pdf = excluded.invoice_pdf, error = excluded.error, amount_refunded = excluded.amount_refunded,
      amount_credited = excluded.amount_credited
    where (billing_invoices.number, billing_invoices.status, billing_invoices.total, billing_invoices.amount_due, billing_invoices.amount_paid,
        billing_invoices.hosted_invoice_url, billing_invoices.invoice_pdf, billing_invoices.error, billing_invoices.amount_refunded, billing_invoices.amount_credited)
      is distinct from (excluded.number, excluded.status, excluded.total, excluded.amount_due, excluded.amount_paid,
        excluded.hosted_invoice_url, excluded.invoice_pdf, excluded.error, excluded.amount_refunded, excluded.amount_credited)
      -- What was paid or voided does not become open again.
      and (billing_invoices.status not in ('paid', 'void') or excluded.status = billing_invoices.status);
    if invoice ->> 'status' = 'paid' and was.status is distinct from 'paid' and (invoice ->> 'total')::integer <> 0 then
      perform private.log_billing(workspace_id, 'billing.invoice.paid',
        jsonb_build_object('number', invoice ->> 'number', 'total', (invoice ->> 'total')::integer, 'currency', invoice ->> 'currency'));
    end if;
    if (invoice ->> 'amount_refunded')::integer > coalesce(was.amount_refunded, 0) then
      perform private.log_billing(workspace_id, 'billing.invoice.refunded', jsonb_build_object('number', invoice ->> 'number',
        'total', (invoice ->> 'amount_refunded')::integer - coalesce(was.amount_refunded, 0), 'currency', invoice ->> 'currency'));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.price_in(bought jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'flat', max((i.value ->> 'unit_amount')::bigint) filter (where not seat.is_one),
    'user', max((i.value ->> 'unit_amount')::bigint) filter (where seat.is_one),
    'discounts', coalesce(bought -> 'discounts', '[]'))
  from jsonb_array_elements(bought -> 'items') i
  cross join lateral (select private.seats_in(jsonb_build_array(i.value)) > 0 as is_one) seat
$function$;

CREATE OR REPLACE FUNCTION private.price_paid(account public.billing_accounts)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('flat', coalesce((account.price ->> 'flat')::integer, p.flat_fee_price),
    'user', coalesce((account.price ->> 'user')::integer, p.user_fee_price),
    'discounts', (
      select coalesce(jsonb_agg(d.value || jsonb_build_object('ends_at', to_timestamp((d.value ->> 'ends_at')::bigint)) order by d.ordinality), '[]')
      from jsonb_array_elements(coalesce(account.price -> 'discounts', '[]')) with ordinality d))
  from public.billing_pricing_plans p where p.id = account.billing_pricing_plan_id
$function$;

CREATE OR REPLACE FUNCTION private.set_contract(workspace_id bigint, product text, included integer, seat_price integer, ends_at timestamp with time zone, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  wanted public.billing_products;
begin
  select * into account from public.billing_accounts a where a.workspace_id = set_contract.workspace_id for update;
  select * into wanted from public.billing_products p where p.name = set_contract.product;
  if account.workspace_id is null or wanted.id is null then
    raise exception 'There is no such workspace, or no such plan.';
  elsif private.is_running(jsonb_build_object('status', account.stripe_status)) then
    raise exception 'The workspace has a subscription at Stripe: cancel that first.';
  elsif exists (select 1 from private.billing_attempts a where a.workspace_id = set_contract.workspace_id and private.is_open_checkout(a)) then
    raise exception 'A checkout of the workspace is open, and could still be paid.';
  elsif ends_at <= now() then
    raise exception 'The contract would be over already.';
  end if;
  update public.billing_accounts a
  set managed_by = 'contract', billing_product_id = wanted.id, billing_pricing_plan_id = null, cycle_interval_months = null,
    included_members = coalesce(set_contract.included, wanted.included_members),
    -- With a price for more seats nobody is kept out: the quarter's bill counts them. Without one the agreed number is all there is.
    paid_members = case when seat_price is null and coalesce(set_contract.included, wanted.included_members) is not null then 0 end,
    contract_seat_price = set_contract.seat_price, contract_ends_at = set_contract.ends_at, trial_end_at = null, status = 'active',
    stripe_status = null, stripe_subscription_id = null, past_due_since = null,
    next_invoice_type = case when seat_price is not null then 'true-up' end,
    next_invoice_at = case when seat_price is not null then date_trunc('quarter', now()) + interval '3 months' end,
    next_renewal_at = set_contract.ends_at, next_invoice_projection = null, pending_product_id = null, pending_at = null,
    renew_billing_pricing_plan_id = null, seats_lowered_to = null, stripe_cancel_at_period_end = false, stripe_current_period_end = null,
    stripe_schedule_id = null, last_invoice_error = null, price = null
  where a.workspace_id = set_contract.workspace_id;
  perform private.log_activity(workspace_id, 'billing.contract.set', jsonb_build_object('plan', wanted.label, 'included', included, 'ends_at', ends_at, 'note', nullif(note, '')));
end
$function$;

CREATE OR REPLACE FUNCTION private.true_up_of(account public.billing_accounts)
 RETURNS TABLE(seats integer, amount integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select used.beyond, (used.beyond * account.contract_seat_price / 4.0)::integer
  from (select greatest(private.feature_usage(account.workspace_id, 'members') - coalesce(account.included_members, 0), 0) as beyond) used
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
    'next_invoice_projection', account.next_invoice_projection,
    'price', private.price_paid(account), 'contract', private.contract_terms(account), 'stripe_billing_email', account.stripe_billing_email,
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

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_price_check" CHECK ((jsonb_typeof(price) = 'object'::text));

COMMENT ON COLUMN "public"."billing_accounts"."price" IS 'What the workspace pays each period, as it was bought, whatever plans cost today: {flat, user, discounts: [{name, percent_off, amount_off, ends_at}]}, in cents and seconds. User: of one seat.';

COMMENT ON COLUMN "public"."billing_invoices"."amount_credited" IS 'What credit notes took off it, refunded or not.';

COMMENT ON COLUMN "public"."billing_invoices"."amount_refunded" IS 'What was given back to the card that paid it.';

COMMENT ON FUNCTION "private"."account_as_read"(public.billing_accounts, jsonb) IS 'The rule of what a workspace has, by what Stripe says of its customer: {is_gone, email, payment_method, subscriptions: [{id, status, created, items, discounts, period_end, trial_start, trial_end, cancels, cancel_at, schedule, next_items, next_at, past_due_since, error, unconfirmed: {url, amount, until, items}}], projection: {total, details, at}}. Times in seconds.';

COMMENT ON FUNCTION "private"."contract_terms"(public.billing_accounts) IS 'What was agreed on of a contract, and what this quarter''s true-up would come to now: {seat_price, ends_at, seats_beyond, amount}, in cents; null where there is none.';

COMMENT ON FUNCTION "private"."price_in"(jsonb) IS 'What a subscription costs each period by its own items, which may be of an earlier price list, and what is taken off it.';

COMMENT ON FUNCTION "private"."price_paid"(public.billing_accounts) IS 'What a plan that is paid for costs this workspace each period; null where none is. What Stripe was not yet asked about is as plans cost now.';

COMMENT ON FUNCTION "private"."true_up_of"(public.billing_accounts) IS 'The seats of a contract that are in use beyond the agreed ones, and what a quarter of a year of them costs, in cents; no amount where more are not sold.';

REVOKE ALL ON FUNCTION "private"."contract_terms"(public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contract_terms"(public.billing_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."price_in"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_in"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."price_paid"(public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_paid"(public.billing_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."true_up_of"(public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."true_up_of"(public.billing_accounts) TO "postgres";

REVOKE ALL ("amount_credited") ON TABLE "public"."billing_invoices" FROM "authenticated";

GRANT SELECT ("amount_credited") ON TABLE "public"."billing_invoices" TO "authenticated";

REVOKE ALL ("amount_refunded") ON TABLE "public"."billing_invoices" FROM "authenticated";

GRANT SELECT ("amount_refunded") ON TABLE "public"."billing_invoices" TO "authenticated";
