set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.current_session()
 RETURNS private.session
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  named constant uuid := (claims ->> 'session_id')::uuid;
  bearer constant uuid := (claims ->> 'sub')::uuid;
  -- What the check before the request found: its policies ask several times, and looking is most of what they cost.
  kept constant private.session := nullif(current_setting('waymark.session', true), '')::private.session;
begin
  if kept.id = named and kept.auth_id = bearer then
    return kept;
  end if;
  return private.session_of(named, bearer);
end
$function$;

CREATE OR REPLACE FUNCTION request.check_session()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  session private.session;
begin
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
