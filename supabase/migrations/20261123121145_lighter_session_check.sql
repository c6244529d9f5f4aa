set local check_function_bodies = off;

DROP FUNCTION "private"."current_session"();

CREATE OR REPLACE FUNCTION private.current_session()
 RETURNS private.session
 LANGUAGE sql
 STABLE
AS $function$
  select case when nullif(current_setting('request.jwt.claims', true), '') = current_setting('waymark.session_claims', true)
    then row(
      split_part(current_setting('waymark.session', true), ',', 1)::uuid,
      split_part(current_setting('waymark.session', true), ',', 2)::uuid,
      split_part(current_setting('waymark.session', true), ',', 3),
      nullif(split_part(current_setting('waymark.session', true), ',', 4), '')::bigint,
      nullif(split_part(current_setting('waymark.session', true), ',', 5), '')::bigint,
      nullif(split_part(current_setting('waymark.session', true), ',', 6), '')::boolean
    )::private.session
    else private.session_of_token() end
$function$;

CREATE OR REPLACE FUNCTION private.living_session(session_id uuid, auth_id uuid)
 RETURNS SETOF private.session
 LANGUAGE sql
 STABLE
AS $function$
  select s.id, s.user_id,
    -- Opened past our functions: Auth has noted how.
    coalesce(o.method, case when exists (
      select 1 from auth.mfa_amr_claims a where a.session_id = s.id and a.authentication_method = 'password') then 'password' else 'code' end),
    o.integration_id, o.only_workspace_id, coalesce(o.proven_at, s.created_at) > now() - interval '10 minutes'
  from auth.sessions s
  left join private.sessions o on o.session_id = s.id
  where s.id = living_session.session_id and s.user_id = living_session.auth_id and (s.not_after is null or s.not_after > now())
$function$;

CREATE OR REPLACE FUNCTION private.session_of(session_id uuid, auth_id uuid)
 RETURNS private.session
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select living from private.living_session(session_of.session_id, session_of.auth_id) living);
end
$function$;

CREATE OR REPLACE FUNCTION private.session_of_token()
 RETURNS private.session
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  return private.session_of((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid);
end
$function$;

CREATE OR REPLACE FUNCTION request.check_session()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := nullif(current_setting('request.jwt.claims', true), '');
  claims constant jsonb := token::jsonb;
  kept text;
begin
  -- Few requests prefer anything, and to read all headers is a good part of what this costs.
  if strpos(current_setting('request.headers', true), '"prefer"') > 0 and claims ->> 'role' is distinct from 'service_role'
    and current_setting('request.headers', true)::json ->> 'prefer' ~* 'count\s*=\s*"?(planned|estimated)' then
    perform private.problem('count_not_exact');
  end if;
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  -- What private.current_session() reads.
  kept := (
    select set_config('waymark.session_claims', token, true) || set_config('waymark.session',
      living.id::text || ',' || living.auth_id::text || ',' || living.method || ',' || coalesce(living.integration_id::text, '')
        || ',' || coalesce(living.only_workspace_id::text, '') || ',' || coalesce(living.is_recent::text, ''), true)
    from private.living_session((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) living);
  if kept is not null then
    return;
  end if;
  perform private.problem(private.reason_of_ending((
    select e.reason from private.ended_sessions e where e.session_id = (claims ->> 'session_id')::uuid)));
end
$function$;

COMMENT ON FUNCTION "private"."current_session"() IS 'The session of the caller''s token, and what it may do. All null for a visitor, for a session that has ended and for a token that names none: a token that outlives its session is worth nothing.';

COMMENT ON FUNCTION "private"."living_session"(uuid, uuid) IS 'A living session of a credential, and what it may do; no row for any other.';

COMMENT ON FUNCTION "private"."session_of_token"() IS 'The session that the caller''s token names, looked up. For who asks without the check before the request.';

REVOKE ALL ON FUNCTION "private"."current_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."current_session"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."living_session"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."living_session"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."session_of_token"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."session_of_token"() TO "postgres";
