-- Foundation: where things live, who may run them, and what every chapter uses: counting callers, mail that waits to be sent,
-- pages of a list, many changes in one call.

-- # Tables

create schema if not exists private;
comment on schema private is 'Helpers, secrets and everything no API may reach. Clients have no usage on it; policies call its functions all the same.';
revoke all on schema private from public;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_graphql') then
    create extension if not exists pg_graphql;
  end if;
end
$$;

-- Names as GraphQL writes them. Introspection stays off: the schema is committed beside the client.
comment on schema public is '@graphql({"inflect_names": true, "max_rows": 500})';
create collation private.natural (provider = icu, locale = 'und-u-kn-true');
comment on collation private.natural is 'Names as people sort them: "Project 2" before "Project 10", whatever their case.';
grant usage on schema public to anon, authenticated, service_role;

-- Functions are callable by nobody until a grant says so.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create table private.deployment (
  only_row boolean primary key default true check (only_row),
  mode text not null default 'multi_tenant' check (mode in ('multi_tenant', 'single_tenant')),
  base_url text not null default 'http://waymark.localhost:3000',
  updated_at timestamptz not null default now(),
  grant_key bytea not null default extensions.gen_random_bytes(32),
  activity_days integer check (activity_days > 0)
);
comment on table private.deployment is 'Where and how this installation runs; the worker writes it from its environment at start.';
comment on column private.deployment.grant_key is 'Signs the grants of workspace tokens.';
comment on column private.deployment.activity_days is 'How long activity is kept, in days; null keeps it for ever. The worker writes it from its environment.';
alter table private.deployment enable row level security;
insert into private.deployment default values;

create unlogged table private.throttle (
  key text not null,
  window_start timestamptz not null,
  hits integer not null default 0,
  counted_by xid8 not null default pg_catalog.pg_current_xact_id(),
  primary key (key, window_start)
);
comment on table private.throttle is 'Counters of rate limits by key and window. Unlogged: losing them in a crash costs nothing.';
comment on column private.throttle.counted_by is 'The transaction that counted last: it may take its own hit back.';
alter table private.throttle enable row level security;

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
create index outbox_mails_invitations_idx on private.outbox_mails (recipient) where template = 'invitations' and sent_at is null;

create table private.idempotency_keys (
  auth_id uuid not null references auth.users (id) on delete cascade,
  scope text not null check (length(scope) between 1 and 500),
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null check (length(fingerprint) <= 100),
  status integer check (status between 200 and 499),
  body jsonb check (length(body::text) <= 200000),
  created_at timestamptz not null default now(),
  primary key (auth_id, scope, key)
);
comment on table private.idempotency_keys is 'Requests sent with an Idempotency-Key, for a day. Without a status the first one is still running.';
comment on column private.idempotency_keys.scope is 'Method and path: the same key on another call is another request.';
comment on column private.idempotency_keys.fingerprint is 'What the first request said, so that a key is not reused for something else.';
create index idempotency_keys_age_idx on private.idempotency_keys (created_at);
alter table private.idempotency_keys enable row level security;

create type public.bulk_result as (key jsonb, ok boolean, code text, status integer, message text, field text, value jsonb);
comment on type public.bulk_result is 'How one item of a call for many went: which one it is (an id or an address) and, where it failed, why in the terms of the error catalogue; else what came of it.';

create type public.bulk_answer as (results public.bulk_result[], succeeded bigint, failed bigint);
comment on type public.bulk_answer is 'The answer of every call for many: of each item, in order, how it went.';

-- # Rules

-- ## Helpers

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at is 'Keeps updated_at true on every change.';

create function private.is_email(address text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(address) <= 255
    and address ~ '^[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f]+@[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]+\.[^\s@<>()\[\]\\,;:".\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]{2,}$'
$$;
comment on function private.is_email is 'Whether a text is one e-mail address in its plain form: nothing that a mail program reads as a list, a name, a comment or another spelling of a dot. So one mailbox is one text, and counts by address hold. The one rule for every address that is stored.';

create function private.require_email(email text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  address constant text := lower(btrim(email));
begin
  if private.is_email(address) is not true then
    perform private.problem('email_invalid');
  end if;
  return address;
end
$$;
comment on function private.require_email is 'An address as it is stored; refuses what is none.';

create function private.lower_email()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.email := lower(btrim(new.email));
  return new;
end
$$;
comment on function private.lower_email is 'E-mail addresses are stored in lower case, so that equality is plain equality.';

create function private.throttle_hit(key text, maximum integer, window_seconds integer)
returns integer
language plpgsql
security definer
set search_path = ''
-- Strangers share counts, and one line to the database.
set lock_timeout = '2s'
as $$
declare
  started timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  count_now integer;
begin
  -- People wait in lines of their own, for guesses that Postgres compares at length.
  if (select auth.role()) = 'authenticated' then
    perform set_config('lock_timeout', '5s', true);
  end if;
  insert into private.throttle as t (key, window_start, hits)
  values (throttle_hit.key, started, 1)
  on conflict on constraint throttle_pkey do update set hits = t.hits + 1, counted_by = pg_catalog.pg_current_xact_id()
  returning t.hits into count_now;
  if count_now <= maximum then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from started + make_interval(secs => window_seconds) - clock_timestamp()))::integer);
exception when lock_not_available then
  return 1;
end
$$;
comment on function private.throttle_hit is 'Counts one hit; 0 while within the maximum of the window, else the seconds until it ends (Retry-After). Waits for nobody who counts the same at length: that is a second to wait as well.';

create function private.client_key(client text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- Whoever has one address of IPv6 has 2^64 of them. One of IPv4 written so stays what it is.
  return case when family(client::inet) = 6 and client !~* '^::ffff:' then host(network(set_masklen(client::inet, 64))) else coalesce(client, '') end;
exception when others then
  return client;
end
$$;
comment on function private.client_key is 'Under what name a client is counted: its address, or its network of IPv6.';

create function private.client_address()
returns inet
language plpgsql
stable
set search_path = ''
as $$
declare
  chain text[];
  candidate inet;
  nearest inet;
begin
  chain := string_to_array(nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',');
  for i in reverse coalesce(array_length(chain, 1), 0)..1 loop
    candidate := btrim(chain[i])::inet;
    nearest := coalesce(nearest, candidate);
    if not (candidate <<= any (array['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']::inet[])) then
      return candidate;
    end if;
  end loop;
  return nearest;
exception when others then
  return null;
end
$$;
comment on function private.client_address is 'The address of the caller: the entry of X-Forwarded-For nearest to us that is not one of our own proxies.';

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

-- ## Mail

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
  values (private.require_email(enqueue_mail.recipient), enqueue_mail.template, enqueue_mail.data)
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
comment on function private.token_hash is 'How the secret of a link is stored.';

-- ## Lists, and many changes in one call

create function private.require_few(items integer, fewest integer, reason text, field text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if coalesce(items, 0) not between fewest and 500 then
    perform private.problem(reason, field);
  end if;
end
$$;
comment on function private.require_few is 'Refuses a call for more than 500 at once, or for fewer than it needs.';

create function private.bulk_success(key jsonb, value jsonb default null)
returns public.bulk_result
language sql
immutable
set search_path = ''
as $$
  select row(key, true, null, null, null, null, value)::public.bulk_result
$$;
comment on function private.bulk_success is 'An item that went through, with what came of it.';

create function private.bulk_failure(key jsonb, state text, message text, hint text, detail text)
returns public.bulk_result
language plpgsql
stable
set search_path = ''
as $$
declare
  refused private.reasons;
begin
  if state like 'PT%' then
    return row(key, false, hint, substr(state, 3)::integer, message, case when detail like '{%' then detail::jsonb ->> 'field' end, null)::public.bulk_result;
  -- A value that is none, or a constraint: its own words would show the row.
  elsif state ~ '^2[23]' then
    refused := private.refusal(case state when '23505' then 'item_conflict' else 'item_invalid' end);
    return row(key, false, refused.code, refused.status, refused.sentence, null, null)::public.bulk_result;
  end if;
  raise exception using errcode = state, message = message, hint = hint, detail = detail;
end
$$;
comment on function private.bulk_failure is 'What an exception means for its item. One that is neither a refusal nor about what was sent goes on.';

create function private.bulk_answer(results public.bulk_result[])
returns public.bulk_answer
language sql
immutable
set search_path = ''
as $$
  select row(results, count(*) filter (where r.ok), count(*) filter (where not r.ok))::public.bulk_answer
  from unnest(results) r
$$;
comment on function private.bulk_answer is 'Counts how many items of a call for many went through. Such a call loops over its items; each is all or nothing.';

create function private.like_pattern(search text)
returns text
language sql
immutable
as $$
  select '%' || regexp_replace(btrim(search), '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.like_pattern is 'A text as it is, anywhere in another.';

create function private.page_size(wanted integer, usual integer, most integer)
returns integer
language sql
immutable
as $$
  select least(greatest(coalesce(wanted, usual), 1), most)
$$;
comment on function private.page_size is 'How many rows a page has: what is asked for, at least one, at most what the list allows.';

-- # Calls

create function public.svc_throttle(p_key text, p_maximum integer, p_window_seconds integer)
returns integer
language sql
security definer
set search_path = ''
as $$
  select private.throttle_hit('http:' || p_key, p_maximum, p_window_seconds)
$$;
comment on function public.svc_throttle is 'Counts one hit of a limit of the facade: 0 while within it, else the seconds to wait.';

create function public.idempotency_begin(p_scope text, p_key text, p_fingerprint text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.current_auth_id();
  held private.idempotency_keys;
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  delete from private.idempotency_keys k where k.auth_id = caller and k.created_at < now() - interval '1 day';
  insert into private.idempotency_keys (auth_id, scope, key, fingerprint)
  values (caller, p_scope, p_key, p_fingerprint)
  on conflict do nothing;
  if found then
    -- What is kept is room on a disk that all share.
    if private.throttle_hit('idempotency:' || caller, 1000, 86400) > 0 then
      perform private.problem('too_many_idempotency_keys');
    end if;
    return jsonb_build_object('state', 'new');
  end if;
  select * into held from private.idempotency_keys k
  where k.auth_id = caller and k.scope = p_scope and k.key = p_key
  for update;
  if held.fingerprint <> p_fingerprint then
    return jsonb_build_object('state', 'mismatch');
  end if;
  if held.status is not null then
    return jsonb_build_object('state', 'done', 'status', held.status, 'body', held.body);
  end if;
  -- A request that never answered was cut off: after ten minutes its key may be tried again.
  if held.created_at < now() - interval '10 minutes' then
    update private.idempotency_keys k set created_at = now()
    where k.auth_id = caller and k.scope = p_scope and k.key = p_key;
    return jsonb_build_object('state', 'new');
  end if;
  return jsonb_build_object('state', 'running');
end
$$;
comment on function public.idempotency_begin is 'Takes a key for a request: new, running, done (with the answer to repeat) or mismatch (used for another request).';

create function public.idempotency_finish(p_scope text, p_key text, p_status integer, p_body jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  -- A longer answer is not kept: who repeats the request learns that it was done.
  update private.idempotency_keys k set status = p_status, body = case when octet_length(p_body::text) <= 100000 then p_body end
  where p_status is not null and k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.status is null
$$;
comment on function public.idempotency_finish is 'Keeps the answer of a request, for its retries.';

create function public.idempotency_release(p_scope text, p_key text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.idempotency_keys k
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.status is null
$$;
comment on function public.idempotency_release is 'Gives a key back after a request that changed nothing.';

-- # Grants

grant execute on function public.svc_throttle to service_role;
grant execute on function public.idempotency_begin, public.idempotency_finish, public.idempotency_release to authenticated;
