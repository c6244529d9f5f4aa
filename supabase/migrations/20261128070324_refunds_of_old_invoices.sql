set local check_function_bodies = off;

DROP FUNCTION "private"."keep_invoices"(bigint, jsonb);

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_read_whole" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.apply_reading(workspace_id bigint, reading bigint, snapshot jsonb, ahead integer DEFAULT NULL::integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  became public.billing_accounts;
  is_whole constant boolean := coalesce((snapshot ->> 'is_whole')::boolean, false);
begin
  select * into account from public.billing_accounts a where a.workspace_id = apply_reading.workspace_id for update;
  if not found then
    return true;
  elsif reading <= account.stripe_read then
    update public.billing_accounts a set clock_ahead = make_interval(secs => ahead)
    where a.workspace_id = apply_reading.workspace_id and ahead > extract(epoch from a.clock_ahead);
    -- What was applied was read after this one began, so it has what this one would tell; as far back, where that is asked.
    return not is_whole or reading <= account.stripe_read_whole;
  end if;
  if ahead > extract(epoch from account.clock_ahead) then
    account.clock_ahead := make_interval(secs => ahead);
  end if;
  became := private.account_as_read(account, snapshot);
  became.stripe_read := reading;
  became.stripe_read_whole := case when is_whole then reading else account.stripe_read_whole end;
  update public.billing_accounts a
  set (billing_product_id, billing_pricing_plan_id, included_members, paid_members, trial_end_at, status, renew_billing_pricing_plan_id,
      cycle_interval_months, stripe_subscription_id, stripe_status, stripe_cancel_at_period_end, stripe_current_period_end, next_renewal_at,
      next_invoice_at, next_invoice_type, next_invoice_projection, stripe_billing_email, payment_method_brand, payment_method_last4,
      payment_method_expires, last_invoice_error, pending_product_id, pending_at, used_trial_at, stripe_schedule_id, past_due_since,
      seats_lowered_to, stripe_read, clock_ahead, unconfirmed, stripe_customer_id, price, stripe_read_whole)
    = (became.billing_product_id, became.billing_pricing_plan_id, became.included_members, became.paid_members, became.trial_end_at,
      became.status, became.renew_billing_pricing_plan_id, became.cycle_interval_months, became.stripe_subscription_id, became.stripe_status,
      became.stripe_cancel_at_period_end, became.stripe_current_period_end, became.next_renewal_at, became.next_invoice_at,
      became.next_invoice_type, became.next_invoice_projection, became.stripe_billing_email, became.payment_method_brand,
      became.payment_method_last4, became.payment_method_expires, became.last_invoice_error, became.pending_product_id, became.pending_at,
      became.used_trial_at, became.stripe_schedule_id, became.past_due_since, became.seats_lowered_to, became.stripe_read, became.clock_ahead,
      became.unconfirmed, became.stripe_customer_id, became.price, became.stripe_read_whole)
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
  perform private.keep_invoices(workspace_id, snapshot -> 'invoices', account.stripe_read_whole > 0);
  perform private.tell_of_two(became, snapshot -> 'subscriptions');
  perform private.tell_what_is_due(workspace_id);
  return true;
end
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
      and k.key not in ('stripe_read', 'stripe_read_whole', 'clock_ahead', 'updated_at', 'next_invoice_projection', 'next_invoice_at', 'seats_lowered_to', 'price'));
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

CREATE OR REPLACE FUNCTION private.end_true_up(workspace_id bigint, quarter text, seats integer, amount integer, invoice jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.billing_accounts a set next_invoice_at = a.next_invoice_at + interval '3 months'
  where a.workspace_id = end_true_up.workspace_id and a.next_invoice_type = 'true-up'
    and to_char(a.next_invoice_at - interval '1 day', 'YYYY"-Q"Q') = quarter;
  if not found then
    return;
  end if;
  if invoice is not null then
    perform private.keep_invoices(workspace_id, jsonb_build_array(invoice), true);
  end if;
  if seats > 0 then
    perform private.log_billing(workspace_id, 'billing.true_up', jsonb_build_object('quarter', quarter, 'seats', seats, 'total', amount));
    perform private.tell_of_billing(workspace_id, 'true_up', quarter, jsonb_build_object('quarter', quarter, 'seats', seats, 'total', amount));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_invoices(workspace_id bigint, invoices jsonb, knows_refunds boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invoice jsonb;
  was public.billing_invoices;
  -- What is found behind the oldest known one is history, and no news.
  oldest constant timestamptz := (select min(i.created_at) from public.billing_invoices i where i.workspace_id = keep_invoices.workspace_id);
  is_history boolean;
begin
  for invoice in select value from jsonb_array_elements(coalesce(invoices, '[]')) loop
    select * into was from public.billing_invoices i where i.stripe_invoice_id = invoice ->> 'id';
    is_history := was.id is null and coalesce(to_timestamp((invoice ->> 'created')::bigint) < oldest, false);
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
    if invoice ->> 'status' = 'paid' and was.status is distinct from 'paid' and (invoice ->> 'total')::integer <> 0 and not is_history then
      perform private.log_billing(workspace_id, 'billing.invoice.paid',
        jsonb_build_object('number', invoice ->> 'number', 'total', (invoice ->> 'total')::integer, 'currency', invoice ->> 'currency'));
    end if;
    if knows_refunds and not is_history and (invoice ->> 'amount_refunded')::integer > coalesce(was.amount_refunded, 0) then
      perform private.log_billing(workspace_id, 'billing.invoice.refunded', jsonb_build_object('number', invoice ->> 'number',
        'total', (invoice ->> 'amount_refunded')::integer - coalesce(was.amount_refunded, 0), 'currency', invoice ->> 'currency'));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_reading(p_workspace_id bigint, p_customer text DEFAULT NULL::text, p_event jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  event private.stripe_events;
begin
  select * into account from public.billing_accounts a
  where case when p_workspace_id is null then a.stripe_customer_id = p_customer else a.workspace_id = p_workspace_id end;
  if p_event is not null then
    insert into private.stripe_events (id, type, api_version, created, object_id, customer_id)
    values (p_event ->> 'id', p_event ->> 'type', p_event ->> 'api_version', to_timestamp((p_event ->> 'created')::bigint), p_event ->> 'object_id', p_customer)
    on conflict (id) do nothing;
    select * into event from private.stripe_events e where e.id = p_event ->> 'id';
    -- Of customers that are not ours there is nothing to do.
    if event.processed_at is null and account.workspace_id is null then
      update private.stripe_events e set processed_at = now(), error = null where e.id = event.id;
    end if;
  end if;
  return jsonb_build_object('workspace_id', account.workspace_id, 'customer', account.stripe_customer_id,
    'subscription', account.stripe_subscription_id, 'reading', nextval('private.stripe_reads'),
    'is_done', account.workspace_id is null or event.processed_at is not null, 'is_first', account.stripe_read_whole is not distinct from 0);
end
$function$;

COMMENT ON COLUMN "public"."billing_accounts"."stripe_read_whole" IS 'The last of them that read old invoices too: from the first one on, what is given back of any invoice is news.';

COMMENT ON FUNCTION "private"."apply_reading"(bigint, bigint, jsonb, integer) IS 'Applies a reading of Stripe to a workspace, with all that follows from it, unless one that began later was applied already; false where that one did not read as far back. `ahead` is how far Stripe''s test clock is ahead of ours, in seconds.';

COMMENT ON FUNCTION "private"."keep_invoices"(bigint, jsonb, boolean) IS 'Keeps invoices as Stripe shows them now, and tells what was paid and given back since; `knows_refunds`: whether what was given back before is known already.';

COMMENT ON FUNCTION "public"."svc_apply_reading"(bigint, bigint, jsonb, text, integer) IS 'Applies a reading and marks its event, both or neither; false for a reading of the whole customer that another of its newest alone overtook: it has to be made again.';

COMMENT ON FUNCTION "public"."svc_begin_reading"(bigint, text, jsonb) IS 'Begins a reading of Stripe for a workspace, by itself or by its customer, and takes note of the event that causes it: {id, type, api_version, created, object_id}. Done already: an event that was applied, or one of somebody else''s customer. First: nothing of the customer was read as a whole yet.';

REVOKE ALL ON FUNCTION "private"."keep_invoices"(bigint, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_invoices"(bigint, jsonb, boolean) TO "postgres";
