-- What Stripe says becomes what the workspace has: read under a number, applied in one transaction.

-- # Rules

create sequence private.stripe_reads;
comment on sequence private.stripe_reads is 'Numbers readings of Stripe in the order in which they began.';

create function private.is_running(subscription jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select subscription ->> 'status' in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
$$;
comment on function private.is_running(jsonb) is 'Whether a subscription still runs, paid or not: while one does, nobody buys a second.';

create function private.plan_in(items jsonb)
returns public.billing_pricing_plans
language sql
stable
security definer
set search_path = ''
as $$
  select p.*
  from jsonb_array_elements(items) i
  join public.billing_pricing_plans p on p.stripe_price_id = i.value ->> 'price'
    -- Prices change, and who bought before keeps the old one: it says of itself which plan it is of.
    or i.value ->> 'of' = (select o.name from public.billing_products o where o.id = p.product_id) || '_' || p.cycle_interval_months || '_flat'
  order by p.stripe_price_id = i.value ->> 'price' desc nulls last
  limit 1
$$;
comment on function private.plan_in is 'The plan that is among the items [{price, of, quantity}] of a subscription; null where they are of something else.';

create function private.seats_in(items jsonb)
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(sum((i.value ->> 'quantity')::integer), 0)::integer
  from jsonb_array_elements(items) i
  where i.value ->> 'of' like '%_user' or exists (
    select 1 from public.billing_pricing_plans p where p.stripe_seat_price_id = i.value ->> 'price')
$$;
comment on function private.seats_in is 'How many seats are among the items of a subscription.';

create function private.price_in(bought jsonb)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'flat', max((i.value ->> 'unit_amount')::bigint) filter (where not seat.is_one),
    'user', max((i.value ->> 'unit_amount')::bigint) filter (where seat.is_one),
    'discounts', coalesce(bought -> 'discounts', '[]'))
  from jsonb_array_elements(bought -> 'items') i
  cross join lateral (select private.seats_in(jsonb_build_array(i.value)) > 0 as is_one) seat
$$;
comment on function private.price_in is 'What a subscription costs each period by its own items, which may be of an earlier price list, and what is taken off it.';

create function private.subscription_that_counts(workspace_id bigint, subscriptions jsonb)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select s.value
  from jsonb_array_elements(coalesce(subscriptions, '[]')) s
  join public.billing_accounts a on a.workspace_id = subscription_that_counts.workspace_id
  where (private.plan_in(s.value -> 'items')).id is not null
    and (private.is_running(s.value) or s.value ->> 'id' = a.stripe_subscription_id or s.value ->> 'status' = 'incomplete')
  order by private.is_running(s.value) desc, (s.value ->> 'id' = a.stripe_subscription_id) desc nulls last, (s.value ->> 'status' = 'incomplete') desc,
    (s.value ->> 'created')::bigint
  limit 1
$$;
comment on function private.subscription_that_counts is 'Of a customer''s subscriptions the one that counts: one that runs, rather the one that counted before, rather the first.';

create function private.keep_invoices(workspace_id bigint, invoices jsonb, knows_refunds boolean, is_whole boolean default true)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
      invoice_pdf = excluded.invoice_pdf, error = excluded.error,
      -- Of what was given back of old invoices a short reading sees nothing.
      amount_refunded = case when keep_invoices.is_whole then excluded.amount_refunded
        else greatest(billing_invoices.amount_refunded, excluded.amount_refunded) end,
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
$$;
comment on function private.keep_invoices is 'Keeps invoices as Stripe shows them now, and tells what was paid and given back since; `knows_refunds`: whether what was given back before is known already; `is_whole`: whether all of it was read now.';

create function private.account_as_read(account public.billing_accounts, snapshot jsonb)
returns public.billing_accounts
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  became public.billing_accounts := account;
  bought constant jsonb := private.subscription_that_counts(account.workspace_id, snapshot -> 'subscriptions');
  status constant text := bought ->> 'status';
  plan constant public.billing_pricing_plans := private.plan_in(bought -> 'items');
  next_plan constant public.billing_pricing_plans := private.plan_in(nullif(bought -> 'next_items', 'null'));
  -- What is not paid for the first time, or waits for a card after its trial, is not had yet.
  has_plan constant boolean := coalesce(private.is_running(bought) and status <> 'paused', false);
  is_gone constant boolean := coalesce((snapshot ->> 'is_gone')::boolean, false);
  -- Who leaves without paying what is due owes it still: leaving opens no lock, and averts none.
  owes constant boolean := status = 'canceled' and account.past_due_since is not null and exists (
    select 1 from jsonb_array_elements(coalesce(snapshot -> 'invoices', '[]')) i
    where i.value ->> 'status' = 'open' and (i.value ->> 'amount_due')::integer > 0);
  product public.billing_products;
begin
  became.stripe_billing_email := coalesce(case when private.is_email(lower(snapshot ->> 'email')) then lower(snapshot ->> 'email') end, account.stripe_billing_email);
  became.payment_method_brand := snapshot #>> '{payment_method,brand}';
  became.payment_method_last4 := snapshot #>> '{payment_method,last4}';
  became.payment_method_expires := (make_date((snapshot #>> '{payment_method,exp_year}')::integer, (snapshot #>> '{payment_method,exp_month}')::integer, 1)
    + interval '1 month - 1 day')::date;
  if is_gone then
    became.stripe_customer_id := null;
  end if;
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
  became.price := case when has_plan then private.price_in(bought) end;
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
  became.status := case when owes or status in ('incomplete', 'past_due', 'unpaid', 'paused') then 'action_required' else 'active' end;
  became.last_invoice_error := case when owes then account.last_invoice_error when became.status = 'action_required' then bought ->> 'error' end;
  became.unconfirmed := case when has_plan then nullif(bought -> 'unconfirmed', 'null') end;
  became.past_due_since := case when owes then account.past_due_since when status in ('past_due', 'unpaid')
    then coalesce(account.past_due_since, to_timestamp((bought ->> 'past_due_since')::bigint), private.billing_now(account)) end;
  if became.paid_members <= account.seats_lowered_to or not has_plan then
    became.seats_lowered_to := null;
  end if;
  return became;
end
$$;
comment on function private.account_as_read is 'The rule of what a workspace has, by what Stripe says of its customer: {is_gone, email, payment_method, subscriptions: [{id, status, created, items, discounts, period_end, trial_start, trial_end, cancels, cancel_at, schedule, next_items, next_at, past_due_since, error, unconfirmed: {url, amount, until, items}}], projection: {total, details, at}}. Times in seconds.';

create function private.charged_beside(account public.billing_accounts, subscriptions jsonb)
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(array_agg(s.value ->> 'id' order by s.value ->> 'id'), '{}')
  from jsonb_array_elements(coalesce(subscriptions, '[]')) s
  where private.is_running(s.value) and not coalesce((s.value ->> 'cancels')::boolean, false)
    and (private.plan_in(s.value -> 'items')).id is not null
    and (account.managed_by = 'contract' or s.value ->> 'id' is distinct from account.stripe_subscription_id)
$$;
comment on function private.charged_beside is 'The subscriptions to plans of ours that Stripe charges for beside what a workspace has: beside the one that counts, or beside a contract.';

create function private.tell_of_two(account public.billing_accounts, subscriptions jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.tell_of_two is 'Says once that Stripe charges twice for a workspace, which no screen shows: in the activity, by mail, and at each check.';

create function private.apply_reading(workspace_id bigint, reading bigint, snapshot jsonb, ahead integer default null)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
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
  perform private.keep_invoices(workspace_id, snapshot -> 'invoices', account.stripe_read_whole > 0, is_whole);
  perform private.tell_of_two(became, snapshot -> 'subscriptions');
  perform private.tell_what_is_due(workspace_id);
  return true;
end
$$;
comment on function private.apply_reading is 'Applies a reading of Stripe to a workspace, with all that follows from it, unless one that began later was applied already; false where that one did not read as far back. `ahead` is how far Stripe''s test clock is ahead of ours, in seconds.';

-- # Calls

create type public.billing_reading as (workspace_id bigint, customer text, subscription text, reading bigint, is_done boolean, is_first boolean);
comment on type public.billing_reading is 'A reading of Stripe that begins, by its number. is_done: of an event that is nobody''s, or was applied before; is_first: nothing was read as a whole before.';

create function public.svc_begin_reading(p_workspace_id bigint, p_customer text default null, p_event jsonb default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
  return to_jsonb(row(account.workspace_id, account.stripe_customer_id, account.stripe_subscription_id, nextval('private.stripe_reads'),
    account.workspace_id is null or event.processed_at is not null, account.stripe_read_whole is not distinct from 0)::public.billing_reading);
end
$$;
comment on function public.svc_begin_reading is 'Begins a reading of Stripe for a workspace, by itself or by its customer, and takes note of the event that causes it: {id, type, api_version, created, object_id}. Done already: an event that was applied, or one of somebody else''s customer. First: nothing of the customer was read as a whole yet.';

create function public.svc_apply_reading(p_workspace_id bigint, p_reading bigint, p_snapshot jsonb, p_event_id text default null, p_ahead integer default null)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.svc_apply_reading is 'Applies a reading and marks its event, both or neither; false for a reading of the whole customer that another of its newest alone overtook: it has to be made again.';

create function public.svc_event_failed(p_event_id text, p_error text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.stripe_events e set error = left(p_error, 2000) where e.id = p_event_id and e.processed_at is null
$$;
comment on function public.svc_event_failed is 'Notes why an event could not be applied; Stripe sends it again.';

-- # Grants

grant execute on function public.svc_begin_reading, public.svc_apply_reading, public.svc_event_failed to service_role;
