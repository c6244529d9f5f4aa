set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.search_graph(workspace_id bigint, search text, project_ids bigint[], types text[], branch_slug text, rows integer, node_ids bigint[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A transaction that may not write counts nobody: then the bounds of one search are what there is.
  if not current_setting('transaction_read_only')::boolean then
    perform private.count_search(workspace_id);
  end if;
  return coalesce(to_json(private.search_nodes(
    row(workspace_id, private.search_text(coalesce(search, '')), branch_slug, types[:50], null,
      private.search_branches(workspace_id, branch_slug, project_ids[:1000]), node_ids)::private.search_query,
    private.page_size(rows, 20, 50))), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION private.starred_node_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select s.node_id from public.node_stars s where s.user_id = private.current_user_id() order by s.created_at desc limit 1000)
$function$;

CREATE OR REPLACE FUNCTION public.search_graph(p_workspace_id bigint, p_search text, p_project_ids bigint[] DEFAULT NULL::bigint[], p_snapshot_types text[] DEFAULT NULL::text[], p_branch_slug text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
begin
  return private.search_graph(p_workspace_id, p_search, p_project_ids, p_snapshot_types, p_branch_slug, p_limit, null);
end
$function$;

CREATE OR REPLACE FUNCTION public.search_graph_starred(p_workspace_id bigint, p_search text DEFAULT ''::text, p_project_ids bigint[] DEFAULT NULL::bigint[], p_snapshot_types text[] DEFAULT NULL::text[], p_branch_slug text DEFAULT NULL::text, p_limit integer DEFAULT 20)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
begin
  return private.search_graph(p_workspace_id, p_search, p_project_ids, p_snapshot_types, p_branch_slug, p_limit, private.starred_node_ids());
end
$function$;

CREATE OR REPLACE FUNCTION public.search_nodes(p_workspace_id bigint, p_search text, p_project_ids bigint[] DEFAULT NULL::bigint[], p_branch_slug text DEFAULT NULL::text, p_types text[] DEFAULT NULL::text[], p_limit integer DEFAULT 50, p_tags text[] DEFAULT NULL::text[], p_starred boolean DEFAULT false)
 RETURNS SETOF public.search_hit
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
begin
  perform private.count_search(p_workspace_id);
  return query select * from unnest(private.search_nodes(
    row(p_workspace_id, private.search_text(p_search), p_branch_slug, p_types[:50], p_tags[:50],
      private.search_branches(p_workspace_id, p_branch_slug, p_project_ids[:1000]),
      case when p_starred then private.starred_node_ids() end)::private.search_query,
    private.page_size(p_limit, 50, 200)));
end
$function$;

COMMENT ON FUNCTION "private"."search_graph"(bigint, text, bigint[], text[], text, integer, bigint[]) IS 'What search_nodes finds, as one value.';

COMMENT ON FUNCTION "private"."starred_node_ids"() IS 'The newest stars of the caller; none of a visitor''s.';

COMMENT ON FUNCTION "public"."search_graph"(bigint, text, bigint[], text[], text, integer) IS 'The nodes of a workspace that the caller reads and that fit a text, best first, at most 50, as a list of search_hit: within projects, of types, on a branch by its slug (else each default branch).';

COMMENT ON FUNCTION "public"."search_graph_starred"(bigint, text, bigint[], text[], text, integer) IS 'The same among what the caller has starred, of which the newest thousand count; without a text all of it.';

REVOKE ALL ON FUNCTION "private"."search_graph"(bigint, text, bigint[], text[], text, integer, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_graph"(bigint, text, bigint[], text[], text, integer, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."starred_node_ids"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."starred_node_ids"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."search_graph"(bigint, text, bigint[], text[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_graph"(bigint, text, bigint[], text[], text, integer) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."search_graph_starred"(bigint, text, bigint[], text[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_graph_starred"(bigint, text, bigint[], text[], text, integer) TO "anon", "authenticated", "postgres";
