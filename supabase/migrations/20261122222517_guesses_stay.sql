set local check_function_bodies = off;

DROP FUNCTION "public"."add_email"(text);

DROP FUNCTION "public"."confirm_email"(text, text, text);

DROP FUNCTION "public"."permit_password_change"(text, text);

DROP FUNCTION "public"."prove_session"(text, text);

DROP FUNCTION "public"."request_proof_code"();

DROP FUNCTION "public"."resend_email_code"(bigint);

CREATE OR REPLACE FUNCTION private.own_guess_wait(user_id bigint, called text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_alone(called);
  return private.guess_wait('user:' || user_id, host(private.client_address()));
end
$function$;

CREATE OR REPLACE FUNCTION private.require_alone(called text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.throttle_hit(key text, maximum integer, window_seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.add_email(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  address text;
  wait integer;
  made public.emails;
begin
  perform private.require_alone('add_email');
  address := private.require_email(p_email);
  perform 1 from public.users u where u.id = me for update;
  if (select count(*) from public.emails e where e.user_id = me) >= 20 then
    perform private.problem('too_many_emails');
  end if;
  -- Said by the answer: a refusal would undo the count.
  wait := greatest(
    private.code_wait('confirm_email', address, host(private.client_address())),
    private.throttle_hit('add-email:' || me, 30, 86400));
  if wait > 0 then
    return to_jsonb(row(null, address, wait)::public.added_email);
  end if;
  insert into public.emails (user_id, email) values (me, address) returning * into made;
  perform private.send_email_code(made);
  return to_jsonb(row(made.id, made.email, 0)::public.added_email);
end
$function$;

CREATE OR REPLACE FUNCTION public.confirm_email(p_code text DEFAULT NULL::text, p_token text DEFAULT NULL::text, p_email text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'confirm_email');
  outcome text := 'spent_code';
  verdict text;
  held private.codes;
begin
  if wait = 0 then
    -- One attempt is one at one address: many that wait are not many chances.
    select c.* into held from private.codes c
    where c.subject = 'user:' || me and c.purpose = 'confirm_email'
      and case when p_code is null then c.token_hash = private.token_hash(p_token) and c.expires_at > now()
        else c.email = lower(btrim(p_email)) or p_email is null end
    order by c.created_at desc, c.id desc
    limit 1;
    verdict := case
      when held.id is null then 'spent'
      when p_code is null then 'ok'
      else private.check_code('confirm_email', held.email, held.subject, p_code) end;
    if verdict = 'ok' then
      delete from private.codes c where c.id = held.id;
      perform private.confirm_own_email(me, held.email);
      return to_jsonb(row('confirmed', held.email, 0)::public.confirmed_email);
    elsif verdict = 'wrong' then
      outcome := 'invalid_code';
    end if;
  end if;
  return to_jsonb(row(case when p_code is null then 'invalid_token' else outcome end, null, wait)::public.confirmed_email);
end
$function$;

CREATE OR REPLACE FUNCTION public.permit_password_change(p_current_password text DEFAULT NULL::text, p_user_agent text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  session constant private.session := private.current_session();
  account constant public.users := (select u from public.users u where u.id = me);
  wait integer;
begin
  if not account.has_password then
    perform private.require_recent_proof();
  else
    if coalesce(p_current_password, '') = '' then
      perform private.problem('current_password_missing');
    end if;
    wait := private.own_guess_wait(me, 'permit_password_change');
    if wait > 0 or not private.password_matches(session.auth_id, p_current_password) then
      return to_jsonb(row('wrong', wait)::public.proof);
    end if;
  end if;
  insert into private.password_permits (auth_id, session_id, tells, user_agent, ip_address)
  values (session.auth_id, session.id, account.has_password or account.created_at < now() - interval '1 hour', left(p_user_agent, 500), private.client_address())
  on conflict (auth_id) do update
    set session_id = excluded.session_id, tells = excluded.tells, user_agent = excluded.user_agent, ip_address = excluded.ip_address,
      created_at = now();
  return to_jsonb(row('permitted', 0)::public.proof);
end
$function$;

CREATE OR REPLACE FUNCTION public.prove_session(p_password text DEFAULT NULL::text, p_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  account public.users;
  address text;
  wait integer;
  verdict text;
begin
  select * into account from public.users u where u.auth_id = session.auth_id;
  if account.id is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.own_guess_wait(account.id, 'prove_session');
  select e.email into address from public.emails e where e.user_id = account.id and e.is_primary;
  verdict := case
    when wait > 0 then 'wrong'
    when p_code is not null then private.check_code('proof', address, 'session:' || session.id, p_code)
    when account.has_password and private.password_matches(session.auth_id, p_password) then 'ok'
    else 'wrong' end;
  if verdict <> 'ok' then
    return to_jsonb(row(verdict, wait)::public.proof);
  end if;
  if p_code is not null then
    perform private.consume_code('proof', address, p_code, 'session:' || session.id);
  end if;
  insert into private.sessions as o (session_id, auth_id, method, integration_id) values (session.id, session.auth_id, session.method, session.integration_id)
  on conflict (session_id) do update set proven_at = now(), only_workspace_id = null;
  return to_jsonb(row('proven', 0)::public.proof);
end
$function$;

CREATE OR REPLACE FUNCTION public.request_proof_code()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  address text;
  wait integer;
begin
  perform private.require_alone('request_proof_code');
  select e.email into address from public.emails e join public.users u on u.id = e.user_id
  where u.auth_id = session.auth_id and e.is_primary;
  if address is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.code_wait('proof', address, host(private.client_address()));
  if wait = 0 then
    perform private.send_code('proof', address, 'session:' || session.id);
  end if;
  return to_jsonb(row(address, wait)::public.code_sent);
end
$function$;

CREATE OR REPLACE FUNCTION public.resend_email_code(p_email_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.emails := private.own_email(p_email_id);
  wait integer := 0;
begin
  perform private.require_alone('resend_email_code');
  if held.confirmed_at is null then
    wait := private.code_wait('confirm_email', held.email, host(private.client_address()));
    if wait = 0 then
      perform private.send_email_code(held);
    end if;
  end if;
  return to_jsonb(row(held.email, wait)::public.code_sent);
end
$function$;

COMMENT ON FUNCTION "private"."own_guess_wait"(bigint, text) IS 'Counts what an account tries in a session of its own, for one of the functions that clients call: 0, or the seconds to wait.';

COMMENT ON FUNCTION "private"."require_alone"(text) IS 'Refuses requests that do more than call this function. Whoever asks it answers jsonb: of a composite the client chooses columns, casts and filters, which fail or take long behind the call.';

COMMENT ON FUNCTION "public"."add_email"(text) IS 'Adds an address to the caller''s account and mails it a code and a link; it counts once confirmed. The same for an address that another account has; when asked too often the seconds to wait, and nothing is added.';

COMMENT ON FUNCTION "public"."confirm_email"(text, text, text) IS 'Confirms an address that the caller added, by the link of its mail or by its code: that of the address named, or of the one that was asked for last. Only in a session of the account that asked: a link that somebody else follows binds nothing.';

COMMENT ON FUNCTION "public"."permit_password_change"(text, text) IS 'Lets the caller change their password: with the current one or, where there is none, a proof of the last ten minutes.';

COMMENT ON FUNCTION "public"."prove_session"(text, text) IS 'Proves who the caller is, by password or by a code to their primary address: for ten minutes the account may be changed. A session for one workspace becomes one for all: no provider said so, the person did.';

COMMENT ON FUNCTION "public"."request_proof_code"() IS 'Mails the caller''s primary address a code that proves who they are in this session; for people without a password.';

COMMENT ON FUNCTION "public"."resend_email_code"(bigint) IS 'Mails a fresh code to an address that is not confirmed; the seconds to wait when asked too often.';

REVOKE ALL ON FUNCTION "private"."require_alone"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_alone"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_email"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_email"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."confirm_email"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_email"(text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."permit_password_change"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."permit_password_change"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."prove_session"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."prove_session"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."request_proof_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_proof_code"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resend_email_code"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resend_email_code"(bigint) TO "authenticated", "postgres";

-- By hand
update private.reasons
set sentence = 'Codes and passwords are asked for and tried by themselves, by a call of this function alone.'
where reason = 'guess_not_alone';
