set local check_function_bodies = off;

CREATE TABLE "private"."analytics_position" ("is_only" boolean NOT NULL DEFAULT true, "sent_to" bigint NOT NULL, "salt" uuid NOT NULL DEFAULT gen_random_uuid(), CONSTRAINT "analytics_position_is_only_check" CHECK (is_only), CONSTRAINT "analytics_position_pkey" PRIMARY KEY (is_only));

ALTER TABLE "private"."analytics_position" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.analytics_batch(most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  horizon constant bigint := private.trail_horizon();
  place private.analytics_position;
  upto bigint;
  events jsonb;
begin
  -- What was before somebody named a collector is not told.
  insert into private.analytics_position (sent_to) values (horizon) on conflict do nothing;
  select * into place from private.analytics_position p;
  select max(e.id), jsonb_agg(jsonb_build_object(
      'event', e.type,
      'hour', to_char(date_trunc('hour', e.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI"Z"'),
      'workspace', left(encode(sha256(convert_to(place.salt || ':' || e.workspace_id, 'UTF8')), 'hex'), 16),
      'plan', e.plan) order by e.id) filter (where not e.asks_first)
  into upto, events
  from (
    select a.id, a.type, a.created_at, a.workspace_id, b.name as plan, w.disable_cookie_tracking as asks_first
    from public.activity_events a
    join public.workspaces w on w.id = a.workspace_id
    join public.billing_accounts c on c.workspace_id = w.id
    join public.billing_products b on b.id = c.billing_product_id
    where a.id > place.sent_to and a.id <= horizon
      -- What nobody took for a day is left out.
      and a.created_at > now() - interval '1 day'
    order by a.id limit analytics_batch.most) e;
  if upto is null then
    update private.analytics_position p set sent_to = horizon where p.sent_to < horizon;
    return null;
  end if;
  return jsonb_build_object('after', place.sent_to, 'until', upto, 'events', coalesce(events, '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_analytics(until bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.analytics_position p set sent_to = greatest(p.sent_to, keep_analytics.until)
$function$;

COMMENT ON COLUMN "private"."analytics_position"."salt" IS 'What workspaces are called by there is made with it; it goes with the row.';

COMMENT ON FUNCTION "private"."analytics_batch"(integer) IS 'What is to be told next, {after, until, events: [{event, hour, workspace, plan}]}; null where there is nothing. Workspaces that ask visitors before tracking are left out.';

COMMENT ON FUNCTION "private"."keep_analytics"(bigint) IS 'A batch was taken: what follows it comes next.';

COMMENT ON TABLE "private"."analytics_position" IS 'How far the trail was told to the collector of analytics; no row where there is none.';

REVOKE ALL ON FUNCTION "private"."analytics_batch"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."analytics_batch"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_analytics"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_analytics"(bigint) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."analytics_position" TO "postgres";
