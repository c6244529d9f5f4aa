set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_sessions_without_permit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_sessions(new.auth_id, 'password_changed', except_one => new.session_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_connectable(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select kind not in ('builtin', 'saml')
$function$;

CREATE OR REPLACE FUNCTION private.require_connectable(session private.session, integration_id bigint)
 RETURNS public.workspace_integrations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(integration_id, false);
begin
  if session.id is null or not private.is_connectable(integration.kind) or not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = integration.workspace_id and m.auth_id = session.auth_id and m.is_open
      and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider)) then
    -- The words for one that is not there: whoever counts ids learns nothing.
    perform private.problem('authentication_url_unknown');
  end if;
  return integration;
end
$function$;

CREATE OR REPLACE FUNCTION public.connected_accounts(p_workspace_id bigint)
 RETURNS TABLE(workspace_integration_id bigint, name text, kind text, flow text, external_user_id bigint, external_id text, username text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, i.name, i.kind, private.integration_flow(i.kind, i.config), x.id, x.external_id, x.username
  from public.workspace_integrations i
  left join public.external_users x on x.workspace_integration_id = i.id and x.user_id = private.current_user_id()
  where i.workspace_id = p_workspace_id and i.workspace_id in (select private.my_workspace_ids()) and i.enabled
    and (private.is_connectable(i.kind) or x.id is not null)
  order by i.name, x.id
$function$;

CREATE TRIGGER waymark_end_sessions_without_permit BEFORE INSERT OR UPDATE ON private.password_permits FOR EACH ROW EXECUTE FUNCTION private.end_sessions_without_permit();

COMMENT ON COLUMN "private"."password_permits"."session_id" IS 'The session that asked and stays; all others end with the permit, and once more with the change.';

COMMENT ON FUNCTION "private"."end_sessions_without_permit"() IS 'A permit is good in the session that asked for it: Auth does not tell the trigger on auth.users who changes a password, so no other session lives on that could.';

COMMENT ON FUNCTION "private"."is_connectable"(text) IS 'Whether accounts of this kind of integration are connected in the account settings. SAML is for signing in only: whoever does is connected by it.';

COMMENT ON FUNCTION "private"."require_connectable"(private.session, bigint) IS 'The integration at which a session may connect an account: switched on, of a kind that is connected, in a workspace that the session reaches. Any other is unknown.';

REVOKE ALL ON FUNCTION "private"."end_sessions_without_permit"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_sessions_without_permit"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_connectable"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_connectable"(text) TO "postgres";
