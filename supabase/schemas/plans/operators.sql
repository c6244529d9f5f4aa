-- What operators do by hand: contracts outside Stripe, trials, the quarter's bill of who has one. Called by `npm run billing`.

-- # Rules

create function private.set_contract(workspace_id bigint, product text, included integer, seat_price integer, ends_at timestamptz, note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
    stripe_schedule_id = null, last_invoice_error = null, price = null
  where a.workspace_id = set_contract.workspace_id;
  perform private.log_activity(workspace_id, 'billing.contract.set', jsonb_build_object('plan', wanted.label, 'included', included, 'ends_at', ends_at, 'note', nullif(note, '')));
end
$$;
comment on function private.set_contract is 'Gives a workspace a plan by contract, outside Stripe: how many seats it includes (null: the plan''s), what one more costs a year in cents (null: there are no more), and until when.';

create function private.end_contract(workspace_id bigint, note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.end_contract is 'Ends a contract: the workspace is on the Free plan again.';

create function private.give_trial(workspace_id bigint, product text, days integer, note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
    stripe_subscription_id = null, stripe_status = null, past_due_since = null, last_invoice_error = null, status = 'active', price = null
  where a.workspace_id = give_trial.workspace_id;
  perform private.note_trial(workspace_id);
  perform private.log_activity(workspace_id, 'billing.trial.given', jsonb_build_object('plan', wanted.label, 'days', days, 'note', nullif(note, '')));
end
$$;
comment on function private.give_trial is 'Lets a workspace try a plan for some days, without a card. It ends by itself.';

create function private.true_up_of(account public.billing_accounts)
returns table (seats integer, amount integer)
language sql
stable
security definer
set search_path = ''
as $$
  select used.beyond, (used.beyond * account.contract_seat_price / 4.0)::integer
  from (select greatest(private.feature_usage(account.workspace_id, 'members') - coalesce(account.included_members, 0), 0) as beyond) used
$$;
comment on function private.true_up_of is 'The seats of a contract that are in use beyond the agreed ones, and what a quarter of a year of them costs, in cents; no amount where more are not sold.';

create function private.due_true_ups()
returns table (workspace_id bigint, customer text, seats integer, amount integer, quarter text)
language sql
stable
security definer
set search_path = ''
as $$
  select a.workspace_id, a.stripe_customer_id, up.seats, up.amount,
    to_char(a.next_invoice_at - interval '1 day', 'YYYY"-Q"Q')
  from public.billing_accounts a
  cross join lateral private.true_up_of(a) up
  where a.managed_by = 'contract' and a.next_invoice_type = 'true-up' and a.next_invoice_at <= now() + a.clock_ahead
$$;
comment on function private.due_true_ups is 'Contracts whose quarter is over: how many seats were in use beyond the agreed ones, and what a quarter of a year of them costs, in cents.';

create function private.end_true_up(workspace_id bigint, quarter text, seats integer, amount integer, invoice jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.billing_accounts a set next_invoice_at = a.next_invoice_at + interval '3 months'
  where a.workspace_id = end_true_up.workspace_id and a.next_invoice_type = 'true-up'
    and to_char(a.next_invoice_at - interval '1 day', 'YYYY"-Q"Q') = quarter;
  if not found then
    return;
  end if;
  if invoice is not null then
    perform private.keep_invoices(workspace_id, jsonb_build_array(invoice), true);
  end if;
  if seats > 0 then
    perform private.log_billing(workspace_id, 'billing.true_up', jsonb_build_object('quarter', quarter, 'seats', seats, 'total', amount));
    perform private.tell_of_billing(workspace_id, 'true_up', quarter, jsonb_build_object('quarter', quarter, 'seats', seats, 'total', amount));
  end if;
end
$$;
comment on function private.end_true_up is 'Ends a quarter of a contract, once: keeps its invoice where Stripe wrote one, tells what it counted.';

create function private.queue_billing_checks()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Four at a time ask Stripe, whose bounds are for all of us together.
  perform graphile_worker.add_job('check_billing', json_build_object('workspace_id', a.workspace_id), queue_name => 'billing:' || a.workspace_id % 4,
    job_key => 'check_billing:' || a.workspace_id, max_attempts => 5)
  from public.billing_accounts a
  where (select d.mode from private.deployment d) = 'multi_tenant'
    and (a.stripe_customer_id is not null or a.managed_by = 'contract' or a.over_seats_since is not null
      or exists (select 1 from public.projects p where p.workspace_id = a.workspace_id and p.is_read_only));
end
$$;
comment on function private.queue_billing_checks is 'Queues the daily check of each account that Stripe, a contract or a limit has something to do with.';

create function private.end_check(workspace_id bigint, was jsonb)
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
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
      and k.key not in ('stripe_read', 'stripe_read_whole', 'clock_ahead', 'updated_at', 'next_invoice_projection', 'next_invoice_at', 'seats_lowered_to', 'price'));
  -- Said at each check, until somebody ended it.
  if account.charged_beside <> '{}' and not 'charged_beside' = any (coalesce(repaired, '{}')) then
    repaired := repaired || 'charged_beside'::text;
  end if;
  if cardinality(repaired) > 0 then
    perform private.log_billing(workspace_id, 'billing.repaired', jsonb_build_object('what', array_to_string(repaired, ', ')));
  end if;
  return coalesce(repaired, '{}');
end
$$;
comment on function private.end_check is 'Ends the check of an account, and a contract whose time is over, given what it was before Stripe was read: answers, and tells in the activity, what was not as Stripe has it.';

create function private.forget_event(event_id text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.stripe_events e set processed_at = null where e.id = event_id
$$;
comment on function private.forget_event is 'Lets an event be applied once more, where it came before.';

create function private.note_replay(event_id text, note text)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.log_activity(a.workspace_id, 'billing.event.replayed', jsonb_build_object('event', event_id, 'note', nullif(note, '')))
  from private.stripe_events e join public.billing_accounts a on a.stripe_customer_id = e.customer_id
  where e.id = event_id
$$;
comment on function private.note_replay is 'Tells in the activity of its workspace that an operator had an event applied, be it for the first time.';
