-- Counting: how often a caller may do something, and whom the database counts as one caller.

-- # Tables

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

-- # Rules

create function private.throttle_hit(key text, maximum integer, window_seconds integer, weight integer default 1)
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
  values (throttle_hit.key, started, weight)
  on conflict on constraint throttle_pkey do update set hits = t.hits + weight, counted_by = pg_catalog.pg_current_xact_id()
  returning t.hits into count_now;
  if count_now <= maximum then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from started + make_interval(secs => window_seconds) - clock_timestamp()))::integer);
exception when lock_not_available then
  return 1;
end
$$;
comment on function private.throttle_hit is 'Counts one hit, or as many as weight says; 0 while within the maximum of the window, else the seconds until it ends (Retry-After). Waits for nobody who counts the same at length: that is a second to wait as well.';

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

-- # Grants

grant execute on function public.svc_throttle to service_role;
