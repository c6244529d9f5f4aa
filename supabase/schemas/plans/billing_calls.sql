-- What the billing screens read: all of it from here, so that they need no Stripe.

-- # Rules

create function private.trial_hash(email text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select extensions.digest(lower(email), 'sha256')
$$;
comment on function private.trial_hash is 'What is kept of the address of who had a trial.';

create function private.note_trial(workspace_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.note_trial is 'Keeps who had the trial of a workspace: its owners and billing admins, and who began it.';

create function private.trial_available(workspace_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function private.trial_available is 'Whether a workspace may try a plan: once ever, before it bought any, and only where nobody who manages its billing had one elsewhere, or has the page for one open there.';

create function private.require_billing(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- Where there are no plans there is nothing to bill.
  if (select d.mode from private.deployment d) = 'single_tenant' then
    perform private.problem('workspace_not_found');
  end if;
  perform private.require_in_workspace(workspace_id, 'WorkspaceBilling');
end
$$;
comment on function private.require_billing is 'Refuses who may not manage the billing of a workspace; in an installation of one company everybody.';

create type public.billing_limit as (name text, used integer, max integer);
comment on type public.billing_limit is 'What a plan limits, how much of it a workspace uses, and how much the plan has; null is unlimited.';

create function private.billing_limits(workspace_id bigint, product_id bigint)
returns public.billing_limit[]
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(array_agg(row(f.name, private.feature_usage(billing_limits.workspace_id, f.name), f.max_quantity)::public.billing_limit
    order by f.name), '{}')
  from public.billing_features f where f.product_id = billing_limits.product_id and f.type = 'limit' and f.name <> 'owners'
$$;
comment on function private.billing_limits is 'What a plan limits, how much of it a workspace uses, and how much the plan has.';

create type public.billing_contract as (seat_price integer, ends_at timestamptz, seats_beyond integer, amount integer);
comment on type public.billing_contract is 'What was agreed on of a contract, in cents, and what this quarter''s true-up would come to now.';

create function private.contract_terms(account public.billing_accounts)
returns public.billing_contract
language sql
stable
security definer
set search_path = ''
as $$
  select row(account.contract_seat_price, account.contract_ends_at, up.seats, up.amount)::public.billing_contract
  from private.true_up_of(account) up
  where account.managed_by = 'contract'
$$;
comment on function private.contract_terms is 'What was agreed on of a contract, and what this quarter''s true-up would come to now: {seat_price, ends_at, seats_beyond, amount}, in cents; null where there is none.';

create type public.billing_discount as (name text, percent_off numeric, amount_off integer, ends_at timestamptz);
comment on type public.billing_discount is 'What is taken off each invoice: percent, or cents.';

create type public.billing_price as (flat integer, "user" integer, discounts public.billing_discount[]);
comment on type public.billing_price is 'What a plan costs a workspace each period, in cents before discounts and taxes; user: of one seat.';

create function private.price_paid(account public.billing_accounts)
returns public.billing_price
language sql
stable
security definer
set search_path = ''
as $$
  select row(coalesce((account.price ->> 'flat')::integer, p.flat_fee_price), coalesce((account.price ->> 'user')::integer, p.user_fee_price), (
    select coalesce(array_agg(row(d.value ->> 'name', (d.value ->> 'percent_off')::numeric, (d.value ->> 'amount_off')::integer,
      to_timestamp((d.value ->> 'ends_at')::bigint))::public.billing_discount order by d.ordinality), '{}')
    from jsonb_array_elements(coalesce(account.price -> 'discounts', '[]')) with ordinality d))::public.billing_price
  from public.billing_pricing_plans p where p.id = account.billing_pricing_plan_id
$$;
comment on function private.price_paid is 'What a plan that is paid for costs this workspace each period; null where none is. What Stripe was not yet asked about is as plans cost now.';

-- # Calls

create type public.billed_product as (id bigint, name text, label text, priority integer);
comment on type public.billed_product is 'The plan that a workspace has.';

create type public.billed_members as (used integer, included integer, paid integer, pending integer);
comment on type public.billed_members is 'Seats of a workspace; pending: those that open invitations will take.';

create type public.pending_change as (kind text, at timestamptz, product_id bigint, "interval" integer);
comment on type public.pending_change is 'What will be at the end of the period: interval, downgrade or cancel.';

create type public.unconfirmed_change as (url text, amount integer, until timestamptz, product_id bigint, paid_members integer);
comment on type public.unconfirmed_change is 'A change that begins once its payment is confirmed on the page of the bank, until when.';

create type public.payment_card as (brand text, last4 text, expires date);
comment on type public.payment_card is 'What invoices are paid with; expires: the last day of its month.';

create type public.billing_account as (
  billing_product_id bigint, billing_pricing_plan_id bigint, renew_billing_pricing_plan_id bigint, cycle_interval_months integer,
  included_members integer, paid_members integer, trial_end_at timestamptz, status text, stripe_status text,
  stripe_cancel_at_period_end boolean, stripe_current_period_end timestamptz, next_renewal_at timestamptz, next_invoice_at timestamptz,
  next_invoice_type text, next_invoice_projection jsonb, price public.billing_price, contract public.billing_contract,
  stripe_billing_email text, managed_by text, invoice_error text, product public.billed_product, members public.billed_members,
  limits public.billing_limit[], pending public.pending_change, unconfirmed public.unconfirmed_change,
  payment_method public.payment_card, has_payment_customer boolean, has_subscription boolean, trial_available boolean,
  read_only_projects bigint, lock_at timestamptz, lock_reason text);
comment on type public.billing_account is 'The billing account of a workspace for who manages it. has_payment_customer: something was bought before, or is now; has_subscription: there is one that can be changed; read_only_projects: those beyond what the plan holds.';

create function public.workspace_billing(p_workspace_id bigint)
returns public.billing_account
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  account public.billing_accounts;
  product public.billing_products;
  renewed public.billing_pricing_plans;
  included integer;
  workspace public.workspaces;
begin
  perform private.require_billing(p_workspace_id);
  select * into account from public.billing_accounts a where a.workspace_id = p_workspace_id;
  select * into product from public.billing_products p where p.id = account.billing_product_id;
  select * into renewed from public.billing_pricing_plans p where p.id = account.renew_billing_pricing_plan_id;
  select * into workspace from public.workspaces w where w.id = p_workspace_id;
  included := coalesce(account.included_members, product.included_members);
  return row(
    account.billing_product_id, account.billing_pricing_plan_id, account.renew_billing_pricing_plan_id, account.cycle_interval_months,
    included, account.paid_members, account.trial_end_at, account.status, account.stripe_status,
    account.stripe_cancel_at_period_end, account.stripe_current_period_end, account.next_renewal_at, account.next_invoice_at,
    account.next_invoice_type, account.next_invoice_projection, private.price_paid(account), private.contract_terms(account),
    account.stripe_billing_email, account.managed_by, account.last_invoice_error,
    row(product.id, product.name, product.label, product.priority)::public.billed_product,
    row(private.feature_usage(p_workspace_id, 'members'), included, coalesce(account.paid_members, 0),
      private.feature_pending(p_workspace_id, 'members'))::public.billed_members,
    private.billing_limits(p_workspace_id, product.id),
    case
      when account.stripe_cancel_at_period_end then row('cancel', account.pending_at, 1, null)::public.pending_change
      when renewed.id is not null then row(case when account.pending_product_id is null then 'interval' else 'downgrade' end,
        account.pending_at, renewed.product_id, renewed.cycle_interval_months)::public.pending_change end,
    case when account.unconfirmed is not null then row(account.unconfirmed ->> 'url', (account.unconfirmed ->> 'amount')::integer,
      to_timestamp((account.unconfirmed ->> 'until')::bigint), (private.plan_in(account.unconfirmed -> 'items')).product_id,
      private.seats_in(account.unconfirmed -> 'items'))::public.unconfirmed_change end,
    case when account.payment_method_last4 is not null then
      row(account.payment_method_brand, account.payment_method_last4, account.payment_method_expires)::public.payment_card end,
    account.stripe_customer_id is not null,
    private.is_running(jsonb_build_object('status', account.stripe_status)) is true,
    private.trial_available(p_workspace_id),
    (select count(*) from public.projects p where p.workspace_id = p_workspace_id and p.is_read_only),
    workspace.lock_at + account.clock_ahead, workspace.lock_reason)::public.billing_account;
end
$$;
comment on function public.workspace_billing is 'The billing account of a workspace for who manages it: what was bought, what is used, what will change.';

create function private.goes_on(feature text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- Taking these away would let people in or out, or undo what they made: the plan gates only what is new of them.
  select feature in ('teams', 'groups', 'private_projects', 'style_guides', 'design_library', 'saml_ldap_integration', 'custom_git_integration')
$$;
comment on function private.goes_on is 'Whether what there is of a feature stays in use under a plan that lacks it, and only more of it is refused.';

create type public.plan_loss as (feature text, type text, used integer, max integer, had integer, goes_on boolean);
comment on type public.plan_loss is 'What a workspace has by its plan and would not have, or not as much of. goes_on: what there is of it stays in use.';

create function public.plan_losses(p_workspace_id bigint, p_product_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_billing(p_workspace_id);
  return (
    select coalesce(jsonb_agg(to_jsonb(row(had.name, had.type, case when had.type = 'limit' then private.feature_usage(p_workspace_id, had.name) end,
      kept.max_quantity, had.max_quantity, private.goes_on(had.name))::public.plan_loss) order by had.type, had.name), '[]')
    from public.billing_accounts a
    join public.billing_features had on had.product_id = a.billing_product_id and had.max_quantity is distinct from 0
    left join public.billing_features kept on kept.product_id = p_product_id and kept.name = had.name
    where a.workspace_id = p_workspace_id and had.name <> 'owners' and (
      kept.name is null or had.type = 'limit' and kept.max_quantity is not null and kept.max_quantity < coalesce(had.max_quantity, 2147483647)));
end
$$;
comment on function public.plan_losses is 'What a workspace has by its plan and would not have, or not as much of, by another one: [{feature, type, used, max, had, goes_on}].';

create type public.priced_plan as (
  id bigint, product_id bigint, "interval" integer, flat integer, "user" integer, flat_price text, seat_price text, included integer,
  priority integer, label text, name text);
comment on type public.priced_plan is 'A plan and interval with its prices, in cents, and Stripe''s names of them.';

create type public.subscribing_account as (
  workspace_id bigint, slug text, name text, customer text, subscription text, schedule text, status text, is_live boolean, managed_by text,
  product_id bigint, priority integer, plan_id bigint, "interval" integer, renew_plan_id bigint, included integer, paid integer, used integer,
  cancels boolean, email text, trial_available boolean, ahead integer, reads bigint, owes boolean, plans public.priced_plan[]);
comment on type public.subscribing_account is 'A workspace''s account with its ids at Stripe, and the price list. ahead: seconds that its clock at Stripe is ahead; reads: the last reading that was applied; owes: a payment is due, also of a plan that was cancelled since.';

create function public.svc_billing_account(p_workspace_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(a.workspace_id, w.slug, w.name, a.stripe_customer_id, a.stripe_subscription_id, a.stripe_schedule_id, a.stripe_status,
    private.is_running(jsonb_build_object('status', a.stripe_status)) is true, a.managed_by, a.billing_product_id, p.priority,
    a.billing_pricing_plan_id, a.cycle_interval_months, a.renew_billing_pricing_plan_id, coalesce(a.included_members, p.included_members),
    a.paid_members, private.feature_usage(a.workspace_id, 'members'), a.stripe_cancel_at_period_end, a.stripe_billing_email,
    private.trial_available(a.workspace_id), extract(epoch from a.clock_ahead)::integer, a.stripe_read, a.past_due_since is not null, (
      select array_agg(row(l.id, l.product_id, l.cycle_interval_months, l.flat_fee_price, l.user_fee_price, l.stripe_price_id,
        l.stripe_seat_price_id, o.included_members, o.priority, o.label, o.name)::public.priced_plan order by o.priority, l.cycle_interval_months)
      from public.billing_pricing_plans l join public.billing_products o on o.id = l.product_id))::public.subscribing_account)
  from public.billing_accounts a
  join public.workspaces w on w.id = a.workspace_id
  join public.billing_products p on p.id = a.billing_product_id
  where a.workspace_id = p_workspace_id
$$;
comment on function public.svc_billing_account is 'A workspace''s account with its ids at Stripe, and the price list with Stripe''s prices.';

-- # Grants

grant execute on function public.workspace_billing, public.plan_losses to authenticated;
grant execute on function public.svc_billing_account to service_role;
