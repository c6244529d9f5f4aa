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
    constraint emails_email_key unique
    constraint email_check check (length(email) <= 255 and email ~ '^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+\.[^\s@<>()\[\]\\,;:".]{2,}$'),
  is_primary boolean not null default false,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint check_emails_primary_is_confirmed check (not is_primary or confirmed_at is not null)
);
comment on table public.emails is 'Addresses of an account; any confirmed one signs in. Exactly one is primary, and only a confirmed one.';
create unique index emails_one_primary_idx on public.emails (user_id) where is_primary;
create index emails_user_id_idx on public.emails (user_id);
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
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  unique (purpose, email, subject)
);
comment on table private.codes is 'Codes sent by mail: 6 digits, hashed, 15 minutes, 5 attempts, one live code a purpose, address and subject. A used code is deleted.';
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

create function private.enqueue_mail(recipient text, template text, data jsonb)
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
  perform graphile_worker.add_job('send_mail', json_build_object('mail_id', mail_id), job_key => 'mail:' || mail_id, max_attempts => 10);
end
$$;
comment on function private.enqueue_mail is 'Puts a mail into the outbox and wakes the worker, both or neither.';

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

create function private.code_wait(purpose text, email text, client text)
returns integer
language sql
security definer
set search_path = ''
as $$
  select greatest(
    private.throttle_hit('code:' || purpose || ':' || lower(btrim(email)) || ' ' || private.client_key(client), 5, 900),
    private.throttle_hit('code-address:' || lower(btrim(email)), 30, 900),
    private.throttle_hit('code-client:' || private.client_key(client), 60, 900))
$$;
comment on function private.code_wait is 'Counts the request for a code: 0, or the seconds to wait. Who asks too often for an address waits, long before the address does.';

create function private.guess_wait(who text, client text)
returns integer
language sql
security definer
set search_path = ''
as $$
  select greatest(
    private.throttle_hit('guess:' || lower(btrim(who)) || ' ' || private.client_key(client), 30, 900),
    private.throttle_hit('guess-client:' || private.client_key(client), 100, 900))
$$;
comment on function private.guess_wait is 'Counts an attempt at a code: 0, or the seconds to wait. It counts who guesses, never the address alone: five attempts a code and few codes an address bound that, and nobody is locked out by a stranger.';

create function private.send_code(
  purpose text, email text, subject text default '', data jsonb default '{}', recipient text default null, with_link boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  code constant text := private.new_code();
  token constant text := case when with_link then private.new_token() end;
  address constant text := lower(btrim(send_code.email));
begin
  insert into private.codes as c (purpose, email, subject, code_hash, token_hash)
  values (send_code.purpose, address, send_code.subject, private.code_hash(send_code.purpose, address, code), private.token_hash(token))
  on conflict on constraint codes_purpose_email_subject_key do update
    set code_hash = excluded.code_hash, token_hash = excluded.token_hash, attempts = 0, created_at = now(), expires_at = excluded.expires_at;
  perform private.enqueue_mail(coalesce(send_code.recipient, address),
    case send_code.purpose when 'reset_password' then 'reset' else 'code' end,
    jsonb_strip_nulls(data || jsonb_build_object('purpose', send_code.purpose, 'code', code, 'token', token)));
end
$$;
comment on function private.send_code is 'Makes a fresh code, replacing the older one for the same purpose, address and subject, and mails it.';

create function public.svc_request_code(p_purpose text, p_email text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait(p_purpose, p_email, p_client);
begin
  if wait > 0 then
    return jsonb_build_object('sent', false, 'retry_after', wait);
  end if;
  perform private.send_code(p_purpose, p_email);
  return jsonb_build_object('sent', true, 'retry_after', 0);
end
$$;
comment on function public.svc_request_code is 'Makes a fresh code for an address, replacing any older one, and mails it. Limited per address and per client.';

create function private.check_code(purpose text, email text, subject text, code text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.codes;
begin
  select * into held from private.codes c
  where c.purpose = check_code.purpose and c.email = lower(btrim(check_code.email)) and c.subject = check_code.subject
  for update;
  if not found or held.expires_at <= now() or held.attempts >= 5 then
    return false;
  end if;
  if held.code_hash = private.code_hash(check_code.purpose, held.email, btrim(check_code.code)) then
    return true;
  end if;
  update private.codes c set attempts = c.attempts + 1 where c.id = held.id;
  return false;
end
$$;
comment on function private.check_code is 'Whether a code is right, in time and not worn out. A wrong one costs an attempt, so its callers answer instead of raising.';

create function public.svc_check_code(p_purpose text, p_email text, p_code text)
returns text
language sql
security definer
set search_path = ''
as $$
  select case when private.check_code(p_purpose, p_email, '', p_code) then 'ok' else 'invalid' end
$$;
comment on function public.svc_check_code is 'Whether a code is right, in time and not worn out. A wrong one costs an attempt, which is why this answers instead of raising.';

create function private.consume_code(purpose text, email text, code text, subject text default '')
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
  -- An unconfirmed claim of somebody else never outlives the proof that the address is ours.
  delete from public.emails e where e.email = lower(ensure_user.email) and e.confirmed_at is null;
  insert into public.emails (user_id, email, is_primary, confirmed_at)
  values (account_id, ensure_user.email, not exists (select 1 from public.emails e where e.user_id = account_id and e.is_primary), now());
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

create table private.login_browsers (
  auth_id uuid references auth.users on delete cascade,
  browser_hash text check (length(browser_hash) between 1 and 128),
  used_at timestamptz not null default now(),
  primary key (auth_id, browser_hash)
);
comment on table private.login_browsers is 'Browsers in which somebody has signed in with the password: their attempts are counted apart from those of strangers.';
alter table private.login_browsers enable row level security;

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
  if p_browser_hash is not null then
    insert into private.login_browsers as b (auth_id, browser_hash) values (account.auth_id, p_browser_hash)
    on conflict on constraint login_browsers_pkey do update set used_at = now() where b.used_at < now() - interval '1 day';
    delete from private.login_browsers b
    where b.auth_id = account.auth_id
      and b.browser_hash not in (select k.browser_hash from private.login_browsers k where k.auth_id = account.auth_id order by k.used_at desc limit 20);
  end if;
  update public.users u set last_seen_at = now() where u.id = account.id;
end
$$;
comment on function public.svc_login_result is 'A successful sign-in clears the count of failed ones and makes the browser a known one.';

grant execute on function
  public.svc_request_code, public.svc_check_code, public.svc_signup_auth_id, public.svc_login_lookup, public.svc_login_result
to service_role;
