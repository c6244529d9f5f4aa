set local check_function_bodies = off;

CREATE TYPE "public"."docs_branch" AS ("id" bigint, "name" text, "slug" text, "is_default" boolean, "is_published" boolean, "last_analyzed_at" timestamp with time zone, "commit_hash" text, "article_count" integer, "schema_count" integer, "api_count" integer, "operation_count" integer);

CREATE TYPE "public"."docs_page" AS ("workspace" json, "project" json, "branch_id" bigint, "contents" json, "first_slug" text, "node" json);

CREATE TYPE "public"."docs_project" AS ("id" bigint, "name" text, "slug" text, "description" text, "icon_name" text, "icon_color" text, "type" text, "flavor" text, "visibility" text, "workspace_id" bigint, "default_branch_id" bigint, "branches" json);

CREATE TYPE "public"."open_page" AS ("project_slug" text, "branch_slug" text, "slug" text, "name" text, "type" text, "summary" text, "updated_at" timestamp with time zone);

CREATE OR REPLACE FUNCTION private.open_nodes(workspace_id bigint)
 RETURNS SETOF public.branch_nodes
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select n.*
  from public.projects p
  join public.branches b on b.id = p.default_branch_id and b.is_published
  join public.branch_nodes n on n.branch_id = b.id and not n.is_internal
    and n.type = any ('{article,model,http_service,http_operation,http_webhook}')
  where p.workspace_id = open_nodes.workspace_id and p.is_open
$function$;

CREATE OR REPLACE FUNCTION public.docs_page(p_workspace_slug text, p_project_slug text, p_branch_slug text DEFAULT NULL::text, p_slug text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- What is longer comes beside the page: waiting for it would hold the page back.
  largest_contents constant integer := 40000;
  most_branches constant integer := 500;
  site constant jsonb := public.workspace_by_slug(p_workspace_slug);
  project public.docs_project;
  branch_id bigint;
  contents jsonb;
begin
  select p.id, p.name, p.slug, p.description, p.icon_name, p.icon_color, p.type, p.flavor, p.visibility, p.workspace_id, p.default_branch_id
  into project
  from public.projects p where p.workspace_id = (site ->> 'id')::bigint and p.slug = p_project_slug;
  if project.id is null then
    return null;
  end if;
  select coalesce(json_agg(listed order by listed.is_default desc, listed.name), '[]') into project.branches
  from (
    select b.id, b.name, b.slug, b.is_default, b.is_published, b.last_analyzed_at, b.commit_hash,
      b.article_count, b.schema_count, b.api_count, b.operation_count
    from public.branches b where b.project_id = project.id
    order by b.is_default desc, b.name limit most_branches
  ) listed;
  select b.id into branch_id from public.branches b
  where b.project_id = project.id and case when p_branch_slug is null then b.is_default else b.slug = p_branch_slug end;
  contents := public.branch_toc(branch_id);
  return to_json(row(
    site, to_json(project), branch_id,
    case when length(contents::text) <= largest_contents then contents end,
    jsonb_path_query_first(contents, 'strict $.** ? (exists (@.slug)).slug', silent => true) #>> '{}',
    public.branch_node(branch_id, p_slug))::public.docs_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.open_page_shards(p_workspace_id bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.id from (
    select n.id, row_number() over (order by n.id) as place from private.open_nodes(p_workspace_id) n
  ) o
  where o.place % 10000 = 1
  order by o.id
  limit 500
$function$;

CREATE OR REPLACE FUNCTION public.open_pages(p_workspace_id bigint, p_from bigint DEFAULT 0, p_limit integer DEFAULT 1000)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(row(p.slug, b.slug, n.slug, n.name, n.type, n.summary, n.updated_at)::public.open_page order by n.id), '[]')
  from (
    select * from private.open_nodes(p_workspace_id) o where o.id >= p_from order by o.id limit private.page_size(p_limit, 1000, 10000)
  ) n
  join public.projects p on p.id = n.project_id
  join public.branches b on b.id = n.branch_id
$function$;

COMMENT ON FUNCTION "private"."open_nodes"(bigint) IS 'The pages of a workspace that anybody reads, on the default branches: an older version would be the same text at another address.';

COMMENT ON FUNCTION "public"."docs_page"(text, text, text, text) IS 'What an address of documentation shows the caller, in one answer: a public.docs_page, null where there is no such project (hence json). Without a branch the default one, without a slug no node.';

COMMENT ON FUNCTION "public"."open_page_shards"(bigint) IS 'Where each ten thousand of the pages that anybody reads begin, in the order of public.open_pages.';

COMMENT ON FUNCTION "public"."open_pages"(bigint, bigint, integer) IS 'Pages of a workspace that anybody reads, from a node on (json: a list of public.open_page, at most 10,000).';

COMMENT ON TYPE "public"."docs_branch" IS 'A branch as its project''s documentation lists it.';

COMMENT ON TYPE "public"."docs_page" IS 'An address of documentation: public.workspace_site, public.docs_project, the branch''s table of contents where it is small, the page that the branch opens with, and public.branch_node where the address names one. json, not jsonb: the order of keys is content.';

COMMENT ON TYPE "public"."docs_project" IS 'A project as its documentation shows it, with its branches as public.docs_branch (json: a list of them), the default one first.';

COMMENT ON TYPE "public"."open_page" IS 'A page of documentation that anybody reads.';

REVOKE ALL ON FUNCTION "private"."open_nodes"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_nodes"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."docs_page"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."docs_page"(text, text, text, text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."open_page_shards"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_page_shards"(bigint) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."open_pages"(bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_pages"(bigint, bigint, integer) TO "anon", "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."docs_branch" TO "postgres";

GRANT USAGE ON TYPE "public"."docs_page" TO "postgres";

GRANT USAGE ON TYPE "public"."docs_project" TO "postgres";

GRANT USAGE ON TYPE "public"."open_page" TO "postgres";
