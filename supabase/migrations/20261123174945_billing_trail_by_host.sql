set local check_function_bodies = off;

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
      is_now.stripe_read::text, jsonb_build_object('old', label_was, 'plan', label, 'at', is_now.stripe_current_period_end));
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
    perform private.tell_of_billing(host_id, 'cancel_scheduled', is_now.stripe_read::text, jsonb_build_object('plan', label, 'at', is_now.pending_at));
  elsif was.stripe_cancel_at_period_end and not is_now.stripe_cancel_at_period_end and private.is_running(jsonb_build_object('status', is_now.stripe_status)) then
    perform private.log_billing(host_id, 'billing.cancel.taken_back', jsonb_build_object('plan', label));
    update private.billing_cancellations c set taken_back_at = now() where c.workspace_id = host_id and c.taken_back_at is null;
  end if;
  if is_now.renew_billing_pricing_plan_id is not null and is_now.renew_billing_pricing_plan_id is distinct from was.renew_billing_pricing_plan_id then
    perform private.log_billing(host_id, case when pending is null then 'billing.interval.scheduled' else 'billing.downgrade.scheduled' end,
      jsonb_build_object('plan', coalesce(pending, label), 'at', is_now.pending_at,
        'interval', (select p.cycle_interval_months from public.billing_pricing_plans p where p.id = is_now.renew_billing_pricing_plan_id)));
    if pending is not null then
      perform private.tell_of_billing(host_id, 'downgrade_scheduled', is_now.stripe_read::text,
        jsonb_build_object('old', label, 'plan', pending, 'at', is_now.pending_at));
    end if;
  elsif was.renew_billing_pricing_plan_id is not null and is_now.renew_billing_pricing_plan_id is null
    and was.billing_pricing_plan_id = is_now.billing_pricing_plan_id and not is_now.stripe_cancel_at_period_end then
    perform private.log_billing(host_id, 'billing.change.taken_back', jsonb_build_object('plan', label));
  end if;
  if is_now.past_due_since is not null and was.past_due_since is null then
    perform private.log_billing(host_id, 'billing.payment.failed', jsonb_build_object('reason', is_now.last_invoice_error));
    perform private.tell_of_billing(host_id, 'payment_failed', is_now.past_due_since::text, jsonb_build_object('plan', label, 'reason', is_now.last_invoice_error));
  elsif was.past_due_since is not null and is_now.past_due_since is null and is_now.stripe_status = 'active' then
    perform private.log_billing(host_id, 'billing.payment.recovered', jsonb_build_object('plan', label));
    perform private.tell_of_billing(host_id, 'payment_recovered', was.past_due_since::text, jsonb_build_object('plan', label));
  end if;
end
$function$;
