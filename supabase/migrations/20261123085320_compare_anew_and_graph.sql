set local check_function_bodies = off;

CREATE TABLE "private"."branch_comparisons" ("branch_id" bigint NOT NULL, "content_hash" text NOT NULL, "default_content_hash" text NOT NULL, "is_known" boolean NOT NULL, "compared_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "branch_comparisons_pkey" PRIMARY KEY (branch_id));

ALTER TABLE "private"."branch_comparisons" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."branches" ADD COLUMN "content_hash" text;

CREATE TYPE "private"."branch_reader" AS ("by_anyone" boolean, "by_token" boolean, "reads_internal" boolean);

CREATE TYPE "public"."changelog_entry" AS ("id" bigint, "node_uri" text, "node_type" text, "node_name" text, "slug" text, "operation" text, "semver" text, "rule" text, "message" text, "commit_hash" text, "created_at" timestamp with time zone);

CREATE TYPE "public"."changelog" AS ("state" text, "total" integer, "major" integer, "minor" integer, "patch" integer, "items" json);

CREATE TYPE "public"."graph_edge" AS ("from_uri" text, "to_uri" text);

CREATE TYPE "public"."graph_node" AS ("uri" text, "slug" text, "name" text, "type" text, "method" text, "path" text, "is_internal" boolean, "is_deprecated" boolean, "direction" text, "depth" integer);

CREATE TYPE "public"."node_graph" AS ("nodes" json, "edges" json, "is_cut" boolean);

CREATE OR REPLACE FUNCTION private.branch_reader(branch_id bigint)
 RETURNS private.branch_reader
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(b.is_published and p.is_open, p.workspace_id = any (array(select private.token_workspace_ids())),
    private.reads_internal(b.id))::private.branch_reader
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = branch_reader.branch_id and private.can_read_branch(b.id)
$function$;

CREATE OR REPLACE FUNCTION private.comparison_state(branch_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when b.is_default or b.content_hash is null or d.content_hash is null then 'none'
    when c.content_hash is distinct from b.content_hash or c.default_content_hash is distinct from d.content_hash then 'outdated'
    when c.is_known then 'current'
    else 'unknown' end
  from public.branches b
  left join public.branches d on d.project_id = b.project_id and d.is_default
  left join private.branch_comparisons c on c.branch_id = b.id
  where b.id = comparison_state.branch_id
$function$;

CREATE OR REPLACE FUNCTION private.edge_is_shown(is_internal boolean, reader private.branch_reader)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select not is_internal or reader.reads_internal or reader.by_token
$function$;

CREATE OR REPLACE FUNCTION private.keep_comparisons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_branches constant integer := 100;
begin
  if not new.is_default then
    -- Also where the analysis has compared it: the default branch may have moved meanwhile.
    perform private.queue_comparison(new.id);
    return null;
  end if;
  delete from public.node_changes c where c.branch_id = new.id and c.compared_with = 'default';
  delete from private.branch_comparisons c where c.branch_id = new.id;
  perform private.queue_comparison(outdated.id, outdated.place)
  from (
    select b.id, row_number() over (order by b.last_analyzed_at desc, b.id) as place
    from public.branches b
    where b.project_id = new.project_id and private.comparison_state(b.id) = 'outdated'
    order by b.last_analyzed_at desc, b.id limit most_branches
  ) outdated;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.neighbours(branch_id bigint, reader private.branch_reader, uris text[], direction text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.to_uri from public.node_edges e
  where neighbours.direction = 'out' and e.branch_id = neighbours.branch_id and e.from_uri = any (uris) and e.type = 'ref'
    and private.edge_is_shown(e.is_internal, reader)
  union
  select e.from_uri from public.node_edges e
  where neighbours.direction = 'in' and e.branch_id = neighbours.branch_id and e.to_uri = any (uris) and e.type = 'ref'
    and private.edge_is_shown(e.is_internal, reader)
$function$;

CREATE OR REPLACE FUNCTION private.queue_comparison(branch_id bigint, place bigint DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One a branch. The first ones of each project come before the later ones of others.
  perform graphile_worker.add_job('compare_branch', json_build_object('branch_id', branch_id),
    job_key => 'compare_branch:' || branch_id, max_attempts => 5, priority => least(place, 1000)::integer);
end
$function$;

CREATE OR REPLACE FUNCTION private.reached_nodes(branch_id bigint, reader private.branch_reader, start_uri text, direction text, most_depth integer)
 RETURNS TABLE(id bigint, uri text, depth integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- One more than is shown, so that it is known whether some are left out.
  most_nodes constant integer := 301;
  seen text[] := array[start_uri];
  step text[] := array[start_uri];
  ids bigint[];
begin
  -- Step by step, since what was seen is neither gone through nor counted again: references go round in circles.
  -- What the reader may not see is no way to what is behind it.
  for steps in 1 .. least(greatest(coalesce(most_depth, 1), 1), 5) loop
    select array_agg(next.id), array_agg(next.uri) into ids, step
    from (
      select n.id, n.uri
      from private.neighbours(reached_nodes.branch_id, reader, step, reached_nodes.direction) near (uri)
      join public.branch_nodes n on n.branch_id = reached_nodes.branch_id and n.uri = near.uri
        and private.node_is_shown(n.type, n.is_internal, reader.by_anyone, reader.by_token, reader.reads_internal)
      where near.uri <> all (seen)
      order by n.name, n.id
      limit most_nodes + 1 - cardinality(seen)
    ) next;
    exit when ids is null;
    return query select f.id, f.uri, steps from unnest(ids, step) f (id, uri);
    seen := seen || step;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_changelog(p_branch_id bigint, p_compared_with text DEFAULT 'previous'::text, p_uri text DEFAULT NULL::text, p_direction text DEFAULT NULL::text, p_depth integer DEFAULT 1, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
declare
  most_rows constant integer := 50;
  reader constant private.branch_reader := private.branch_reader(p_branch_id);
  default_id constant bigint := (
    select d.id from public.branches b join public.branches d on d.project_id = b.project_id and d.is_default where b.id = p_branch_id);
  uris text[];
  log public.changelog;
begin
  if reader is null or p_compared_with is null or p_compared_with not in ('previous', 'default')
    or p_direction is not null and (p_direction not in ('in', 'out') or p_uri is null)
    or exists (select from public.branch_nodes n where n.branch_id = p_branch_id and n.uri = p_uri and not private.shows_node(n)) then
    return null;
  end if;
  log.state := 'current';
  if p_compared_with = 'default' then
    -- It tells of both: a link opens one branch alone.
    if default_id is null or not private.can_read_branch(default_id) then
      return null;
    end if;
    log.state := private.comparison_state(p_branch_id);
  end if;
  if p_direction is not null then
    uris := array(select r.uri from private.reached_nodes(p_branch_id, reader, p_uri, p_direction, p_depth) r limit 300);
  elsif p_uri is not null then
    uris := array[p_uri];
  end if;
  with found as (
    select c.*, n.slug
    from public.node_changes c
    left join public.branch_nodes n on n.branch_id = c.branch_id and n.uri = c.node_uri
      and private.node_is_shown(n.type, n.is_internal, reader.by_anyone, reader.by_token, reader.reads_internal)
    where c.branch_id = p_branch_id and c.compared_with = p_compared_with and log.state = 'current'
      and (uris is null or c.node_uri = any (uris))
      -- Workspace tokens read files, and of what is said about them what anybody reads.
      and case when reader.by_token then reader.by_anyone and not c.is_internal else reader.reads_internal or not c.is_internal end
  )
  select count(*), count(*) filter (where f.semver = 'major'), count(*) filter (where f.semver = 'minor'), count(*) filter (where f.semver = 'patch'),
    (select coalesce(json_agg(row(page.id, page.node_uri, page.node_type, page.node_name, page.slug, page.operation, page.semver, page.rule,
        page.message, page.commit_hash, page.created_at)::public.changelog_entry order by page.created_at desc, page.position, page.id), '[]')
      from (
        select * from found
        -- The newest analysis first; of one analysis what breaks first, as it was written.
        order by found.created_at desc, found.position, found.id
        limit private.page_size(p_limit, most_rows, most_rows) offset least(greatest(coalesce(p_offset, 0), 0), 10000)) page)
  into log.total, log.major, log.minor, log.patch, log.items
  from found f;
  return to_json(log);
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_node_edges(p_branch_id bigint, p_uri text, p_direction text DEFAULT 'both'::text, p_depth integer DEFAULT 1)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
declare
  most_nodes constant integer := 300;
  most_edges constant integer := 2000;
  reader constant private.branch_reader := private.branch_reader(p_branch_id);
  directions constant text[] := case p_direction when 'in' then '{in}'::text[] when 'out' then '{out}' when 'both' then '{in,out}' end;
  graph public.node_graph;
begin
  if reader is null or directions is null or not exists (
    select from public.branch_nodes n where n.branch_id = p_branch_id and n.uri = p_uri and private.shows_node(n)) then
    return null;
  end if;
  with reached as (
    select r.id, r.uri, r.depth, asked.direction, row_number() over (partition by asked.direction order by r.depth) as place
    from unnest(directions) asked (direction)
    cross join lateral private.reached_nodes(p_branch_id, reader, p_uri, asked.direction, p_depth) r
  ), shown as (
    select * from reached r where r.place <= most_nodes
  ), uris as (
    select s.uri from shown s union select p_uri
  ), connected as (
    select distinct e.from_uri, e.to_uri
    from public.node_edges e
    where e.branch_id = p_branch_id and e.type = 'ref' and e.from_uri in (select u.uri from uris u) and e.to_uri in (select u.uri from uris u)
      and private.edge_is_shown(e.is_internal, reader)
    limit most_edges + 1
  )
  select
    (select coalesce(json_agg(row(n.uri, n.slug, n.name, n.type, n.method, n.path, n.is_internal, n.is_deprecated, s.direction,
        s.depth)::public.graph_node order by s.direction, s.depth, n.name, n.id), '[]')
      from shown s join public.branch_nodes n on n.id = s.id),
    (select coalesce(json_agg(row(c.from_uri, c.to_uri)::public.graph_edge order by c.from_uri, c.to_uri), '[]')
      from (select * from connected limit most_edges) c),
    exists (select from reached r where r.place > most_nodes) or (select count(*) from connected) > most_edges
  into graph.nodes, graph.edges, graph.is_cut;
  return to_json(graph);
end
$function$;

CREATE OR REPLACE FUNCTION public.projects_by_external_ids(p_integration_id bigint, p_external_ids text[])
 RETURNS SETOF public.projects
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.*
  from public.projects p join public.project_repositories r on r.project_id = p.id
  where r.workspace_integration_id = p_integration_id and r.external_id = any (p_external_ids[1:200])
$function$;

ALTER TABLE "private"."branch_comparisons" ADD CONSTRAINT "branch_comparisons_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

CREATE INDEX node_edges_from_idx ON public.node_edges USING btree (branch_id, from_uri);

CREATE TRIGGER keep_comparisons AFTER UPDATE OF is_default, content_hash ON public.branches FOR EACH ROW WHEN (((new.content_hash IS NOT NULL) AND ((new.content_hash IS DISTINCT FROM old.content_hash) OR (new.is_default AND (NOT old.is_default))))) EXECUTE FUNCTION private.keep_comparisons();

COMMENT ON COLUMN "private"."branch_comparisons"."is_known" IS 'False where the two could not be compared: a file is lost, or it takes too long.';

COMMENT ON COLUMN "public"."branches"."content_hash" IS 'Of all its files as last analysed: equal hash, equal files.';

COMMENT ON FUNCTION "private"."branch_reader"(bigint) IS 'How the caller reads a branch; null where they do not.';

COMMENT ON FUNCTION "private"."comparison_state"(bigint) IS 'Whether what is said of a branch and the default one is about both as they are now (current) or were (outdated), cannot be said (unknown), or nothing is to be compared (none).';

COMMENT ON FUNCTION "private"."edge_is_shown"(boolean, private.branch_reader) IS 'Whether somebody sees that one node refers to another, where they see both: what stands in internal parts is for readers of internal nodes.';

COMMENT ON FUNCTION "private"."keep_comparisons"() IS 'Has branches compared anew with a default branch that has other content or is another one: the hundred that were analysed last. Others are outdated, and say so, until their next analysis.';

COMMENT ON FUNCTION "private"."neighbours"(bigint, private.branch_reader, text[], text) IS 'What nodes of a branch refer to (out), or what refers to them (in), in one step that the reader sees.';

COMMENT ON FUNCTION "private"."queue_comparison"(bigint, bigint) IS 'Has the worker compare a branch with the default one, if it is not compared with it as it is. place: how many of its project come before.';

COMMENT ON FUNCTION "private"."reached_nodes"(bigint, private.branch_reader, text, text, integer) IS 'The nodes that a node refers to (out) or that refer to it (in), over up to five steps, each where it is nearest: those that the reader sees, at most 301.';

COMMENT ON FUNCTION "public"."branch_changelog"(bigint, text, text, text, integer, integer, integer) IS 'Changes of a branch by its analyses (p_compared_with previous, the newest first) or against the default branch (default), breaking ones first: of all its nodes, of one (p_uri), or of those that it refers to (p_direction out) or that refer to it (in) over p_depth steps, at most 5. A public.changelog with at most 50 entries; null where the caller does not read the branch or the node (hence json).';

COMMENT ON FUNCTION "public"."branch_node_edges"(bigint, text, text, integer) IS 'What a node of a branch refers to (p_direction out), what refers to it (in), or both, over p_depth steps, at most 5: a public.node_graph of what the caller sees, at most 300 nodes a direction; null where they do not see the node (hence json).';

COMMENT ON FUNCTION "public"."projects_by_external_ids"(bigint, text[]) IS 'The projects of at most 200 repositories of an integration, by their ids at the host: in the caller''s own eyes, so for who may see which repository a project has.';

COMMENT ON TABLE "private"."branch_comparisons" IS 'Which content of a branch was compared with which content of the default branch: the rows of node_changes that say "default" are about these two.';

COMMENT ON TYPE "private"."branch_reader" IS 'In which way somebody reads a branch: what private.node_is_shown asks for.';

COMMENT ON TYPE "public"."changelog" IS 'Changes, as public.changelog_entry, and how many of each level there are. state, of a comparison with the default branch: current; outdated or unknown, without items; none where there is nothing to compare with.';

COMMENT ON TYPE "public"."changelog_entry" IS 'A change of a node. slug: where its page is, if there is one.';

COMMENT ON TYPE "public"."graph_edge" IS 'That one node refers to another.';

COMMENT ON TYPE "public"."graph_node" IS 'A node that another one refers to (direction out) or is referred to by (in), and over how many steps.';

COMMENT ON TYPE "public"."node_graph" IS 'What surrounds a node: nodes as public.graph_node, the nearest first, edges between them as public.graph_edge; is_cut: there are more.';

REVOKE ALL ON FUNCTION "private"."branch_reader"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."branch_reader"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."comparison_state"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."comparison_state"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."edge_is_shown"(boolean, private.branch_reader) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."edge_is_shown"(boolean, private.branch_reader) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_comparisons"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_comparisons"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."neighbours"(bigint, private.branch_reader, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."neighbours"(bigint, private.branch_reader, text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_comparison"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_comparison"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reached_nodes"(bigint, private.branch_reader, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reached_nodes"(bigint, private.branch_reader, text, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."branch_changelog"(bigint, text, text, text, integer, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_changelog"(bigint, text, text, text, integer, integer, integer) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."branch_node_edges"(bigint, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_node_edges"(bigint, text, text, integer) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."projects_by_external_ids"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."projects_by_external_ids"(bigint, text[]) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."branch_comparisons" TO "postgres";

GRANT USAGE ON TYPE "private"."branch_reader" TO "postgres";

GRANT USAGE ON TYPE "public"."changelog" TO "postgres";

GRANT USAGE ON TYPE "public"."changelog_entry" TO "postgres";

GRANT USAGE ON TYPE "public"."graph_edge" TO "postgres";

GRANT USAGE ON TYPE "public"."graph_node" TO "postgres";

GRANT USAGE ON TYPE "public"."node_graph" TO "postgres";

-- By hand

-- What was compared before is not known: branches beside the default ones are compared anew, once there is a queue.
alter table public.branches disable trigger keep_comparisons;
update public.branches b
set content_hash = (
  select encode(sha256(string_agg(convert_to(f.path, 'UTF8') || '\x00'::bytea || convert_to(encode(f.hash, 'hex') || E'\n', 'UTF8'), ''::bytea
    order by f.path collate "C")), 'hex')
  from public.branch_files f where f.branch_id = b.id)
where b.last_analyzed_at is not null and (not b.is_default or to_regnamespace('graphile_worker') is null);
alter table public.branches enable trigger keep_comparisons;
update public.branches b
set content_hash = (
  select encode(sha256(string_agg(convert_to(f.path, 'UTF8') || '\x00'::bytea || convert_to(encode(f.hash, 'hex') || E'\n', 'UTF8'), ''::bytea
    order by f.path collate "C")), 'hex')
  from public.branch_files f where f.branch_id = b.id)
where b.last_analyzed_at is not null and b.is_default and to_regnamespace('graphile_worker') is not null;
