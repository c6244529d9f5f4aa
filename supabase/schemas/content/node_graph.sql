-- The graph of a branch: what a node refers to, and what refers to it, over several steps.

-- # Rules

create type private.branch_reader as (by_anyone boolean, by_token boolean, reads_internal boolean, edits boolean);
comment on type private.branch_reader is 'In which way somebody reads a branch: what private.node_is_shown asks for.';

create function private.branch_reader(branch_id bigint)
returns private.branch_reader
language sql
stable
security definer
set search_path = ''
as $$
  select row(b.is_published and p.is_open, p.workspace_id = any (array(select private.token_workspace_ids())),
    private.reads_internal(b.id), private.can_in_project(p.id, 'project_contents_update'))::private.branch_reader
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = branch_reader.branch_id and private.can_read_branch(b.id)
$$;
comment on function private.branch_reader is 'How the caller reads a branch; null where they do not.';

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.edge_is_shown(is_internal boolean, reader private.branch_reader)
returns boolean
language sql
immutable
as $$
  select not is_internal or reader.reads_internal or reader.by_token
$$;
comment on function private.edge_is_shown is 'Whether somebody sees that one node refers to another, where they see both: what stands in internal parts is for readers of internal nodes.';

create function private.neighbours(branch_id bigint, reader private.branch_reader, uris text[], direction text)
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select e.to_uri from public.node_edges e
  where neighbours.direction = 'out' and e.branch_id = neighbours.branch_id and e.from_uri = any (uris) and e.type = 'ref'
    and private.edge_is_shown(e.is_internal, reader)
  union
  select e.from_uri from public.node_edges e
  where neighbours.direction = 'in' and e.branch_id = neighbours.branch_id and e.to_uri = any (uris) and e.type = 'ref'
    and private.edge_is_shown(e.is_internal, reader)
$$;
comment on function private.neighbours is 'What nodes of a branch refer to (out), or what refers to them (in), in one step that the reader sees.';

create function private.reached_nodes(branch_id bigint, reader private.branch_reader, start_uri text, direction text, most_depth integer)
returns table (id bigint, uri text, depth integer)
language plpgsql
stable
security definer
set search_path = ''
as $$
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
        and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.edits, reader.by_anyone, reader.by_token, reader.reads_internal)
      where near.uri <> all (seen)
      order by n.name, n.id
      limit most_nodes + 1 - cardinality(seen)
    ) next;
    exit when ids is null;
    return query select f.id, f.uri, steps from unnest(ids, step) f (id, uri);
    seen := seen || step;
  end loop;
end
$$;
comment on function private.reached_nodes is 'The nodes that a node refers to (out) or that refer to it (in), over up to five steps, each where it is nearest: those that the reader sees, at most 301.';

-- # Calls

create type public.graph_node as (
  uri text, slug text, name text, type text, method text, path text, is_internal boolean, is_deprecated boolean, direction text,
  depth integer);
comment on type public.graph_node is 'A node that another one refers to (direction out) or is referred to by (in), and over how many steps.';

create type public.graph_edge as (from_uri text, to_uri text);
comment on type public.graph_edge is 'That one node refers to another.';

create type public.node_graph as (nodes json, edges json, is_cut boolean);
comment on type public.node_graph is 'What surrounds a node: nodes as public.graph_node, the nearest first, edges between them as public.graph_edge; is_cut: there are more.';

create function public.branch_node_edges(p_branch_id bigint, p_uri text, p_direction text default 'both', p_depth integer default 1)
returns json
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '3s'
as $$
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
  return to_json(graph::public.node_graph);
end
$$;
comment on function public.branch_node_edges is 'What a node of a branch refers to (p_direction out), what refers to it (in), or both, over p_depth steps, at most 5: a public.node_graph of what the caller sees, at most 300 nodes a direction; null where they do not see the node (hence json).';

-- # Grants

grant execute on function public.branch_node_edges to anon, authenticated;
