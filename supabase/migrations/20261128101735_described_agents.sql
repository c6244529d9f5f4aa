set local check_function_bodies = off;

ALTER TABLE "private"."oauth_clients" DROP CONSTRAINT "oauth_clients_id_check";

ALTER TABLE "private"."oauth_clients" ADD COLUMN "fetched_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.leads_home(uri text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select named.host is not null and (
    right('.' || named.host, length(base.host) + 1) = '.' || base.host
    or exists (select 1 from public.workspaces w where w.domain = named.host))
  from (select lower(substring(leads_home.uri from '^https://([A-Za-z0-9.-]+)')) as host) named, (select private.base_hostname() as host) base
$function$;

CREATE OR REPLACE FUNCTION private.oauth_client_for(workspace_id bigint, client_id text, redirect_uri text)
 RETURNS private.oauth_clients
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c from private.oauth_clients c
  where c.id = oauth_client_for.client_id
    -- What its address said is good for a day.
    and coalesce(c.fetched_at > now() - interval '1 day', true)
    and private.is_redirect_uri(oauth_client_for.redirect_uri) and not private.leads_home(oauth_client_for.redirect_uri)
    and private.without_port(oauth_client_for.redirect_uri) in (select private.without_port(known) from unnest(c.redirect_uris) known)
    and oauth_client_for.workspace_id in (select private.my_workspace_ids())
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_oauth_client(p_client_id text, p_name text, p_redirect_uris text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named constant text := left(btrim(p_name), 100);
  kept constant text[] := array(
    select uri from unnest(p_redirect_uris) uri where private.is_redirect_uri(uri) and not private.leads_home(uri) limit 10);
begin
  if cardinality(kept) = 0 or private.leads_home(p_client_id) then
    return false;
  end if;
  insert into private.oauth_clients (id, name, redirect_uris, fetched_at)
  values (p_client_id, case when private.is_name(named) then named else 'unknown' end, kept, now())
  on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, fetched_at = excluded.fetched_at;
  return true;
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
  -- Who left, or was removed, since the code was shown gives nobody a session that would wait for their return.
  if not exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = found.workspace_id and u.auth_id = found.auth_id) then
    perform private.problem('session_ended');
  end if;
  select c.name into agent from private.oauth_clients c where c.id = found.client_id;
  -- Each is told, not only a new device: whoever registers chooses the name, that of an agent which is known too.
  if not private.note_program_sign_in(
    private.session_of(found.session_id, found.auth_id), found.workspace_id, 'MCP/' || agent, p_auth_id, p_session_id, p_client, false) then
    perform private.enqueue_mail(e.email, 'new_sign_in', jsonb_strip_nulls(jsonb_build_object(
      'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', 'MCP/' || agent)))
    from public.emails e join public.users u on u.id = e.user_id where u.auth_id = p_auth_id and e.is_primary;
  end if;
  update private.sessions o set is_reading = true where o.session_id = p_session_id;
  perform private.log_activity_of(found.workspace_id, 'workspace.agent.allowed',
    (select u.id from public.users u where u.auth_id = p_auth_id), p_client,
    jsonb_build_object('agent', agent, 'host', private.host_in(substring(found.client_id from '^https?://.*'))));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_oauth_client(p_client_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('is_known', c.id is not null, 'is_fresh', coalesce(c.fetched_at > now() - interval '1 hour', false))
  from (select p_client_id as id) asked left join private.oauth_clients c on c.id = asked.id
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
    or exists (select 1 from unnest(p_redirect_uris) uri where private.is_redirect_uri(uri) is not true or private.leads_home(uri)) then
    return jsonb_build_object('retry_after', 0, 'client_id', null);
  end if;
  insert into private.oauth_clients (id, name, redirect_uris, ip_address)
  values (private.new_token(), case when private.is_name(named) then named else 'unknown' end, p_redirect_uris, private.as_address(p_client))
  returning * into added;
  return jsonb_build_object('retry_after', 0, 'client_id', added.id, 'name', added.name,
    'created_at', extract(epoch from added.created_at)::bigint);
end
$function$;

ALTER TABLE "private"."oauth_clients" ADD CONSTRAINT "oauth_clients_described" CHECK (((fetched_at IS NOT NULL) = (id ~ '^https?://'::text)));

ALTER TABLE "private"."oauth_clients" ADD CONSTRAINT "oauth_clients_id_check" CHECK (((length(id) >= 10) AND (length(id) <= 500)));

COMMENT ON COLUMN "private"."oauth_clients"."fetched_at" IS 'When it was last read at the address that is its id; null for one that registered itself.';

COMMENT ON FUNCTION "private"."leads_home"(text) IS 'Whether an address by TLS is of this installation: its own hosts, and those of workspaces.';

COMMENT ON FUNCTION "public"."svc_keep_oauth_client"(text, text, text[]) IS 'Keeps what an agent''s address says of it, of its addresses for codes those that any agent may name; false where there is none.';

COMMENT ON FUNCTION "public"."svc_oauth_client"(text) IS 'Whether an agent is known, and whether what its address says of it was read within the hour.';

COMMENT ON TABLE "private"."oauth_clients" IS 'Agents: what they call themselves, unproven, and where their codes may go. One that nobody allowed goes after a day, one that nobody used for ninety days too.';

REVOKE ALL ON FUNCTION "private"."leads_home"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leads_home"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_keep_oauth_client"(text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_oauth_client"(text, text, text[]) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_oauth_client"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_oauth_client"(text) TO "postgres", "service_role";
