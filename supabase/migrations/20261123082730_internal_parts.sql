set local check_function_bodies = off;

DROP POLICY "Edges are read with both of their nodes" ON "public"."node_edges";

ALTER TABLE "public"."branch_nodes" ADD COLUMN "has_internal_parts" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."branch_nodes" ADD COLUMN "external_snapshot_hash" bytea;

ALTER TABLE "public"."branch_nodes" ADD COLUMN "external_search" tsvector;

ALTER TABLE "public"."node_edges" ADD COLUMN "is_internal" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION private.node_with_data(found public.branch_nodes)
 RETURNS public.branch_node
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    found.node_id, found.id, found.branch_id, found.project_id, found.type, found.uri, found.slug, found.name, found.summary, found.tags,
    found.method, found.path, found.version, found.parent_uri, found.is_internal, found.is_deprecated, found.updated_at,
    case when not found.has_internal_parts or private.shows_internal_parts(found)
      then (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.snapshot_hash)
      -- Before an analysis has said what is internal in it, its head is all that others get.
      else coalesce(
        (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.external_snapshot_hash),
        json_strip_nulls(json_build_object('method', found.method, 'path', found.path)))
    end)::public.branch_node
$function$;

CREATE OR REPLACE FUNCTION private.search_candidates(query private.search_query, way text, most integer)
 RETURNS private.search_candidate[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  asked constant private.search_text := query.asked;
begin
  case way
    when 'identified' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ quote_literal(asked.whole)::tsquery limit most);
    when 'addressed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where private.plain_path(bn.path) collate "C" >= asked.path and private.plain_path(bn.path) collate "C" < asked.path || chr(1114111)
        order by private.plain_path(bn.path) collate "C", bn.id limit most);
    when 'named' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where left(lower(bn.name), 200) collate "C" >= asked.term and left(lower(bn.name), 200) collate "C" < asked.term || chr(1114111)
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'titled' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ asked.wanted limit most);
    when 'listed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'said' then
      return array(
        select row(bn.id, bn.branch_id, bn.type,
          bn.is_internal or bn.has_internal_parts and bn.external_search @@ asked.wanted is not true)::private.search_candidate
        from private.searched_nodes(query) bn
        where bn.search @@ asked.wanted limit most);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.shows_internal_parts(node public.branch_nodes)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  node.is_internal := true;
  return private.shows_node(node);
end
$function$;

ALTER TABLE "public"."branch_nodes" ADD CONSTRAINT "branch_nodes_workspace_id_external_snapshot_hash_fkey" FOREIGN KEY (workspace_id, external_snapshot_hash) REFERENCES public.snapshots(workspace_id, hash);

CREATE INDEX branch_nodes_external_snapshot_idx ON public.branch_nodes USING btree (workspace_id, external_snapshot_hash);

CREATE POLICY "Edges are read with both nodes, internal ones by full members" ON "public"."node_edges" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT 1
   FROM public.branch_nodes f
  WHERE ((f.branch_id = node_edges.branch_id) AND (f.uri = node_edges.from_uri) AND ((NOT node_edges.is_internal) OR (f.workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceFullMember'::text) AS workspace_ids_with))))))) AND (EXISTS ( SELECT 1
   FROM public.branch_nodes t
  WHERE ((t.branch_id = node_edges.branch_id) AND (t.uri = node_edges.to_uri))))));

CREATE POLICY "Edges are read with both nodes, internal ones by tokens" ON "public"."node_edges" FOR SELECT TO "anon" USING (((EXISTS ( SELECT 1
   FROM public.branch_nodes f
  WHERE ((f.branch_id = node_edges.branch_id) AND (f.uri = node_edges.from_uri) AND ((NOT node_edges.is_internal) OR (f.workspace_id = ANY (ARRAY( SELECT private.token_workspace_ids() AS token_workspace_ids))))))) AND (EXISTS ( SELECT 1
   FROM public.branch_nodes t
  WHERE ((t.branch_id = node_edges.branch_id) AND (t.uri = node_edges.to_uri))))));

COMMENT ON COLUMN "public"."branch_nodes"."external_search" IS 'What others find the node by in place of search where there are such parts.';

COMMENT ON COLUMN "public"."branch_nodes"."external_snapshot_hash" IS 'The data that others get in place of snapshot_hash where there are such parts; while it is null they get none.';

COMMENT ON COLUMN "public"."branch_nodes"."has_internal_parts" IS 'Whether something in the data is for readers of internal nodes alone; true while no analysis has said otherwise.';

COMMENT ON COLUMN "public"."node_edges"."is_internal" IS 'Whether it stands in what is for readers of internal nodes alone; true while no analysis has said otherwise.';

COMMENT ON FUNCTION "private"."node_with_data"(public.branch_nodes) IS 'A node with the data that the caller may see of it.';

COMMENT ON FUNCTION "private"."shows_internal_parts"(public.branch_nodes) IS 'Whether the caller is shown what is internal in a node: who would see it if it were internal as a whole.';

COMMENT ON TYPE "private"."search_candidate" IS 'A node that may be found, if its reader is to see it. is_internal: whether it is for readers of internal nodes alone, or found by words that are.';

REVOKE ALL ON FUNCTION "private"."shows_internal_parts"(public.branch_nodes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shows_internal_parts"(public.branch_nodes) TO "postgres";

-- By hand: what is internal in what was analysed before is known to nobody yet. Articles, images and settings have no such
-- parts, and neither have edges that articles and places in a document make; the rest is kept from others until the
-- branches are analysed anew, from the files that they have or at their Git hosts.
update public.branch_nodes set has_internal_parts = false
where type not in ('http_service', 'http_operation', 'http_server', 'http_callback', 'http_webhook', 'model');
update public.node_edges set is_internal = false where coalesce(to_path, '') = '';

do $$
declare
  branch record;
  job uuid;
begin
  for branch in
    select b.id, b.name, b.project_id, p.workspace_id,
      exists (select from public.project_repositories r where r.project_id = p.id) as is_in_git,
      -- The commit that a push said its files are of.
      (select t.commit_hash from public.task_logs t
       where t.branch_id = b.id and t.task_id = 'analyze' and t.status = 'success' order by t.created_at desc limit 1) as commit_hash
    from public.branches b join public.projects p on p.id = b.project_id
    where exists (select from public.branch_nodes n where n.branch_id = b.id and n.has_internal_parts)
    order by b.is_default desc, b.id
  loop
    if branch.is_in_git then
      perform private.queue_git_analysis(branch.project_id, branch.name, 'manual', null, null);
    else
      insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, commit_hash)
      values ('analyze', branch.workspace_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, 'manual', branch.commit_hash)
      returning job_id into job;
      insert into private.task_files (job_id, path, workspace_id, hash)
      select job, f.path, f.workspace_id, f.hash from public.branch_files f where f.branch_id = branch.id;
      perform private.start_analysis_job(job, branch.workspace_id, 'branch:' || branch.id);
    end if;
  end loop;
end
$$;
