set local check_function_bodies = off;

CREATE TYPE "public"."project_host" AS ("integration_id" bigint, "name" text, "kind" text, "enabled" boolean);

CREATE OR REPLACE FUNCTION public.project_host(p_project_id bigint)
 RETURNS SETOF public.project_host
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project(p_project_id, 'project_automation_logs_read');
  return query
  select i.id, i.name, i.kind, i.enabled
  from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id
  where r.project_id = p_project_id;
end
$function$;

COMMENT ON FUNCTION "public"."project_host"(bigint) IS 'Name and kind of the integration of a Git project, whose settings only administrators see; nothing where it was removed.';

COMMENT ON TYPE "public"."project_host" IS 'The integration by which the repository of a project is reached, as its editors may know it.';

REVOKE ALL ON FUNCTION "public"."project_host"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_host"(bigint) TO "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."project_host" TO "postgres";
