set local check_function_bodies = off;

DROP FUNCTION "public"."connected_accounts"(bigint);

CREATE OR REPLACE FUNCTION public.connected_accounts(p_workspace_id bigint)
 RETURNS TABLE(workspace_integration_id bigint, name text, kind text, flow text, external_user_id bigint, external_id text, username text, default_visibility text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, i.name, i.kind, private.integration_flow(i.kind, i.config), x.id, x.external_id, x.username,
    i.config ->> 'defaultVisibility'
  from public.workspace_integrations i
  left join public.external_users x on x.workspace_integration_id = i.id and x.user_id = private.current_user_id()
  where i.workspace_id = p_workspace_id and i.workspace_id in (select private.my_workspace_ids()) and i.enabled
    and (private.is_connectable(i.kind) or x.id is not null)
  order by i.name, x.id
$function$;

COMMENT ON FUNCTION "public"."connected_accounts"(bigint) IS 'What the caller can connect in a workspace, and has connected.';

REVOKE ALL ON FUNCTION "public"."connected_accounts"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."connected_accounts"(bigint) TO "authenticated", "postgres";
