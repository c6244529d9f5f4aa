set local check_function_bodies = off;

CREATE TABLE "private"."oauth_clients" ("id" text NOT NULL, "name" text NOT NULL, "redirect_uris" text[] NOT NULL, "ip_address" inet, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "used_at" timestamp with time zone, CONSTRAINT "oauth_clients_id_check" CHECK (((length(id) >= 20) AND (length(id) <= 100))), CONSTRAINT "oauth_clients_name_check" CHECK (((length(name) >= 1) AND (length(name) <= 100))), CONSTRAINT "oauth_clients_pkey" PRIMARY KEY (id), CONSTRAINT "oauth_clients_redirect_uris_check" CHECK (((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 10))));

ALTER TABLE "private"."oauth_clients" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."oauth_codes" ("code_hash" bytea NOT NULL, "client_id" text NOT NULL, "workspace_id" bigint NOT NULL, "auth_id" uuid NOT NULL, "session_id" uuid NOT NULL, "redirect_uri" text NOT NULL, "resource" text, "challenge" text NOT NULL, "taken_at" timestamp with time zone, "opened_session_id" uuid, "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + '00:01:00'::interval), CONSTRAINT "oauth_codes_challenge_check" CHECK ((challenge ~ '^[A-Za-z0-9_-]{43}$'::text)), CONSTRAINT "oauth_codes_pkey" PRIMARY KEY (code_hash), CONSTRAINT "oauth_codes_resource_check" CHECK ((length(resource) <= 500)));

ALTER TABLE "private"."oauth_codes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."sessions" ADD COLUMN "is_reading" boolean NOT NULL DEFAULT false;

CREATE TYPE "public"."oauth_request" AS ("name" text, "registered_at" timestamp with time zone, "workspace" text);

CREATE OR REPLACE FUNCTION private.is_redirect_uri(uri text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select length(uri) between 10 and 500 and uri !~ '[\s#\\<>"^`{|}]' and (
    uri ~ '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/|$)'
    or uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?(/|$)'
    or uri ~ '^(cursor|vscode|vscode-insiders|windsurf|zed)://[A-Za-z0-9.-]+(/|$)')
$function$;

CREATE OR REPLACE FUNCTION private.note_program_sign_in(opener private.session, only_workspace_id bigint, agent text, auth_id uuid, session_id uuid, client text, is_at_domain boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if opener.id is null then
    perform private.problem('session_ended');
  end if;
  perform public.svc_note_sign_in(auth_id, session_id, 'code', agent, client,
    p_only_workspace_id => note_program_sign_in.only_workspace_id, p_is_at_domain => note_program_sign_in.is_at_domain);
  update private.sessions o
  set method = opener.method, integration_id = opener.integration_id, proven_at = '-infinity'
  where o.session_id = note_program_sign_in.session_id;
  update auth.sessions s set not_after = now() + interval '30 days' where s.id = note_program_sign_in.session_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.oauth_client_for(workspace_id bigint, client_id text, redirect_uri text)
 RETURNS private.oauth_clients
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c from private.oauth_clients c
  where c.id = oauth_client_for.client_id
    and private.is_redirect_uri(oauth_client_for.redirect_uri)
    and private.without_port(oauth_client_for.redirect_uri) in (select private.without_port(known) from unnest(c.redirect_uris) known)
    and oauth_client_for.workspace_id in (select private.my_workspace_ids())
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
  agents as (delete from private.oauth_clients where coalesce(used_at + interval '89 days', created_at) < now() - interval '1 day' returning 1),
  allowed as (delete from private.oauth_codes where expires_at < now() returning 1),
  devices as (delete from private.devices where last_seen_at < now() - interval '400 days' returning 1),
  sessions as (delete from private.sessions o where not exists (select 1 from auth.sessions s where s.id = o.session_id) returning 1),
  ended as (delete from private.ended_sessions where ended_at < now() - interval '90 days' returning 1),
  permits as (delete from private.password_permits where created_at < now() - interval '1 minute' returning 1),
  invitations as (delete from public.workspace_invitations where revoked_at < now() - interval '90 days' returning 1)
  select count(*)::integer from (
    select 1 from states union all select 1 from codes union all select 1 from requests union all select 1 from assertions union all select 1 from claims union all
    select 1 from browsers union all select 1 from unsubscribing union all select 1 from digests union all select 1 from programs union all select 1 from agents union all select 1 from allowed union all select 1 from devices union all
    select 1 from sessions union all select 1 from ended union all select 1 from permits union all select 1 from invitations
  ) removed
$function$;

CREATE OR REPLACE FUNCTION private.without_port(uri text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(uri, '^(http://(?:localhost|127\.0\.0\.1|\[::1\])):[0-9]{1,5}(?=/|$)', '\1')
$function$;

CREATE OR REPLACE FUNCTION public.allow_oauth_client(p_workspace_id bigint, p_client_id text, p_redirect_uri text, p_challenge text, p_resource text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  client constant private.oauth_clients := private.oauth_client_for(p_workspace_id, p_client_id, p_redirect_uri);
  code constant text := private.new_token();
begin
  perform private.require_proven_account();
  if client.id is null or coalesce(p_challenge !~ '^[A-Za-z0-9_-]{43}$', true) or length(p_resource) > 500 then
    return null;
  end if;
  -- None of a minute ago counts: so many at once are no person's.
  if (select count(*) from private.oauth_codes c where c.auth_id = session.auth_id and c.expires_at > now()) >= 20 then
    return null;
  end if;
  update private.oauth_clients c set used_at = now() where c.id = client.id;
  insert into private.oauth_codes (code_hash, client_id, workspace_id, auth_id, session_id, redirect_uri, resource, challenge)
  values (private.token_hash(code), client.id, p_workspace_id, session.auth_id, session.id, p_redirect_uri, p_resource, p_challenge);
  return code;
end
$function$;

CREATE OR REPLACE FUNCTION public.oauth_request(p_workspace_id bigint, p_client_id text, p_redirect_uri text)
 RETURNS public.oauth_request
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  client constant private.oauth_clients := private.oauth_client_for(p_workspace_id, p_client_id, p_redirect_uri);
begin
  perform private.require_account();
  return row(client.name, client.created_at,
    case when client.id is not null then (select w.name from public.workspaces w where w.id = p_workspace_id) end)::public.oauth_request;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_end_oauth_session(p_auth_id uuid, p_session_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from private.sessions o where o.session_id = p_session_id and o.is_reading) then
    perform private.end_sessions(p_auth_id, 'signed_out_elsewhere', only_one => p_session_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_device_sign_in(p_device_code text, p_auth_id uuid, p_session_id uuid, p_client text, p_domain_workspace_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request private.device_requests;
begin
  delete from private.device_requests r
  where r.device_hash = private.token_hash(p_device_code) and r.taken_at is not null and r.auth_id = p_auth_id
  returning * into request;
  -- Whoever has the domain next is sent what the program renews its session with.
  if p_domain_workspace_id <> request.workspace_id then
    perform private.problem('custom_domain_none');
  end if;
  perform private.note_program_sign_in(private.session_of(request.session_id, request.auth_id), request.workspace_id,
    'Waymark-CLI/' || request.machine, p_auth_id, p_session_id, p_client, p_domain_workspace_id is not null);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_oauth_sign_in(p_code text, p_auth_id uuid, p_session_id uuid, p_client text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.oauth_codes;
  agent text;
begin
  update private.oauth_codes c set opened_session_id = p_session_id
  where c.code_hash = private.token_hash(p_code) and c.taken_at is not null and c.opened_session_id is null and c.auth_id = p_auth_id
  returning * into found;
  select c.name into agent from private.oauth_clients c where c.id = found.client_id;
  perform private.note_program_sign_in(
    private.session_of(found.session_id, found.auth_id), found.workspace_id, 'MCP/' || agent, p_auth_id, p_session_id, p_client, false);
  update private.sessions o set is_reading = true where o.session_id = p_session_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_register_oauth_client(p_name text, p_redirect_uris text[], p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant integer := private.throttle_hit('oauth-client:' || private.client_key(p_client), 20, 3600);
  named constant text := left(btrim(p_name), 100);
  added private.oauth_clients;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  if coalesce(cardinality(p_redirect_uris), 0) not between 1 and 10
    or exists (select 1 from unnest(p_redirect_uris) uri where private.is_redirect_uri(uri) is not true) then
    return jsonb_build_object('retry_after', 0, 'client_id', null);
  end if;
  insert into private.oauth_clients (id, name, redirect_uris, ip_address)
  values (private.new_token(), case when private.is_name(named) then named else 'unknown' end, p_redirect_uris, private.as_address(p_client))
  returning * into added;
  return jsonb_build_object('retry_after', 0, 'client_id', added.id, 'name', added.name,
    'created_at', extract(epoch from added.created_at)::bigint);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_take_oauth_code(p_code text, p_client_id text, p_redirect_uri text, p_verifier text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.oauth_codes;
begin
  -- Shown twice: one of the two has stolen it, and which one nobody knows.
  select * into found from private.oauth_codes c where c.code_hash = private.token_hash(p_code) for update;
  if found.opened_session_id is not null then
    perform private.end_sessions(found.auth_id, 'reused', only_one => found.opened_session_id);
  end if;
  -- Wrong or right, who shows a code has used it.
  update private.oauth_codes c set taken_at = now()
  where c.code_hash = private.token_hash(p_code) and c.taken_at is null and c.expires_at > now()
  returning * into found;
  if found.code_hash is null or found.client_id is distinct from p_client_id or found.redirect_uri is distinct from p_redirect_uri
    or coalesce(p_verifier !~ '^[A-Za-z0-9._~-]{43,128}$', true)
    or found.challenge <> translate(rtrim(encode(sha256(convert_to(p_verifier, 'UTF8')), 'base64'), '='), '+/', '-_')
    or (private.session_of(found.session_id, found.auth_id)).id is null
    or not exists (
      select 1 from public.workspace_members m join public.users u on u.id = m.user_id
      where m.workspace_id = found.workspace_id and u.auth_id = found.auth_id) then
    return null;
  end if;
  return (
    select jsonb_build_object('auth_email', a.email, 'resource', found.resource, 'slug', w.slug, 'domain', w.domain)
    from auth.users a, public.workspaces w where a.id = found.auth_id and w.id = found.workspace_id);
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
    -- Agents read one workspace: whatever they call, the database writes nothing for them.
    if split_part(current_setting('waymark.session'), ',', 5) <> '' and exists (
      select 1 from private.sessions o where o.session_id = (claims ->> 'session_id')::uuid and o.is_reading) then
      perform set_config('transaction_read_only', 'on', true);
    end if;
    return;
  end if;
  perform private.problem(private.reason_of_ending((
    select e.reason from private.ended_sessions e where e.session_id = (claims ->> 'session_id')::uuid)));
end
$function$;

ALTER TABLE "private"."oauth_codes" ADD CONSTRAINT "oauth_codes_auth_id_fkey" FOREIGN KEY (auth_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."oauth_codes" ADD CONSTRAINT "oauth_codes_client_id_fkey" FOREIGN KEY (client_id) REFERENCES private.oauth_clients(id) ON DELETE CASCADE;

ALTER TABLE "private"."oauth_codes" ADD CONSTRAINT "oauth_codes_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."sessions" ADD CONSTRAINT "check_sessions_is_reading" CHECK (((NOT is_reading) OR (only_workspace_id IS NOT NULL)));

CREATE INDEX oauth_codes_age_idx ON private.oauth_codes USING btree (expires_at);

CREATE INDEX oauth_codes_auth_id_idx ON private.oauth_codes USING btree (auth_id);

CREATE INDEX oauth_codes_client_id_idx ON private.oauth_codes USING btree (client_id);

CREATE INDEX oauth_codes_workspace_id_idx ON private.oauth_codes USING btree (workspace_id);

COMMENT ON COLUMN "private"."oauth_codes"."opened_session_id" IS 'The agent''s session: it ends where the code is shown once more.';

COMMENT ON COLUMN "private"."oauth_codes"."resource" IS 'The address that the agent says it will ask (RFC 8707); what it is given is good there alone.';

COMMENT ON COLUMN "private"."oauth_codes"."session_id" IS 'The session it was allowed in. One that has ended since allows nothing.';

COMMENT ON COLUMN "private"."oauth_codes"."taken_at" IS 'When it was shown, by whomever.';

COMMENT ON COLUMN "private"."sessions"."is_reading" IS 'Whether it is that of an agent, which reads one workspace and changes nothing.';

COMMENT ON FUNCTION "private"."is_redirect_uri"(text) IS 'Whether an agent may name this address for its codes. What is not known to be harmless is refused.';

COMMENT ON FUNCTION "private"."note_program_sign_in"(private.session, bigint, text, uuid, uuid, text, boolean) IS 'Makes a session that of a program: as good as the one that allowed it where a workspace asks what opened it, for one workspace, for thirty days, and never a proof of who somebody is.';

COMMENT ON FUNCTION "private"."oauth_client_for"(bigint, text, text) IS 'The agent that may have its code sent to an address, for a member of the workspace; all null for any other.';

COMMENT ON FUNCTION "private"."without_port"(text) IS 'An address as it is compared: a program on this machine gets another port each time (RFC 8252, section 7.3).';

COMMENT ON FUNCTION "public"."allow_oauth_client"(bigint, text, text, text, text) IS 'Lets an agent in to a workspace of the caller, with a proof of the last ten minutes: the code that their browser takes to it, good once within a minute; null where the agent, its address or its challenge is not in order.';

COMMENT ON FUNCTION "public"."oauth_request"(bigint, text, text) IS 'The agent that asks to be let in, for the member who is to answer it.';

COMMENT ON FUNCTION "public"."svc_end_oauth_session"(uuid, uuid) IS 'Ends the session of an agent, which gives its token back (RFC 7009).';

COMMENT ON FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text, bigint) IS 'Makes a session that of the program which asked. p_domain_workspace_id: whose custom domain the program asks at; it ends with that.';

COMMENT ON FUNCTION "public"."svc_note_oauth_sign_in"(text, uuid, uuid, text) IS 'Makes a session that of the agent which showed the code: it reads, and nothing else.';

COMMENT ON FUNCTION "public"."svc_register_oauth_client"(text, text[], text) IS 'Registers an agent; client_id is null where an address for its codes is not allowed. Twenty an hour from one client.';

COMMENT ON FUNCTION "public"."svc_take_oauth_code"(text, text, text, text) IS 'Whom to open a session for; null for a code that is none, was shown before, has expired, is another agent''s, or whose verifier is wrong.';

COMMENT ON FUNCTION "request"."check_session"() IS 'Refuses a token whose session has ended, with the reason. The policies would let it see nothing; this says so. Refuses the planner''s counts too, which tell of rows that policies hide. What an agent''s session asks for runs in a transaction that reads only.';

COMMENT ON TABLE "private"."oauth_clients" IS 'Agents that registered themselves: what they call themselves, unproven, and where their codes may go. One that nobody allowed goes after a day, one that nobody used for ninety days too.';

COMMENT ON TABLE "private"."oauth_codes" IS 'What a member allowed an agent: for a minute, once, and to whoever knows the verifier behind the challenge (RFC 7636, S256).';

COMMENT ON TYPE "public"."oauth_request" IS 'An agent that asks to be let in to a workspace; all null where it is not registered, may not have its code sent there, or the caller is no member.';

REVOKE ALL ON FUNCTION "private"."is_redirect_uri"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_redirect_uri"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_program_sign_in"(private.session, bigint, text, uuid, uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_program_sign_in"(private.session, bigint, text, uuid, uuid, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."oauth_client_for"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."oauth_client_for"(bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."without_port"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."without_port"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."allow_oauth_client"(bigint, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."allow_oauth_client"(bigint, text, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."oauth_request"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."oauth_request"(bigint, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_end_oauth_session"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_end_oauth_session"(uuid, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_note_oauth_sign_in"(text, uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_note_oauth_sign_in"(text, uuid, uuid, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_register_oauth_client"(text, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_register_oauth_client"(text, text[], text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_take_oauth_code"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_take_oauth_code"(text, text, text, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."oauth_clients" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."oauth_codes" TO "postgres";

GRANT USAGE ON TYPE "public"."oauth_request" TO "postgres";
