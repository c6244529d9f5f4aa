set local check_function_bodies = off;

CREATE TABLE "private"."device_requests" ("device_hash" bytea NOT NULL, "user_code" text NOT NULL, "workspace_id" bigint NOT NULL, "machine" text NOT NULL, "ip_address" inet, "auth_id" uuid, "session_id" uuid, "allowed" boolean, "polled_at" timestamp with time zone, "pause_seconds" integer NOT NULL DEFAULT 2, "taken_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + '00:10:00'::interval), CONSTRAINT "device_requests_check" CHECK ((((allowed IS NULL) = (session_id IS NULL)) AND ((allowed IS NULL) = (auth_id IS NULL)))), CONSTRAINT "device_requests_machine_check" CHECK (((length(machine) >= 1) AND (length(machine) <= 100))), CONSTRAINT "device_requests_pkey" PRIMARY KEY (device_hash), CONSTRAINT "device_requests_user_code_check" CHECK ((user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'::text)), CONSTRAINT "device_requests_user_code_key" UNIQUE (user_code));

ALTER TABLE "private"."device_requests" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."device_request" AS ("outcome" text, "retry_after" integer, "machine" text, "ip_address" text, "asked_at" timestamp with time zone, "expires_at" timestamp with time zone, "workspace" text);

CREATE OR REPLACE FUNCTION private.as_device_request(asked private.device_requests, wait integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    case when asked.device_hash is null then 'unknown' when asked.allowed then 'allowed' when not asked.allowed then 'refused' else 'waiting' end,
    wait, asked.machine, host(asked.ip_address), asked.created_at, asked.expires_at,
    (select w.name from public.workspaces w where w.id = asked.workspace_id))::public.device_request)
$function$;

CREATE OR REPLACE FUNCTION private.device_request_for_caller(user_id bigint, code text)
 RETURNS private.device_requests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.device_requests;
begin
  select * into found from private.device_requests r
  where r.user_code = upper(regexp_replace(device_request_for_caller.code, '[^A-Za-z]', '', 'g'))
    and r.expires_at > now()
    and r.workspace_id in (select private.my_workspace_ids())
    and coalesce(r.auth_id = private.current_auth_id(), true)
  for update;
  if found.device_hash is not null then
    perform private.give_guess_back('user:' || user_id, host(private.client_address()));
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.new_user_code()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  letters constant text := 'BCDFGHJKLMNPQRSTVWXZ';
  code text := '';
  byte integer;
begin
  while length(code) < 8 loop
    byte := get_byte(extensions.gen_random_bytes(1), 0);
    -- Draws above the largest multiple of twenty would favour the first letters.
    if byte < 240 then
      code := code || substr(letters, byte % 20 + 1, 1);
    end if;
  end loop;
  return code;
end
$function$;

CREATE OR REPLACE FUNCTION private.purge_sign_in()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with
  states as (delete from private.login_states where expires_at < now() returning 1),
  codes as (delete from private.sso_codes where expires_at < now() returning 1),
  requests as (delete from private.saml_requests where expires_at < now() returning 1),
  assertions as (delete from private.saml_assertions where expires_at < now() returning 1),
  claims as (delete from private.email_claims where created_at < now() - interval '1 day' and coalesce(confirmed_at, created_at) < now() - interval '1 day' returning 1),
  browsers as (delete from private.known_browsers where confirmed_at < now() - interval '400 days' returning 1),
  unsubscribing as (delete from private.unsubscribe_tokens where created_at < now() - interval '90 days' returning 1),
  digests as (delete from private.digests where day < current_date - 30 returning 1),
  programs as (delete from private.device_requests where expires_at < now() returning 1),
  devices as (delete from private.devices where last_seen_at < now() - interval '400 days' returning 1),
  sessions as (delete from private.sessions o where not exists (select 1 from auth.sessions s where s.id = o.session_id) returning 1),
  ended as (delete from private.ended_sessions where ended_at < now() - interval '90 days' returning 1),
  permits as (delete from private.password_permits where created_at < now() - interval '1 minute' returning 1),
  invitations as (delete from public.workspace_invitations where revoked_at < now() - interval '90 days' returning 1)
  select count(*)::integer from (
    select 1 from states union all select 1 from codes union all select 1 from requests union all select 1 from assertions union all select 1 from claims union all
    select 1 from browsers union all select 1 from unsubscribing union all select 1 from digests union all select 1 from programs union all select 1 from devices union all
    select 1 from sessions union all select 1 from ended union all select 1 from permits union all select 1 from invitations
  ) removed
$function$;

CREATE OR REPLACE FUNCTION public.answer_device_request(p_code text, p_allow boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  session constant private.session := private.current_session();
  wait constant integer := private.own_guess_wait(me, 'answer_device_request');
  asked private.device_requests;
begin
  if wait = 0 then
    asked := private.device_request_for_caller(me, p_code);
    -- The first answer holds.
    if asked.device_hash is not null and asked.allowed is null then
      update private.device_requests r
      set allowed = p_allow is true, auth_id = session.auth_id, session_id = session.id
      where r.device_hash = asked.device_hash
      returning * into asked;
    end if;
  end if;
  return private.as_device_request(asked, wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.device_request(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'device_request');
  asked private.device_requests;
begin
  if wait = 0 then
    asked := private.device_request_for_caller(me, p_code);
  end if;
  return private.as_device_request(asked, wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_device_sign_in(p_device_code text, p_auth_id uuid, p_session_id uuid, p_client text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked private.device_requests;
  opener private.session;
begin
  delete from private.device_requests r
  where r.device_hash = private.token_hash(p_device_code) and r.taken_at is not null and r.auth_id = p_auth_id
  returning * into asked;
  opener := private.session_of(asked.session_id, asked.auth_id);
  if opener.id is null then
    perform private.problem('session_ended');
  end if;
  perform public.svc_note_sign_in(p_auth_id, p_session_id, 'code', 'Waymark-CLI/' || asked.machine, p_client);
  update private.sessions o
  set method = opener.method, integration_id = opener.integration_id, only_workspace_id = asked.workspace_id, proven_at = '-infinity'
  where o.session_id = p_session_id;
  update auth.sessions s set not_after = now() + interval '30 days' where s.id = p_session_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_poll_device_request(p_device_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked private.device_requests;
  is_early boolean;
begin
  select * into asked from private.device_requests r where r.device_hash = private.token_hash(p_device_code) for update;
  if asked.device_hash is null or asked.expires_at <= now() or asked.taken_at is not null then
    return jsonb_build_object('outcome', 'expired_token');
  end if;
  if asked.allowed is null then
    is_early := coalesce(asked.polled_at > now() - make_interval(secs => asked.pause_seconds), false);
    update private.device_requests r
    set polled_at = now(), pause_seconds = r.pause_seconds + case when is_early then 5 else 0 end
    where r.device_hash = asked.device_hash;
    return jsonb_build_object('outcome', case when is_early then 'slow_down' else 'authorization_pending' end);
  end if;
  if not asked.allowed or (private.session_of(asked.session_id, asked.auth_id)).id is null or not exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = asked.workspace_id and u.auth_id = asked.auth_id) then
    delete from private.device_requests r where r.device_hash = asked.device_hash;
    return jsonb_build_object('outcome', 'access_denied');
  end if;
  update private.device_requests r set taken_at = now() where r.device_hash = asked.device_hash;
  return jsonb_build_object('outcome', 'allowed', 'workspace_id', asked.workspace_id,
    'auth_email', (select a.email from auth.users a where a.id = asked.auth_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_start_device_request(p_workspace_slug text, p_machine text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device_code constant text := private.new_token();
  wait constant integer := private.throttle_hit('device:' || private.client_key(p_client), 20, 900);
  asked private.device_requests;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  insert into private.device_requests (device_hash, user_code, workspace_id, machine, ip_address)
  select private.token_hash(device_code), private.new_user_code(), w.id,
    coalesce(nullif(left(btrim(regexp_replace(p_machine, '[[:cntrl:]]', '', 'g')), 100), ''), 'unknown'), private.as_address(p_client)
  from public.workspaces w where w.slug = lower(p_workspace_slug)
  returning * into asked;
  if asked.device_hash is null then
    perform private.problem('workspace_not_found');
  end if;
  return jsonb_build_object('retry_after', 0, 'device_code', device_code,
    'user_code', substr(asked.user_code, 1, 4) || '-' || substr(asked.user_code, 5), 'interval', asked.pause_seconds,
    'expires_in', extract(epoch from asked.expires_at - asked.created_at)::integer);
end
$function$;

ALTER TABLE "private"."device_requests" ADD CONSTRAINT "device_requests_auth_id_fkey" FOREIGN KEY (auth_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."device_requests" ADD CONSTRAINT "device_requests_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX device_requests_age_idx ON private.device_requests USING btree (expires_at);

CREATE INDEX device_requests_auth_id_idx ON private.device_requests USING btree (auth_id);

CREATE INDEX device_requests_workspace_id_idx ON private.device_requests USING btree (workspace_id);

COMMENT ON COLUMN "private"."device_requests"."device_hash" IS 'SHA-256 of the secret that the program keeps and asks with.';

COMMENT ON COLUMN "private"."device_requests"."pause_seconds" IS 'How long the program has to wait between two questions; longer with each that came too soon.';

COMMENT ON COLUMN "private"."device_requests"."session_id" IS 'The session it was answered in. One that has ended since allows nothing.';

COMMENT ON COLUMN "private"."device_requests"."taken_at" IS 'When the program was given its session.';

COMMENT ON COLUMN "private"."device_requests"."user_code" IS 'What a person types to find the request. It opens nothing: whoever answers does so as themselves. No vowels: no words.';

COMMENT ON FUNCTION "private"."as_device_request"(private.device_requests, integer) IS 'A request as the person who is to answer it sees it.';

COMMENT ON FUNCTION "private"."device_request_for_caller"(bigint, text) IS 'The request with this code, for a member of its workspace, unless somebody else has answered it; all null for any other.';

COMMENT ON FUNCTION "private"."new_user_code"() IS 'Eight random consonants, every one of the 25 billion codes equally likely.';

COMMENT ON FUNCTION "public"."answer_device_request"(text, boolean) IS 'Allows or refuses what a program asked, with a proof of the last ten minutes: a public.device_request. The first answer holds.';

COMMENT ON FUNCTION "public"."device_request"(text) IS 'The program that asks with this code, for the person who is to answer: a public.device_request. Codes that are none count as guesses.';

COMMENT ON FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text) IS 'Makes a session that of a program: as good as the one that allowed it where a workspace asks what opened it, for one workspace, for thirty days, and never a proof of who somebody is.';

COMMENT ON FUNCTION "public"."svc_poll_device_request"(text) IS 'What became of a request, in the words of RFC 8628; allowed is said once, and whom to open a session for.';

COMMENT ON FUNCTION "public"."svc_start_device_request"(text, text, text) IS 'A program asks to be signed in to a workspace: its secret, and the code for the person. Twenty requests a client in a quarter of an hour.';

COMMENT ON TABLE "private"."device_requests" IS 'Programs that ask to be signed in: for ten minutes, until somebody answers, and once.';

COMMENT ON TYPE "public"."device_request" IS 'A program that asks to be signed in. outcome: waiting, allowed, refused; or unknown, with nothing else: no such code, expired, or not for the caller. retry_after: the seconds to wait after too many attempts.';

REVOKE ALL ON FUNCTION "private"."as_device_request"(private.device_requests, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."as_device_request"(private.device_requests, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."device_request_for_caller"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."device_request_for_caller"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_user_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_user_code"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."answer_device_request"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_device_request"(text, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."device_request"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."device_request"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_poll_device_request"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_poll_device_request"(text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_start_device_request"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_start_device_request"(text, text, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."device_requests" TO "postgres";

GRANT USAGE ON TYPE "public"."device_request" TO "postgres";
