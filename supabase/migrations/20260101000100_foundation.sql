-- Foundation: where things live, who may run them, and how a rule says no.

create schema if not exists private;
comment on schema private is 'Helpers, secrets and everything no API may reach. Clients have no usage on it; policies call its functions all the same.';
revoke all on schema private from public;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

create collation private.natural (provider = icu, locale = 'und-u-kn-true');
comment on collation private.natural is 'Names as people sort them: "Project 2" before "Project 10", whatever their case.';

grant usage on schema public to anon, authenticated, service_role;

-- Functions are callable by nobody until a grant says so.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create function private.problem(code text, status integer, message text, field text default null)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || status,
    message = problem.message,
    hint = problem.code,
    detail = case when field is null then '' else json_build_object('field', field)::text end;
end
$$;
comment on function private.problem is 'Refuses with a problem of the error catalogue: PostgREST answers with the status, the facade with problem+json (spec 1 §8).';

create function private.answer_problem(code text, status integer, message text, field text)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('code', 'PT' || status, 'message', message, 'hint', code, 'details', json_build_object('field', field)::text)
  from set_config('response.status', status::text, true)
$$;
comment on function private.answer_problem is 'The same refusal as an answer, in the shape and with the status of PostgREST''s errors: the transaction, and what it counted, stays.';

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

create table private.deployment (
  only_row boolean primary key default true check (only_row),
  mode text not null default 'multi_tenant' check (mode in ('multi_tenant', 'single_tenant')),
  base_url text not null default 'http://waymark.localhost:3000',
  updated_at timestamptz not null default now()
);
comment on table private.deployment is 'Where and how this installation runs; the worker writes it from its environment at start.';
insert into private.deployment default values;
alter table private.deployment enable row level security;

create unlogged table private.throttle (
  key text not null,
  window_start timestamptz not null,
  hits integer not null default 0,
  primary key (key, window_start)
);
comment on table private.throttle is 'Counters of rate limits by key and window. Unlogged: losing them in a crash costs nothing.';
alter table private.throttle enable row level security;

create function private.throttle_hit(key text, maximum integer, window_seconds integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  started timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  count_now integer;
begin
  insert into private.throttle as t (key, window_start, hits)
  values (throttle_hit.key, started, 1)
  on conflict on constraint throttle_pkey do update set hits = t.hits + 1
  returning t.hits into count_now;
  if count_now <= maximum then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from started + make_interval(secs => window_seconds) - clock_timestamp()))::integer);
end
$$;
comment on function private.throttle_hit is 'Counts one hit; 0 while within the maximum of the window, else the seconds until it ends (Retry-After).';

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
