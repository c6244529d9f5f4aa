-- Signing in and up: the codes that prove an address, the password at the door, and how often either may be tried.

-- # Tables

comment on index public.emails_email_key is 'A confirmed address belongs to one account. Claims are not unique: that would tell whose address is known.';

create table private.codes (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('signup', 'workspace_signup', 'confirm_email', 'reset_password', 'member_email', 'proof')),
  email text not null,
  subject text not null default '',
  code_hash bytea not null,
  token_hash bytea unique,
  browser_hash text not null default '' check (length(browser_hash) <= 128),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  constraint codes_key unique (purpose, email, subject, browser_hash)
);
comment on table private.codes is 'Codes sent by mail: hashed, 15 minutes, 5 attempts, one live code a purpose, address, subject and browser. A used code is deleted.';
comment on column private.codes.browser_hash is 'The browser that asked for the code and alone may use it. Whoever else asks for the same address gets a code and attempts of their own, and leaves this one alone.';
comment on column private.codes.subject is 'What the code is for beyond the address: workspace:1, user:2, claim:3. A code for one is worth nothing for another.';
comment on column private.codes.token_hash is 'The token of the link in the same mail, where there is one.';
create index codes_subject_idx on private.codes (subject, purpose);
alter table private.codes enable row level security;

create table private.login_browsers (
  auth_id uuid references auth.users on delete cascade,
  browser_hash text check (length(browser_hash) between 1 and 128),
  used_at timestamptz not null default now(),
  primary key (auth_id, browser_hash)
);
comment on table private.login_browsers is 'Browsers in which somebody has signed in with the password or a mailed code: what they ask for and try is counted apart from what strangers do.';
alter table private.login_browsers enable row level security;

-- # Rules

-- ## Codes and passwords

create function private.code_hash(purpose text, email text, code text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select extensions.digest(purpose || ':' || lower(email) || ':' || code, 'sha256')
$$;

create function private.new_code()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  bytes bytea;
  number bigint;
begin
  loop
    bytes := extensions.gen_random_bytes(4);
    number := get_byte(bytes, 0)::bigint << 24 | get_byte(bytes, 1) << 16 | get_byte(bytes, 2) << 8 | get_byte(bytes, 3);
    -- Draws above the largest multiple of a million would favour small codes.
    exit when number < 4294000000;
  end loop;
  return lpad((number % 1000000)::text, 6, '0');
end
$$;
comment on function private.new_code is 'Six random digits, every one of the million equally likely.';

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

create function private.code_wait(purpose text, email text, client text, browser_hash text default null)
returns integer
language sql
security definer
set search_path = ''
as $$
  select case when private.is_known_browser(email, browser_hash)
    then private.throttle_hit('code-browser:' || purpose || ':' || lower(btrim(email)) || ' ' || browser_hash, 5, 900)
    else greatest(
      private.throttle_hit('code:' || purpose || ':' || lower(btrim(email)) || ' ' || private.client_key(client), 5, 900),
      private.throttle_hit('code-address:' || lower(btrim(email)), 30, 900),
      private.throttle_hit('code-client:' || private.client_key(client), 60, 900)) end
$$;
comment on function private.code_wait is 'Counts the request for a code: 0, or the seconds to wait. Who asks too often for an address waits, long before the address does; a browser that the account knows has a count of its own, which no stranger uses up.';

create function private.guess_wait(who text, client text, browser_hash text default null)
returns integer
language sql
security definer
set search_path = ''
as $$
  select case when private.is_known_browser(who, browser_hash)
    then private.throttle_hit('guess-browser:' || lower(btrim(who)) || ' ' || browser_hash, 30, 900)
    else greatest(
      -- An account guesses in a session of its own, which may be stolen: from however many addresses.
      case when who like 'user:%' then private.throttle_hit('guess-account:' || who, 30, 900) else 0 end,
      private.throttle_hit('guess:' || lower(btrim(who)) || ' ' || private.client_key(client), 30, 900),
      private.throttle_hit('guess-client:' || private.client_key(client), 100, 900)) end
$$;
comment on function private.guess_wait is 'Counts an attempt at a code: 0, or the seconds to wait. It counts who guesses, never the address alone: five attempts a code and few short codes an address bound that, and nobody is locked out by a stranger. What an account tries in its own sessions is counted for the account.';

create function private.make_code(
  purpose text, email text, subject text default '', with_link boolean default false, browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := private.require_email(make_code.email);
  known_as constant text := case when private.is_known_browser(address, make_code.browser_hash) then ' ' || make_code.browser_hash else '' end;
  is_short constant boolean := private.throttle_hit('short-codes:' || address || known_as, 5, 86400) = 0 and case
    -- Where a domain opens a workspace, an address that nobody reads is as good as any: they are counted together.
    when known_as = '' and exists (select 1 from public.approved_domains d where d.domain = private.domain_of(address))
      then private.throttle_hit('short-codes-domain:' || private.domain_of(address), 100, 86400) = 0
    else true end;
  code constant text := private.new_code() || case when is_short then '' else private.new_code() end;
  token constant text := case when with_link then private.new_token() end;
begin
  insert into private.codes as c (purpose, email, subject, browser_hash, code_hash, token_hash)
  values (make_code.purpose, address, make_code.subject, coalesce(make_code.browser_hash, ''),
    private.code_hash(make_code.purpose, address, code), private.token_hash(token))
  on conflict on constraint codes_key do update
    set code_hash = excluded.code_hash, token_hash = excluded.token_hash, attempts = 0, created_at = now(), expires_at = excluded.expires_at;
  return jsonb_strip_nulls(jsonb_build_object('purpose', make_code.purpose, 'code', code, 'token', token));
end
$$;
comment on function private.make_code is 'A fresh code in place of the older one for the same purpose, address, subject and browser. The first five a day for an address have six digits, further ones twelve, and so after the first hundred for a domain that a workspace approves: so an address stands twenty-five guesses a day at short codes, from however many browsers, and is never refused a code for that.';

create function private.mail_code(email text, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.enqueue_mail(email, case data ->> 'purpose' when 'reset_password' then 'reset' else 'code' end, jsonb_strip_nulls(data))
$$;
comment on function private.mail_code is 'Mails a code that was made.';

create function private.send_code(
  purpose text, email text, subject text default '', data jsonb default '{}', with_link boolean default false, browser_hash text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.mail_code(email, data || private.make_code(purpose, email, subject, with_link, browser_hash))
$$;
comment on function private.send_code is 'Makes a fresh code and mails it.';

create function private.check_code(purpose text, email text, subject text, code text, browser_hash text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.codes;
begin
  select * into held from private.codes c
  where c.purpose = check_code.purpose and c.email = lower(btrim(check_code.email)) and c.subject = check_code.subject
    and c.browser_hash = coalesce(check_code.browser_hash, '')
  for update;
  if not found or held.expires_at <= now() or held.attempts >= 5 then
    return 'spent';
  end if;
  if held.code_hash = private.code_hash(check_code.purpose, held.email, btrim(check_code.code)) then
    return 'ok';
  end if;
  update private.codes c set attempts = c.attempts + 1 where c.id = held.id;
  return case when held.attempts < 4 then 'wrong' else 'spent' end;
end
$$;
comment on function private.check_code is 'ok; wrong, which costs an attempt, so its callers answer instead of raising; or spent: no code waits here, or no longer, and only a new one helps.';

create function private.consume_code(purpose text, email text, code text, subject text default '', browser_hash text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.codes c
  where c.purpose = consume_code.purpose
    and c.email = lower(btrim(consume_code.email))
    and c.subject = consume_code.subject
    and c.browser_hash = coalesce(consume_code.browser_hash, '')
    and c.code_hash = private.code_hash(consume_code.purpose, c.email, btrim(consume_code.code))
    and c.expires_at > now()
    and c.attempts < 5;
  if not found then
    perform private.problem('VALIDATION_ERROR', 400, 'Invalid confirmation code', 'code');
  end if;
end
$$;
comment on function private.consume_code is 'Uses a code up, in the transaction of what it allows: it works once, or not at all.';

create function private.purge_sign_in()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  removed integer := 0;
  step integer;
  sweep text;
begin
  foreach sweep in array array[
    'private.login_states where expires_at < now()',
    'private.sso_codes where expires_at < now()',
    'private.saml_requests where expires_at < now()',
    'private.saml_assertions where expires_at < now()',
    'private.email_claims where created_at < now() - interval ''1 day'' and coalesce(confirmed_at, created_at) < now() - interval ''1 day''',
    'private.known_browsers where confirmed_at < now() - interval ''400 days''',
    'private.unsubscribe_tokens where created_at < now() - interval ''90 days''',
    'private.digests where day < current_date - 30',
    'private.devices where last_seen_at < now() - interval ''400 days''',
    'private.sessions o where not exists (select 1 from auth.sessions s where s.id = o.session_id)',
    'private.ended_sessions where ended_at < now() - interval ''90 days''',
    'private.password_permits where created_at < now() - interval ''1 minute''',
    'public.workspace_invitations where revoked_at < now() - interval ''90 days'''
  ] loop
    execute 'delete from ' || sweep;
    get diagnostics step = row_count;
    removed := removed + step;
  end loop;
  return removed;
end
$$;
comment on function private.purge_sign_in is 'Clears away what sign-ins left behind and nobody can use any more; the worker runs it hourly.';

-- ## Proving an address

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
    perform private.problem('CONFLICT', 409,
      'This email has already been associated with an account. If you believe this is an error, please contact support.', 'email');
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
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  return address;
end
$$;
comment on function private.require_credential_of is 'The address of a credential that was made for one of these proven addresses; any other credential is refused.';

create function private.require_registration(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.workspaces w where w.id = require_registration.workspace_id) then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = require_registration.workspace_id and i.kind = 'builtin' and i.enabled and i.allow_user_login and i.allow_user_register
  ) then
    perform private.problem('ACTION_PROHIBITED', 403, 'This workspace does not allow signing up by e-mail.');
  end if;
end
$$;
comment on function private.require_registration is 'Refuses where the built-in integration does not let people register.';

-- # Calls

-- ## Codes and passwords

create function public.svc_request_code(p_purpose text, p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait(p_purpose, p_email, p_client, p_browser_hash);
begin
  if wait > 0 then
    return jsonb_build_object('sent', false, 'retry_after', wait);
  end if;
  perform private.send_code(p_purpose, p_email, browser_hash => p_browser_hash);
  return jsonb_build_object('sent', true, 'retry_after', 0);
end
$$;
comment on function public.svc_request_code is 'Makes a fresh code for an address, replacing the older one of the same browser, and mails it. Limited per address, client and browser.';

create function public.svc_check_code(p_purpose text, p_email text, p_code text, p_browser_hash text default null, p_client text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.guess_wait(p_email, p_client, p_browser_hash) > 0 then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'Too many attempts. Please try again later.');
  end if;
  return private.check_code(p_purpose, p_email, '', p_code, p_browser_hash);
end
$$;
comment on function public.svc_check_code is 'Whether the code of this browser is ok, wrong or spent. A wrong one costs an attempt, which is why this answers instead of raising.';

create function public.svc_signup_auth_id(p_email text)
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select u.auth_id from public.emails e join public.users u on u.id = e.user_id
     where e.email = lower(btrim(p_email)) and e.confirmed_at is not null),
    (select a.id from auth.users a where a.email = lower(btrim(p_email)) limit 1)
  )
$$;
comment on function public.svc_signup_auth_id is 'The credential that already belongs to an address, or null.';

create function public.svc_login_lookup(p_identifier text, p_client text, p_browser_hash text default null)
returns jsonb
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
    return jsonb_build_object('retry_after', wait);
  end if;
  return jsonb_build_object('auth_id', credential.id, 'auth_email', credential.email, 'retry_after', 0);
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

-- ## Sign-up

create function public.svc_signup_workspace(p_auth_id uuid, p_email text, p_code text, p_slug text, p_name text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
  made public.workspaces;
begin
  perform private.consume_code('signup', p_email, p_code, browser_hash => p_browser_hash);
  if private.reason_against_slug(p_slug) = 'invalid' then
    perform private.problem('VALIDATION_ERROR', 400, 'Must only contain numbers, lowercase letters, or dashes.', 'slug');
  end if;
  account_id := private.ensure_user(p_auth_id, p_email);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  made := private.create_workspace(account_id, p_slug, coalesce(nullif(btrim(p_name), ''), p_slug));
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, ip_address)
  select made.id, 'workspace.created', u.id, private.display_name(u), lower(p_email),
    case when p_client ~ '^[0-9a-fA-F.:]+$' then p_client::inet end
  from public.users u where u.id = account_id;
  return jsonb_build_object(
    'workspace', jsonb_build_object('id', made.id, 'slug', made.slug, 'name', made.name),
    'user_id', account_id,
    'is_account_info_collected', (select u.is_account_info_collected from public.users u where u.id = account_id));
end
$$;
comment on function public.svc_signup_workspace is 'Uses the code up and makes account, address, workspace, owner and billing account: all or nothing. A taken slug leaves the code usable.';

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

-- ## Proving an address

create function public.svc_request_member_code(p_workspace_id bigint, p_email text, p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait('member_email', p_email, p_client, p_browser_hash);
  claim private.email_claims;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  select * into claim from private.email_claims c
  where c.workspace_id = p_workspace_id and c.email = lower(btrim(p_email)) and c.confirmed_at is null
    and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
  order by c.created_at desc, c.id desc
  limit 1;
  if found then
    perform private.send_claim_code(claim.id);
  end if;
  return jsonb_build_object('retry_after', 0);
end
$$;
comment on function public.svc_request_member_code is 'Sends the code of a sign-in that waits in this browser again; says the same when there is none. Of what others asked for about the address nothing is sent.';

create function public.svc_confirm_member_email(p_workspace_id bigint, p_email text, p_code text, p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Without an address it is the one that this browser's last sign-in waits for.
  address constant text := coalesce(lower(btrim(p_email)), (
    select c.email from private.email_claims c
    where c.workspace_id = p_workspace_id and c.browser_hash = p_browser_hash and c.confirmed_at is null
      and c.created_at > now() - interval '1 day'
    order by c.created_at desc, c.id desc
    limit 1), '');
  wait constant integer := private.guess_wait(address, p_client, p_browser_hash);
  outcome text := 'spent_code';
  verdict text;
  claim private.email_claims;
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  for claim in
    select c.* from private.email_claims c
    where c.workspace_id = p_workspace_id and c.email = address and c.confirmed_at is null
      and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
    order by c.created_at desc, c.id desc
    limit 5
  loop
    verdict := private.check_code('member_email', claim.email, 'claim:' || claim.id, p_code);
    if verdict = 'wrong' then
      outcome := 'invalid_code';
    elsif verdict = 'ok' then
      perform private.consume_code('member_email', claim.email, p_code, 'claim:' || claim.id);
      update private.email_claims c set confirmed_at = now() where c.id = claim.id;
      if claim.user_id is not null then
        perform private.confirm_address(claim.user_id, claim.email);
      else
        insert into private.known_browsers as b (workspace_integration_id, external_id, email, browser_hash)
        values (claim.workspace_integration_id, claim.external_id, claim.email, p_browser_hash)
        on conflict on constraint known_browsers_pkey do update set confirmed_at = now();
      end if;
      return jsonb_build_object('outcome', 'confirmed', 'retry_after', 0);
    end if;
  end loop;
  return jsonb_build_object('outcome', outcome, 'retry_after', 0);
end
$$;
comment on function public.svc_confirm_member_email is 'Confirms the address of a waiting sign-in by its code, in the browser it happened in and in no other: a code that somebody types for their own sign-in is never tried for a stranger''s. The person then signs in again.';

create function public.svc_request_workspace_signup(p_slug text, p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  wait integer;
begin
  select * into host from public.workspaces w where w.slug = lower(p_slug);
  perform private.require_registration(host.id);
  wait := private.code_wait('workspace_signup', p_email, p_client, p_browser_hash);
  if wait = 0 then
    perform private.send_code('workspace_signup', p_email, 'workspace:' || host.id, jsonb_build_object(
      'workspace_id', host.id, 'workspace', host.name), browser_hash => p_browser_hash);
  end if;
  return jsonb_build_object('retry_after', wait);
end
$$;
comment on function public.svc_request_workspace_signup is 'Mails the code for signing up by e-mail to the workspace of a name. Not by its number: numbers can be counted, and the mail names the workspace.';

create function public.svc_workspace_signup(
  p_workspace_id bigint, p_email text, p_code text, p_auth_id uuid, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  subject constant text := 'workspace:' || p_workspace_id;
  wait integer;
  verdict text;
  account_id bigint;
begin
  perform private.require_registration(p_workspace_id);
  wait := private.guess_wait(address, p_client, p_browser_hash);
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  verdict := private.check_code('workspace_signup', address, subject, p_code, p_browser_hash);
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, 'retry_after', 0);
  end if;
  account_id := private.account_of(address);
  if account_id is null then
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', address, 'retry_after', 0);
    end if;
    perform private.require_credential_of(p_auth_id, array[address]);
    account_id := private.ensure_user(p_auth_id, address);
  end if;
  perform private.consume_code('workspace_signup', address, p_code, subject, p_browser_hash);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$$;
comment on function public.svc_workspace_signup is 'Uses a sign-up code: the account of the address, made where there is none, enters the workspace by the same rules as everybody.';

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
  return jsonb_build_object('retry_after', wait);
end
$$;
comment on function public.svc_request_reset is 'Mails a reset code to a confirmed address of an account, says the same for a stranger. Has limits of its own: who is locked out of signing in can still reset.';

create function public.svc_redeem_reset(p_email text, p_code text, p_workspace_id bigint, p_client text, p_browser_hash text default null)
returns jsonb
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
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  verdict := private.check_code('reset_password', p_email, '', p_code, p_browser_hash);
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, 'retry_after', 0);
  end if;
  account_id := private.account_of(p_email);
  if account_id is null then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', 0);
  end if;
  if p_workspace_id is not null and not exists (
    select 1 from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = account_id) then
    return jsonb_build_object('outcome', 'not_member', 'retry_after', 0);
  end if;
  -- Before the code is used up and a password changed that is of no use there.
  perform private.require_passwords(p_workspace_id);
  perform private.consume_code('reset_password', p_email, p_code, browser_hash => p_browser_hash);
  perform private.clear_login_throttle(account_id);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return (
    select jsonb_build_object('outcome', 'ok', 'auth_id', u.auth_id, 'auth_email', a.email, 'retry_after', 0)
    from public.users u join auth.users a on a.id = u.auth_id where u.id = account_id);
end
$$;
comment on function public.svc_redeem_reset is 'Uses a reset code up and says whose password may be set now.';

-- # Grants

grant execute on function
  public.svc_request_code, public.svc_check_code, public.svc_signup_auth_id, public.svc_login_lookup, public.svc_login_result
to service_role;
grant execute on function public.svc_signup_workspace, public.svc_has_workspaces, public.svc_mail_workspaces to service_role;
grant execute on function
  public.svc_request_member_code, public.svc_confirm_member_email, public.svc_request_workspace_signup, public.svc_workspace_signup,
  public.svc_request_reset, public.svc_redeem_reset
to service_role;
