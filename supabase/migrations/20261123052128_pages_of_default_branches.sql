set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.open_nodes(workspace_id bigint)
 RETURNS SETOF public.branch_nodes
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select n.*
  from public.projects p
  join public.branches b on b.project_id = p.id and b.is_default and b.is_published
  join public.branch_nodes n on n.branch_id = b.id and not n.is_internal
    and n.type = any ('{article,model,http_service,http_operation,http_webhook}')
  where p.workspace_id = open_nodes.workspace_id and p.is_open
$function$;
