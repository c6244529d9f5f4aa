set local check_function_bodies = off;

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
