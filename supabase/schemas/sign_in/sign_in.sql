-- Signing in: by password or a reset code, how often that may be tried, and whose a proven address is.

-- # Tables

create table private.login_browsers (
  auth_id uuid references auth.users on delete cascade,
  browser_hash text check (length(browser_hash) between 1 and 128),
  used_at timestamptz not null default now(),
  primary key (auth_id, browser_hash)
);
comment on table private.login_browsers is 'Browsers in which somebody has signed in with the password or a mailed code: what they ask for and try is counted apart from what strangers do.';
alter table private.login_browsers enable row level security;

-- # Rules

create function private.keep_browser(auth_id uuid, browser_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if keep_browser.browser_hash is null then
    return;
  end if;
  insert into private.login_browsers as b (auth_id, browser_hash) values (keep_browser.auth_id, keep_browser.browser_hash)
  on conflict on constraint login_browsers_pkey do update set used_at = now() where b.used_at < now() - interval '1 day';
  delete from private.login_browsers b
  where b.auth_id = keep_browser.auth_id
    and b.browser_hash not in (select k.browser_hash from private.login_browsers k where k.auth_id = keep_browser.auth_id order by k.used_at desc limit 20);
end
$$;
comment on function private.keep_browser is 'Makes a browser a known one of a credential; the twenty used last stay.';

create function private.is_known_browser(email text, browser_hash text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.emails e
    join public.users u on u.id = e.user_id
    join private.login_browsers b on b.auth_id = u.auth_id
    where e.email = lower(btrim(is_known_browser.email)) and e.confirmed_at is not null and b.browser_hash = is_known_browser.browser_hash)
$$;
comment on function private.is_known_browser is 'Whether the account of a confirmed address was signed in to in this browser before.';

create function private.purge_sign_in()
returns integer
language sql
security definer
set search_path = ''
as $$
  with
  states as (delete from private.login_states where expires_at < now() returning 1),
  codes as (delete from private.sso_codes where expires_at < now() returning 1),
  requests as (delete from private.saml_requests where expires_at < now() returning 1),
  assertions as (delete from private.saml_assertions where expires_at < now() returning 1),
  claims as (delete from private.email_claims where created_at < now() - interval '1 day' and coalesce(confirmed_at, created_at) < now() - interval '1 day' returning 1),
  browsers as (delete from private.known_browsers where confirmed_at < now() - interval '400 days' returning 1),
  unsubscribing as (delete from private.unsubscribe_tokens where created_at < now() - interval '90 days' returning 1),
  digests as (delete from private.digests where day < current_date - 30 returning 1),
  programs as (delete from private.device_requests where expires_at < now() returning 1),
  agents as (delete from private.oauth_clients where coalesce(used_at + interval '89 days', created_at) < now() - interval '1 day' returning 1),
  allowed as (delete from private.oauth_codes where expires_at < now() returning 1),
  devices as (delete from private.devices where last_seen_at < now() - interval '400 days' returning 1),
  sessions as (delete from private.sessions o where not exists (select 1 from auth.sessions s where s.id = o.session_id) returning 1),
  ended as (delete from private.ended_sessions where ended_at < now() - interval '90 days' returning 1),
  permits as (delete from private.password_permits where created_at < now() - interval '1 minute' returning 1),
  invitations as (delete from public.workspace_invitations where revoked_at < now() - interval '90 days' returning 1)
  select count(*)::integer from (
    select 1 from states union all select 1 from codes union all select 1 from requests union all select 1 from assertions union all select 1 from claims union all
    select 1 from browsers union all select 1 from unsubscribing union all select 1 from digests union all select 1 from programs union all select 1 from agents union all select 1 from allowed union all select 1 from devices union all
    select 1 from sessions union all select 1 from ended union all select 1 from permits union all select 1 from invitations
  ) removed
$$;
comment on function private.purge_sign_in is 'Clears away what sign-ins left behind and nobody can use any more; the worker runs it hourly.';

create function private.confirm_address(user_id bigint, email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(email));
begin
  -- As in private.ensure_user: of two proofs of one address at once the second sees the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('account:' || address, 0));
  if private.account_of(address) <> confirm_address.user_id then
    perform private.problem('email_taken');
  end if;
  insert into public.emails as e (user_id, email, is_primary, confirmed_at)
  values (confirm_address.user_id, address,
    not exists (select 1 from public.emails o where o.user_id = confirm_address.user_id and o.is_primary), now())
  on conflict on constraint emails_user_id_email_key do update set confirmed_at = coalesce(e.confirmed_at, excluded.confirmed_at);
end
$$;
comment on function private.confirm_address is 'Makes a proven address a confirmed one of the account. What others only claimed means nothing; what another account proved stays theirs.';

create function private.account_of(email text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select e.user_id from public.emails e where e.email = lower(btrim(account_of.email)) and e.confirmed_at is not null
$$;
comment on function private.account_of is 'The account that proved an address, or null.';

create function private.require_credential_of(auth_id uuid, emails text[])
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  address text;
begin
  select a.email into address from auth.users a where a.id = require_credential_of.auth_id and a.email = any (emails);
  if address is null then
    perform private.problem('authentication_failed');
  end if;
  return address;
end
$$;
comment on function private.require_credential_of is 'The address of a credential that was made for one of these proven addresses; any other credential is refused.';

-- # Calls

create type public.entry as (
  outcome text, entered boolean, role public.workspace_role, join_request_status text, confirmation_required boolean, email text,
  owner_email text, lock_reason text, retry_after integer, user_id bigint, auth_id uuid, auth_email text, has_password boolean,
  only_workspace_id bigint);
comment on type public.entry is 'How an attempt to enter a workspace ended. email: to be confirmed, or of the credential that is needed; retry_after: seconds, where too much was tried; auth_email: what Auth knows the account by; only_workspace_id: the workspace on whose provider''s word alone somebody came, for nothing but which their session is.';

create type public.login_lookup as (auth_id uuid, auth_email text, retry_after integer);
comment on type public.login_lookup is 'The credential that somebody names, null for a stranger, and how many seconds they have to wait before they try a password.';

create function public.svc_login_lookup(p_identifier text, p_client text, p_browser_hash text default null)
returns public.login_lookup
language plpgsql
security definer
set search_path = ''
as $$
declare
  identifier text := lower(btrim(p_identifier));
  who text;
  wait integer;
  credential record;
begin
  select a.id, a.email into credential
  from public.users u
  join auth.users a on a.id = u.auth_id
  where u.username = identifier
    or u.id = (select e.user_id from public.emails e where e.email = identifier and e.confirmed_at is not null);
  -- Somebody with many addresses has one limit, not one an address.
  who := coalesce(credential.id::text, identifier);
  if exists (select 1 from private.login_browsers b where b.auth_id = credential.id and b.browser_hash = p_browser_hash) then
    wait := private.throttle_hit('login-browser:' || who || ' ' || p_browser_hash, 20, 900);
  else
    wait := greatest(
      private.throttle_hit('login:' || who || ' ' || private.client_key(p_client), 20, 900),
      private.throttle_hit('login-client:' || private.client_key(p_client), 300, 900));
    -- Many clients at one account: each of them becomes slow, and nobody is locked out.
    if wait = 0 and private.throttle_hit('login-account:' || who, 40, 900) > 0 then
      wait := private.throttle_hit('login-slow:' || who || ' ' || private.client_key(p_client), 1, 10);
    end if;
  end if;
  if wait > 0 then
    return row(null, null, wait)::public.login_lookup;
  end if;
  return row(credential.id, credential.email, 0)::public.login_lookup;
end
$$;
comment on function public.svc_login_lookup is 'The credential behind a confirmed e-mail address or a username, within the limits of attempts: of a client at an account, of a known browser, of a client.';

create function private.clear_login_throttle(user_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.throttle t
  using public.users u
  where u.id = clear_login_throttle.user_id
    and (t.key = 'login-account:' || u.auth_id or starts_with(t.key, 'login:' || u.auth_id || ' ') or starts_with(t.key, 'login-slow:' || u.auth_id || ' '))
$$;
comment on function private.clear_login_throttle is 'Forgets all failed sign-ins of an account, from wherever they came.';

create function public.svc_login_result(p_identifier text, p_client text, p_ok boolean, p_browser_hash text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account record;
begin
  if not p_ok then
    return;
  end if;
  select u.id, u.auth_id into account from public.users u
  where u.username = lower(btrim(p_identifier))
    or u.id = (select e.user_id from public.emails e where e.email = lower(btrim(p_identifier)) and e.confirmed_at is not null);
  delete from private.throttle t
  where t.key = any (array[
    'login:' || account.auth_id || ' ' || private.client_key(p_client), 'login-slow:' || account.auth_id || ' ' || private.client_key(p_client),
    'login-account:' || account.auth_id, 'login-browser:' || account.auth_id || ' ' || p_browser_hash]);
  perform private.keep_browser(account.auth_id, p_browser_hash);
  update public.users u set last_seen_at = now() where u.id = account.id;
end
$$;
comment on function public.svc_login_result is 'A successful sign-in clears the count of failed ones and makes the browser a known one.';

create function public.svc_has_workspaces(p_email text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.emails e join public.workspace_members m on m.user_id = e.user_id
    where e.email = lower(btrim(p_email)) and e.confirmed_at is not null
  )
$$;
comment on function public.svc_has_workspaces is 'Whether an address belongs to somebody in any workspace.';

create function public.svc_mail_workspaces(p_email text, p_client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait integer;
  found_workspaces jsonb;
begin
  wait := greatest(
    private.throttle_hit('find:' || lower(btrim(p_email)), 5, 900),
    private.throttle_hit('find-client:' || private.client_key(p_client), 60, 900)
  );
  if wait > 0 then
    return wait;
  end if;
  select jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug) order by w.name) into found_workspaces
  from public.emails e
  join public.workspace_members m on m.user_id = e.user_id
  join public.workspaces w on w.id = m.workspace_id
  where e.email = lower(btrim(p_email)) and e.confirmed_at is not null;
  if found_workspaces is not null then
    perform private.enqueue_mail(p_email, 'found_workspaces', jsonb_build_object('workspaces', found_workspaces));
  end if;
  return 0;
end
$$;
comment on function public.svc_mail_workspaces is 'Mails the list of workspaces to an address that has some; answers the seconds to wait when asked too often, else 0.';

create type public.code_wait as (retry_after integer);
comment on type public.code_wait is 'How many seconds to wait where too many codes were asked for, else 0.';

create function public.svc_request_reset(p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait('reset_password', p_email, p_client, p_browser_hash);
  made jsonb;
begin
  if wait = 0 then
    -- For a stranger as well: what is said of wrong codes must not tell whether there is an account.
    made := private.make_code('reset_password', p_email, browser_hash => p_browser_hash);
    if private.account_of(p_email) is not null then
      perform private.mail_code(p_email, made);
    end if;
  end if;
  return to_jsonb(row(wait)::public.code_wait);
end
$$;
comment on function public.svc_request_reset is 'Mails a reset code to a confirmed address of an account, says the same for a stranger. Has limits of its own: who is locked out of signing in can still reset.';

create type public.password_reset as (outcome text, auth_id uuid, auth_email text, retry_after integer);
comment on type public.password_reset is 'What came of a reset code: ok with the credential whose password may be set now, or invalid_code, spent_code or not_member, and how many seconds to wait.';

create function public.svc_redeem_reset(p_email text, p_code text, p_workspace_id bigint, p_client text, p_browser_hash text default null)
returns public.password_reset
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.guess_wait(p_email, p_client, p_browser_hash);
  verdict text;
  account_id bigint;
begin
  if wait > 0 then
    return row('invalid_code', null, null, wait)::public.password_reset;
  end if;
  verdict := private.check_code('reset_password', p_email, '', p_code, p_browser_hash);
  if verdict <> 'ok' then
    return row(case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, null, null, 0)::public.password_reset;
  end if;
  account_id := private.account_of(p_email);
  if account_id is null then
    return row('invalid_code', null, null, 0)::public.password_reset;
  end if;
  if p_workspace_id is not null and not exists (
    select 1 from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = account_id) then
    return row('not_member', null, null, 0)::public.password_reset;
  end if;
  -- Before the code is used up and a password changed that is of no use there.
  perform private.require_passwords(p_workspace_id);
  perform private.consume_code('reset_password', p_email, p_code, browser_hash => p_browser_hash);
  perform private.clear_login_throttle(account_id);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return (
    select row('ok', u.auth_id, a.email, 0)::public.password_reset
    from public.users u join auth.users a on a.id = u.auth_id where u.id = account_id);
end
$$;
comment on function public.svc_redeem_reset is 'Uses a reset code up and says whose password may be set now.';

-- # Grants

grant execute on function
  public.svc_login_lookup, public.svc_login_result, public.svc_has_workspaces, public.svc_mail_workspaces, public.svc_request_reset,
  public.svc_redeem_reset
to service_role;
