-- Search as GraphQL reads it: functions that are fields of Query only read, and answer one value.

-- # Rules

create function private.search_graph(
  workspace_id bigint, search text, project_ids bigint[], types text[], branch_slug text, rows integer, node_ids bigint[])
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- Of REST, which lets a stable function only read: it has search_nodes.
  if current_setting('transaction_read_only')::boolean then
    perform private.problem('search_is_counted');
  end if;
  perform private.count_search(workspace_id);
  return coalesce(to_json(private.search_nodes(
    row(workspace_id, private.search_text(coalesce(search, '')), branch_slug, types[:50], null,
      private.search_branches(workspace_id, branch_slug, project_ids[:1000]), node_ids)::private.search_query,
    private.page_size(rows, 20, 50))), '[]');
end
$$;
comment on function private.search_graph is 'What search_nodes finds, as one value.';

-- # Calls

create function public.search_graph(
  p_workspace_id bigint, p_search text, p_project_ids bigint[] default null, p_snapshot_types text[] default null,
  p_branch_slug text default null, p_limit integer default 20)
returns json
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '3s'
as $$
begin
  return private.search_graph(p_workspace_id, p_search, p_project_ids, p_snapshot_types, p_branch_slug, p_limit, null);
end
$$;
comment on function public.search_graph is 'The nodes of a workspace that the caller reads and that fit a text, best first, at most 50, as a list of search_hit: within projects, of types, on a branch by its slug (else each default branch).';

create function public.search_graph_starred(
  p_workspace_id bigint, p_search text default '', p_project_ids bigint[] default null, p_snapshot_types text[] default null,
  p_branch_slug text default null, p_limit integer default 20)
returns json
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '3s'
as $$
begin
  return private.search_graph(p_workspace_id, p_search, p_project_ids, p_snapshot_types, p_branch_slug, p_limit, private.starred_node_ids());
end
$$;
comment on function public.search_graph_starred is 'The same among what the caller has starred, of which the newest thousand count; without a text all of it.';

-- # Grants

grant execute on function public.search_graph, public.search_graph_starred to anon, authenticated;
