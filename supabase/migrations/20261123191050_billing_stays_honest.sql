set local check_function_bodies = off;

DROP TRIGGER "settle_plan" ON "public"."billing_accounts";

ALTER TABLE "private"."billing_trials" DROP CONSTRAINT "billing_trials_pkey";

ALTER TABLE "private"."billing_trials" DROP CONSTRAINT "billing_trials_user_id_fkey";

ALTER TABLE "private"."billing_trials" ADD COLUMN "email_hash" bytea;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "charged_beside" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "private"."billing_trials" ALTER COLUMN "user_id" DROP NOT NULL;

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
    perform private.note_trial(workspace_id);
  end if;
  perform private.log_billing_changes(account, became);
  perform private.keep_invoices(workspace_id, snapshot -> 'invoices');
  perform private.tell_of_two(became, snapshot -> 'subscriptions');
  perform private.tell_what_is_due(workspace_id);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.charged_beside(account public.billing_accounts, subscriptions jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(s.value ->> 'id' order by s.value ->> 'id'), '{}')
  from jsonb_array_elements(coalesce(subscriptions, '[]')) s
  where private.is_running(s.value) and not coalesce((s.value ->> 'cancels')::boolean, false)
    and (private.plan_in(s.value -> 'items')).id is not null
    and (account.managed_by = 'contract' or s.value ->> 'id' is distinct from account.stripe_subscription_id)
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
      and k.key not in ('stripe_read', 'clock_ahead', 'updated_at', 'next_invoice_projection', 'next_invoice_at', 'seats_lowered_to'));
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
    stripe_subscription_id = null, stripe_status = null
  where a.workspace_id = give_trial.workspace_id;
  perform private.note_trial(workspace_id);
  perform private.log_activity(workspace_id, 'billing.trial.given', jsonb_build_object('plan', wanted.label, 'days', days, 'note', nullif(note, '')));
end
$function$;

CREATE OR REPLACE FUNCTION private.is_open_checkout(attempt private.billing_attempts)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- What Stripe is known to have made can be paid until it is expired there, however old it is. What nobody heard of again
  -- was shown to nobody, and its key is not remembered for ever.
  select attempt.intent = 'checkout' and attempt.ended_at is null
    and (attempt.stripe_id is not null or attempt.created_at > now() - interval '23 hours')
$function$;

CREATE OR REPLACE FUNCTION private.is_over_seats(workspace_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select d.mode from private.deployment d) = 'multi_tenant' and exists (
    select 1 from public.billing_accounts a
    where a.workspace_id = is_over_seats.workspace_id and a.managed_by = 'stripe'
      and (private.feature_usage(a.workspace_id, 'members') > private.feature_maximum(a.workspace_id, 'members')
        or private.feature_usage(a.workspace_id, 'guests') > private.feature_maximum(a.workspace_id, 'guests')))
$function$;

CREATE OR REPLACE FUNCTION private.keep_what_is_paid_for()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
begin
  select * into account from public.billing_accounts a where a.workspace_id = old.id for update;
  if private.is_running(jsonb_build_object('status', account.stripe_status)) and not account.stripe_cancel_at_period_end then
    perform private.problem('plan_not_cancelled', params => jsonb_build_object('workspace', old.name));
  elsif exists (select 1 from private.billing_attempts a where a.workspace_id = old.id and private.is_open_checkout(a)) then
    perform private.problem('checkout_open', params => jsonb_build_object('workspace', old.name));
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_trial(workspace_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.billing_trials (email_hash, workspace_id, user_id)
  select private.trial_hash(e.email), note_trial.workspace_id, e.user_id
  from public.emails e
  where e.confirmed_at is not null and (
    e.user_id in (
      select m.user_id from public.workspace_members m where m.workspace_id = note_trial.workspace_id and m.role in ('owner', 'billing'))
    -- Who began it, and may have given the role to somebody else meanwhile.
    or e.user_id in (
      select a.user_id from private.billing_attempts a
      where a.workspace_id = note_trial.workspace_id and a.intent = 'checkout' and (a.params ->> 'trial_days')::integer > 0))
  on conflict do nothing
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
    stripe_schedule_id = null, last_invoice_error = null
  where a.workspace_id = set_contract.workspace_id;
  perform private.log_activity(workspace_id, 'billing.contract.set', jsonb_build_object('plan', wanted.label, 'included', included, 'ends_at', ends_at, 'note', nullif(note, '')));
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_two(account public.billing_accounts, subscriptions jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  beside constant text[] := private.charged_beside(account, subscriptions);
begin
  if account.charged_beside = beside then
    return;
  end if;
  update public.billing_accounts a set charged_beside = beside where a.workspace_id = account.workspace_id;
  if cardinality(beside) > 0 then
    perform private.log_billing(account.workspace_id, 'billing.twice', jsonb_build_object('subscriptions', array_to_string(beside, ', ')));
    perform private.tell_of_billing(account.workspace_id, 'twice', array_to_string(beside, ','), '{}');
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
    -- Nor by who had one elsewhere, also as somebody whose account is deleted, or is about to begin one there.
    and not exists (
      select 1 from public.workspace_members m
      where m.workspace_id = trial_available.workspace_id and m.role in ('owner', 'billing') and (
        exists (select 1 from private.billing_trials t where t.user_id = m.user_id)
        or exists (
          select 1 from public.emails e join private.billing_trials t on t.email_hash = private.trial_hash(e.email)
          where e.user_id = m.user_id and e.confirmed_at is not null)
        or exists (
          select 1 from public.workspace_members o join private.billing_attempts a on a.workspace_id = o.workspace_id
          where o.user_id = m.user_id and o.role in ('owner', 'billing') and o.workspace_id <> trial_available.workspace_id
            and private.is_open_checkout(a) and (a.params ->> 'trial_days')::integer > 0)))
$function$;

CREATE OR REPLACE FUNCTION private.trial_hash(email text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select extensions.digest(lower(email), 'sha256')
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_username text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  account public.users;
  held_back text;
begin
  select * into account from public.users u where u.id = me for update;
  if lower(btrim(coalesce(p_username, ''))) <> account.username then
    perform private.problem('username_not_confirmed');
  end if;
  -- The billing accounts before their workspaces, as everywhere.
  perform 1 from public.billing_accounts a
  where a.workspace_id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by a.workspace_id
  for update;
  -- Owners of one workspace leave one after the other, or each would count on the other to stay.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by w.id
  for update;
  select string_agg(w.name, ', ' order by w.name) into held_back
  from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = me and m.role = 'owner'
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me)
    and exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  if held_back is not null then
    perform private.problem('only_owner_of_workspaces', params => jsonb_build_object('workspaces', held_back));
  end if;
  delete from public.workspaces w
  where exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = me and m.role = 'owner')
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  perform private.mail_account(me, 'account_deleted', jsonb_build_object('username', account.username));
  perform private.log_activity(m.workspace_id, 'workspace.member.left', jsonb_build_object('role', m.role))
  from public.workspace_members m where m.user_id = me;
  -- What was theirs passes on with each membership (private.forget_member).
  delete from public.workspace_members m where m.user_id = me;
  delete from public.workspace_invitations i where i.accepted_by = me;
  delete from private.codes c
  where c.subject = 'user:' || me
    or c.email in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  delete from private.outbox_mails o
  where o.sent_at is not null
    and o.recipient in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  perform private.forget_in_trail(me);
  perform private.forget_in_comments(me);
  delete from auth.users a where a.id = account.auth_id;
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
  -- A page that Stripe closed is open no longer.
  update private.billing_attempts a set ended_at = now()
  from private.stripe_events e
  where e.id = p_event_id and e.type in ('checkout.session.completed', 'checkout.session.expired')
    and a.workspace_id = p_workspace_id and a.stripe_id = e.object_id and a.ended_at is null;
  -- Days before a renewal: what begins with it is made to fit who is in the workspace by then.
  if exists (select 1 from private.stripe_events e where e.id = p_event_id and e.type = 'invoice.upcoming') then
    perform graphile_worker.add_job('check_billing', json_build_object('workspace_id', p_workspace_id),
      queue_name => 'billing:' || p_workspace_id % 4, job_key => 'check_billing:' || p_workspace_id, max_attempts => 5);
  end if;
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
  if private.is_open_checkout(attempt) or attempt.created_at > now() - remembered then
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
  return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', null,
    'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', false);
end
$function$;

-- Who had a trial before is known by each confirmed address from now on.
insert into private.billing_trials (user_id, workspace_id, started_at, email_hash)
select t.user_id, t.workspace_id, t.started_at, private.trial_hash(e.email)
from private.billing_trials t join public.emails e on e.user_id = t.user_id and e.confirmed_at is not null
where t.email_hash is null;

delete from private.billing_trials t where t.email_hash is null;

ALTER TABLE "private"."billing_trials" ALTER COLUMN "email_hash" SET NOT NULL;

ALTER TABLE "private"."billing_trials" ADD CONSTRAINT "billing_trials_pkey" PRIMARY KEY (email_hash, workspace_id);

ALTER TABLE "private"."billing_trials" ADD CONSTRAINT "billing_trials_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

CREATE INDEX billing_trials_user_idx ON private.billing_trials USING btree (user_id);

CREATE TRIGGER settle_plan AFTER UPDATE OF billing_product_id, past_due_since, stripe_status, clock_ahead, paid_members, included_members, managed_by ON public.billing_accounts FOR EACH ROW WHEN (((old.billing_product_id <> new.billing_product_id) OR (old.past_due_since IS DISTINCT FROM new.past_due_since) OR (old.stripe_status IS DISTINCT FROM new.stripe_status) OR (old.clock_ahead <> new.clock_ahead) OR (old.paid_members IS DISTINCT FROM new.paid_members) OR (old.included_members IS DISTINCT FROM new.included_members) OR (old.managed_by <> new.managed_by))) EXECUTE FUNCTION private.settle_plan();

CREATE TRIGGER settle_lock_of_role AFTER UPDATE OF role ON public.workspace_members FOR EACH ROW WHEN ((old.role <> new.role)) EXECUTE FUNCTION private.settle_lock_after_leaving();

CREATE TRIGGER keep_what_is_paid_for BEFORE DELETE ON public.workspaces FOR EACH ROW EXECUTE FUNCTION private.keep_what_is_paid_for();

COMMENT ON COLUMN "public"."billing_accounts"."charged_beside" IS 'Subscriptions that Stripe charges for beside what the workspace has: nothing but a mistake, which somebody has to end.';

COMMENT ON COLUMN "public"."billing_accounts"."over_seats_since" IS 'Since when more people are in it than the plan has room for; the workspace is locked two weeks later.';

COMMENT ON FUNCTION "private"."charged_beside"(public.billing_accounts, jsonb) IS 'The subscriptions to plans of ours that Stripe charges for beside what a workspace has: beside the one that counts, or beside a contract.';

COMMENT ON FUNCTION "private"."end_check"(bigint, jsonb) IS 'Ends the check of an account, and a contract whose time is over, given what it was before Stripe was read: answers, and tells in the activity, what was not as Stripe has it.';

COMMENT ON FUNCTION "private"."is_open_checkout"(private.billing_attempts) IS 'Whether a checkout can still be paid.';

COMMENT ON FUNCTION "private"."is_over_seats"(bigint) IS 'Whether more people are in a workspace than its plan has room for, seats that are paid for included. Of a contract the quarter''s bill counts them.';

COMMENT ON FUNCTION "private"."keep_what_is_paid_for"() IS 'A workspace stays while Stripe goes on charging for it, or could begin to: afterwards nobody would know whom the charge is for. Whichever door deletes it.';

COMMENT ON FUNCTION "private"."lock_due"(public.billing_accounts) IS 'The rule of locks: two weeks after a payment failed, or after more people were left than the plan has room for.';

COMMENT ON FUNCTION "private"."note_trial"(bigint) IS 'Keeps who had the trial of a workspace: its owners and billing admins, and who began it.';

COMMENT ON FUNCTION "private"."settle_lock_after_leaving"() IS 'Whoever leaves, or becomes a guest, may have been the one too many.';

COMMENT ON FUNCTION "private"."tell_of_two"(public.billing_accounts, jsonb) IS 'Says once that Stripe charges twice for a workspace, which no screen shows: in the activity, by mail, and at each check.';

COMMENT ON FUNCTION "private"."trial_available"(bigint) IS 'Whether a workspace may try a plan: once ever, before it bought any, and only where nobody who manages its billing had one elsewhere, or has the page for one open there.';

COMMENT ON FUNCTION "private"."trial_hash"(text) IS 'What is kept of the address of who had a trial.';

COMMENT ON TABLE "private"."billing_trials" IS 'Who managed the billing of a workspace when its trial began, by each confirmed address: nobody tries twice by making another workspace or account.';

REVOKE ALL ON FUNCTION "private"."charged_beside"(public.billing_accounts, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."charged_beside"(public.billing_accounts, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_open_checkout"(private.billing_attempts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_open_checkout"(private.billing_attempts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_what_is_paid_for"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_what_is_paid_for"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_trial"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_trial"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_two"(public.billing_accounts, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_two"(public.billing_accounts, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."trial_hash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trial_hash"(text) TO "postgres";

-- By hand
insert into private.reasons (reason, code, status, sentence, field) values
  ('checkout_open', 'CONFLICT', 409, 'A checkout of {workspace} was begun and can still be paid. Please try again once it has expired, within a day.', null),
  ('plan_not_cancelled', 'CONFLICT', 409, 'The plan of {workspace} is still paid for. Please cancel it first.', null);
