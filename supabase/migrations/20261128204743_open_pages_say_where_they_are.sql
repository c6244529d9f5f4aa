set local check_function_bodies = off;

ALTER TYPE "public"."open_page" ADD ATTRIBUTE "id" bigint CASCADE;

CREATE OR REPLACE FUNCTION public.open_pages(p_workspace_id bigint, p_from bigint DEFAULT 0, p_limit integer DEFAULT 1000)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(row(p.slug, b.slug, n.slug, n.name, n.type, n.summary, n.updated_at, n.id)::public.open_page order by n.id), '[]')
  from (
    select * from private.open_nodes(p_workspace_id) o where o.id >= p_from order by o.id limit private.page_size(p_limit, 1000, 10000)
  ) n
  join public.projects p on p.id = n.project_id
  join public.branches b on b.id = n.branch_id
$function$;
