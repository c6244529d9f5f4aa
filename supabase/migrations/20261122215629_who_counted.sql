set local check_function_bodies = off;

ALTER TABLE "private"."throttle" ADD COLUMN "counted_by" xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE OR REPLACE FUNCTION private.give_guess_back(who text, client text, browser_hash text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.throttle t set hits = t.hits - 1
  from private.guess_counts(who, client, browser_hash) c
  -- Only rows that this very transaction counted in: nobody gets back more than they gave.
  where t.key = c.key and t.counted_by = pg_catalog.pg_current_xact_id()
$function$;

CREATE OR REPLACE FUNCTION private.throttle_hit(key text, maximum integer, window_seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '100ms'
AS $function$
declare
  started timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  count_now integer;
begin
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
$function$;

COMMENT ON COLUMN "private"."throttle"."counted_by" IS 'The transaction that counted last: it may take its own hit back.';
