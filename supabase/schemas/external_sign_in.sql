-- External sign-in: from what a provider says of somebody to an account, and from there into the workspace; and what a sign-in leaves
-- behind between going there and coming back.

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

-- # Rules

-- ## Between going there and coming back

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

-- ## Signing in

create function private.keep_external_user(
  user_id bigint, integration_id bigint, external_id text, username text, data jsonb, tokens jsonb)
returns public.external_users
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.external_users;
begin
  insert into public.external_users as x (user_id, workspace_integration_id, external_id, username, data, last_login_at)
  values (keep_external_user.user_id, integration_id, keep_external_user.external_id, left(coalesce(username, ''), 255), coalesce(data, '{}'), now())
  on conflict on constraint external_users_integration_external_id_key do update
    set username = excluded.username, data = excluded.data, last_login_at = now()
  returning x.* into kept;
  perform private.store_secrets(null, kept.id, coalesce(tokens, '{}'));
  return kept;
end
$$;
comment on function private.keep_external_user is 'Writes down who somebody is at an integration; whose account that is never changes here.';

create function private.require_connectable(session private.session, integration_id bigint)
returns public.workspace_integrations
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(integration_id, false);
begin
  if session.id is null or not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = integration.workspace_id and m.auth_id = session.auth_id and m.is_open
      and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider)) then
    -- The words for one that is not there: whoever counts ids learns nothing.
    perform private.problem('NOT_FOUND', 404, 'Unknown authentication url');
  end if;
  return integration;
end
$$;
comment on function private.require_connectable is 'The integration at which a session may connect an account: switched on, in a workspace that the session reaches. Any other is unknown.';

-- # Calls

-- ## Between going there and coming back

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

-- ## Signing in

create function private.said_emails(emails jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(address order by is_first desc, place), '{}')
  from (
    select lower(btrim(said ->> 'email')) as address, bool_or(coalesce((said ->> 'primary')::boolean, false)) as is_first, min(n) as place
    from jsonb_array_elements(coalesce(emails, '[]')) with ordinality as list (said, n)
    where (said ->> 'verified')::boolean
      and private.is_email(lower(btrim(said ->> 'email')))
    group by 1
    order by 2 desc, 3
    limit 50
  ) said
$$;
comment on function private.said_emails is 'The addresses a provider calls verified, the primary one first. All others count for nothing.';

create function private.most_useful_email(workspace_id bigint, emails text[])
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    private.live_invitation(workspace_id, emails),
    (select address from unnest(emails) with ordinality as list (address, n)
     where private.approved_role(workspace_id, array[address]) is not null order by n limit 1),
    emails[1])
$$;
comment on function private.most_useful_email is 'The address that lets somebody in, or else the first.';

create function private.introduce(user_id bigint, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.users u set
    first_name = case when u.first_name = '' then left(btrim(coalesce(data ->> 'first_name', '')), 255) else u.first_name end,
    last_name = case when u.last_name = '' then left(btrim(coalesce(data ->> 'last_name', '')), 255) else u.last_name end,
    avatar_url = coalesce(u.avatar_url, case when data ->> 'avatar_url' ~ '^https?://' and length(data ->> 'avatar_url') <= 2000 then data ->> 'avatar_url' end)
  where u.id = introduce.user_id
$$;
comment on function private.introduce is 'Fills in names and picture that an account does not have yet.';

create function private.browser_is_known(user_id bigint, integration_id bigint, external_id text, browser_hash text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from private.known_browsers b
    join public.emails e on e.email = b.email and e.user_id = browser_is_known.user_id and e.confirmed_at is not null
    where b.workspace_integration_id = integration_id and b.external_id = browser_is_known.external_id
      and b.browser_hash = browser_is_known.browser_hash)
$$;
comment on function private.browser_is_known is 'Whether a code to an address of the account was entered in this browser after a sign-in as this person of the provider.';

create function private.external_login(
  integration public.workspace_integrations, p_external_id text, p_username text, p_emails jsonb, p_data jsonb, p_tokens jsonb, p_auth_id uuid,
  p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host constant public.workspaces := (select w from public.workspaces w where w.id = integration.workspace_id);
  said constant text[] := private.said_emails(p_emails);
  is_trusted constant boolean := private.provider_is_trusted(integration.kind, integration.config_type, integration.config);
  is_proven boolean;
  proven text[];
  address text;
  account_id bigint;
begin
  select array_agg(e order by n) into proven
  from unnest(said) with ordinality as list (e, n)
  where is_trusted or exists (
    select 1 from private.email_claims c
    where c.workspace_integration_id = integration.id and c.external_id = p_external_id and c.email = e
      and c.confirmed_at > now() - interval '1 day');

  select x.user_id into account_id from public.external_users x
  where x.workspace_integration_id = integration.id and x.external_id = p_external_id;

  if account_id is null and private.is_locked(host) and private.account_of(proven[1]) is null then
    return private.entry(null, 'locked', workspace_id => host.id);
  end if;
  if account_id is null and cardinality(said) = 0 then
    return jsonb_build_object('outcome', 'no_email', 'entered', false, 'retry_after', 0);
  end if;
  if account_id is null and proven is null then
    address := private.most_useful_email(host.id, said);
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;
  if account_id is null then
    select private.account_of(e) into account_id
    from unnest(proven) with ordinality as list (e, n)
    where private.account_of(e) is not null order by n limit 1;
  end if;
  if account_id is null then
    if not integration.allow_user_register and private.live_invitation(host.id, proven) is null then
      return jsonb_build_object('outcome', 'not_registered', 'entered', false, 'retry_after', 0);
    end if;
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', private.most_useful_email(host.id, proven), 'retry_after', 0);
    end if;
    account_id := private.ensure_user(p_auth_id, private.require_credential_of(p_auth_id, proven));
    perform private.introduce(account_id, coalesce(p_data, '{}'));
  end if;

  -- The provider may be the workspace's own server: what it says opens this workspace, others only with a code.
  is_proven := is_trusted or private.browser_is_known(account_id, integration.id, p_external_id, p_browser_hash);
  if not is_proven and exists (
    select 1 from public.workspace_members m where m.user_id = account_id and m.workspace_id <> host.id) then
    select e.email into address from public.emails e
    where e.user_id = account_id and e.confirmed_at is not null
    order by array_position(said, e.email) nulls last, e.is_primary desc
    limit 1;
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;

  perform private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  -- Who runs the provider may have confirmed an address of their own under this person's id: it would open the account.
  foreach address in array case when is_trusted then coalesce(proven, '{}') else '{}' end loop
    if private.account_of(address) is null then
      perform private.confirm_address(account_id, address);
    end if;
  end loop;
  return private.enter_workspace(account_id, host.id, p_client, p_browser_hash)
    || jsonb_build_object('only_workspace_id', case when not is_proven then host.id end);
end
$$;
comment on function private.external_login is 'Finds the account of somebody a provider vouches for, or makes it, and lets it into the workspace by the same rules as everybody. Never by an address that is not proven.';

create function public.svc_external_login(
  p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb default '{}', p_tokens jsonb default '{}',
  p_auth_id uuid default null, p_browser_hash text default null, p_client text default null, p_revision text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  outcome jsonb;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  return outcome;
end
$$;
comment on function public.svc_external_login is 'The sign-in of somebody at a provider (private.external_login). p_revision names the settings that the provider was asked with: once they have changed, nothing comes of what it said.';

create function public.check_connecting(p_integration_id bigint)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_proven_account();
  perform private.require_connectable(private.current_session(), p_integration_id);
  return true;
end
$$;
comment on function public.check_connecting is 'Refuses unless the caller may connect an account at this integration now: before anybody is sent to its provider for it.';

create function public.svc_connect_external(
  p_auth_id uuid, p_session_id uuid, p_integration_id bigint, p_external_id text, p_username text, p_data jsonb default '{}',
  p_tokens jsonb default '{}', p_revision text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.session_of(p_session_id, p_auth_id);
  integration constant public.workspace_integrations := private.require_connectable(session, p_integration_id);
  account_id constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
  kept public.external_users;
begin
  -- What it connects opens the account, not this workspace alone.
  if session.only_workspace_id is not null or session.is_recent is not true then
    perform private.problem('PROOF_REQUIRED', 403, 'Confirm that it is you to go on.');
  end if;
  perform private.require_revision(integration.id, p_revision);
  kept := private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  if kept.user_id <> account_id then
    perform private.problem('CONFLICT', 409, 'This account is already connected to another user.');
  end if;
  perform private.tell_account(account_id, 'account_connected', jsonb_build_object('integration', integration.name, 'username', kept.username));
  return jsonb_build_object('id', kept.id, 'workspace_integration_id', kept.workspace_integration_id, 'username', kept.username);
end
$$;
comment on function public.svc_connect_external is 'Connects an account at an integration to a member, by a session that reaches its workspace and was proven in the last ten minutes. p_revision as in svc_external_login.';

create function public.svc_external_tokens(p_external_user_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.secrets_of(null, p_external_user_id)
$$;
comment on function public.svc_external_tokens is 'The encrypted tokens of a connected account, for the function that talks to the Git host. Never to be passed on.';

-- # Grants

grant execute on function
  public.svc_put_login_state, public.svc_peek_login_state, public.svc_take_login_state, public.svc_put_sso_code, public.svc_hold_sso_code, public.svc_take_sso_code,
  public.svc_saml_request_put, public.svc_saml_request_get, public.svc_saml_request_take, public.svc_saml_assertion_once,
  public.svc_basic_attempt, public.svc_basic_success, public.svc_log_sign_in_refused
to service_role;
grant execute on function public.check_connecting to authenticated;
grant execute on function public.svc_external_login, public.svc_connect_external, public.svc_external_tokens to service_role;
