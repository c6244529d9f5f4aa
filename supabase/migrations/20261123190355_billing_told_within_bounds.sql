set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.billing_for_all(metadata jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(fact.key, fact.value), '{}') from jsonb_each(metadata) fact
  where fact.key in ('plan', 'old', 'interval', 'at', 'ends_at', 'days', 'seats', 'quarter')
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
  elsif was.past_due_since is not null and is_now.past_due_since is null and is_now.stripe_status = 'active' then
    perform private.log_billing(host_id, 'billing.payment.recovered', jsonb_build_object('plan', label));
    perform private.tell_of_billing(host_id, 'payment_recovered', was.past_due_since::text, jsonb_build_object('plan', label));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_billing(workspace_id bigint, kind text, about text, data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.project_workspace(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(w.id, w.name, w.slug, w.hide_powered_by and private.plan_holds(w.id, 'whitelabel'))::public.project_workspace)
  from public.projects p
  join public.workspaces w on w.id = p.workspace_id
  where p.id = p_project_id
    and (p.is_open or private.can_in_project(p.id, 'project_read'))
$function$;

CREATE OR REPLACE FUNCTION public.workspace_activity(p_workspace_id bigint, p_before bigint DEFAULT NULL::bigint, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_types text[] DEFAULT NULL::text[])
 RETURNS TABLE(id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.page_size(p_limit, 50, 500);
  sees_billing constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceBilling');
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  perform private.require_feature(p_workspace_id, 'activity_logs');
  -- Each kind is a search of its own.
  if cardinality(p_types) > 100 then
    perform private.problem('too_many_activity_types', 'types');
  end if;
  return query
  select p.id, p.type, p.actor_id, p.actor_name, p.actor_email,
    case when sees_billing or split_part(p.type, '.', 1) <> 'billing' then p.metadata else private.billing_for_all(p.metadata) end,
    p.ip_address, p.created_at
  from (
    select once.*
    from (
      -- Each kind by itself, so that rare ones are not searched for; an event of two that were asked is one.
      select distinct on (found.id) found.*
      from (select distinct unnest(coalesce(p_types, array[null::text]))) asked (kind)
      cross join lateral private.activity_stretch(p_workspace_id, kind, p_before, p_after, most) found
      where p_types is null or kind is not null
      order by found.id
    ) once
    order by case when p_after is null then -once.id else once.id end
    limit most
  ) p
  order by p.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_by_slug(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    w.id, w.name, w.slug, w.logo_url,
    -- What a plan sells is shown while the plan holds it; the row keeps it for when one does again.
    case when private.plan_holds(w.id, 'favicon') then w.favicon_url end,
    case when private.plan_holds(w.id, 'custom_theme') then w.theme else '{}' end,
    w.hide_powered_by and private.plan_holds(w.id, 'whitelabel'), w.hide_sign_in,
    case when w.id in (select private.my_workspace_ids()) then w.home_content end,
    w.show_tryit, w.allow_search_indexing, w.join_requests_disabled, private.is_by_provider(w.id),
    -- Names of theirs, as those who give them out make them: they become part of an address.
    case when w.google_tag_manager ~ '^GTM-[A-Z0-9]{4,12}$' and private.plan_holds(w.id, 'google_tag_manager') then w.google_tag_manager end,
    case when w.localizejs ~ '^[A-Za-z0-9]{8,40}$' and private.plan_holds(w.id, 'localizejs') then w.localizejs end,
    w.show_userway, w.disable_cookie_tracking)::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$function$;

COMMENT ON FUNCTION "private"."billing_for_all"(jsonb) IS 'What an event of billing says to who reads the activity without managing billing: plans, times and seats; no amounts, numbers of invoices, reasons of banks or notes of operators.';

COMMENT ON FUNCTION "private"."tell_of_billing"(bigint, text, text, jsonb) IS 'Sends a mail of billing to owners, billing admins and the billing address, once for each thing it is about, and one of a kind a day; no more than 20 a day to a billing address that is no owner''s or billing admin''s.';

COMMENT ON FUNCTION "public"."workspace_activity"(bigint, bigint, bigint, integer, text[]) IS 'The trail of a workspace, newest first, page by page, amounts and notes of billing for who manages it alone: p_before (the last id seen) for older events, p_after for the page just newer. p_types: exact types, or whole groups (workspace, group, project, team).';

COMMENT ON TYPE "public"."workspace_site" IS 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in. google_tag_manager, localizejs, show_userway: what documentation loads of others for its visitors, as far as the plan holds it, as also favicon_url, theme and hide_powered_by; disable_cookie_tracking: once they allow it.';

REVOKE ALL ON FUNCTION "private"."billing_for_all"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."billing_for_all"(jsonb) TO "postgres";
