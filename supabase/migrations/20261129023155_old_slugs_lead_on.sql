set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.docs_page(p_workspace_slug text, p_project_slug text, p_branch_slug text DEFAULT NULL::text, p_slug text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
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
    select p.id, p.name, p.slug, p.description, p.icon_name, p.icon_color, p.type, p.flavor, p.visibility, p.workspace_id, p.default_branch_id
    into project
    from public.project_slugs s join public.projects p on p.id = s.project_id
    where s.workspace_id = (site ->> 'id')::bigint and s.slug = p_project_slug;
  end if;
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
  contents := public.branch_contents(branch_id, p_slug);
  return to_json(row(
    site, to_json(project), branch_id,
    contents,
    jsonb_path_query_first(contents, 'strict $.** ? (exists (@.slug)).slug', silent => true) #>> '{}',
    public.branch_node(branch_id, p_slug))::public.docs_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.mock_operation(p_workspace_slug text, p_project_slug text, p_branch_slug text, p_uri text DEFAULT NULL::text, p_known text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader private.mock_reader;
  answer public.mock_operation;
begin
  select r.* into reader
  from public.workspaces w
  join public.projects p on p.workspace_id = w.id and p.slug = p_project_slug
  join public.branches b on b.project_id = p.id and b.slug = p_branch_slug
  cross join lateral private.mock_reader(b.id) r
  where w.slug = lower(p_workspace_slug);
  if reader.branch_id is null then
    -- A project that has the slug now goes first, where the caller reads any branch of it: who does not is not told that there is one.
    select r.* into reader
    from public.workspaces w
    join public.project_slugs s on s.workspace_id = w.id and s.slug = p_project_slug
    join public.branches b on b.project_id = s.project_id and b.slug = p_branch_slug
    cross join lateral private.mock_reader(b.id) r
    where w.slug = lower(p_workspace_slug) and not exists (
      select 1 from public.projects p join private.branches_read() b on b.project_id = p.id
      where p.workspace_id = w.id and p.slug = p_project_slug);
  end if;
  if reader.branch_id is null then
    return null;
  end if;
  perform private.require_mocks(reader.workspace_id);
  answer.branch_id := reader.branch_id;
  answer.version := concat_ws('/', extract(epoch from reader.analyzed_at), reader.by_anyone, reader.by_token, reader.reads_internal,
    reader.sees_hidden, (select sum(n.id) from public.branch_nodes n where n.branch_id = reader.branch_id and n.is_hidden));
  select (private.node_with_data(n)).data::text into answer.data
  from public.branch_nodes n
  where n.branch_id = reader.branch_id and n.uri = p_uri and n.type = 'http_operation'
    and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.sees_hidden, reader.by_anyone, reader.by_token, reader.reads_internal);
  answer.digest := md5(answer.data);
  if answer.digest = p_known then
    answer.data := null;
  end if;
  return to_json(answer::public.mock_operation);
end
$function$;

COMMENT ON FUNCTION "public"."docs_page"(text, text, text, text) IS 'What an address of documentation shows the caller, in one answer: a public.docs_page, null where there is no such project (hence json). Of a slug that a project had before it is the page of this project, with the slug that it has now. Without a branch the default one, without a slug no node.';

COMMENT ON FUNCTION "public"."mock_operation"(text, text, text, text, text) IS 'An operation for a mock server, as the caller may read it: a public.mock_operation, null where they read no such branch (hence json). A slug that a project had before answers as its own. 402 where the plan has no mock servers, 403 where they are switched off.';
