-- Documentation: the table of contents of a branch, and its nodes one by one.

-- # Calls

create function private.shown_toc(entries jsonb, laid jsonb, edits boolean, by_token boolean, by_anyone boolean)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    with listed as (
      select e.entry, e.place, inner_part.entries, own.over, group_part.is_touched,
        case
          when inner_part.entries <> '[]' then 'kept'
          when not e.entry ?| '{items,slug,url}' then 'divider'
          when not edits and coalesce((own.over ->> 'hidden')::boolean, false) or e.entry ? 'items' then 'left out'
          when not by_token or private.is_exported(e.entry ->> 'type') then 'kept'
          when by_anyone and not coalesce((e.entry ->> 'internal')::boolean, false) then 'kept'
          else 'left out'
        end as fate
      from jsonb_array_elements(shown_toc.entries) with ordinality e (entry, place)
      cross join lateral (select laid -> (e.entry ->> 'slug') as over) own
      -- A group in which nothing is laid stays as it is: in long contents that is most of them.
      cross join lateral (
        select jsonb_typeof(e.entry -> 'items') = 'array' and (by_token or exists (
          select 1 from jsonb_path_query(e.entry -> 'items', 'strict $.** ? (exists (@.slug)).slug', '{}', true) s (slug)
          where laid ? (s.slug #>> '{}'))) as is_touched
      ) group_part
      cross join lateral (
        select case when group_part.is_touched then private.shown_toc(e.entry -> 'items', laid, edits, by_token, by_anyone)
          when jsonb_typeof(e.entry -> 'items') = 'array' then e.entry -> 'items' else '[]' end as entries
      ) inner_part
    ), parted as (
      select l.*, count(*) filter (where l.fate = 'divider') over (order by l.place) as part from listed l
    ), counted as (
      select p.*, count(*) filter (where p.fate = 'kept') over (partition by p.part) as kept_in_part from parted p
    ), written as (
      select c.*,
        -- The page of an API stands under its own heading, which has its title.
        case when c.is_touched then (
          select laid -> (i ->> 'slug') ->> 'title' from jsonb_array_elements(c.entries) i
          where i ->> 'type' = 'http_service' and i ->> 'title' = 'Overview' limit 1)
        when c.entry ->> 'type' = 'http_service' and c.entry ->> 'title' = 'Overview' then null
        else c.over ->> 'title' end as title
      from counted c
    )
    select coalesce(jsonb_agg(
      case when w.over is null and not coalesce(w.is_touched, false) then w.entry else
        w.entry
          || case when w.is_touched then jsonb_build_object('items', w.entries) else '{}' end
          || case when w.title is null then '{}' else jsonb_build_object('title', w.title) end
          || case when coalesce((w.over ->> 'hidden')::boolean, false) then '{"hidden": true}'::jsonb else '{}' end
      end order by w.place), '[]')
    from written w
    where w.fate = 'kept' or w.fate = 'divider' and w.kept_in_part > 0
  );
end
$$;
comment on function private.shown_toc is 'A table of contents with what is laid over its nodes (by slug: title, hidden; null for none), without those that are hidden from who does not edit; for a workspace token APIs and models alone and, where the branch is open to anyone, what anyone reads. Groups that hold none of it and dividers above none go as well.';

create function public.branch_toc(p_branch_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select case when reader.is_token or overridden.laid is not null
    then private.shown_toc(t.toc, overridden.laid,
      overridden.laid is not null and not reader.is_token and private.can_in_project(reader.project_id, 'project_contents_update'),
      reader.is_token, reader.by_anyone)
    else t.toc end
  from (
    select p.id as project_id, p.workspace_id = any (array(select private.token_workspace_ids())) as is_token,
      b.is_published and p.is_open as by_anyone
    from public.branches b join public.projects p on p.id = b.project_id
    where b.id = p_branch_id
  ) reader
  join public.branch_tocs t on t.branch_id = p_branch_id
    and t.audience = case when reader.is_token or private.reads_internal(p_branch_id) then 'members' else 'everyone' end
  cross join (
    select jsonb_object_agg(n.slug,
      jsonb_build_object('title', case when n.name <> n.source_name then n.name end, 'hidden', n.is_hidden)) as laid
    from public.branch_nodes n
    where n.branch_id = p_branch_id and (n.is_hidden or n.source_name is not null)
  ) overridden
  where private.can_read_branch(p_branch_id)
$$;
comment on function public.branch_toc is 'The table of contents of a branch as the caller may see it, or null (jsonb: a document that nests as deep as its author wished), with what its overrides say; a workspace token reads of it what comes from OpenAPI and JSON Schema files.';

create function private.contents_around(entries jsonb, slug text, ways text[], above text default '')
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(
      case
        when jsonb_typeof(e.entry -> 'items') is distinct from 'array' or e.entry -> 'items' = '[]' then e.entry
        when own.way = any (ways) or exists (select 1 from unnest(ways) w where starts_with(w, own.way || '/'))
          or jsonb_path_exists(e.entry -> 'items', 'strict $.** ? (@.slug == $slug)', jsonb_build_object('slug', slug), true)
          then e.entry || jsonb_build_object('items', private.contents_around(e.entry -> 'items', slug, ways, own.way || '/'))
        else e.entry || jsonb_build_object('items', '[]'::jsonb, 'left', jsonb_array_length(e.entry -> 'items'))
      end order by e.place), '[]')
    from jsonb_array_elements(contents_around.entries) with ordinality e (entry, place)
    cross join lateral (select above || (e.place - 1) as way) own
  );
end
$$;
comment on function private.contents_around is 'A table of contents with the groups on the way to a page and those at the named places (their numbers from the outermost in, "0/12") opened; of the others how many entries are left out.';

create function public.branch_contents(p_branch_id bigint, p_slug text default null, p_ways text[] default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  -- What is shorter costs less than another request.
  select case when length(t.toc::text) > 40000
    then private.contents_around(t.toc,
      coalesce(p_slug, jsonb_path_query_first(t.toc, 'strict $.** ? (exists (@.slug)).slug', silent => true) #>> '{}'),
      coalesce(p_ways[:100], '{}'))
    else t.toc end
  from public.branch_toc(p_branch_id) t (toc)
$$;
comment on function public.branch_contents is 'The table of contents of a branch as the caller may see it, or null: whole where it is short, else the groups on the way to a page (without one: to the first) and at most 100 at named places (their numbers from the outermost in, "0/12"). A group that is left out says in left how many entries it has.';

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
  data json,
  is_hidden boolean
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
    case when not found.has_internal_parts or private.shows_internal_parts(found)
      then (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.snapshot_hash)
      -- Before an analysis has said what is internal in it, its head is all that others get.
      else coalesce(
        (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.external_snapshot_hash),
        json_strip_nulls(json_build_object('method', found.method, 'path', found.path)))
    end, found.is_hidden)::public.branch_node
$$;
comment on function private.node_with_data is 'A node with the data that the caller may see of it.';

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
  return to_json(private.node_with_data(found_node)::public.branch_node);
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
  select to_json(private.node_with_data(n)::public.branch_node)
  from public.branch_nodes n
  where private.can_read_branch(p_branch_id) and n.branch_id = p_branch_id and n.uri = p_uri and private.shows_node(n)
$$;
comment on function public.branch_node_by_uri is 'One node with its data, by uri: how a schema beyond a page''s budget is loaded when it is opened. A public.branch_node, or null (hence json).';

create type public.branch_try_it as (is_on boolean, shows_mock_server boolean, is_member boolean);
comment on type public.branch_try_it is 'What a reader may try: whether operations at all, and at the mock server; is_member: whether they are a full member of the workspace.';

create function public.branch_try_it(p_branch_id bigint)
returns setof public.branch_try_it
language sql
stable
security definer
set search_path = ''
as $$
  select w.show_tryit,
    w.show_tryit and w.show_tryit_mock_server and private.plan_holds(w.id, 'hosted_mocking'),
    w.id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
  from public.branches b
  join public.projects p on p.id = b.project_id
  join public.workspaces w on w.id = p.workspace_id
  where b.id = p_branch_id and private.can_read_branch(p_branch_id)
$$;
comment on function public.branch_try_it is 'What a reader of a branch may try of its operations, as the settings and the plan of the workspace say; no row for who does not read it.';

-- # Grants

grant execute on function public.branch_toc, public.branch_contents, public.branch_node, public.branch_node_by_uri, public.branch_try_it to anon, authenticated;
