set local check_function_bodies = off;

DROP FUNCTION "private"."forget_event"(text, text);

CREATE OR REPLACE FUNCTION private.forget_event(event_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.stripe_events e set processed_at = null where e.id = event_id
$function$;

CREATE OR REPLACE FUNCTION private.note_replay(event_id text, note text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity(a.workspace_id, 'billing.event.replayed', jsonb_build_object('event', event_id, 'note', nullif(note, '')))
  from private.stripe_events e join public.billing_accounts a on a.stripe_customer_id = e.customer_id
  where e.id = event_id
$function$;

COMMENT ON FUNCTION "private"."forget_event"(text) IS 'Lets an event be applied once more, where it came before.';

COMMENT ON FUNCTION "private"."note_replay"(text, text) IS 'Tells in the activity of its workspace that an operator had an event applied, be it for the first time.';

REVOKE ALL ON FUNCTION "private"."forget_event"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_event"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_replay"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_replay"(text, text) TO "postgres";
