-- Plans: the billing catalogue as data.

-- # Tables

create table public.billing_products (
  id bigint primary key,
  name text not null unique,
  label text not null,
  priority integer not null,
  included_members integer
);
comment on table public.billing_products is 'The plans; id 1 is Free, id 4 Enterprise. Null included members: by contract.';

create table public.billing_pricing_plans (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.billing_products (id) on delete cascade,
  cycle_interval_months integer not null check (cycle_interval_months in (1, 12)),
  flat_fee_price integer not null check (flat_fee_price >= 0),
  user_fee_price integer not null check (user_fee_price >= 0),
  stripe_price_id text,
  stripe_seat_price_id text,
  unique (product_id, cycle_interval_months)
);
comment on table public.billing_pricing_plans is 'Prices in US cents by product and interval.';

comment on column public.billing_pricing_plans.stripe_price_id is 'Stripe''s price of the plan itself, and stripe_seat_price_id that of a seat beyond the included ones; written by `npm run billing -- sync`.';
create unique index billing_pricing_plans_stripe_price_idx on public.billing_pricing_plans (stripe_price_id);
create unique index billing_pricing_plans_stripe_seat_price_idx on public.billing_pricing_plans (stripe_seat_price_id);

create table public.billing_features (
  product_id bigint not null references public.billing_products (id) on delete cascade,
  name text not null,
  type text not null check (type in ('limit', 'toggle')),
  max_quantity integer,
  primary key (product_id, name)
);
comment on table public.billing_features is 'What a plan holds. A null maximum of a limit is unlimited.';

do $load$
declare
  catalogue constant jsonb := $plans${
  "about": "The billing catalogue. Prices are in US cents. A null maximum is unlimited. A limit feature that is missing has a maximum of 0, a toggle that is missing is off. Where the specification leaves a number open, this file is the decision.",
  "intervals_months": [1, 12],
  "free_trial_days": 14,
  "products": [
    {
      "id": 1,
      "name": "free",
      "label": "Free",
      "priority": 1,
      "included_members": 1,
      "prices": {
        "1": {
          "flat": 0,
          "user": 0
        },
        "12": {
          "flat": 0,
          "user": 0
        }
      },
      "limits": {
        "projects": 1,
        "members": 1,
        "owners": 1,
        "guests": 0,
        "teams": 0
      },
      "toggles": []
    },
    {
      "id": 2,
      "name": "basic",
      "label": "Basic",
      "priority": 2,
      "included_members": 3,
      "prices": {
        "1": {
          "flat": 4900,
          "user": 1200
        },
        "12": {
          "flat": 46800,
          "user": 12000
        }
      },
      "limits": {
        "projects": 3,
        "members": null,
        "guests": 0,
        "teams": 0
      },
      "toggles": ["private_projects", "multi_branch", "whitelisted_domains"]
    },
    {
      "id": 3,
      "name": "startup",
      "label": "Startup",
      "priority": 3,
      "included_members": 8,
      "prices": {
        "1": {
          "flat": 12900,
          "user": 1200
        },
        "12": {
          "flat": 129000,
          "user": 12000
        }
      },
      "limits": {
        "projects": 10,
        "members": null,
        "guests": 10,
        "teams": 0
      },
      "toggles": [
        "private_projects",
        "multi_branch",
        "whitelisted_domains",
        "custom_domain",
        "custom_theme",
        "favicon",
        "google_tag_manager",
        "localizejs",
        "redirects",
        "hosted_mocking"
      ]
    },
    {
      "id": 5,
      "name": "pro_team",
      "label": "Pro Team",
      "priority": 4,
      "included_members": 15,
      "prices": {
        "1": {
          "flat": 39900,
          "user": 2400
        },
        "12": {
          "flat": 399000,
          "user": 24000
        }
      },
      "limits": {
        "projects": 100,
        "members": null,
        "guests": 50,
        "teams": 20
      },
      "toggles": [
        "private_projects",
        "multi_branch",
        "whitelisted_domains",
        "custom_domain",
        "custom_theme",
        "favicon",
        "google_tag_manager",
        "localizejs",
        "redirects",
        "hosted_mocking",
        "style_guides",
        "design_library",
        "groups",
        "whitelabel",
        "custom_git_integration",
        "activity_logs",
        "saml_ldap_integration",
        "scim",
        "oauth_client_apps"
      ]
    },
    {
      "id": 4,
      "name": "enterprise",
      "label": "Enterprise",
      "priority": 5,
      "included_members": null,
      "prices": {},
      "limits": {
        "projects": null,
        "members": null,
        "guests": null,
        "teams": null
      },
      "toggles": [
        "private_projects",
        "multi_branch",
        "whitelisted_domains",
        "custom_domain",
        "custom_theme",
        "favicon",
        "google_tag_manager",
        "localizejs",
        "redirects",
        "hosted_mocking",
        "style_guides",
        "design_library",
        "groups",
        "whitelabel",
        "custom_git_integration",
        "activity_logs",
        "saml_ldap_integration",
        "scim",
        "oauth_client_apps",
        "invoicing",
        "custom_terms",
        "account_manager",
        "priority_support"
      ]
    }
  ],
  "spend_estimate_monthly_cents": {
    "free": {
      "flat": 0,
      "extra": 0,
      "included": 1
    },
    "basic": {
      "flat": 4900,
      "extra": 1200,
      "included": 3
    },
    "startup": {
      "flat": 12900,
      "extra": 1200,
      "included": 8
    },
    "pro_team": {
      "flat": 39900,
      "extra": 2400,
      "included": 20
    },
    "enterprise": {
      "flat": 95000,
      "extra": 4000,
      "included": 25
    }
  },
  "deployment_modes": {
    "multi_tenant": "the hosted service: plans gate features",
    "single_tenant": "self-hosted: every toggle is on, no limit applies, billing screens are hidden"
  },
  "gate_rule": "A limit feature that the plan has needs usage + requested - 1 < maximum, or an upgrade. A toggle that the plan has never needs an upgrade. A feature that the plan lacks needs an upgrade in multi-tenant mode only. The seat limit of a paid plan is included_members + paid_members where members is unlimited but a paid count exists, otherwise the feature's maximum."
}$plans$;
begin
  insert into public.billing_products (id, name, label, priority, included_members)
  select (p ->> 'id')::bigint, p ->> 'name', p ->> 'label', (p ->> 'priority')::integer, (p ->> 'included_members')::integer
  from jsonb_array_elements(catalogue -> 'products') p;

  insert into public.billing_pricing_plans (product_id, cycle_interval_months, flat_fee_price, user_fee_price)
  select (p ->> 'id')::bigint, price.key::integer, (price.value ->> 'flat')::integer, (price.value ->> 'user')::integer
  from jsonb_array_elements(catalogue -> 'products') p, jsonb_each(p -> 'prices') price;

  insert into public.billing_features (product_id, name, type, max_quantity)
  select (p ->> 'id')::bigint, l.key, 'limit', nullif(l.value, 'null'::jsonb)::text::integer
  from jsonb_array_elements(catalogue -> 'products') p, jsonb_each(p -> 'limits') l
  union all
  select (p ->> 'id')::bigint, t, 'toggle', null
  from jsonb_array_elements(catalogue -> 'products') p, jsonb_array_elements_text(p -> 'toggles') t;
end
$load$;

-- # Rules

alter table public.billing_products enable row level security;
alter table public.billing_pricing_plans enable row level security;
alter table public.billing_features enable row level security;

create policy "Anyone reads the price list" on public.billing_products for select to anon, authenticated using (true);
create policy "Anyone reads the price list" on public.billing_pricing_plans for select to anon, authenticated using (true);
create policy "Anyone reads the price list" on public.billing_features for select to anon, authenticated using (true);

-- # Grants

grant select on public.billing_products, public.billing_features to anon, authenticated;
grant select (id, product_id, cycle_interval_months, flat_fee_price, user_fee_price) on public.billing_pricing_plans to anon, authenticated;
