set local check_function_bodies = off;

DROP FUNCTION "public"."confirm_email"(text, text);

DROP FUNCTION "public"."svc_check_code"(text, text, text, text);

DROP FUNCTION "public"."svc_saml_request_get"(text);

DROP FUNCTION "public"."svc_saml_request_take"(text);

CREATE OR REPLACE FUNCTION private.guess_wait(who text, client text, browser_hash text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.is_known_browser(who, browser_hash)
    then private.throttle_hit('guess-browser:' || lower(btrim(who)) || ' ' || browser_hash, 30, 900)
    else greatest(
      -- An account guesses in a session of its own, which may be stolen: from however many addresses.
      case when who like 'user:%' then private.throttle_hit('guess-account:' || who, 30, 900) else 0 end,
      private.throttle_hit('guess:' || lower(btrim(who)) || ' ' || private.client_key(client), 30, 900),
      private.throttle_hit('guess-client:' || private.client_key(client), 100, 900)) end
$function$;

CREATE OR REPLACE FUNCTION private.make_code(purpose text, email text, subject text DEFAULT ''::text, with_link boolean DEFAULT false, browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := private.require_email(make_code.email);
  known_as constant text := case when private.is_known_browser(address, make_code.browser_hash) then ' ' || make_code.browser_hash else '' end;
  is_short constant boolean := private.throttle_hit('short-codes:' || address || known_as, 5, 86400) = 0 and case
    -- Where a domain opens a workspace, an address that nobody reads is as good as any: they are counted together.
    when known_as = '' and exists (select 1 from public.approved_domains d where d.domain = private.domain_of(address))
      then private.throttle_hit('short-codes-domain:' || private.domain_of(address), 100, 86400) = 0
    else true end;
  code constant text := private.new_code() || case when is_short then '' else private.new_code() end;
  token constant text := case when with_link then private.new_token() end;
begin
  insert into private.codes as c (purpose, email, subject, browser_hash, code_hash, token_hash)
  values (make_code.purpose, address, make_code.subject, coalesce(make_code.browser_hash, ''),
    private.code_hash(make_code.purpose, address, code), private.token_hash(token))
  on conflict on constraint codes_key do update
    set code_hash = excluded.code_hash, token_hash = excluded.token_hash, attempts = 0, created_at = now(), expires_at = excluded.expires_at;
  return jsonb_strip_nulls(jsonb_build_object('purpose', make_code.purpose, 'code', code, 'token', token));
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
  wait constant integer := private.guess_wait('user:' || me, host(private.client_address()));
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
      return jsonb_build_object('outcome', 'confirmed', 'email', held.email, 'retry_after', 0);
    elsif verdict = 'wrong' then
      outcome := 'invalid_code';
    end if;
  end if;
  return jsonb_build_object('outcome', case when p_code is null then 'invalid_token' else outcome end, 'email', null, 'retry_after', wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_check_code(p_purpose text, p_email text, p_code text, p_browser_hash text DEFAULT NULL::text, p_client text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.guess_wait(p_email, p_client, p_browser_hash) > 0 then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'Too many attempts. Please try again later.');
  end if;
  return private.check_code(p_purpose, p_email, '', p_code, p_browser_hash);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_saml_request_get(p_id text, p_integration_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.value from private.saml_requests r where r.id = p_id and r.workspace_integration_id = p_integration_id and r.expires_at > now()
$function$;

CREATE OR REPLACE FUNCTION public.svc_saml_request_take(p_id text, p_integration_id bigint)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.saml_requests r where r.id = p_id and r.workspace_integration_id = p_integration_id
  returning case when r.expires_at > now() then r.value end
$function$;

COMMENT ON FUNCTION "private"."guess_wait"(text, text, text) IS 'Counts an attempt at a code: 0, or the seconds to wait. It counts who guesses, never the address alone: five attempts a code and few short codes an address bound that, and nobody is locked out by a stranger. What an account tries in its own sessions is counted for the account.';

COMMENT ON FUNCTION "private"."make_code"(text, text, text, boolean, text) IS 'A fresh code in place of the older one for the same purpose, address, subject and browser. The first five a day for an address have six digits, further ones twelve, and so after the first hundred for a domain that a workspace approves: so an address stands twenty-five guesses a day at short codes, from however many browsers, and is never refused a code for that.';

COMMENT ON FUNCTION "public"."confirm_email"(text, text, text) IS 'Confirms an address that the caller added, by the link of its mail or by its code: that of the address named, or of the one that was asked for last. Only in a session of the account that asked: a link that somebody else follows binds nothing.';

COMMENT ON FUNCTION "public"."svc_check_code"(text, text, text, text, text) IS 'Whether the code of this browser is ok, wrong or spent. A wrong one costs an attempt, which is why this answers instead of raising.';

COMMENT ON FUNCTION "public"."svc_saml_request_get"(text, bigint) IS 'What was kept of a request that waits for the response of this integration''s provider, or null.';

COMMENT ON FUNCTION "public"."svc_saml_request_take"(text, bigint) IS 'What was kept of a request, once: the response to it is being taken.';

REVOKE ALL ON FUNCTION "public"."confirm_email"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."confirm_email"(text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_check_code"(text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_check_code"(text, text, text, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_saml_request_get"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_saml_request_get"(text, bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_saml_request_take"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_saml_request_take"(text, bigint) TO "postgres", "service_role";
