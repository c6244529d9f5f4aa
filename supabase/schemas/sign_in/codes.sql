-- Codes: what is mailed to prove an address, and how often codes may be asked for and tried.

-- # Tables

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

-- # Rules

create function private.code_hash(purpose text, email text, code text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select extensions.digest(purpose || ':' || lower(email) || ':' || code, 'sha256')
$$;
comment on function private.code_hash is 'How a code is stored. Purpose and address are part of it: the same digits for another are another code.';

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

create function private.guess_counts(who text, client text, browser_hash text default null)
returns table (key text, maximum integer)
language sql
stable
security definer
set search_path = ''
as $$
  select c.key, c.maximum
  from (select lower(btrim(who)) as person, private.client_key(client) as network, private.is_known_browser(who, guess_counts.browser_hash) as is_known) g
  cross join lateral (values
    ('guess-browser:' || g.person || ' ' || guess_counts.browser_hash, 30, g.is_known),
    -- An account guesses in a session of its own, which may be stolen: from however many addresses.
    ('guess-account:' || who, 30, not g.is_known and who like 'user:%'),
    ('guess:' || g.person || ' ' || g.network, 30, not g.is_known),
    ('guess-client:' || g.network, 100, not g.is_known)) c (key, maximum, counts)
  where c.counts
$$;
comment on function private.guess_counts is 'What an attempt at a code counts in, and how often in 15 minutes: who guesses, never the address alone. Five attempts a code and few short codes an address bound that, and nobody is locked out by a stranger. What an account tries in its own sessions is counted for the account.';

create function private.guess_wait(who text, client text, browser_hash text default null)
returns integer
language sql
security definer
set search_path = ''
as $$
  select max(private.throttle_hit(c.key, c.maximum, 900)) from private.guess_counts(who, client, browser_hash) c
$$;
comment on function private.guess_wait is 'Counts an attempt at a code: 0, or the seconds to wait.';

create function private.require_alone(called text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  path constant text := nullif(current_setting('request.path', true), '');
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- What comes behind it in the same transaction may fail, which takes counts back, and the attempt at a code with them; or take
  -- long, while others wait for the counts: a second field of GraphQL, or what an answer must be (one row, so many rows).
  if path !~ ('(^|/)rpc/' || called || '$') or headers ->> 'accept' ~* 'pgrst'
    or headers ->> 'prefer' ~* '(count|tx|max-affected)\s*=' then
    perform private.problem('guess_not_alone');
  end if;
end
$$;
comment on function private.require_alone is 'Refuses requests that do more than call this function. Whoever asks it answers jsonb: of a composite the client chooses columns, casts and filters, which fail or take long behind the call.';

create function private.own_guess_wait(user_id bigint, called text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_alone(called);
  return private.guess_wait('user:' || user_id, host(private.client_address()));
end
$$;
comment on function private.own_guess_wait is 'Counts what an account tries in a session of its own, for one of the functions that clients call: 0, or the seconds to wait.';

create function private.give_guess_back(who text, client text, browser_hash text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.throttle t set hits = t.hits - 1
  from private.guess_counts(who, client, browser_hash) c
  -- Only rows that this very transaction counted in: nobody gets back more than they gave.
  where t.key = c.key and t.counted_by = pg_catalog.pg_current_xact_id()
$$;
comment on function private.give_guess_back is 'A right code is no guess: what this transaction counted for it is taken back, so that many people behind one address do not wait for each other.';

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
    perform private.problem('code_invalid');
  end if;
end
$$;
comment on function private.consume_code is 'Uses a code up, in the transaction of what it allows: it works once, or not at all.';

-- # Calls

create type public.requested_code as (sent boolean, retry_after integer);
comment on type public.requested_code is 'Whether a code was sent, and how many seconds to wait where too many were asked for.';

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
    return to_jsonb(row(false, wait)::public.requested_code);
  end if;
  perform private.send_code(p_purpose, p_email, browser_hash => p_browser_hash);
  return to_jsonb(row(true, 0)::public.requested_code);
end
$$;
comment on function public.svc_request_code is 'Makes a fresh code for an address, replacing the older one of the same browser, and mails it. Limited per address, client and browser.';

create function public.svc_check_code(p_purpose text, p_email text, p_code text, p_browser_hash text default null, p_client text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  verdict text;
begin
  if private.guess_wait(p_email, p_client, p_browser_hash) > 0 then
    perform private.problem('too_many_attempts');
  end if;
  verdict := private.check_code(p_purpose, p_email, '', p_code, p_browser_hash);
  if verdict = 'ok' then
    perform private.give_guess_back(p_email, p_client, p_browser_hash);
  end if;
  return verdict;
end
$$;
comment on function public.svc_check_code is 'Whether the code of this browser is ok, wrong or spent. A wrong one costs an attempt, which is why this answers instead of raising.';

-- # Grants

grant execute on function public.svc_request_code, public.svc_check_code to service_role;
