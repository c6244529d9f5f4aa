-- The gate: what a workspace has bought, and the one function that every limited write goes through.

-- # Tables

create table public.billing_accounts (
  workspace_id bigint primary key references public.workspaces (id) on delete cascade,
  billing_product_id bigint not null default 1 references public.billing_products (id),
  billing_pricing_plan_id bigint references public.billing_pricing_plans (id),
  included_members integer,
  paid_members integer,
  trial_end_at timestamptz,
  status text not null default 'active' check (status in ('active', 'action_required')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  renew_billing_pricing_plan_id bigint references public.billing_pricing_plans (id),
  cycle_interval_months integer check (cycle_interval_months in (1, 12)),
  stripe_customer_id text,
  stripe_subscription_id text,
  stripe_status text check (stripe_status in (
    'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
  stripe_cancel_at_period_end boolean not null default false,
  stripe_current_period_end timestamptz,
  next_renewal_at timestamptz,
  next_invoice_at timestamptz,
  next_invoice_type text check (next_invoice_type in ('renewal', 'true-up')),
  next_invoice_projection jsonb check (jsonb_typeof(next_invoice_projection) = 'object'),
  stripe_billing_email text check (private.is_email(stripe_billing_email)),
  payment_method_brand text,
  payment_method_last4 text,
  payment_method_expires date,
  last_invoice_error text,
  pending_product_id bigint references public.billing_products (id),
  pending_at timestamptz,
  used_trial_at timestamptz,
  managed_by text not null default 'stripe' check (managed_by in ('stripe', 'contract')),
  stripe_schedule_id text,
  past_due_since timestamptz,
  seats_lowered_to integer check (seats_lowered_to >= 0),
  stripe_read bigint not null default 0,
  clock_ahead interval not null default '0',
  over_seats_since timestamptz,
  contract_seat_price integer check (contract_seat_price >= 0),
  contract_ends_at timestamptz,
  charged_beside text[] not null default '{}',
  unconfirmed jsonb,
  price jsonb check (jsonb_typeof(price) = 'object'),
  stripe_read_whole bigint not null default 0
);
comment on column public.billing_accounts.price is 'What the workspace pays each period, as it was bought, whatever plans cost today: {flat, user, discounts: [{name, percent_off, amount_off, ends_at}]}, in cents and seconds. User: of one seat.';
comment on column public.billing_accounts.unconfirmed is 'A change that begins once its owner has confirmed the payment on a page of the bank: {url, amount, until, items}. Until then nothing is changed, and afterwards it is given up.';
comment on column public.billing_accounts.charged_beside is 'Subscriptions that Stripe charges for beside what the workspace has: nothing but a mistake, which somebody has to end.';
comment on column public.billing_accounts.renew_billing_pricing_plan_id is 'The plan and interval from the next period on, where that is another one than now.';
comment on column public.billing_accounts.next_invoice_projection is 'What the next invoice will say, as Stripe works it out: {total, details: [{label, amount}]}, in cents.';
comment on column public.billing_accounts.pending_product_id is 'The lower plan that begins at pending_at; Free where the subscription was cancelled.';
comment on column public.billing_accounts.managed_by is 'Who changes it: Stripe''s events, or operators, for a contract outside Stripe.';
comment on column public.billing_accounts.past_due_since is 'Since when a payment is due that did not come; the workspace is locked two weeks later.';
comment on column public.billing_accounts.over_seats_since is 'Since when more people are in it than the plan has room for; the workspace is locked two weeks later.';
comment on column public.billing_accounts.contract_seat_price is 'Of a contract: what a seat beyond the agreed ones costs a year, in cents; every quarter bills those in use.';
comment on column public.billing_accounts.seats_lowered_to is 'The paid seats that are about to be kept, while Stripe is asked to take the others back: nobody takes one of those meanwhile.';
comment on column public.billing_accounts.stripe_read is 'The last reading of Stripe that was applied: an older one changes nothing.';
comment on column public.billing_accounts.stripe_read_whole is 'The last of them that read old invoices too: from the first one on, what is given back of any invoice is news.';
comment on column public.billing_accounts.clock_ahead is 'How far the clock of Stripe''s test mode is ahead of ours; nothing in live mode.';
create unique index billing_accounts_stripe_customer_idx on public.billing_accounts (stripe_customer_id);
create unique index billing_accounts_stripe_subscription_idx on public.billing_accounts (stripe_subscription_id);
create index billing_accounts_renew_pricing_plan_idx on public.billing_accounts (renew_billing_pricing_plan_id);
create index billing_accounts_pending_product_idx on public.billing_accounts (pending_product_id);
comment on table public.billing_accounts is 'What a workspace has bought. Its row is the lock under which seats and limits are counted.';
create index billing_accounts_product_idx on public.billing_accounts (billing_product_id);
create index billing_accounts_pricing_plan_idx on public.billing_accounts (billing_pricing_plan_id);
create trigger touch before update on public.billing_accounts for each row execute function private.touch_updated_at();
alter table public.billing_accounts enable row level security;
create trigger announce_insert after insert on public.billing_accounts referencing new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_update after update on public.billing_accounts referencing old table as before new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_delete after delete on public.billing_accounts referencing old table as changed for each statement execute function private.announce_of_workspace();

-- # Rules

create policy "Billing accounts are seen with the billing permission" on public.billing_accounts for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceBilling'))));

create function private.feature_usage(workspace_id bigint, feature text)
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select case feature
    when 'projects' then (select count(*) from public.projects p where p.workspace_id = feature_usage.workspace_id)
    when 'teams' then (select count(*) from public.teams t where t.workspace_id = feature_usage.workspace_id)
    when 'members' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role <> 'guest')
    when 'guests' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role = 'guest')
    when 'owners' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role = 'owner')
    when 'editors' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role in ('owner', 'admin', 'billing', 'maker'))
    when 'viewers' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role = 'viewer')
    else 0
  end::integer
$$;
comment on function private.feature_usage is 'How much of a limited feature a workspace uses now; counted, never stored.';

create function private.plan_holds(workspace_id bigint, feature text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select d.mode from private.deployment d) = 'single_tenant' or exists (
    select 1
    from public.billing_accounts a
    join public.billing_features f on f.product_id = a.billing_product_id and f.name = feature and f.max_quantity is distinct from 0
    where a.workspace_id = plan_holds.workspace_id)
$$;
comment on function private.plan_holds is 'Whether a plan has a feature at all: a limit of none is not having it. An installation of one company has every one.';

create function private.feature_maximum(workspace_id bigint, feature text)
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function private.feature_maximum is 'How much of a limited feature the plan gives; null is unlimited. Seats are included and paid ones.';

create function private.feature_allows(workspace_id bigint, feature text, requested integer default 1)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  maximum integer;
begin
  if not private.plan_holds(workspace_id, feature) then
    return false;
  end if;
  maximum := private.feature_maximum(workspace_id, feature);
  return maximum is null or private.feature_usage(workspace_id, feature) + requested - 1 < maximum;
end
$$;
comment on function private.feature_allows is 'The gate rule of plans.json: usage + requested - 1 < maximum for limits, presence for toggles, everything on in single-tenant mode.';

create function private.lock_seats(workspace_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select 1 from public.billing_accounts a where a.workspace_id = lock_seats.workspace_id for update
$$;
comment on function private.lock_seats is 'Writes that take seats come one after the other. Taken before anything else, so that two of them never wait for each other.';

create function private.lock_seats_with(workspace_id bigint, permission text)
returns public.workspace_role
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Before, so that nobody without the right keeps others waiting; after, because the right may be gone by then.
  perform private.require_in_workspace(workspace_id, permission);
  perform private.lock_seats(workspace_id);
  perform private.require_in_workspace(workspace_id, permission);
  return private.workspace_role(workspace_id);
end
$$;
comment on function private.lock_seats_with is 'Makes writes that take seats come one after the other, for who has a permission; answers the role that the caller has once it is their turn.';

create function private.require_feature(workspace_id bigint, feature text, requested integer default 1)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- What an archive brings is as after a downgrade: there, and in use once the plan holds it.
  if not private.is_importing() and not private.feature_allows(workspace_id, feature, requested) then
    perform private.problem('upgrade_required', feature);
  end if;
end
$$;
comment on function private.require_feature is 'Refuses with 402 PAYMENT_REQUIRED what the plan does not hold, for what writes nothing.';

create function private.feature_gate(workspace_id bigint, feature text, requested integer default 1)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_seats(workspace_id);
  perform private.require_feature(workspace_id, feature, requested);
end
$$;
comment on function private.feature_gate is 'Refuses with 402 PAYMENT_REQUIRED what the plan does not hold. Serialises on the billing account, so that racing writes cannot pass a limit together.';

create function private.gate_settings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(old);
  will_be constant jsonb := to_jsonb(new);
  gated record;
begin
  for gated in
    select setting, feature from (values
      ('workspaces', 'hide_powered_by', 'whitelabel'), ('workspaces', 'favicon_url', 'favicon'), ('workspaces', 'theme', 'custom_theme'),
      ('workspaces', 'google_tag_manager', 'google_tag_manager'), ('workspaces', 'localizejs', 'localizejs'),
      ('workspaces', 'redirects', 'redirects'), ('projects', 'is_design_library', 'design_library')
    ) known (relation, setting, feature)
    where relation = tg_table_name
  loop
    -- What is given up needs no plan.
    if will_be -> gated.setting is distinct from was -> gated.setting
      and will_be -> gated.setting not in ('null', 'false', '""', '{}') then
      perform private.feature_gate(coalesce((will_be ->> 'workspace_id')::bigint, new.id), gated.feature);
    end if;
  end loop;
  return new;
end
$$;
comment on function private.gate_settings is 'Settings that a plan sells are turned on within the plan, whichever door people come by; the product itself may do as it must.';
create trigger gate_settings before update of hide_powered_by, favicon_url, theme, google_tag_manager, localizejs, redirects on public.workspaces
  for each row when (auth.uid() is not null) execute function private.gate_settings();

create function private.lock_seats_of_settings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform 1 from public.billing_accounts a
  where a.workspace_id in (select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))
  order by a.workspace_id for update;
  return null;
end
$$;
comment on function private.lock_seats_of_settings is 'Settings that a plan sells take the seats before the row of the workspace, as all writes do: in the other order two of them would wait for each other.';
create trigger lock_seats before update of hide_powered_by, favicon_url, theme, google_tag_manager, localizejs, redirects on public.workspaces
  for each statement when (current_user = 'authenticated') execute function private.lock_seats_of_settings();

-- # Calls

create function private.feature_pending(workspace_id bigint, feature text)
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return case when feature in ('members', 'guests', 'owners', 'editors', 'viewers') then (
    select count(*) from public.workspace_invitations i
    where i.workspace_id = feature_pending.workspace_id and private.is_live(i)
      and case feature
        when 'members' then i.role <> 'guest'
        when 'guests' then i.role = 'guest'
        when 'owners' then i.role = 'owner'
        when 'viewers' then i.role = 'viewer'
        else i.role in ('owner', 'admin', 'billing', 'maker')
      end)::integer
    + (select count(*) from private.scim_people p
      join private.scim_connections c on c.workspace_id = p.workspace_id and c.enabled
      cross join coalesce(p.role, c.default_role) becomes
      where p.workspace_id = feature_pending.workspace_id and private.scim_awaits(p)
        and case feature
          when 'members' then becomes <> 'guest'
          when 'guests' then becomes = 'guest'
          when 'viewers' then becomes = 'viewer'
          when 'editors' then becomes in ('admin', 'maker')
          else false
        end)::integer
  end;
end
$$;
comment on function private.feature_pending is 'The seats that open invitations, and people whom an identity provider brought, will take; null for what is not invited.';

create function public.workspace_features(p_workspace_id bigint)
returns table (name text, type text, max_quantity integer, usage integer, pending integer, allowed boolean, in_plan boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select f.name, f.type,
    case when f.type = 'limit' and f.is_sold then private.feature_maximum(p_workspace_id, f.name) end,
    case when f.type = 'limit' and counts.shown then private.feature_usage(p_workspace_id, f.name) end,
    case when counts.shown then private.feature_pending(p_workspace_id, f.name) end,
    private.feature_allows(p_workspace_id, case when f.is_sold then f.name else 'members' end),
    f.is_sold and private.plan_holds(p_workspace_id, f.name)
  from (
    select bf.name, bf.type, true as is_sold from public.billing_features bf group by bf.name, bf.type
    union all
    select counted, 'limit', false from unnest(array['editors', 'viewers']) counted
  ) f
  cross join (select private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') as shown) counts
  where p_workspace_id in (select private.my_workspace_ids())
  order by f.type, f.name
$$;
comment on function public.workspace_features is 'Every feature of the catalogue for the caller''s workspace: whether the plan has it, its maximum, its use, the seats that open invitations will take, and whether one more is allowed. Guests get no counts. Makers+ (editors) and viewers are counted within the members.';

-- # Grants

-- What Stripe knows it by is nobody's business.
grant select (workspace_id, billing_product_id, billing_pricing_plan_id, included_members, paid_members, trial_end_at, status, created_at,
  updated_at, renew_billing_pricing_plan_id, cycle_interval_months, stripe_status, stripe_cancel_at_period_end, stripe_current_period_end,
  next_renewal_at, next_invoice_at, next_invoice_type, next_invoice_projection, stripe_billing_email, payment_method_brand,
  payment_method_last4, payment_method_expires, last_invoice_error, pending_product_id, pending_at, used_trial_at, managed_by)
  on public.billing_accounts to authenticated;

grant execute on function public.workspace_features to authenticated;
