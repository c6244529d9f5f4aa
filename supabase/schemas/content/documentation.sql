-- Documentation: the table of contents of a branch, its nodes one by one, and the search in all of them.

-- # Calls

create function private.exported_toc(entries jsonb, by_anyone boolean)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    with listed as (
      select e.entry, e.place, inner_part.entries,
        case
          when inner_part.entries <> '[]' or private.is_exported(e.entry ->> 'type') then 'kept'
          when not e.entry ?| '{items,slug,url}' then 'divider'
          when by_anyone and not e.entry ? 'items' and not coalesce((e.entry ->> 'internal')::boolean, false) then 'kept'
          else 'left out'
        end as fate
      from jsonb_array_elements(exported_toc.entries) with ordinality e (entry, place)
      cross join lateral (
        select case when jsonb_typeof(e.entry -> 'items') = 'array' then private.exported_toc(e.entry -> 'items', by_anyone) else '[]' end as entries
      ) inner_part
    ), parted as (
      select l.*, count(*) filter (where l.fate = 'divider') over (order by l.place) as part from listed l
    ), counted as (
      select p.*, count(*) filter (where p.fate = 'kept') over (partition by p.part) as kept_in_part from parted p
    )
    select coalesce(jsonb_agg(
      case when c.entry ? 'items' then c.entry || jsonb_build_object('items', c.entries) else c.entry end order by c.place), '[]')
    from counted c
    where c.fate = 'kept' or c.fate = 'divider' and c.kept_in_part > 0
  );
end
$$;
comment on function private.exported_toc is 'What of a table of contents a workspace token reads: APIs and models, the groups that hold some and the dividers above some; where the branch is open to anyone, everything that anyone reads as well.';

create function public.branch_toc(p_branch_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select case when reader.is_token then private.exported_toc(t.toc, reader.by_anyone) else t.toc end
  from (
    select p.workspace_id = any (array(select private.token_workspace_ids())) as is_token, b.is_published and p.is_open as by_anyone
    from public.branches b join public.projects p on p.id = b.project_id
    where b.id = p_branch_id
  ) reader
  join public.branch_tocs t on t.branch_id = p_branch_id
    and t.audience = case when reader.is_token or private.reads_internal(p_branch_id) then 'members' else 'everyone' end
  where private.can_read_branch(p_branch_id)
$$;
comment on function public.branch_toc is 'The table of contents of a branch as the caller may see it, or null (jsonb: a document that nests as deep as its author wished); a workspace token reads of it what comes from OpenAPI and JSON Schema files.';

create type public.branch_node as (
  id bigint,
  branch_node_id bigint,
  branch_id bigint,
  project_id bigint,
  type text,
  uri text,
  slug text,
  name text,
  summary text,
  tags text[],
  method text,
  path text,
  version text,
  parent_uri text,
  is_internal boolean,
  is_deprecated boolean,
  updated_at timestamptz,
  data json
);
comment on type public.branch_node is 'A node with its data, as documentation loads it. json, not jsonb: the order of keys is content.';

create function private.node_with_data(found public.branch_nodes)
returns public.branch_node
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    found.node_id, found.id, found.branch_id, found.project_id, found.type, found.uri, found.slug, found.name, found.summary, found.tags,
    found.method, found.path, found.version, found.parent_uri, found.is_internal, found.is_deprecated, found.updated_at,
    (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.snapshot_hash))::public.branch_node
$$;
comment on function private.node_with_data is 'A node with its data.';

create function public.branch_node(p_branch_id bigint, p_slug text)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_node public.branch_nodes;
begin
  if not private.can_read_branch(p_branch_id) then
    return null;
  end if;
  select * into found_node from public.branch_nodes n where n.branch_id = p_branch_id and n.slug = p_slug;
  -- Before the first dash stands the stable id, which finds a node whose title has changed.
  if found_node.id is null then
    select * into found_node from public.branch_nodes n
    where n.branch_id = p_branch_id and n.stable_id = split_part(p_slug, '-', 1)
    order by n.position
    limit 1;
  end if;
  if found_node.id is null or not private.shows_node(found_node) then
    return null;
  end if;
  return to_json(private.node_with_data(found_node));
end
$$;
comment on function public.branch_node is 'One node with its data, by its slug or by one that it had, which begins with its stable id: all that a page of documentation needs. A public.branch_node, or null (hence json).';

create function public.branch_node_by_uri(p_branch_id bigint, p_uri text)
returns json
language sql
stable
security definer
set search_path = ''
as $$
  select to_json(private.node_with_data(n))
  from public.branch_nodes n
  where private.can_read_branch(p_branch_id) and n.branch_id = p_branch_id and n.uri = p_uri and private.shows_node(n)
$$;
comment on function public.branch_node_by_uri is 'One node with its data, by uri: how a schema beyond a page''s budget is loaded when it is opened. A public.branch_node, or null (hence json).';

create function public.search_nodes(
  p_workspace_id bigint, p_search text, p_project_ids bigint[] default null, p_branch_slug text default null,
  p_types text[] default null, p_limit integer default 50)
returns table (node_id bigint, project_id bigint, project_slug text, project_name text, branch_slug text, slug text, name text,
  type text, method text, path text, summary text, rank real)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  by_token constant boolean := p_workspace_id in (select private.token_workspace_ids());
  reads_internal constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember');
  -- Likeness costs by length, and anyone may search.
  term constant text := btrim(substr(p_search, 1, 200));
  -- The last word is still being typed: it matches as a prefix.
  words constant text := (
    select string_agg(quote_literal(word) || ':*', ' & ')
    from regexp_split_to_table(lower(term), '[^[:alnum:]_]+') word where word <> '');
  wanted constant tsquery := case when words is null then null else to_tsquery('simple', words) end;
begin
  return query
  with hits as (
    select bn.*, (ts_rank(bn.search, wanted) + case when starts_with(lower(bn.name), lower(term)) then 1 else 0 end)::real as score
    from public.branch_nodes bn
    where bn.workspace_id = p_workspace_id and bn.search @@ wanted
    union all
    select bn.*, (extensions.similarity(bn.name, term) * 0.5)::real
    from public.branch_nodes bn
    where bn.workspace_id = p_workspace_id and bn.name operator(extensions.%) term and not coalesce(bn.search @@ wanted, false)
  )
  select h.node_id, p.id, p.slug, p.name, b.slug, h.slug, h.name, h.type, h.method, h.path, h.summary, h.score
  from hits h
  join private.branches_read() b on b.id = h.branch_id
  join public.projects p on p.id = h.project_id
  where (case when p_branch_slug is null then b.is_default else b.slug = p_branch_slug end)
    and (p_project_ids is null or p.id = any (p_project_ids))
    and (p_types is null or h.type = any (p_types))
    and private.node_is_shown(h.type, h.is_internal, b.is_published and p.is_open, by_token, reads_internal)
  order by h.score desc, h.name, h.id
  limit least(greatest(coalesce(p_limit, 50), 1), 200);
end
$$;
comment on function public.search_nodes is 'Full-text and typo-tolerant search over the nodes of a workspace that the caller may read. Checks the caller itself: under plain policies the index could not be used.';

-- # Grants

grant execute on function public.branch_toc, public.branch_node, public.branch_node_by_uri, public.search_nodes to anon, authenticated;
