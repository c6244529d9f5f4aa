-- Changes that are asked of Stripe: one at a time a workspace, each under the key that makes asking twice harmless.

-- # Rules

create function private.account_for_change(workspace_id bigint)
returns public.billing_accounts
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.account_for_change is 'The account of a workspace, locked; refuses one whose plan is a contract.';

create function private.is_open_checkout(attempt private.billing_attempts)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- What Stripe is known to have made can be paid until it is expired there, however old it is. What nobody heard of again
  -- was shown to nobody, and its key is not remembered for ever.
  select attempt.intent = 'checkout' and attempt.ended_at is null
    and (attempt.stripe_id is not null or attempt.created_at > now() - interval '23 hours')
$$;
comment on function private.is_open_checkout is 'Whether a checkout can still be paid.';

create type public.billing_attempt as (
  id uuid, intent text, params jsonb, stripe_id text, waited text, customer text, subscription text, is_other boolean);
comment on type public.billing_attempt is 'A change that is asked of Stripe, under its id. stripe_id: what Stripe made of it, where that is known; waited: a cancellation that it took back and that is put back where the change is not whole; is_other: a checkout that is open still, or a change that was cut off, of which something is closed or put back before anything else.';

create function private.attempt_of(account public.billing_accounts, attempt private.billing_attempts, is_other boolean)
returns public.billing_attempt
language sql
immutable
set search_path = ''
as $$
  select row(attempt.id, attempt.intent, attempt.params, attempt.stripe_id, attempt.waited,
    account.stripe_customer_id, account.stripe_subscription_id, is_other)::public.billing_attempt
$$;
comment on function private.attempt_of is 'An attempt with whom it is for at Stripe.';

-- # Calls

create function public.svc_begin_attempt(p_workspace_id bigint, p_auth_id uuid, p_intent text, p_params jsonb)
returns public.billing_attempt
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant public.billing_accounts := private.account_for_change(p_workspace_id);
  lease constant interval := '90 seconds';
  -- Stripe keeps the answers to keys for a day at least.
  remembered constant interval := '23 hours';
  attempt private.billing_attempts;
begin
  if p_intent <> 'cancel' and exists (select 1 from public.workspaces w where w.id = p_workspace_id and w.delete_at is not null) then
    perform private.problem('workspace_to_be_deleted');
  end if;
  select * into attempt from private.billing_attempts a where a.workspace_id = p_workspace_id and a.ended_at is null for update;
  if private.is_open_checkout(attempt) or attempt.created_at > now() - remembered then
    if attempt.intent = 'checkout' and (p_intent <> 'checkout' or attempt.params <> p_params) then
      return private.attempt_of(account, attempt, true);
    elsif attempt.intent = p_intent and attempt.params = p_params and (p_intent = 'checkout' or attempt.taken_until <= now()) then
      update private.billing_attempts a set taken_until = now() + lease where a.id = attempt.id returning * into attempt;
      return private.attempt_of(account, attempt, false);
    elsif attempt.taken_until > now() then
      perform private.problem('billing_change_under_way');
    end if;
  end if;
  -- What was taken back for a change that was cut off is put back before another begins.
  if attempt.waited is not null then
    return private.attempt_of(account, attempt, true);
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
  return private.attempt_of(account, attempt, false);
end
$$;
comment on function public.svc_begin_attempt is 'Begins a change of a workspace''s plan, or takes up the same one that was cut off: its id is the key for Stripe. Refuses while another is under way; is_other: a checkout that has to be closed first, or a change cut off in the middle, of which something has to be put back.';

create function public.svc_keep_attempt(p_id uuid, p_stripe_id text, p_ended boolean)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.billing_attempts a
  set stripe_id = coalesce(p_stripe_id, a.stripe_id), ended_at = case when p_ended then now() end
  where a.id = p_id and a.ended_at is null
$$;
comment on function public.svc_keep_attempt is 'Keeps what Stripe made of an attempt, and ends it once nothing of it is open.';

create function public.svc_note_waited(p_id uuid, p_waited text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.billing_attempts a set waited = p_waited where a.id = p_id and a.ended_at is null
$$;
comment on function public.svc_note_waited is 'Notes what a change takes back before Stripe hears of it, so that it is put back where the change is refused or cut off; null once that is done.';

create function public.svc_release_attempt(p_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.billing_attempts a set taken_until = now() where a.id = p_id and a.ended_at is null
$$;
comment on function public.svc_release_attempt is 'Lets an attempt whose end nobody saw be taken up again at once.';

create function public.svc_keep_customer(p_workspace_id bigint, p_customer text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.billing_accounts a set stripe_customer_id = p_customer where a.workspace_id = p_workspace_id and a.stripe_customer_id is null;
  return (select a.stripe_customer_id from public.billing_accounts a where a.workspace_id = p_workspace_id);
end
$$;
comment on function public.svc_keep_customer is 'Keeps the customer that stands for a workspace at Stripe, the first one; answers which that is.';

create function public.svc_lower_seats(p_workspace_id bigint, p_paid integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant public.billing_accounts := private.account_for_change(p_workspace_id);
  used constant integer := private.feature_usage(p_workspace_id, 'members');
begin
  if p_paid is not null and used > coalesce(account.included_members, 0) + p_paid then
    perform private.problem('seats_in_use', 'paid', jsonb_build_object('used', used));
  end if;
  update public.billing_accounts a set seats_lowered_to = case when p_paid < a.paid_members then p_paid end where a.workspace_id = p_workspace_id;
end
$$;
comment on function public.svc_lower_seats is 'Takes paid seats out of use before Stripe is asked to take them back, so that nobody gets one meanwhile; refuses seats in use. Null puts them back.';

create function public.svc_keep_cancellation(p_workspace_id bigint, p_auth_id uuid, p_reason text, p_details text)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.billing_cancellations (workspace_id, user_id, product_id, reason, details)
  select a.workspace_id, (select u.id from public.users u where u.auth_id = p_auth_id), a.billing_product_id, p_reason, coalesce(p_details, '')
  from public.billing_accounts a where a.workspace_id = p_workspace_id
$$;
comment on function public.svc_keep_cancellation is 'Keeps why a plan was cancelled.';

create function public.svc_keep_billing_email(p_workspace_id bigint, p_email text)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.billing_accounts a set stripe_billing_email = private.require_email(p_email) where a.workspace_id = p_workspace_id
$$;
comment on function public.svc_keep_billing_email is 'Keeps where mails of billing go.';

create function public.svc_keep_prices(p_prices jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed integer;
begin
  update public.billing_pricing_plans p set stripe_price_id = wanted.flat, stripe_seat_price_id = wanted.seat
  from jsonb_to_recordset(p_prices) wanted (id bigint, flat text, seat text)
  where p.id = wanted.id and (p.stripe_price_id, p.stripe_seat_price_id) is distinct from (wanted.flat, wanted.seat);
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function public.svc_keep_prices is 'Keeps Stripe''s prices of the plans: [{id, flat, seat}]. Answers how many changed.';

-- # Grants

grant execute on function public.svc_begin_attempt, public.svc_keep_attempt, public.svc_note_waited, public.svc_release_attempt, public.svc_keep_customer, public.svc_lower_seats,
  public.svc_keep_cancellation, public.svc_keep_billing_email, public.svc_keep_prices
to service_role;
