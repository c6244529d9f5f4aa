set local check_function_bodies = off;

DROP FUNCTION "private"."plan_of_price"(text);

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
  product public.billing_products;
begin
  became.stripe_billing_email := coalesce(case when private.is_email(lower(snapshot ->> 'email')) then lower(snapshot ->> 'email') end, account.stripe_billing_email);
  became.payment_method_brand := snapshot #>> '{payment_method,brand}';
  became.payment_method_last4 := snapshot #>> '{payment_method,last4}';
  became.payment_method_expires := (make_date((snapshot #>> '{payment_method,exp_year}')::integer, (snapshot #>> '{payment_method,exp_month}')::integer, 1)
    + interval '1 month - 1 day')::date;
  -- A contract is what was agreed, and a trial that an operator gave lasts as long as it was given for.
  if account.managed_by = 'contract' or bought is null and account.stripe_subscription_id is null and account.trial_end_at is not null then
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
  became.status := case when status in ('incomplete', 'past_due', 'unpaid', 'paused') then 'action_required' else 'active' end;
  became.last_invoice_error := case when became.status = 'action_required' then bought ->> 'error' end;
  became.past_due_since := case when status in ('past_due', 'unpaid')
    then coalesce(account.past_due_since, to_timestamp((bought ->> 'past_due_since')::bigint), private.billing_now(account)) end;
  if became.paid_members <= account.seats_lowered_to or not has_plan then
    became.seats_lowered_to := null;
  end if;
  return became;
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_in(items jsonb)
 RETURNS public.billing_pricing_plans
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.*
  from jsonb_array_elements(items) i
  join public.billing_pricing_plans p on p.stripe_price_id = i.value ->> 'price'
    -- Prices change, and who bought before keeps the old one: it says of itself which plan it is of.
    or i.value ->> 'of' = (select o.name from public.billing_products o where o.id = p.product_id) || '_' || p.cycle_interval_months || '_flat'
  order by p.stripe_price_id = i.value ->> 'price' desc nulls last
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.seats_in(items jsonb)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum((i.value ->> 'quantity')::integer), 0)::integer
  from jsonb_array_elements(items) i
  where i.value ->> 'of' like '%_user' or exists (
    select 1 from public.billing_pricing_plans p where p.stripe_seat_price_id = i.value ->> 'price')
$function$;

CREATE OR REPLACE FUNCTION private.subscription_that_counts(workspace_id bigint, subscriptions jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.value
  from jsonb_array_elements(coalesce(subscriptions, '[]')) s
  join public.billing_accounts a on a.workspace_id = subscription_that_counts.workspace_id
  where (private.plan_in(s.value -> 'items')).id is not null
    and (private.is_running(s.value) or s.value ->> 'id' = a.stripe_subscription_id or s.value ->> 'status' = 'incomplete')
  order by private.is_running(s.value) desc, (s.value ->> 'id' = a.stripe_subscription_id) desc nulls last, (s.value ->> 'status' = 'incomplete') desc,
    (s.value ->> 'created')::bigint
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.svc_release_attempt(p_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.billing_attempts a set taken_until = now() where a.id = p_id and a.ended_at is null
$function$;

COMMENT ON FUNCTION "private"."account_as_read"(public.billing_accounts, jsonb) IS 'The rule of what a workspace has, by what Stripe says of its customer: {email, payment_method, subscriptions: [{id, status, created, items, period_end, trial_start, trial_end, cancels, cancel_at, schedule, next_items, next_at, past_due_since, error}], projection: {total, details, at}}. Times in seconds.';

COMMENT ON FUNCTION "private"."plan_in"(jsonb) IS 'The plan that is among the items [{price, of, quantity}] of a subscription; null where they are of something else.';

COMMENT ON FUNCTION "private"."seats_in"(jsonb) IS 'How many seats are among the items of a subscription.';

COMMENT ON FUNCTION "public"."svc_release_attempt"(uuid) IS 'Lets an attempt whose end nobody saw be taken up again at once.';

REVOKE ALL ON FUNCTION "private"."plan_in"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_in"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seats_in"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seats_in"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_release_attempt"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_release_attempt"(uuid) TO "postgres", "service_role";
