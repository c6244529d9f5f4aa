set local check_function_bodies = off;

CREATE SEQUENCE "private"."stripe_reads" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

ALTER TABLE "private"."billing_attempts" ADD COLUMN "user_id" bigint;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "over_seats_since" timestamp with time zone;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "contract_seat_price" integer;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "contract_ends_at" timestamp with time zone;

CREATE TYPE "private"."lock_due" AS ("reason" text, "lock_at" timestamp with time zone);

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
  plan constant public.billing_pricing_plans := private.plan_of_price(bought ->> 'flat_price');
  next_plan constant public.billing_pricing_plans := private.plan_of_price(bought ->> 'next_flat_price');
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
  became.paid_members := case when has_plan then coalesce((bought ->> 'seats')::integer, 0) end;
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

CREATE OR REPLACE FUNCTION private.account_for_change(workspace_id bigint)
 RETURNS public.billing_accounts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
begin
  select * into account from public.billing_accounts a where a.workspace_id = account_for_change.workspace_id for update;
  if not found then
    perform private.problem('workspace_not_found');
  elsif account.managed_by = 'contract' then
    perform private.problem('plan_by_contract');
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  -- Of what is merged where no branch can be, the rest is still shown.
  pull_request constant jsonb := case when private.is_git_branch(event #>> '{pull_request,target}')
    then event -> 'pull_request' else nullif(event -> 'pull_request', 'null') - 'target' end;
  tracked public.branches;
  may_track boolean;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if project.is_read_only then
    -- Its default branch is read anew once the plan holds it again.
    applied.reason := private.sentence('project_over_plan');
    return applied;
  end if;
  if kind = 'repository_changed' then
    -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
    -- the event only help to find it.
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  elsif private.is_git_branch(branch_name) then
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then 'ignored' else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and kind in ('push', 'pull_request_opened', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_locks()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      seats_lowered_to, stripe_read, clock_ahead)
    = (became.billing_product_id, became.billing_pricing_plan_id, became.included_members, became.paid_members, became.trial_end_at,
      became.status, became.renew_billing_pricing_plan_id, became.cycle_interval_months, became.stripe_subscription_id, became.stripe_status,
      became.stripe_cancel_at_period_end, became.stripe_current_period_end, became.next_renewal_at, became.next_invoice_at,
      became.next_invoice_type, became.next_invoice_projection, became.stripe_billing_email, became.payment_method_brand,
      became.payment_method_last4, became.payment_method_expires, became.last_invoice_error, became.pending_product_id, became.pending_at,
      became.used_trial_at, became.stripe_schedule_id, became.past_due_since, became.seats_lowered_to, became.stripe_read, became.clock_ahead)
  where a.workspace_id = apply_reading.workspace_id;
  if became.used_trial_at is not null and account.used_trial_at is null then
    insert into private.billing_trials (user_id, workspace_id)
    select m.user_id, m.workspace_id from public.workspace_members m where m.workspace_id = apply_reading.workspace_id and m.role = 'owner'
    on conflict do nothing;
  end if;
  perform private.log_billing_changes(account, became);
  perform private.keep_invoices(workspace_id, snapshot -> 'invoices');
  perform private.tell_what_is_due(workspace_id);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.billing_limits(workspace_id bigint, product_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'used', private.feature_usage(billing_limits.workspace_id, f.name), 'max', f.max_quantity)
    order by f.name), '[]')
  from public.billing_features f where f.product_id = billing_limits.product_id and f.type = 'limit' and f.name <> 'owners'
$function$;

CREATE OR REPLACE FUNCTION private.billing_now(account public.billing_accounts)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select now() + account.clock_ahead
$function$;

CREATE OR REPLACE FUNCTION private.due_true_ups()
 RETURNS TABLE(workspace_id bigint, customer text, seats integer, amount integer, quarter text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.workspace_id, a.stripe_customer_id, used.beyond, (used.beyond * a.contract_seat_price / 4.0)::integer,
    to_char(a.next_invoice_at - interval '1 day', 'YYYY"-Q"Q')
  from public.billing_accounts a
  cross join lateral (select greatest(private.feature_usage(a.workspace_id, 'members') - coalesce(a.included_members, 0), 0) as beyond) used
  where a.managed_by = 'contract' and a.next_invoice_type = 'true-up' and a.next_invoice_at <= now() + a.clock_ahead
$function$;

CREATE OR REPLACE FUNCTION private.end_contract(workspace_id bigint, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.billing_accounts a
  set managed_by = 'stripe', billing_product_id = free.id, included_members = free.included_members, paid_members = null,
    contract_seat_price = null, contract_ends_at = null, next_invoice_type = null, next_invoice_at = null, next_renewal_at = null,
    next_invoice_projection = null
  from public.billing_products free
  where free.name = 'free' and a.workspace_id = end_contract.workspace_id and a.managed_by = 'contract';
  if not found then
    raise exception 'The workspace has no contract.';
  end if;
  perform private.log_activity(workspace_id, 'billing.contract.ended', jsonb_build_object('note', nullif(note, '')));
  perform private.tell_of_billing(workspace_id, 'ended', now()::text, jsonb_build_object('old', 'contract', 'plan', 'Free', 'at', now()));
end
$function$;

CREATE OR REPLACE FUNCTION private.end_given_trials()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    perform private.keep_invoices(workspace_id, jsonb_build_array(invoice));
  end if;
  if seats > 0 then
    perform private.log_billing(workspace_id, 'billing.true_up', jsonb_build_object('quarter', quarter, 'seats', seats, 'total', amount));
    perform private.tell_of_billing(workspace_id, 'true_up', quarter, jsonb_build_object('quarter', quarter, 'seats', seats, 'total', amount));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.feature_maximum(workspace_id bigint, feature text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  maximum integer;
begin
  if (select d.mode from private.deployment d) = 'single_tenant' then
    return null;
  end if;
  select * into account from public.billing_accounts a where a.workspace_id = feature_maximum.workspace_id;
  select f.max_quantity into maximum from public.billing_features f
  where f.product_id = account.billing_product_id and f.name = feature;
  if feature = 'members' and maximum is null and account.paid_members is not null then
    return coalesce(account.included_members, (select p.included_members from public.billing_products p where p.id = account.billing_product_id), 0)
      + least(account.paid_members, account.seats_lowered_to);
  end if;
  return maximum;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_event(event_id text, note text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
begin
  update private.stripe_events e set processed_at = null where e.id = event_id;
  if not found then
    raise exception 'There is no event % here.', event_id;
  end if;
  select a.workspace_id into host_id from public.billing_accounts a join private.stripe_events e on e.customer_id = a.stripe_customer_id where e.id = event_id;
  if host_id is not null then
    perform private.log_activity(host_id, 'billing.event.replayed', jsonb_build_object('event', event_id, 'note', nullif(note, '')));
  end if;
  return host_id;
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
    stripe_subscription_id = null, stripe_status = null
  where a.workspace_id = give_trial.workspace_id;
  insert into private.billing_trials (user_id, workspace_id)
  select m.user_id, m.workspace_id from public.workspace_members m where m.workspace_id = give_trial.workspace_id and m.role = 'owner'
  on conflict do nothing;
  perform private.log_activity(workspace_id, 'billing.trial.given', jsonb_build_object('plan', wanted.label, 'days', days, 'note', nullif(note, '')));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_over_seats(workspace_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select d.mode from private.deployment d) = 'multi_tenant' and exists (
    select 1 from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id and p.name = 'free'
    where a.workspace_id = is_over_seats.workspace_id
      and (private.feature_usage(a.workspace_id, 'members') > private.feature_maximum(a.workspace_id, 'members')
        or private.feature_usage(a.workspace_id, 'guests') > private.feature_maximum(a.workspace_id, 'guests')))
$function$;

CREATE OR REPLACE FUNCTION private.is_running(subscription jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select subscription ->> 'status' in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
$function$;

CREATE OR REPLACE FUNCTION private.is_writing(permission text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select is_writing.permission in (
    'project_contents_update', 'project_branch_create_delete', 'project_branch_update', 'project_update', 'project_group_update')
$function$;

CREATE OR REPLACE FUNCTION private.keep_invoices(workspace_id bigint, invoices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invoice jsonb;
  was text;
begin
  for invoice in select value from jsonb_array_elements(coalesce(invoices, '[]')) loop
    select i.status into was from public.billing_invoices i where i.stripe_invoice_id = invoice ->> 'id';
    insert into public.billing_invoices (workspace_id, stripe_invoice_id, number, status, total, amount_due, amount_paid, currency,
      billing_reason, period_start, period_end, hosted_invoice_url, invoice_pdf, error, created_at)
    values (keep_invoices.workspace_id, invoice ->> 'id', invoice ->> 'number', invoice ->> 'status', (invoice ->> 'total')::integer,
      (invoice ->> 'amount_due')::integer, (invoice ->> 'amount_paid')::integer, invoice ->> 'currency', invoice ->> 'billing_reason',
      to_timestamp((invoice ->> 'period_start')::bigint), to_timestamp((invoice ->> 'period_end')::bigint), invoice ->> 'hosted_invoice_url',
      invoice ->> 'invoice_pdf', invoice ->> 'error', to_timestamp((invoice ->> 'created')::bigint))
    on conflict (stripe_invoice_id) do update set number = excluded.number, status = excluded.status, total = excluded.total,
      amount_due = excluded.amount_due, amount_paid = excluded.amount_paid, hosted_invoice_url = excluded.hosted_invoice_url,
      invoice_pdf = excluded.invoice_pdf, error = excluded.error
    where (billing_invoices.number, billing_invoices.status, billing_invoices.total, billing_invoices.amount_due, billing_invoices.amount_paid,
        billing_invoices.hosted_invoice_url, billing_invoices.invoice_pdf, billing_invoices.error)
      is distinct from (excluded.number, excluded.status, excluded.total, excluded.amount_due, excluded.amount_paid,
        excluded.hosted_invoice_url, excluded.invoice_pdf, excluded.error)
      -- What was paid or voided does not become open again.
      and (billing_invoices.status not in ('paid', 'void') or excluded.status = billing_invoices.status);
    if invoice ->> 'status' = 'paid' and was is distinct from 'paid' and (invoice ->> 'total')::integer <> 0 then
      perform private.log_billing(workspace_id, 'billing.invoice.paid',
        jsonb_build_object('number', invoice ->> 'number', 'total', (invoice ->> 'total')::integer, 'currency', invoice ->> 'currency'));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_due(account public.billing_accounts)
 RETURNS private.lock_due
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when (select d.mode from private.deployment d) = 'single_tenant' then null
    when account.past_due_since is not null then row('failed_payment',
      -- Once Stripe has given up, the two weeks are over, however many they were.
      case when account.stripe_status = 'unpaid' then least(now(), account.past_due_since + interval '14 days' - account.clock_ahead)
        else account.past_due_since + interval '14 days' - account.clock_ahead end)::private.lock_due
    when account.over_seats_since is not null
      then row('overusage', account.over_seats_since + interval '14 days' - account.clock_ahead)::private.lock_due
  end
$function$;

CREATE OR REPLACE FUNCTION private.log_billing(workspace_id bigint, type text, metadata jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity_of(log_billing.workspace_id, log_billing.type,
    -- Whoever asked for a change is who made it, also where Stripe's event comes first.
    (select a.user_id from private.billing_attempts a where a.workspace_id = log_billing.workspace_id and a.ended_at is null), null, log_billing.metadata)
$function$;

CREATE OR REPLACE FUNCTION private.log_billing_changes(was public.billing_accounts, is_now public.billing_accounts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  id constant bigint := is_now.workspace_id;
  label_was constant text := (select p.label from public.billing_products p where p.id = was.billing_product_id);
  label constant text := (select p.label from public.billing_products p where p.id = is_now.billing_product_id);
  pending constant text := (select p.label from public.billing_products p where p.id = is_now.pending_product_id);
  is_trial constant boolean := is_now.stripe_status = 'trialing' and was.stripe_status is distinct from 'trialing';
begin
  if is_trial then
    perform private.log_billing(id, 'billing.trial.started', jsonb_build_object('plan', label, 'ends_at', is_now.trial_end_at));
    perform private.tell_of_billing(id, 'trial_started', is_now.stripe_subscription_id, jsonb_build_object('plan', label, 'at', is_now.trial_end_at));
  elsif was.billing_product_id <> is_now.billing_product_id then
    perform private.log_billing(id, 'billing.plan.changed', jsonb_build_object('old', label_was, 'plan', label, 'interval', is_now.cycle_interval_months));
    perform private.tell_of_billing(id, case when is_now.billing_product_id = 1 then 'ended' else 'plan_changed' end,
      is_now.stripe_read::text, jsonb_build_object('old', label_was, 'plan', label, 'at', is_now.stripe_current_period_end));
  elsif was.cycle_interval_months <> is_now.cycle_interval_months then
    perform private.log_billing(id, 'billing.interval.changed', jsonb_build_object('plan', label, 'interval', is_now.cycle_interval_months));
  end if;
  if was.stripe_status = 'trialing' and is_now.stripe_status = 'active' then
    perform private.log_billing(id, 'billing.trial.ended', jsonb_build_object('plan', label));
  end if;
  if was.paid_members <> is_now.paid_members and was.billing_product_id = is_now.billing_product_id then
    perform private.log_billing(id, 'billing.seats.changed', jsonb_build_object('old', was.paid_members, 'seats', is_now.paid_members));
  end if;
  if is_now.stripe_cancel_at_period_end and not was.stripe_cancel_at_period_end then
    perform private.log_billing(id, 'billing.cancel.scheduled', jsonb_build_object('plan', label, 'at', is_now.pending_at));
    perform private.tell_of_billing(id, 'cancel_scheduled', is_now.stripe_read::text, jsonb_build_object('plan', label, 'at', is_now.pending_at));
  elsif was.stripe_cancel_at_period_end and not is_now.stripe_cancel_at_period_end and private.is_running(jsonb_build_object('status', is_now.stripe_status)) then
    perform private.log_billing(id, 'billing.cancel.taken_back', jsonb_build_object('plan', label));
    update private.billing_cancellations c set taken_back_at = now() where c.workspace_id = log_billing_changes.id and c.taken_back_at is null;
  end if;
  if is_now.renew_billing_pricing_plan_id is not null and is_now.renew_billing_pricing_plan_id is distinct from was.renew_billing_pricing_plan_id then
    perform private.log_billing(id, case when pending is null then 'billing.interval.scheduled' else 'billing.downgrade.scheduled' end,
      jsonb_build_object('plan', coalesce(pending, label), 'at', is_now.pending_at,
        'interval', (select p.cycle_interval_months from public.billing_pricing_plans p where p.id = is_now.renew_billing_pricing_plan_id)));
    if pending is not null then
      perform private.tell_of_billing(id, 'downgrade_scheduled', is_now.stripe_read::text,
        jsonb_build_object('old', label, 'plan', pending, 'at', is_now.pending_at));
    end if;
  elsif was.renew_billing_pricing_plan_id is not null and is_now.renew_billing_pricing_plan_id is null
    and was.billing_pricing_plan_id = is_now.billing_pricing_plan_id and not is_now.stripe_cancel_at_period_end then
    perform private.log_billing(id, 'billing.change.taken_back', jsonb_build_object('plan', label));
  end if;
  if is_now.past_due_since is not null and was.past_due_since is null then
    perform private.log_billing(id, 'billing.payment.failed', jsonb_build_object('reason', is_now.last_invoice_error));
    perform private.tell_of_billing(id, 'payment_failed', is_now.past_due_since::text, jsonb_build_object('plan', label, 'reason', is_now.last_invoice_error));
  elsif was.past_due_since is not null and is_now.past_due_since is null and is_now.stripe_status = 'active' then
    perform private.log_billing(id, 'billing.payment.recovered', jsonb_build_object('plan', label));
    perform private.tell_of_billing(id, 'payment_recovered', was.past_due_since::text, jsonb_build_object('plan', label));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_settings_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
begin
  select jsonb_object_agg(n.key, n.value) into changed
  from jsonb_each(to_jsonb(new)) n
  -- Locks have events of their own.
  where n.key not in ('updated_at', 'locked', 'lock_at', 'lock_reason') and n.value is distinct from to_jsonb(old) -> n.key;
  if changed is not null then
    perform private.log_activity(new.id, 'workspace.updated', jsonb_build_object('changed', (select jsonb_agg(k) from jsonb_object_keys(changed) k)));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_of_price(price text)
 RETURNS public.billing_pricing_plans
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.* from public.billing_pricing_plans p where p.stripe_price_id = plan_of_price.price
$function$;

CREATE OR REPLACE FUNCTION private.queue_git_analysis(project_id bigint, branch_name text, event text, commit_hash text, pull_request jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_unheard_of constant integer := 200;
  most_followed constant integer := 1000;
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = queue_git_analysis.project_id);
  followed constant bigint := (
    select b.id from public.branches b where b.project_id = queue_git_analysis.project_id and b.slug = private.branch_slug(branch_name));
  ref constant text := 'refs/heads/' || branch_name;
  head constant text := substring(commit_hash from '^[0-9a-f]{7,64}$');
  queue constant text := 'git:' || project_id || ':' || md5(branch_name);
  most_waiting constant integer := case when followed is null then most_unheard_of else most_followed end;
  job uuid;
begin
  if exists (select 1 from public.projects p where p.id = queue_git_analysis.project_id and p.is_read_only) then
    return null;
  end if;
  -- What waits already reads the branch as it will be then: a newer event takes it over instead of queueing another.
  select t.job_id into job from public.task_logs t
  where t.project_id = queue_git_analysis.project_id and t.branch_ref = ref and t.status = 'queued' and t.source = 'git'
  order by t.created_at desc limit 1 for update;
  if job is not null then
    update public.task_logs t
    set event = queue_git_analysis.event, commit_hash = coalesce(head, t.commit_hash),
      pull_request = coalesce(queue_git_analysis.pull_request, t.pull_request)
    where t.job_id = job and t.status = 'queued';
    if found then
      -- What failed and waits to be tried again does not keep a newer event waiting, nor is that one attempt of the old one's.
      if not exists (select 1 from graphile_worker.jobs j where j.key = 'analyze:' || job and j.attempts = 0 and j.run_at <= now()) then
        perform private.start_analysis_job(job, host_id, queue);
      end if;
      return job;
    end if;
  end if;
  -- Any number of branches can be named by who pushes, or has the secret of a webhook. Followed ones are there, and wait once each.
  if (
    select count(*) from (
      select 1 from public.task_logs t
      where t.project_id = queue_git_analysis.project_id and t.status = 'queued' and t.source = 'git' limit most_waiting) waiting) >= most_waiting then
    return null;
  end if;
  insert into public.task_logs (task_id, source, workspace_id, project_id, branch_id, branch_ref, event, commit_hash, pull_request, created_by)
  values ('analyze', 'git', host_id, queue_git_analysis.project_id, followed, ref, queue_git_analysis.event, head, queue_git_analysis.pull_request, private.current_user_id())
  returning job_id into job;
  perform private.start_analysis_job(job, host_id, queue);
  return job;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_billing(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Where there are no plans there is nothing to bill.
  if (select d.mode from private.deployment d) = 'single_tenant' then
    perform private.problem('workspace_not_found');
  end if;
  perform private.require_in_workspace(workspace_id, 'WorkspaceBilling');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_ci_token(project_id bigint, token_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Whoever replaces a token locks its project: behind this lock it stays what it is.
  perform 1 from public.projects p where p.id = require_ci_token.project_id for no key update;
  perform 1
  from private.ci_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.project_id = require_ci_token.project_id and encode(t.token_hash, 'hex') = require_ci_token.token_hash;
  if not found then
    perform private.problem('ci_token_ended');
  end if;
  perform private.require_writable(project_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_in_project(project_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_project(project_id, permission) then
    if private.is_writing(permission) then
      perform private.require_writable(project_id);
    end if;
    return;
  end if;
  if private.can_in_project(project_id, 'project_read')
    or exists (select 1 from public.projects p where p.id = require_in_project.project_id and p.is_open) then
    perform private.problem('not_allowed_in_project');
  end if;
  perform private.problem('project_not_found');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_writable(project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from public.projects p where p.id = require_writable.project_id and p.is_read_only) then
    perform private.problem('project_over_plan');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_writable_copy(branch_id bigint)
 RETURNS public.branches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  access private.studio_access := private.studio_access(branch_id);
begin
  if access.view is null then
    perform private.problem('branch_not_found');
  end if;
  -- One change of the list of files after the other, and none while an analysis swaps its files in.
  select * into branch from public.branches b where b.id = require_writable_copy.branch_id for no key update;
  access := private.studio_access(branch_id);
  if access.view is null or branch.id is null then
    perform private.problem('branch_not_found');
  elsif access.mode <> 'readWrite' then
    perform private.require_writable(branch.project_id);
    perform private.problem('not_allowed_in_project');
  end if;
  return branch;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_billing_notices()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_given_trials();
  perform private.tell_what_is_due(a.workspace_id)
  from public.billing_accounts a join public.workspaces w on w.id = a.workspace_id
  where a.trial_end_at between now() + a.clock_ahead and now() + a.clock_ahead + interval '3 days'
    or not w.locked and w.lock_at <= now() + interval '3 days';
end
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
    next_renewal_at = set_contract.ends_at, next_invoice_projection = null
  where a.workspace_id = set_contract.workspace_id;
  perform private.log_activity(workspace_id, 'billing.contract.set', jsonb_build_object('plan', wanted.label, 'included', included, 'ends_at', ends_at, 'note', nullif(note, '')));
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
  if (due).reason is null then
    -- What an operator locked, without a reason of ours, stays.
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

CREATE OR REPLACE FUNCTION private.settle_lock_after_leaving()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.settle_lock(w.id) from public.workspaces w where w.id = old.workspace_id and w.lock_reason = 'overusage';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.settle_projects(new.workspace_id);
  perform private.settle_lock(new.workspace_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_projects(workspace_id bigint, waits boolean DEFAULT true)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.settle_projects_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.settle_projects(gone.workspace_id, false)
  from (select distinct g.workspace_id from gone g) gone
  where exists (select 1 from public.projects p where p.workspace_id = gone.workspace_id and p.is_read_only);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.studio_access(branch public.branches)
 RETURNS private.studio_access
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  permissions constant text[] := array(select m.permission from public.my_project_permissions(branch.project_id) m);
  is_linked constant boolean := branch.id in (select private.shared_branch_ids());
  may_read constant boolean := 'project_read' = any (permissions) or is_linked;
  has_service_account constant boolean := exists (select 1 from public.project_service_accounts a where a.project_id = branch.project_id);
  may_update boolean := 'project_contents_update' = any (permissions);
  is_maker boolean;
  access private.studio_access;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  is_maker := private.can_in_workspace(project.workspace_id, 'WorkspaceProjectsCreate');
  may_update := may_update and (project.type <> 'vcs' or has_service_account or is_maker);
  access.mode := private.studio_mode(project.type, may_update, may_read, has_service_account or exists (
    select 1 from public.project_repositories r
    join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = private.current_user_id()
    where r.project_id = project.id));
  access.reason := case
    when access.mode = 'notEditable' then 'studio_not_editable'
    when access.mode = 'connect' then 'studio_connect_account'
    when access.mode <> 'readWrite' and project.is_read_only then 'project_over_plan'
    when access.mode <> 'readWrite' and not is_maker then 'studio_needs_maker'
  end;
  if access.mode in ('readOnly', 'readWrite') then
    access.view := private.studio_view('project_unpublished_branch_read' = any (permissions),
      is_linked or branch.is_published and 'project_published_branch_read' = any (permissions),
      'project_published_branch_read' = any (permissions) and private.can_in_workspace(project.workspace_id, 'WorkspaceFullMember'));
    if access.view is null then
      access.mode := 'none';
      access.reason := 'studio_holds_internal';
    end if;
  end if;
  return access;
end
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
  where exists (select 1 from public.billing_pricing_plans p where p.stripe_price_id = s.value ->> 'flat_price')
    and (private.is_running(s.value) or s.value ->> 'id' = a.stripe_subscription_id or s.value ->> 'status' = 'incomplete')
  order by private.is_running(s.value) desc, (s.value ->> 'id' = a.stripe_subscription_id) desc nulls last, (s.value ->> 'status' = 'incomplete') desc,
    (s.value ->> 'created')::bigint
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_billing(workspace_id bigint, kind text, about text, data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 50;
  recipient text;
begin
  insert into private.billing_notices (workspace_id, kind, about)
  values (tell_of_billing.workspace_id, tell_of_billing.kind, coalesce(tell_of_billing.about, ''))
  on conflict do nothing;
  if not found then
    return;
  end if;
  for recipient in
    select told.email from (
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
    perform private.enqueue_mail(recipient, 'billing',
      jsonb_strip_nulls(data) || jsonb_build_object('kind', tell_of_billing.kind, 'workspace_id', tell_of_billing.workspace_id));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_lock(workspace_id bigint, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
begin
  select * into account from public.billing_accounts a where a.workspace_id = tell_of_lock.workspace_id;
  perform private.log_activity(workspace_id, 'workspace.locked', jsonb_build_object('reason', reason));
  perform private.tell_of_billing(workspace_id, 'locked', coalesce(account.past_due_since, account.over_seats_since, now())::text,
    jsonb_build_object('reason', reason));
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_what_is_due(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.trial_available(workspace_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.billing_accounts a
    where a.workspace_id = trial_available.workspace_id and a.managed_by = 'stripe' and a.used_trial_at is null and a.stripe_subscription_id is null)
    -- Nor by who had one elsewhere.
    and not exists (
      select 1 from private.billing_trials t join public.workspace_members m on m.user_id = t.user_id
      where m.workspace_id = trial_available.workspace_id and m.role = 'owner')
$function$;

CREATE OR REPLACE FUNCTION public.append_updates(p_document_id uuid, p_epoch integer, p_updates jsonb)
 RETURNS SETOF public.kept_update
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  access private.studio_access;
  snapshot_seq bigint;
  before_seq bigint;
  author constant bigint := private.current_user_id();
  given jsonb;
  update_key uuid;
  bytes bytea;
  held bigint;
  together integer := 0;
  most_waiting constant bigint := 33554432;
  most_bytes constant bigint := 16777216;
begin
  if author is null then
    perform private.problem('sign_in_first');
  elsif jsonb_typeof(p_updates) is distinct from 'array' or jsonb_array_length(p_updates) not between 1 and 1000 then
    perform private.problem('update_invalid');
  elsif length(p_updates::text) > 5872025 then
    -- 4 MB in base64, and their keys.
    perform private.problem('update_too_large');
  end if;
  select * into document from public.documents d where d.id = p_document_id for no key update;
  access := private.studio_access(document.branch_id);
  if document.id is null or access.view is distinct from 'live' then
    perform private.problem('document_not_found');
  elsif access.mode <> 'readWrite' then
    perform private.require_writable((select b.project_id from public.branches b where b.id = document.branch_id));
    perform private.problem('not_allowed_in_project');
  elsif document.deleted_at is not null then
    perform private.problem('document_deleted');
  end if;
  select s.seq into snapshot_seq from private.document_snapshots s where s.document_id = document.id and s.epoch = document.epoch;
  if snapshot_seq is null or document.epoch is distinct from p_epoch then
    perform private.problem('document_was_reset');
  end if;
  before_seq := document.seq;
  for given in select value from jsonb_array_elements(p_updates) loop
    begin
      update_key := (given ->> 'key')::uuid;
      bytes := decode(given ->> 'update', 'base64');
    exception when data_exception then
      perform private.problem('update_invalid');
    end;
    if update_key is null or length(bytes) is null or length(bytes) < 2 then
      perform private.problem('update_invalid');
    end if;
    together := together + length(bytes);
    if length(bytes) > 2097152 or together > 4194304 then
      perform private.problem('update_too_large');
    end if;
    select u.seq into held from private.document_updates u where u.document_id = document.id and u.key = update_key;
    if held is null then
      document.seq := document.seq + 1;
      document.waiting_bytes := document.waiting_bytes + length(bytes);
      held := document.seq;
      insert into private.document_updates (document_id, seq, epoch, key, author_id, update)
      values (document.id, document.seq, document.epoch, update_key, author, bytes);
      perform private.tell_document(document.id, 'update', jsonb_build_object('epoch', document.epoch, 'seq', document.seq, 'key', update_key,
        'author_id', author, 'update', case when length(bytes) <= 100000 then translate(encode(bytes, 'base64'), E'\n', '') end));
    end if;
    return next row(update_key, held)::public.kept_update;
  end loop;
  if document.seq = before_seq then
    return;
  end if;
  perform private.allow_edits(greatest(jsonb_array_length(p_updates), 1 + length(p_updates::text) / 4096));
  if document.size > most_bytes then
    perform private.problem('document_too_large');
  elsif document.waiting_bytes > most_waiting then
    perform private.problem('too_many_edits');
  end if;
  update public.documents d
  set seq = document.seq, waiting_bytes = document.waiting_bytes, is_edited = true, updated_at = now(), updated_by = author
  where d.id = document.id;
  perform private.queue_compaction(document, before_seq, snapshot_seq);
end
$function$;

CREATE OR REPLACE FUNCTION public.my_project_permissions(p_project_id bigint)
 RETURNS TABLE(role public.project_role, permission text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.role, p.permission
  from public.project_role_permissions p
  where p.role = private.my_project_role(p_project_id)
    and not (private.is_writing(p.permission) and exists (select 1 from public.projects o where o.id = p_project_id and o.is_read_only))
$function$;

CREATE OR REPLACE FUNCTION public.plan_losses(p_workspace_id bigint, p_product_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_billing(p_workspace_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('feature', had.name, 'type', had.type,
      'used', case when had.type = 'limit' then private.feature_usage(p_workspace_id, had.name) end, 'max', kept.max_quantity,
      'had', had.max_quantity) order by had.type, had.name), '[]')
    from public.billing_accounts a
    join public.billing_features had on had.product_id = a.billing_product_id and had.max_quantity is distinct from 0
    left join public.billing_features kept on kept.product_id = p_product_id and kept.name = had.name
    where a.workspace_id = p_workspace_id and had.name <> 'owners' and (
      kept.name is null or had.type = 'limit' and kept.max_quantity is not null and kept.max_quantity < coalesce(had.max_quantity, 2147483647)));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_apply_reading(p_workspace_id bigint, p_reading bigint, p_snapshot jsonb, p_event_id text DEFAULT NULL::text, p_ahead integer DEFAULT NULL::integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The account first, as everywhere; then the event, which is applied by one of those who try.
  perform private.lock_seats(p_workspace_id);
  if p_event_id is not null and not exists (select 1 from private.stripe_events e where e.id = p_event_id and e.processed_at is null) then
    return true;
  end if;
  if not private.apply_reading(p_workspace_id, p_reading, p_snapshot, p_ahead) then
    return false;
  end if;
  update private.stripe_events e set processed_at = now(), error = null where e.id = p_event_id;
  return true;
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
  if attempt.id is not null and attempt.created_at > now() - remembered then
    if attempt.intent = 'checkout' and (p_intent <> 'checkout' or attempt.params <> p_params) then
      return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id,
        'customer', account.stripe_customer_id, 'is_other', true);
    elsif attempt.intent = p_intent and attempt.params = p_params and (p_intent = 'checkout' or attempt.taken_until <= now()) then
      update private.billing_attempts a set taken_until = now() + lease where a.id = attempt.id returning * into attempt;
      return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id,
        'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', false);
    elsif attempt.taken_until > now() then
      perform private.problem('billing_change_under_way');
    end if;
  end if;
  update private.billing_attempts a set ended_at = now() where a.workspace_id = p_workspace_id and a.ended_at is null;
  insert into private.billing_attempts (workspace_id, intent, params, taken_until, user_id)
  values (p_workspace_id, p_intent, p_params, now() + lease, (select u.id from public.users u where u.auth_id = p_auth_id))
  returning * into attempt;
  return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', null,
    'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', false);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_commit(p_commit_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commit public.document_commits;
begin
  update public.document_commits c set status = 'running' where c.id = p_commit_id and c.status in ('queued', 'running') returning * into commit;
  if commit.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'branch', (select b.name from public.branches b where b.id = commit.branch_id),
    'branch_id', commit.branch_id, 'project_id', commit.project_id, 'workspace_id', commit.workspace_id, 'author_id', commit.author_id,
    'message', commit.message, 'new_branch', commit.new_branch, 'base_commit', commit.base_commit,
    'time', extract(epoch from commit.created_at)::bigint,
    -- Whoever lost the right while it waited commits nothing.
    'is_allowed', exists (
      select 1 from public.project_role_permissions may
      where may.role = private.effective_project_role(commit.author_id, commit.project_id) and may.permission = 'project_contents_update')
      and not exists (select 1 from public.projects p where p.id = commit.project_id and p.is_read_only)
      and exists (select 1 from public.workspace_members m where m.user_id = commit.author_id and m.workspace_id = commit.workspace_id and m.is_active),
    'author', (
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username::text),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = commit.author_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'epoch', d.epoch, 'seq', d.seq, 'path', d.path, 'published_path', d.published_path, 'is_deleted', d.deleted_at is not null) order by d.path, d.id), '[]')
      from private.document_commit_files f join public.documents d on d.id = f.document_id where f.commit_id = commit.id));
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
    'is_done', account.workspace_id is null or event.processed_at is not null);
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

CREATE OR REPLACE FUNCTION public.svc_event_failed(p_event_id text, p_error text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.stripe_events e set error = left(p_error, 2000) where e.id = p_event_id and e.processed_at is null
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_attempt(p_id uuid, p_stripe_id text, p_ended boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.billing_attempts a
  set stripe_id = coalesce(p_stripe_id, a.stripe_id), ended_at = case when p_ended then now() end
  where a.id = p_id and a.ended_at is null
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_billing_email(p_workspace_id bigint, p_email text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.billing_accounts a set stripe_billing_email = private.require_email(p_email) where a.workspace_id = p_workspace_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_cancellation(p_workspace_id bigint, p_auth_id uuid, p_reason text, p_details text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.billing_cancellations (workspace_id, user_id, product_id, reason, details)
  select a.workspace_id, (select u.id from public.users u where u.auth_id = p_auth_id), a.billing_product_id, p_reason, coalesce(p_details, '')
  from public.billing_accounts a where a.workspace_id = p_workspace_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_customer(p_workspace_id bigint, p_customer text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.billing_accounts a set stripe_customer_id = p_customer where a.workspace_id = p_workspace_id and a.stripe_customer_id is null;
  return (select a.stripe_customer_id from public.billing_accounts a where a.workspace_id = p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_prices(p_prices jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  update public.billing_pricing_plans p set stripe_price_id = wanted.flat, stripe_seat_price_id = wanted.seat
  from jsonb_to_recordset(p_prices) wanted (id bigint, flat text, seat text)
  where p.id = wanted.id and (p.stripe_price_id, p.stripe_seat_price_id) is distinct from (wanted.flat, wanted.seat);
  get diagnostics changed = row_count;
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_lower_seats(p_workspace_id bigint, p_paid integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant public.billing_accounts := private.account_for_change(p_workspace_id);
  used constant integer := private.feature_usage(p_workspace_id, 'members');
begin
  if p_paid is not null and used > coalesce(account.included_members, 0) + p_paid then
    perform private.problem('seats_in_use', 'paid', jsonb_build_object('used', used));
  end if;
  update public.billing_accounts a set seats_lowered_to = case when p_paid < a.paid_members then p_paid end where a.workspace_id = p_workspace_id;
end
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

ALTER TABLE "private"."billing_attempts" ADD CONSTRAINT "billing_attempts_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_contract_seat_price_check" CHECK ((contract_seat_price >= 0));

CREATE INDEX billing_attempts_user_idx ON private.billing_attempts USING btree (user_id);

CREATE TRIGGER settle_plan AFTER UPDATE OF billing_product_id, past_due_since, stripe_status, clock_ahead ON public.billing_accounts FOR EACH ROW WHEN (((old.billing_product_id <> new.billing_product_id) OR (old.past_due_since IS DISTINCT FROM new.past_due_since) OR (old.stripe_status IS DISTINCT FROM new.stripe_status) OR (old.clock_ahead <> new.clock_ahead))) EXECUTE FUNCTION private.settle_plan();

CREATE TRIGGER settle_projects AFTER DELETE ON public.projects REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.settle_projects_after_delete();

CREATE TRIGGER settle_lock AFTER DELETE ON public.workspace_members FOR EACH ROW EXECUTE FUNCTION private.settle_lock_after_leaving();

COMMENT ON COLUMN "public"."billing_accounts"."contract_seat_price" IS 'Of a contract: what a seat beyond the agreed ones costs a year, in cents; every quarter bills those in use.';

COMMENT ON COLUMN "public"."billing_accounts"."over_seats_since" IS 'Since when more people are in it than the Free plan has room for; the workspace is locked two weeks later.';

COMMENT ON FUNCTION "private"."account_as_read"(public.billing_accounts, jsonb) IS 'The rule of what a workspace has, by what Stripe says of its customer: {email, payment_method, subscriptions: [{id, status, created, flat_price, seats, period_end, trial_start, trial_end, cancels, cancel_at, schedule, next_flat_price, next_at, past_due_since, error}], projection: {total, details, at}}. Times in seconds.';

COMMENT ON FUNCTION "private"."account_for_change"(bigint) IS 'The account of a workspace, locked; refuses one whose plan is a contract.';

COMMENT ON FUNCTION "private"."apply_reading"(bigint, bigint, jsonb, integer) IS 'Applies a reading of Stripe to a workspace, with all that follows from it; false for one that began before another that was applied. `ahead` is how far Stripe''s test clock is ahead of ours, in seconds.';

COMMENT ON FUNCTION "private"."billing_limits"(bigint, bigint) IS 'What a plan limits, how much of it a workspace uses, and how much the plan has.';

COMMENT ON FUNCTION "private"."billing_now"(public.billing_accounts) IS 'What time it is for Stripe, whose test clocks run ahead of ours.';

COMMENT ON FUNCTION "private"."due_true_ups"() IS 'Contracts whose quarter is over: how many seats were in use beyond the agreed ones, and what a quarter of a year of them costs, in cents.';

COMMENT ON FUNCTION "private"."end_contract"(bigint, text) IS 'Ends a contract: the workspace is on the Free plan again.';

COMMENT ON FUNCTION "private"."end_given_trials"() IS 'Ends the trials that operators gave; those of Stripe end by its events.';

COMMENT ON FUNCTION "private"."end_true_up"(bigint, text, integer, integer, jsonb) IS 'Ends a quarter of a contract, once: keeps its invoice where Stripe wrote one, tells what it counted.';

COMMENT ON FUNCTION "private"."forget_event"(text, text) IS 'Lets an event be applied once more; answers whose it is.';

COMMENT ON FUNCTION "private"."give_trial"(bigint, text, integer, text) IS 'Lets a workspace try a plan for some days, without a card. It ends by itself.';

COMMENT ON FUNCTION "private"."is_over_seats"(bigint) IS 'Whether more people are in a workspace of the Free plan than that has room for.';

COMMENT ON FUNCTION "private"."is_running"(jsonb) IS 'Whether a subscription still runs, paid or not: while one does, nobody buys a second.';

COMMENT ON FUNCTION "private"."is_writing"(text) IS 'Whether a permission is of writing into a project, its content and settings: what one beyond the plan does not take. People can still be let in and out, and it can be deleted.';

COMMENT ON FUNCTION "private"."keep_invoices"(bigint, jsonb) IS 'Keeps invoices as Stripe shows them now.';

COMMENT ON FUNCTION "private"."lock_due"(public.billing_accounts) IS 'The rule of locks: two weeks after a payment failed, or after more people were left than the Free plan has room for.';

COMMENT ON FUNCTION "private"."log_billing"(bigint, text, jsonb) IS 'Writes an event of billing, in the name of who has a change under way.';

COMMENT ON FUNCTION "private"."log_billing_changes"(public.billing_accounts, public.billing_accounts) IS 'Tells in the activity, and the owners by mail, what a reading of Stripe changed.';

COMMENT ON FUNCTION "private"."plan_of_price"(text) IS 'The plan that a price of Stripe is of; null for prices of something else.';

COMMENT ON FUNCTION "private"."queue_git_analysis"(bigint, text, text, text, jsonb) IS 'Queues the analysis of a branch at its Git host; one that waits already is taken over, at once where it waits to be tried again. The branch itself is made by the analysis, if it exists there. Null, and nothing queued, where 200 of the project wait (of a branch that is followed: 1,000), or where it is beyond the plan.';

COMMENT ON FUNCTION "private"."require_billing"(bigint) IS 'Refuses who may not manage the billing of a workspace; in an installation of one company everybody.';

COMMENT ON FUNCTION "private"."require_ci_token"(bigint, text) IS 'Refuses what comes with a CI token, by its SHA-256 (hex), that has been replaced since its caller was let in, and what is for a project beyond the plan.';

COMMENT ON FUNCTION "private"."require_in_project"(bigint, text) IS 'Refuses unless the caller has the permission; 404 for who may not know that the project exists, 402 for writing into one beyond the plan.';

COMMENT ON FUNCTION "private"."require_writable"(bigint) IS 'Refuses to write into a project that the plan no longer holds: every door that writes asks it, most by private.require_in_project.';

COMMENT ON FUNCTION "private"."send_billing_notices"() IS 'Sends what falls due by the clock alone; the worker runs it every hour.';

COMMENT ON FUNCTION "private"."set_contract"(bigint, text, integer, integer, timestamp with time zone, text) IS 'Gives a workspace a plan by contract, outside Stripe: how many seats it includes (null: the plan''s), what one more costs a year in cents (null: there are no more), and until when.';

COMMENT ON FUNCTION "private"."settle_lock"(bigint) IS 'Announces, sets or lifts the lock of a workspace as its account stands.';

COMMENT ON FUNCTION "private"."settle_lock_after_leaving"() IS 'Whoever leaves may have been the one too many.';

COMMENT ON FUNCTION "private"."settle_plan"() IS 'Projects and lock follow the plan and what was paid, whoever changed them.';

COMMENT ON FUNCTION "private"."settle_projects"(bigint, boolean) IS 'The rule of projects beyond the plan: the oldest stay writable, as many as the plan holds; the others are read-only until it holds them again. Answers how many changed.';

COMMENT ON FUNCTION "private"."settle_projects_after_delete"() IS 'A deleted project makes room for another.';

COMMENT ON FUNCTION "private"."subscription_that_counts"(bigint, jsonb) IS 'Of a customer''s subscriptions the one that counts: one that runs, rather the one that counted before, rather the first.';

COMMENT ON FUNCTION "private"."tell_of_billing"(bigint, text, text, jsonb) IS 'Sends a mail of billing to owners, billing admins and the billing address, once for each thing it is about.';

COMMENT ON FUNCTION "private"."tell_of_lock"(bigint, text) IS 'Activity and mail of a workspace that was locked.';

COMMENT ON FUNCTION "private"."tell_what_is_due"(bigint) IS 'Says three days before that a trial ends or the workspace is locked.';

COMMENT ON FUNCTION "private"."trial_available"(bigint) IS 'Whether a workspace may try a plan: once ever, before it bought any, and only where none of its owners owned one that did.';

COMMENT ON FUNCTION "public"."my_project_permissions"(bigint) IS 'The caller''s effective role in a project with each permission it gives, without those of writing where the project is beyond the plan; nothing for who has none.';

COMMENT ON FUNCTION "public"."plan_losses"(bigint, bigint) IS 'What a workspace has by its plan and would not have, or not as much of, by another one: [{feature, type, used, max, had}].';

COMMENT ON FUNCTION "public"."svc_apply_reading"(bigint, bigint, jsonb, text, integer) IS 'Applies a reading and marks its event, both or neither; false for a reading that came too late, which has to be made again.';

COMMENT ON FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb) IS 'Begins a change of a workspace''s plan, or takes up the same one that was cut off: its id is the key for Stripe. Refuses while another is under way; is_other: a checkout that has to be closed first.';

COMMENT ON FUNCTION "public"."svc_begin_reading"(bigint, text, jsonb) IS 'Begins a reading of Stripe for a workspace, by itself or by its customer, and takes note of the event that causes it: {id, type, api_version, created, object_id}. Done already: an event that was applied, or one of somebody else''s customer.';

COMMENT ON FUNCTION "public"."svc_billing_account"(bigint) IS 'A workspace''s account with its ids at Stripe, and the price list with Stripe''s prices.';

COMMENT ON FUNCTION "public"."svc_event_failed"(text, text) IS 'Notes why an event could not be applied; Stripe sends it again.';

COMMENT ON FUNCTION "public"."svc_keep_attempt"(uuid, text, boolean) IS 'Keeps what Stripe made of an attempt, and ends it once nothing of it is open.';

COMMENT ON FUNCTION "public"."svc_keep_billing_email"(bigint, text) IS 'Keeps where mails of billing go.';

COMMENT ON FUNCTION "public"."svc_keep_cancellation"(bigint, uuid, text, text) IS 'Keeps why a plan was cancelled.';

COMMENT ON FUNCTION "public"."svc_keep_customer"(bigint, text) IS 'Keeps the customer that stands for a workspace at Stripe, the first one; answers which that is.';

COMMENT ON FUNCTION "public"."svc_keep_prices"(jsonb) IS 'Keeps Stripe''s prices of the plans: [{id, flat, seat}]. Answers how many changed.';

COMMENT ON FUNCTION "public"."svc_lower_seats"(bigint, integer) IS 'Takes paid seats out of use before Stripe is asked to take them back, so that nobody gets one meanwhile; refuses seats in use. Null puts them back.';

COMMENT ON FUNCTION "public"."workspace_billing"(bigint) IS 'The billing account of a workspace for who manages it: what was bought, what is used, what will change.';

COMMENT ON SEQUENCE "private"."stripe_reads" IS 'Numbers readings of Stripe in the order in which they began.';

COMMENT ON TYPE "private"."lock_due" IS 'Why a workspace has to be locked, and from when on.';

REVOKE ALL ON FUNCTION "private"."account_as_read"(public.billing_accounts, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_as_read"(public.billing_accounts, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."account_for_change"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_for_change"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."apply_reading"(bigint, bigint, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_reading"(bigint, bigint, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."billing_limits"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."billing_limits"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."billing_now"(public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."billing_now"(public.billing_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."due_true_ups"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."due_true_ups"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_contract"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_contract"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_given_trials"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_given_trials"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_true_up"(bigint, text, integer, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_true_up"(bigint, text, integer, integer, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_event"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_event"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_trial"(bigint, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."give_trial"(bigint, text, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_over_seats"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_over_seats"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_running"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_running"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_writing"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_writing"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_invoices"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_invoices"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_due"(public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_due"(public.billing_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_billing"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_billing"(bigint, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_billing_changes"(public.billing_accounts, public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_billing_changes"(public.billing_accounts, public.billing_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_of_price"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_of_price"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_billing"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_billing"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_writable"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_writable"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_billing_notices"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_billing_notices"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_contract"(bigint, text, integer, integer, timestamp with time zone, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_contract"(bigint, text, integer, integer, timestamp with time zone, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_lock"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_lock"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_lock_after_leaving"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_lock_after_leaving"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_plan"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_plan"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_projects"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_projects"(bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_projects_after_delete"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_projects_after_delete"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."subscription_that_counts"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."subscription_that_counts"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_billing"(bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_billing"(bigint, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_lock"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_lock"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_what_is_due"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_what_is_due"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trial_available"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trial_available"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."plan_losses"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."plan_losses"(bigint, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_apply_reading"(bigint, bigint, jsonb, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_apply_reading"(bigint, bigint, jsonb, text, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_begin_attempt"(bigint, uuid, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_begin_reading"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_begin_reading"(bigint, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_billing_account"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_billing_account"(bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_event_failed"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_event_failed"(text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_keep_attempt"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_attempt"(uuid, text, boolean) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_keep_billing_email"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_billing_email"(bigint, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_keep_cancellation"(bigint, uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_cancellation"(bigint, uuid, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_keep_customer"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_customer"(bigint, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_keep_prices"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_prices"(jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_lower_seats"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_lower_seats"(bigint, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."workspace_billing"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_billing"(bigint) TO "authenticated", "postgres";

GRANT SELECT, UPDATE, USAGE ON SEQUENCE "private"."stripe_reads" TO "postgres";

GRANT USAGE ON TYPE "private"."lock_due" TO "postgres";

-- By hand
insert into private.reasons (reason, code, status, sentence, field) values
  ('address_not_of_workspace', 'VALIDATION_ERROR', 400, 'Must be an address of this workspace.', null),
  ('billing_change_under_way', 'CONFLICT', 409, 'Another change of the plan is under way. Please try again in a moment.', null),
  ('billing_not_configured', 'SERVICE_UNAVAILABLE', 503, 'Billing is not set up on this installation.', null),
  ('checkout_expired', 'CONFLICT', 409, 'This checkout has expired. Please start again.', null),
  ('checkout_not_complete', 'CONFLICT', 409, 'This checkout is not complete yet.', null),
  ('checkout_not_found', 'NOT_FOUND', 404, 'Checkout not found.', null),
  ('coupon_not_found', 'NOT_FOUND', 404, 'Coupon code not found', 'promotion_code'),
  ('payment_customer_missing', 'CONFLICT', 409, 'This workspace has no payment details yet.', null),
  ('payment_due', 'CONFLICT', 409, 'A payment is due. Please pay it before you change the plan.', null),
  ('payment_provider_away', 'SERVICE_UNAVAILABLE', 503, 'The payment provider cannot be asked right now. Nothing was changed. Please try again in a few moments.', null),
  ('payment_provider_refused', 'CONFLICT', 409, 'The payment provider refused: {message}', null),
  ('payment_refused', 'PAYMENT_REQUIRED', 402, '{message}', null),
  ('plan_by_contract', 'ACTION_PROHIBITED', 403, 'This plan is a contract. Please contact your account manager to change it.', null),
  ('plan_not_higher', 'VALIDATION_ERROR', 400, 'An upgrade leads to a higher plan, or to the yearly interval.', 'product_id'),
  ('plan_not_lower', 'VALIDATION_ERROR', 400, 'A downgrade leads to a lower plan that is paid. To go back to Free, cancel the subscription.', 'product_id'),
  ('price_not_found', 'NOT_FOUND', 404, 'Could not find price for product {id} and interval {n}', null),
  ('project_over_plan', 'PAYMENT_REQUIRED', 402, 'This project is read-only: the workspace has more projects than its plan holds. Please upgrade your plan.', null),
  ('seats_in_use', 'CONFLICT', 409, '{used} members use this workspace. Remove members before you give back their seats.', 'paid'),
  ('subscription_exists', 'CONFLICT', 409, 'This workspace has a subscription already.', null),
  ('subscription_missing', 'CONFLICT', 409, 'This workspace has no subscription.', null),
  ('trial_used', 'CONFLICT', 409, 'The free trial was used already.', 'is_trial');
