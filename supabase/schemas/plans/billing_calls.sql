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

create function private.billing_limits(workspace_id bigint, product_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'used', private.feature_usage(billing_limits.workspace_id, f.name), 'max', f.max_quantity)
    order by f.name), '[]')
  from public.billing_features f where f.product_id = billing_limits.product_id and f.type = 'limit' and f.name <> 'owners'
$$;
comment on function private.billing_limits is 'What a plan limits, how much of it a workspace uses, and how much the plan has.';

create function private.contract_terms(account public.billing_accounts)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('seat_price', account.contract_seat_price, 'ends_at', account.contract_ends_at, 'seats_beyond', up.seats,
    'amount', up.amount)
  from private.true_up_of(account) up
  where account.managed_by = 'contract'
$$;
comment on function private.contract_terms is 'What was agreed on of a contract, and what this quarter''s true-up would come to now: {seat_price, ends_at, seats_beyond, amount}, in cents; null where there is none.';

create function private.price_paid(account public.billing_accounts)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('flat', coalesce((account.price ->> 'flat')::integer, p.flat_fee_price),
    'user', coalesce((account.price ->> 'user')::integer, p.user_fee_price),
    'discounts', (
      select coalesce(jsonb_agg(d.value || jsonb_build_object('ends_at', to_timestamp((d.value ->> 'ends_at')::bigint)) order by d.ordinality), '[]')
      from jsonb_array_elements(coalesce(account.price -> 'discounts', '[]')) with ordinality d))
  from public.billing_pricing_plans p where p.id = account.billing_pricing_plan_id
$$;
comment on function private.price_paid is 'What a plan that is paid for costs this workspace each period; null where none is. What Stripe was not yet asked about is as plans cost now.';

-- # Calls

create function public.workspace_billing(p_workspace_id bigint)
returns jsonb
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
    select coalesce(jsonb_agg(jsonb_build_object('feature', had.name, 'type', had.type,
      'used', case when had.type = 'limit' then private.feature_usage(p_workspace_id, had.name) end, 'max', kept.max_quantity,
      'had', had.max_quantity, 'goes_on', private.goes_on(had.name)) order by had.type, had.name), '[]')
    from public.billing_accounts a
    join public.billing_features had on had.product_id = a.billing_product_id and had.max_quantity is distinct from 0
    left join public.billing_features kept on kept.product_id = p_product_id and kept.name = had.name
    where a.workspace_id = p_workspace_id and had.name <> 'owners' and (
      kept.name is null or had.type = 'limit' and kept.max_quantity is not null and kept.max_quantity < coalesce(had.max_quantity, 2147483647)));
end
$$;
comment on function public.plan_losses is 'What a workspace has by its plan and would not have, or not as much of, by another one: [{feature, type, used, max, had, goes_on}].';

create function public.svc_billing_account(p_workspace_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('workspace_id', a.workspace_id, 'slug', w.slug, 'name', w.name, 'customer', a.stripe_customer_id,
    'subscription', a.stripe_subscription_id, 'schedule', a.stripe_schedule_id, 'status', a.stripe_status,
    'is_live', private.is_running(jsonb_build_object('status', a.stripe_status)) is true, 'managed_by', a.managed_by,
    'product_id', a.billing_product_id, 'priority', p.priority, 'plan_id', a.billing_pricing_plan_id, 'interval', a.cycle_interval_months,
    'renew_plan_id', a.renew_billing_pricing_plan_id, 'included', coalesce(a.included_members, p.included_members), 'paid', a.paid_members,
    'used', private.feature_usage(a.workspace_id, 'members'), 'cancels', a.stripe_cancel_at_period_end, 'email', a.stripe_billing_email,
    'trial_available', private.trial_available(a.workspace_id), 'ahead', extract(epoch from a.clock_ahead)::integer,
    'reads', a.stripe_read, 'owes', a.past_due_since is not null,
    'plans', (
      select jsonb_agg(jsonb_build_object('id', l.id, 'product_id', l.product_id, 'interval', l.cycle_interval_months, 'flat', l.flat_fee_price,
        'user', l.user_fee_price, 'flat_price', l.stripe_price_id, 'seat_price', l.stripe_seat_price_id, 'included', o.included_members,
        'priority', o.priority, 'label', o.label, 'name', o.name) order by o.priority, l.cycle_interval_months)
      from public.billing_pricing_plans l join public.billing_products o on o.id = l.product_id))
  from public.billing_accounts a
  join public.workspaces w on w.id = a.workspace_id
  join public.billing_products p on p.id = a.billing_product_id
  where a.workspace_id = p_workspace_id
$$;
comment on function public.svc_billing_account is 'A workspace''s account with its ids at Stripe, and the price list with Stripe''s prices.';

-- # Grants

grant execute on function public.workspace_billing, public.plan_losses to authenticated;
grant execute on function public.svc_billing_account to service_role;
