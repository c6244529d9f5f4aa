-- Billing: what Stripe told us, what was asked of it, and what people were told.

-- # Tables

create table public.billing_invoices (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  stripe_invoice_id text not null unique,
  number text,
  status text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  total integer not null,
  amount_due integer not null default 0,
  amount_paid integer not null default 0,
  currency text not null,
  billing_reason text,
  period_start timestamptz not null,
  period_end timestamptz not null,
  hosted_invoice_url text,
  invoice_pdf text,
  error text,
  created_at timestamptz not null,
  amount_refunded integer not null default 0,
  amount_credited integer not null default 0
);
comment on column public.billing_invoices.amount_refunded is 'What was given back to the card that paid it.';
comment on column public.billing_invoices.amount_credited is 'What credit notes took off it, refunded or not.';
comment on table public.billing_invoices is 'The invoices of a workspace as Stripe last told them, so that the list is there without Stripe. Amounts in cents.';
create index billing_invoices_workspace_idx on public.billing_invoices (workspace_id, created_at desc, id desc);
alter table public.billing_invoices enable row level security;
create trigger announce_insert after insert on public.billing_invoices referencing new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_update after update on public.billing_invoices referencing old table as before new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_delete after delete on public.billing_invoices referencing old table as changed for each statement execute function private.announce_of_workspace();

create table private.stripe_events (
  id text primary key,
  type text not null,
  api_version text,
  created timestamptz not null,
  object_id text,
  customer_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  error text
);
comment on table private.stripe_events is 'Events of Stripe by their id. One is applied once, in the transaction that writes processed_at. The worker''s purge takes them sixty days after they came: Stripe sends or answers none that is older than thirty.';
create index stripe_events_received_idx on private.stripe_events (received_at);
create index stripe_events_customer_idx on private.stripe_events (customer_id, received_at);
alter table private.stripe_events enable row level security;

create table private.billing_attempts (
  id uuid primary key default extensions.gen_random_uuid(),
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  intent text not null,
  params jsonb not null default '{}',
  stripe_id text,
  created_at timestamptz not null default now(),
  taken_until timestamptz not null,
  ended_at timestamptz,
  user_id bigint references public.users (id) on delete set null,
  -- What it takes back of what waits for the end of the period, until it is whole.
  waited text check (waited in ('cancel'))
);
comment on table private.billing_attempts is 'What was asked of Stripe and not yet seen to be done. Its id is the idempotency key: asking again after a crash charges nothing twice.';
create unique index billing_attempts_open_idx on private.billing_attempts (workspace_id) where ended_at is null;
create index billing_attempts_workspace_idx on private.billing_attempts (workspace_id, created_at);
create index billing_attempts_user_idx on private.billing_attempts (user_id);
alter table private.billing_attempts enable row level security;

create table private.billing_cancellations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint references public.users (id) on delete set null,
  product_id bigint not null references public.billing_products (id),
  reason text not null check (reason in ('expensive', 'features', 'free_works', 'confusion', 'adoption', 'competitor', 'not_needed')),
  details text not null default '' check (length(details) <= 5000),
  created_at timestamptz not null default now(),
  taken_back_at timestamptz
);
comment on table private.billing_cancellations is 'Why people left a plan, in their words.';
create index billing_cancellations_workspace_idx on private.billing_cancellations (workspace_id);
create index billing_cancellations_user_idx on private.billing_cancellations (user_id);
create index billing_cancellations_product_idx on private.billing_cancellations (product_id);
alter table private.billing_cancellations enable row level security;

create table private.billing_trials (
  user_id bigint references public.users (id) on delete set null,
  -- Without a reference: who deletes the workspace has tried all the same.
  workspace_id bigint not null,
  started_at timestamptz not null default now(),
  -- The hash alone stays of an account that was deleted: with the address it can be asked whether it had a trial.
  email_hash bytea not null,
  primary key (email_hash, workspace_id)
);
comment on table private.billing_trials is 'Who managed the billing of a workspace when its trial began, by each confirmed address: nobody tries twice by making another workspace or account.';
create index billing_trials_user_idx on private.billing_trials (user_id);
alter table private.billing_trials enable row level security;

create table private.billing_notices (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  kind text not null,
  about text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, kind, about)
);
comment on table private.billing_notices is 'What owners were told of billing, each thing once.';
alter table private.billing_notices enable row level security;

-- # Rules

create policy "Invoices are seen with the billing permission" on public.billing_invoices for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceBilling'))));

-- # Grants

grant select (id, workspace_id, number, status, total, amount_due, amount_paid, currency, billing_reason, period_start, period_end,
  hosted_invoice_url, invoice_pdf, error, created_at, amount_refunded, amount_credited) on public.billing_invoices to authenticated;
