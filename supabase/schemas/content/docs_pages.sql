-- Pages of documentation in one answer, and the list of those that anybody reads.

-- # Calls

create type public.docs_project as (
  id bigint, name text, slug text, description text, icon_name text, icon_color text, type text, flavor text, visibility text,
  workspace_id bigint, default_branch_id bigint, branches json);
comment on type public.docs_project is 'A project as its documentation shows it, with its branches as public.docs_branch (json: a list of them), the default one first.';

create type public.docs_branch as (
  id bigint, name text, slug text, is_default boolean, is_published boolean, last_analyzed_at timestamptz, commit_hash text,
  article_count integer, schema_count integer, api_count integer, operation_count integer);
comment on type public.docs_branch is 'A branch as its project''s documentation lists it.';

create type public.docs_page as (
  workspace json, project json, branch_id bigint, contents json, first_slug text, node json);
comment on type public.docs_page is 'An address of documentation: public.workspace_site, public.docs_project, the branch''s table of contents as by public.branch_contents, where no page is named the one that the branch opens with, and public.branch_node where the address names one. json, not jsonb: the order of keys is content.';

-- In the caller's own eyes: the policies of projects and branches decide what is there.
create function public.docs_page(
  p_workspace_slug text, p_project_slug text, p_branch_slug text default null, p_slug text default null)
returns json
language plpgsql
stable
set search_path = ''
as $$
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
$$;
comment on function public.docs_page is 'What an address of documentation shows the caller, in one answer: a public.docs_page, null where there is no such project (hence json). Of a slug that a project had before it is the page of this project, with the slug that it has now. Without a branch the default one, without a slug no node.';

create type public.open_page as (
  project_slug text, branch_slug text, slug text, name text, type text, summary text, updated_at timestamptz, id bigint);
comment on type public.open_page is 'A page of documentation that anybody reads.';

create function private.open_nodes(workspace_id bigint)
returns setof public.branch_nodes
language sql
stable
set search_path = ''
as $$
  select n.*
  from public.projects p
  join public.branches b on b.project_id = p.id and b.is_default and b.is_published
  join public.branch_nodes n on n.branch_id = b.id and not n.is_internal and not n.is_hidden
    and n.type = any ('{article,model,http_service,http_operation,http_webhook}')
  where p.workspace_id = open_nodes.workspace_id and p.is_open
$$;
comment on function private.open_nodes is 'The pages of a workspace that anybody reads, on the default branches: an older version would be the same text at another address.';

create function public.open_pages(p_workspace_id bigint, p_from bigint default 0, p_limit integer default 1000)
returns json
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(json_agg(row(p.slug, b.slug, n.slug, n.name, n.type, n.summary, n.updated_at, n.id)::public.open_page order by n.id), '[]')
  from (
    select * from private.open_nodes(p_workspace_id) o where o.id >= p_from order by o.id limit private.page_size(p_limit, 1000, 10000)
  ) n
  join public.projects p on p.id = n.project_id
  join public.branches b on b.id = n.branch_id
$$;
comment on function public.open_pages is 'Pages of a workspace that anybody reads, from a node on (json: a list of public.open_page, at most 10,000).';

create function public.open_page_shards(p_workspace_id bigint)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select o.id from (
    select n.id, row_number() over (order by n.id) as place from private.open_nodes(p_workspace_id) n
  ) o
  where o.place % 10000 = 1
  order by o.id
  limit 500
$$;
comment on function public.open_page_shards is 'Where each ten thousand of the pages that anybody reads begin, in the order of public.open_pages.';

-- # Grants

grant execute on function public.docs_page, public.open_pages, public.open_page_shards to anon, authenticated;
