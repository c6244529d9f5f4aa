-- Identity: the account behind a credential, its addresses, and the codes that prove an address.

create table public.users (
  id bigint generated always as identity primary key,
  auth_id uuid not null unique references auth.users (id) on delete cascade,
  username text not null constraint users_username_key unique
    constraint check_users_username check (username ~ '^[a-z0-9-]{2,39}$'),
  first_name text not null default '' check (length(first_name) <= 255),
  last_name text not null default '' check (length(last_name) <= 255),
  avatar_url text check (avatar_url ~ '^https?://' and length(avatar_url) <= 2000),
  timezone text check (length(timezone) <= 100),
  is_site_admin boolean not null default false,
  is_account_info_collected boolean not null default false,
  has_password boolean not null default false,
  last_seen_at timestamptz,
  survey jsonb not null default '{}' check (jsonb_typeof(survey) = 'object' and length(survey::text) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.users is 'Accounts. The credential lives in auth.users; one account has many e-mail addresses.';
comment on column public.users.has_password is 'Whether somebody chose a password. auth.users cannot tell: GoTrue gives an account made without one a random password.';
comment on column public.users.survey is 'Answers given at sign-up: persona, number_of_apis, openapi_usage, use_case, company_name …';
create trigger touch before update on public.users for each row execute function private.touch_updated_at();

create table public.emails (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.users (id) on delete cascade,
  email text not null
    constraint email_check check (length(email) <= 255 and email ~ '^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+\.[^\s@<>()\[\]\\,;:".]{2,}$'),
  is_primary boolean not null default false,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint check_emails_primary_is_confirmed check (not is_primary or confirmed_at is not null),
  constraint emails_user_id_email_key unique (user_id, email)
);
comment on table public.emails is 'Addresses of an account; any confirmed one signs in. Exactly one is primary, and only a confirmed one. An unconfirmed one is a claim: it means nothing to anybody else, and many may claim the same.';
create unique index emails_email_key on public.emails (email) where confirmed_at is not null;
comment on index public.emails_email_key is 'A confirmed address belongs to one account. Claims are not unique: that would tell whose address is known.';
create unique index emails_one_primary_idx on public.emails (user_id) where is_primary;
create trigger lower_email before insert or update of email on public.emails for each row execute function private.lower_email();

create function private.keep_one_primary_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.users u where u.id = old.user_id)
    and not exists (select 1 from public.emails e where e.user_id = old.user_id and e.is_primary) then
    perform private.problem('ACTION_PROHIBITED', 403, 'An account needs one primary e-mail address.');
  end if;
  return null;
end
$$;
create constraint trigger keep_one_primary after update or delete on public.emails
  deferrable initially deferred
  for each row when (old.is_primary) execute function private.keep_one_primary_email();

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

create table private.outbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  template text not null,
  data jsonb not null default '{}',
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table private.outbox_mails is 'Mails to send, written in the transaction that causes them. Their data is emptied once sent: it may hold a code.';
alter table private.outbox_mails enable row level security;

create function private.enqueue_mail(recipient text, template text, data jsonb, send_at timestamptz default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  mail_id bigint;
begin
  insert into private.outbox_mails (recipient, template, data)
  values (lower(enqueue_mail.recipient), enqueue_mail.template, enqueue_mail.data)
  returning id into mail_id;
  perform graphile_worker.add_job('send_mail', json_build_object('mail_id', mail_id), run_at => send_at,
    job_key => 'mail:' || mail_id, max_attempts => 10);
end
$$;
comment on function private.enqueue_mail is 'Puts a mail into the outbox and wakes the worker (at send_at, where that is given), both or neither.';

create function private.new_token()
returns text
language sql
volatile
set search_path = ''
as $$
  select translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_')
$$;
comment on function private.new_token is 'A secret for a link, 32 characters. Only its hash is stored.';

create function private.token_hash(token text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select extensions.digest(token, 'sha256')
$$;

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

create table private.login_browsers (
  auth_id uuid references auth.users on delete cascade,
  browser_hash text check (length(browser_hash) between 1 and 128),
  used_at timestamptz not null default now(),
  primary key (auth_id, browser_hash)
);
comment on table private.login_browsers is 'Browsers in which somebody has signed in with the password or a mailed code: what they ask for and try is counted apart from what strangers do.';
alter table private.login_browsers enable row level security;

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
      private.throttle_hit('guess:' || lower(btrim(who)) || ' ' || private.client_key(client), 30, 900),
      private.throttle_hit('guess-client:' || private.client_key(client), 100, 900)) end
$$;
comment on function private.guess_wait is 'Counts an attempt at a code: 0, or the seconds to wait. It counts who guesses, never the address alone: five attempts a code and few short codes an address bound that, and nobody is locked out by a stranger.';

create function private.make_code(
  purpose text, email text, subject text default '', with_link boolean default false, browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(make_code.email));
  known_as constant text := case when private.is_known_browser(address, make_code.browser_hash) then ' ' || make_code.browser_hash else '' end;
  is_short constant boolean := private.throttle_hit('short-codes:' || address || known_as, 5, 86400) = 0;
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
comment on function private.make_code is 'A fresh code in place of the older one for the same purpose, address, subject and browser. The first five a day for an address have six digits, further ones twelve: so an address stands twenty-five guesses a day at short codes, from however many browsers, and is never refused a code for that.';

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

create function public.svc_check_code(p_purpose text, p_email text, p_code text, p_browser_hash text default null)
returns text
language sql
security definer
set search_path = ''
as $$
  select private.check_code(p_purpose, p_email, '', p_code, p_browser_hash)
$$;
comment on function public.svc_check_code is 'Whether the code of this browser is ok, wrong or spent. A wrong one costs an attempt, which is why this answers instead of raising.';

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

create function private.free_username(wish text)
returns text
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  base text := btrim(substr(regexp_replace(lower(wish), '[^a-z0-9]+', '-', 'g'), 1, 30), '-');
  candidate text;
begin
  if length(base) < 2 then
    base := 'user';
  end if;
  candidate := base;
  while exists (select 1 from public.users u where u.username = candidate) loop
    candidate := base || '-' || encode(extensions.gen_random_bytes(3), 'hex');
  end loop;
  return candidate;
end
$$;
comment on function private.free_username is 'A username nobody has, close to the wish.';

create function private.ensure_user(auth_id uuid, email text)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
begin
  -- Two proofs of one address at once make one account.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('account:' || lower(ensure_user.email), 0));
  select e.user_id into account_id from public.emails e where e.email = lower(ensure_user.email) and e.confirmed_at is not null;
  if found then
    return account_id;
  end if;
  select u.id into account_id from public.users u where u.auth_id = ensure_user.auth_id;
  if not found then
    insert into public.users (auth_id, username)
    values (ensure_user.auth_id, private.free_username(split_part(ensure_user.email, '@', 1)))
    returning id into account_id;
  end if;
  -- What others claim stays as it is: that it vanished would tell them of the proof.
  insert into public.emails (user_id, email, is_primary, confirmed_at)
  values (account_id, ensure_user.email, not exists (select 1 from public.emails e where e.user_id = account_id and e.is_primary), now())
  on conflict on constraint emails_user_id_email_key do update set is_primary = excluded.is_primary, confirmed_at = excluded.confirmed_at;
  return account_id;
end
$$;
comment on function private.ensure_user is 'The account of a proven address; made, with the address confirmed, when there is none.';

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

grant execute on function
  public.svc_request_code, public.svc_check_code, public.svc_signup_auth_id, public.svc_login_lookup, public.svc_login_result
to service_role;
