set local check_function_bodies = off;

CREATE TYPE "public"."override_layer" AS ("layer" text, "title" text, "summary" text, "is_hidden" boolean);

CREATE OR REPLACE FUNCTION public.override_layers(p_branch_id bigint, p_node_uri text)
 RETURNS SETOF public.override_layer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_project((select b.project_id from public.branches b where b.id = p_branch_id), 'project_contents_update');
  return query
  select 'source', coalesce(n.source_name, n.name), coalesce(n.source_summary, n.summary), false
  from public.branch_nodes n
  where n.branch_id = p_branch_id and n.uri = p_node_uri
  union all
  select case when o.branch_id is null then 'project' else 'branch' end, o.title, o.summary, o.is_hidden
  from public.branches b
  join public.overrides o on o.project_id = b.project_id and (o.branch_id is null or o.branch_id = b.id)
  where b.id = p_branch_id and o.node_uri = p_node_uri;
end
$function$;

COMMENT ON FUNCTION "public"."override_layers"(bigint, text) IS 'What lies over what in a node of a branch, for who may change the content: the source, and what overrides say for all branches and for this one.';

COMMENT ON TYPE "public"."override_layer" IS 'What one of the layers of a node says: the source, the project for all branches, or the branch. Null is said by the one below.';

REVOKE ALL ON FUNCTION "public"."override_layers"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."override_layers"(bigint, text) TO "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."override_layer" TO "postgres";
