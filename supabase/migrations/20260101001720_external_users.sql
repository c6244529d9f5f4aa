-- External users: accounts at Git hosts, directories and identity providers that belong to an account of ours,
-- and what a sign-in leaves behind between going there and coming back.

create table public.external_users (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.users (id) on delete cascade,
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  external_id text not null check (length(external_id) between 1 and 1000),
  username text not null default '' check (length(username) <= 255),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and length(data::text) <= 20000),
  uses_old_integration boolean not null default false,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  constraint external_users_integration_external_id_key unique (workspace_integration_id, external_id)
);
comment on table public.external_users is 'Who somebody is at an integration. Its tokens are in private.secrets.';
create index external_users_user_id_idx on public.external_users (user_id);
alter table public.external_users enable row level security;
grant select on public.external_users to authenticated;
create policy "Connected accounts are seen by whose they are" on public.external_users for select to authenticated
using (user_id = (select private.own_account_id()));
select private.announce('public.external_users', person => 'c.user_id', columns => 'user_id, username');

alter table private.secrets add constraint secrets_external_user_id_fkey
  foreign key (external_user_id) references public.external_users (id) on delete cascade;

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

create function private.sign_in_integration(integration_id bigint, for_login boolean default true)
returns public.workspace_integrations
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_one public.workspace_integrations;
begin
  select * into found_one from public.workspace_integrations i
  where i.id = integration_id and i.enabled and (i.allow_user_login or not for_login) and i.kind <> 'builtin';
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Unknown authentication url');
  end if;
  return found_one;
end
$$;
comment on function private.sign_in_integration is 'An integration that may be used to sign in (or, with false, to connect an account).';

create function public.svc_put_login_state(
  p_state_hash text, p_purpose text, p_integration_id bigint, p_browser_hash text, p_verifier text default null, p_return_to text default null,
  p_popup boolean default true, p_auth_id uuid default null, p_data jsonb default '{}')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id, p_purpose = 'login');
  ends timestamptz;
begin
  if p_purpose = 'connect' and p_auth_id is null then
    perform private.problem('UNAUTHENTICATED', 401, 'Sign in to connect an account.');
  end if;
  insert into private.login_states
    (state_hash, purpose, workspace_integration_id, browser_hash, verifier, return_to, popup, auth_id, data)
  values (p_state_hash, p_purpose, p_integration_id, p_browser_hash, p_verifier, p_return_to, p_popup, p_auth_id, coalesce(p_data, '{}'))
  on conflict (state_hash) do nothing
  returning expires_at into ends;
  if ends is null then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  return jsonb_build_object('workspace_id', integration.workspace_id, 'kind', integration.kind, 'expires_at', ends);
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
  select jsonb_build_object('purpose', s.purpose, 'integration_id', s.workspace_integration_id, 'workspace_id', i.workspace_id,
    'return_to', s.return_to, 'popup', s.popup, 'data', s.data)
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
  return jsonb_build_object('purpose', held.purpose, 'integration_id', held.workspace_integration_id,
    'workspace_id', (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    'verifier', held.verifier, 'return_to', held.return_to, 'popup', held.popup, 'auth_id', held.auth_id, 'data', held.data);
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
  returning jsonb_build_object('integration_id', i.id, 'profile', c.profile, 'workspace', w.name, 'account', (
    -- A provider may name one person and mean the account of another: what is asked about is the account.
    select coalesce(
      (select e.email from public.emails e
       where e.user_id = u.id and e.confirmed_at is not null and e.email = lower(c.profile #>> '{emails,0,email}')),
      u.username)
    from public.external_users x join public.users u on u.id = x.user_id
    where x.workspace_integration_id = i.id and x.external_id = c.profile ->> 'externalId'))
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
  return jsonb_build_object('integration_id', held.workspace_integration_id,
    'workspace_id', (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    'profile', held.profile);
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

create function public.svc_saml_request_get(p_id text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select r.value from private.saml_requests r where r.id = p_id and r.expires_at > now()
$$;
comment on function public.svc_saml_request_get is 'What was kept of a request that waits for its response, or null.';

create function public.svc_saml_request_take(p_id text)
returns text
language sql
security definer
set search_path = ''
as $$
  delete from private.saml_requests r where r.id = p_id
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

create function public.svc_basic_attempt(p_integration_id bigint, p_username text, p_client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant text := p_integration_id || ':' || lower(btrim(p_username));
  client constant text := private.client_key(p_client);
  wait integer := greatest(
    private.throttle_hit('basic:' || account || ' ' || client, 20, 900),
    private.throttle_hit('login-client:' || client, 300, 900));
begin
  -- As in svc_login_lookup: many clients at one account become slow, and nobody is locked out by a stranger.
  if wait = 0 and private.throttle_hit('basic-account:' || account, 40, 900) > 0 then
    wait := private.throttle_hit('basic-slow:' || account || ' ' || client, 1, 10);
  end if;
  return wait;
end
$$;
comment on function public.svc_basic_attempt is 'Counts an attempt to sign in with a directory''s password: 0, or the seconds to wait. It counts who guesses before who is guessed at.';

create function public.svc_basic_success(p_integration_id bigint, p_username text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.throttle t
  using (select p_integration_id || ':' || lower(btrim(p_username)) as account) proven
  where t.key = 'basic-account:' || proven.account
    or starts_with(t.key, 'basic:' || proven.account || ' ') or starts_with(t.key, 'basic-slow:' || proven.account || ' ')
$$;
comment on function public.svc_basic_success is 'A successful sign-in clears the count of failed ones.';

create function private.as_address(client text)
returns inet
language plpgsql
immutable
set search_path = ''
as $$
begin
  return client::inet;
exception when others then
  return null;
end
$$;
comment on function private.as_address is 'An address as text, where it is one.';

create function private.log_activity_of(workspace_id bigint, type text, user_id bigint, client text, metadata jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity_of.workspace_id, log_activity_of.type, u.id,
    coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username, ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity_of.metadata), private.as_address(client)
  from (select log_activity_of.user_id as id) actor
  left join public.users u on u.id = actor.id
  left join public.emails e on e.user_id = u.id and e.is_primary
$$;
comment on function private.log_activity_of is 'Writes one event in the name of somebody who is only just signing in.';

create function public.svc_log_sign_in_refused(p_integration_id bigint, p_reason text, p_client text, p_details jsonb default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration public.workspace_integrations;
begin
  select * into integration from public.workspace_integrations i where i.id = p_integration_id;
  -- Anyone can be refused as often as they like: that must not fill the trail.
  if not found or private.throttle_hit('refused:' || p_integration_id, 60, 900) > 0 then
    return;
  end if;
  perform private.log_activity_of(integration.workspace_id, 'workspace.sign_in.refused', null, p_client,
    coalesce(p_details, '{}') || jsonb_build_object('integration', integration.name, 'kind', integration.kind, 'reason', left(p_reason, 500)));
end
$$;
comment on function public.svc_log_sign_in_refused is 'Puts a refused sign-in on the workspace''s trail, at most 60 in a quarter of an hour an integration.';

grant execute on function
  public.svc_put_login_state, public.svc_peek_login_state, public.svc_take_login_state, public.svc_put_sso_code, public.svc_hold_sso_code, public.svc_take_sso_code,
  public.svc_saml_request_put, public.svc_saml_request_get, public.svc_saml_request_take, public.svc_saml_assertion_once,
  public.svc_basic_attempt, public.svc_basic_success, public.svc_log_sign_in_refused
to service_role;
