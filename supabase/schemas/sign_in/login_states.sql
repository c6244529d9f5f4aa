-- Sign-ins on their way: what waits between going to a provider and coming back, each good once and for minutes.

-- # Tables

create table private.login_states (
  state_hash text primary key check (state_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('login', 'connect')),
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  browser_hash text not null check (length(browser_hash) between 1 and 128),
  verifier text check (length(verifier) <= 2000),
  return_to text check (length(return_to) <= 2000 and return_to ~ '^/([^/\\]|$)'),
  popup boolean not null default true,
  auth_id uuid references auth.users (id) on delete cascade,
  data jsonb not null default '{}' check (length(data::text) <= 5000),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes'
);
comment on table private.login_states is 'Sign-ins on their way: the hash of a nonce that works once, for ten minutes, in the browser and at the integration it was made for.';
comment on column private.login_states.verifier is 'The PKCE verifier, encrypted by the function.';
create index login_states_integration_idx on private.login_states (workspace_integration_id);
create index login_states_auth_id_idx on private.login_states (auth_id);
create index login_states_age_idx on private.login_states (expires_at);
alter table private.login_states enable row level security;

create table private.sso_codes (
  code_hash text primary key check (code_hash ~ '^[0-9a-f]{64}$'),
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  state_hash text,
  browser_hash text check (length(browser_hash) between 1 and 128),
  profile jsonb not null check (length(profile::text) <= 40000),
  expires_at timestamptz not null default now() + interval '60 seconds'
);
comment on table private.sso_codes is 'What an identity provider said of somebody, until their browser fetches it with a code that works once, for a minute.';
comment on column private.sso_codes.browser_hash is 'The browser that was asked whether to go on, where nobody had asked for the sign-in: it alone may redeem the code.';
create index sso_codes_integration_idx on private.sso_codes (workspace_integration_id);
alter table private.sso_codes enable row level security;

create table private.saml_requests (
  id text primary key check (length(id) <= 300),
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  value text not null check (length(value) <= 2000),
  expires_at timestamptz not null default now() + interval '1 hour'
);
comment on table private.saml_requests is 'SAML requests that wait for their response.';
create index saml_requests_integration_idx on private.saml_requests (workspace_integration_id);
alter table private.saml_requests enable row level security;

create table private.saml_assertions (
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  assertion_id text not null check (length(assertion_id) <= 300),
  expires_at timestamptz not null,
  primary key (workspace_integration_id, assertion_id)
);
comment on table private.saml_assertions is 'SAML assertions that were used, for as long as they would be valid.';
alter table private.saml_assertions enable row level security;

-- # Calls

create type public.left_login as (workspace_id bigint, kind text, expires_at timestamptz);
comment on type public.left_login is 'A sign-in that leaves for its provider: of which workspace and kind, and how long it may take.';

create type public.login_under_way as (
  purpose text, integration_id bigint, workspace_id bigint, return_to text, popup boolean, data jsonb);
comment on type public.login_under_way is 'A sign-in on its way, as anybody who holds its nonce may know it. data: the redirect address and the settings that the provider was asked with.';

create type public.returned_login as (
  purpose text, integration_id bigint, workspace_id bigint, verifier text, return_to text, popup boolean, auth_id uuid, data jsonb);
comment on type public.returned_login is 'The same as it ends, in the browser that began it: with the encrypted PKCE verifier, and who connects.';

create type public.held_sso_code as (integration_id bigint, profile jsonb, workspace text, account text);
comment on type public.held_sso_code is 'Whom a code that nobody asked for would sign in, and where. account: the address that was said, where it is the account''s, or else its username; null where it would be a new one.';

create type public.taken_sso_code as (integration_id bigint, workspace_id bigint, profile jsonb);
comment on type public.taken_sso_code is 'What an identity provider said of somebody, as their browser fetches it.';

create function public.svc_put_login_state(
  p_state_hash text, p_purpose text, p_integration_id bigint, p_browser_hash text, p_verifier text default null, p_return_to text default null,
  p_popup boolean default true, p_auth_id uuid default null, p_data jsonb default '{}')
returns public.left_login
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id, p_purpose = 'login');
  ends timestamptz;
begin
  if p_purpose = 'connect' and p_auth_id is null then
    perform private.problem('sign_in_to_connect_account');
  end if;
  insert into private.login_states
    (state_hash, purpose, workspace_integration_id, browser_hash, verifier, return_to, popup, auth_id, data)
  values (p_state_hash, p_purpose, p_integration_id, p_browser_hash, p_verifier, p_return_to, p_popup, p_auth_id, coalesce(p_data, '{}'))
  on conflict (state_hash) do nothing
  returning expires_at into ends;
  if ends is null then
    perform private.problem('authentication_failed');
  end if;
  return row(integration.workspace_id, integration.kind, ends)::public.left_login;
end
$$;
comment on function public.svc_put_login_state is 'Remembers a sign-in that leaves for its provider. A nonce that is known already is refused.';

create function public.svc_peek_login_state(p_state_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(s.purpose, s.workspace_integration_id, i.workspace_id, s.return_to, s.popup, s.data)::public.login_under_way)
  from private.login_states s join public.workspace_integrations i on i.id = s.workspace_integration_id
  where s.state_hash = p_state_hash and s.expires_at > now()
$$;
comment on function public.svc_peek_login_state is 'A sign-in on its way, without ending it: the SAML response comes by another site''s form, which brings no cookie.';

create function public.svc_take_login_state(p_state_hash text, p_browser_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.login_states;
begin
  delete from private.login_states s where s.state_hash = p_state_hash returning s.* into held;
  if not found or held.expires_at <= now() or held.browser_hash is distinct from p_browser_hash then
    return null;
  end if;
  return to_jsonb(row(held.purpose, held.workspace_integration_id,
    (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    held.verifier, held.return_to, held.popup, held.auth_id, held.data)::public.returned_login);
end
$$;
comment on function public.svc_take_login_state is 'Ends a sign-in on its way: once, in time, in the browser that began it, else null. A failed try ends it too.';

create function public.svc_put_sso_code(p_code_hash text, p_integration_id bigint, p_state_hash text, p_profile jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.sso_codes (code_hash, workspace_integration_id, state_hash, profile)
  values (p_code_hash, p_integration_id, p_state_hash, p_profile)
$$;
comment on function public.svc_put_sso_code is 'Keeps what an identity provider said until the browser fetches it.';

create function public.svc_hold_sso_code(p_code_hash text, p_browser_hash text)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  -- Reading takes longer than being led on: five minutes, from the first time only.
  update private.sso_codes c
  set browser_hash = p_browser_hash,
    expires_at = case when c.browser_hash is null then now() + interval '5 minutes' else c.expires_at end
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where c.code_hash = p_code_hash and c.state_hash is null and c.expires_at > now()
    and coalesce(c.browser_hash, p_browser_hash) = p_browser_hash and i.id = c.workspace_integration_id
  returning to_jsonb(row(i.id, c.profile, w.name, (
    -- A provider may name one person and mean the account of another: what is asked about is the account.
    select coalesce(
      (select e.email from public.emails e
       where e.user_id = u.id and e.confirmed_at is not null and e.email = lower(c.profile #>> '{emails,0,email}')),
      u.username)
    from public.external_users x join public.users u on u.id = x.user_id
    where x.workspace_integration_id = i.id and x.external_id = c.profile ->> 'externalId'))::public.held_sso_code)
$$;
comment on function public.svc_hold_sso_code is 'What a sign-in that nobody asked for would do, so that the browser can ask. From then on the code is redeemed in that browser alone.';

create function public.svc_take_sso_code(p_code_hash text, p_state_hash text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.sso_codes;
begin
  delete from private.sso_codes c where c.code_hash = p_code_hash returning c.* into held;
  if not found or held.expires_at <= now() or held.state_hash is distinct from p_state_hash
    or held.state_hash is null and (held.browser_hash = p_browser_hash) is not true then
    return null;
  end if;
  return to_jsonb(row(held.workspace_integration_id,
    (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    held.profile)::public.taken_sso_code);
end
$$;
comment on function public.svc_take_sso_code is 'What the code stands for: once, in time, with the state it was made for. Without a state in the browser that was asked before, so that nobody''s session is replaced unasked.';

create function public.svc_saml_request_put(p_id text, p_integration_id bigint, p_value text)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.saml_requests (id, workspace_integration_id, value) values (p_id, p_integration_id, p_value)
  on conflict (id) do nothing
$$;
comment on function public.svc_saml_request_put is 'Remembers a request that went to an identity provider.';

create function public.svc_saml_request_get(p_id text, p_integration_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select r.value from private.saml_requests r where r.id = p_id and r.workspace_integration_id = p_integration_id and r.expires_at > now()
$$;
comment on function public.svc_saml_request_get is 'What was kept of a request that waits for the response of this integration''s provider, or null.';

create function public.svc_saml_request_take(p_id text, p_integration_id bigint)
returns text
language sql
security definer
set search_path = ''
as $$
  delete from private.saml_requests r where r.id = p_id and r.workspace_integration_id = p_integration_id
  returning case when r.expires_at > now() then r.value end
$$;
comment on function public.svc_saml_request_take is 'What was kept of a request, once: the response to it is being taken.';

create function public.svc_saml_assertion_once(p_integration_id bigint, p_assertion_id text, p_expires_at timestamptz)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Clocks differ and an assertion may lack an end: it is remembered for a day at least.
  insert into private.saml_assertions (workspace_integration_id, assertion_id, expires_at)
  values (p_integration_id, p_assertion_id, greatest(p_expires_at, now() + interval '1 day'))
  on conflict do nothing;
  return found;
end
$$;
comment on function public.svc_saml_assertion_once is 'True for the first use of an assertion, false for a replay.';

-- # Grants

grant execute on function
  public.svc_put_login_state, public.svc_peek_login_state, public.svc_take_login_state, public.svc_put_sso_code, public.svc_hold_sso_code,
  public.svc_take_sso_code, public.svc_saml_request_put, public.svc_saml_request_get, public.svc_saml_request_take,
  public.svc_saml_assertion_once
to service_role;
