set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION request.check_session()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  prefer constant text := nullif(current_setting('request.headers', true), '')::json ->> 'prefer';
  session private.session;
begin
  if claims ->> 'role' is distinct from 'service_role' and prefer ~* 'count\s*=\s*"?(planned|estimated)' then
    perform private.problem('VALIDATION_ERROR', 400, 'Rows are counted exactly or not at all: "Prefer: count=exact".');
  end if;
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  session := private.current_session();
  if session.id is not null then
    perform set_config('waymark.session', session::text, true);
    return;
  end if;
  perform private.problem('INVALID_TOKEN', 401, private.ended_sentence((
    select e.reason from private.ended_sessions e where e.session_id = (claims ->> 'session_id')::uuid)));
end
$function$;

COMMENT ON FUNCTION "request"."check_session"() IS 'Refuses a token whose session has ended, with the reason. The policies would let it see nothing; this says so. Refuses the planner''s counts too, which tell of rows that policies hide.';
