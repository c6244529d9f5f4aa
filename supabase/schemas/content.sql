-- Content: the branches of a project (versions of a web project), what was imported into them, and the nodes their files become. A page
-- of documentation loads one node.

-- # Tables

create table public.branches (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  slug text not null check (length(slug) between 1 and 255),
  is_default boolean not null default false,
  is_published boolean not null default false,
  commit_hash text,
  last_analyzed_at timestamptz,
  yjs_document_id uuid,
  share_enabled boolean not null default false,
  share_token_hash bytea unique,
  baseline_branch_id bigint references public.branches (id) on delete set null,
  article_count integer not null default 0,
  schema_count integer not null default 0,
  api_count integer not null default 0,
  operation_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, slug),
  unique (id, project_id),
  constraint check_branches_default_is_published check (not is_default or is_published)
);
comment on table public.branches is 'Branches of a project. The default one is published; guests and the public read published ones only.';
create unique index branches_one_default_idx on public.branches (project_id) where is_default;
create index branches_baseline_branch_id_idx on public.branches (baseline_branch_id);
create trigger touch before update on public.branches for each row execute function private.touch_updated_at();
alter table public.branches enable row level security;
select private.announce('public.branches', project => 'c.project_id', id => 'case when c.is_published then c.id end');

alter table public.projects
  add foreign key (default_branch_id, id) references public.branches (id, project_id) on delete set null (default_branch_id);

create table public.files (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  size bigint not null check (size >= 0),
  object_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
comment on table public.files is 'Files as imported, content-addressed within a workspace; the bytes are in Storage, bucket files, {workspace}/{object_id}.';
comment on column public.files.object_id is 'Storage tells anybody whether an object of a given name exists: the name must not follow from what is in the file.';
alter table public.files enable row level security;

create table public.branch_files (
  branch_id bigint not null references public.branches (id) on delete cascade,
  path text not null check (length(path) between 1 and 1000 and path !~ '(^|/)\.\.(/|$)' and path !~ '^/'),
  workspace_id bigint not null,
  hash bytea not null,
  primary key (branch_id, path),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table public.branch_files is 'The files of a branch as last analysed.';
create index branch_files_file_idx on public.branch_files (workspace_id, hash);
alter table public.branch_files enable row level security;

create table public.snapshots (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  data json not null,
  size integer not null check (size >= 0),
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
comment on table public.snapshots is 'Node data, content-addressed within a workspace: equal content is stored once however many branches hold it.';
comment on column public.snapshots.data is 'json, not jsonb: the order of keys is content (the properties of a schema are shown as their author wrote them).';
alter table public.snapshots enable row level security;

create table public.nodes (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  uri text not null check (octet_length(uri) between 1 and 2000),
  type text not null,
  created_at timestamptz not null default now(),
  unique (project_id, uri)
);
comment on table public.nodes is 'Identity of a node across branches.';
alter table public.nodes enable row level security;

create table public.branch_nodes (
  id bigint generated always as identity primary key,
  branch_id bigint not null references public.branches (id) on delete cascade,
  node_id bigint not null references public.nodes (id) on delete cascade,
  workspace_id bigint not null,
  project_id bigint not null references public.projects (id) on delete cascade,
  uri text not null,
  type text not null check (type in ('article', 'model', 'http_service', 'http_operation', 'http_server', 'http_callback',
    'http_webhook', 'table_of_contents', 'spectral_ruleset', 'styleguide', 'image', 'generic', 'unknown')),
  slug text not null,
  name text not null,
  summary text not null default '',
  tags text[] not null default '{}',
  method text,
  path text,
  version text,
  is_internal boolean not null default false,
  is_deprecated boolean not null default false,
  parent_uri text,
  position integer not null default 0,
  snapshot_hash bytea not null,
  search tsvector not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (branch_id, slug),
  unique (branch_id, node_id),
  unique (branch_id, uri),
  foreign key (workspace_id, snapshot_hash) references public.snapshots (workspace_id, hash)
);
comment on table public.branch_nodes is 'A node as it is on a branch.';
create index branch_nodes_node_id_idx on public.branch_nodes (node_id);
create index branch_nodes_project_id_idx on public.branch_nodes (project_id);
create index branch_nodes_snapshot_idx on public.branch_nodes (workspace_id, snapshot_hash);
create index branch_nodes_search_idx on public.branch_nodes using gin (workspace_id, search);
create index branch_nodes_name_trgm_idx on public.branch_nodes using gin (workspace_id, name extensions.gin_trgm_ops);
alter table public.branch_nodes enable row level security;

create table public.node_edges (
  id bigint generated always as identity primary key,
  branch_id bigint not null references public.branches (id) on delete cascade,
  from_uri text not null,
  to_uri text not null,
  type text not null check (type in ('parent', 'ref')),
  to_path text
);
comment on table public.node_edges is 'What belongs to what (parent) and what refers to what (ref) on a branch.';

-- By a hash: two addresses and a path together can be longer than an index takes.
create unique index node_edges_once_idx on public.node_edges (branch_id, type, md5(from_uri || E'\n' || to_uri || E'\n' || coalesce(to_path, '')));
create index node_edges_to_idx on public.node_edges (branch_id, to_uri);
alter table public.node_edges enable row level security;

create table public.branch_tocs (
  branch_id bigint not null references public.branches (id) on delete cascade,
  audience text not null check (audience in ('members', 'everyone')),
  toc jsonb not null,
  primary key (branch_id, audience)
);
comment on table public.branch_tocs is 'The table of contents; the one for everyone leaves internal nodes out.';
alter table public.branch_tocs enable row level security;
comment on constraint projects_default_branch_id_id_fkey on public.projects is '@graphql({"foreign_name": "defaultBranch"})';

-- # Rules

-- ## Branches and files

create policy "Published branches are read with the project, others by editors and viewers" on public.branches for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    branches.is_published
    or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
      or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read'))))
  )
));
create policy "Branches are changed with the branch permission" on public.branches for update to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_branch_update')))
      or p.group_id = any (array(select private.group_ids_given('project_branch_update'))))
  )
))
with check (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_branch_update')))
      or p.group_id = any (array(select private.group_ids_given('project_branch_update'))))
  )
));

create policy "Published branches of public projects are read by anyone, all of its workspace by a workspace token" on public.branches for select to anon
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (branches.is_published and p.is_open or p.workspace_id = any (array(select private.token_workspace_ids())))
));

-- Neither security definer nor a search path of its own: so it becomes part of the queries of those who ask.
create function private.branches_read()
returns setof public.branches
language sql
stable
as $$
  select b.* from public.branches b join public.projects p on p.id = b.project_id
  where b.is_published and (
      p.is_open
      or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_published_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_published_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_published_branch_read')))))
    or not b.is_published and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read')))))
    or p.workspace_id = any (array(select private.token_workspace_ids()))
$$;
comment on function private.branches_read is 'The branches that the caller reads: what the policies test, for functions that pass by them.';

create function private.can_read_branch(branch_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select 1 from private.branches_read() b where b.id = can_read_branch.branch_id);
end
$$;
comment on function private.can_read_branch is 'Whether the caller reads a branch: for functions that check once for a whole branch.';

create policy "Files are listed by nobody" on public.files for select to authenticated using (false);

-- A file may hold internal nodes alone, and its name then tells of them: files are listed by who reads those.
create policy "Files of a branch are listed by full members who read it" on public.branch_files for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = branch_files.branch_id)
  and workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
);
create policy "OpenAPI and JSON Schema files are listed by workspace tokens" on public.branch_files for select to anon
using (path ~* '\.(json|ya?ml)$' and workspace_id = any (array(select private.token_workspace_ids())));

-- ## Nodes

create policy "Nodes are read with their branch, internal ones by full members" on public.branch_nodes for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = branch_nodes.branch_id)
  and (not is_internal or workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember'))))
);
create policy "Nodes of public projects are read by anyone, APIs and models of its workspace by a workspace token" on public.branch_nodes for select to anon
using (
  exists (
    select 1 from public.branches b join public.projects p on p.id = b.project_id
    where b.id = branch_nodes.branch_id and not branch_nodes.is_internal and b.is_published and p.is_open
  )
  or type = any ('{http_service,http_operation,http_server,http_callback,http_webhook,model}')
    and workspace_id = any (array(select private.token_workspace_ids()))
);

create policy "Nodes are known to who reads one of their branches" on public.nodes for select to anon, authenticated
using (exists (select 1 from public.branch_nodes bn where bn.node_id = nodes.id));

create policy "Edges are read with both of their nodes" on public.node_edges for select to anon, authenticated
using (
  exists (select 1 from public.branch_nodes f where f.branch_id = node_edges.branch_id and f.uri = node_edges.from_uri)
  and exists (select 1 from public.branch_nodes t where t.branch_id = node_edges.branch_id and t.uri = node_edges.to_uri)
);

create policy "Snapshots are read through a node" on public.snapshots for select to anon, authenticated using (false);

create policy "Tables of contents are read through their function" on public.branch_tocs for select to anon, authenticated using (false);

create function private.reads_internal(branch_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.can_in_workspace(p.workspace_id, 'WorkspaceFullMember')
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = reads_internal.branch_id
$$;
comment on function private.reads_internal is 'Internal nodes are for members of the workspace that are not guests.';

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.node_is_shown(node_type text, is_internal boolean, is_open boolean, by_token boolean, reads_internal boolean)
returns boolean
language sql
stable
as $$
  select case when by_token
    then private.is_exported(node_type) or is_open and not is_internal
    else not is_internal or reads_internal end
$$;
comment on function private.node_is_shown is 'What is shown of a branch that the caller reads: internal nodes to full members; to a workspace token what comes from OpenAPI and JSON Schema files and, of a branch open to anyone, what anyone reads.';

create function private.shows_node(node public.branch_nodes)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.node_is_shown(node.type, node.is_internal, b.is_published and p.is_open,
    p.workspace_id = any (array(select private.token_workspace_ids())), private.reads_internal(b.id))
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = node.branch_id
$$;
comment on function private.shows_node is 'Whether a node of a branch that the caller reads is shown to them.';

-- # Calls

create function private.exported_toc(entries jsonb, is_open boolean)
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
          when is_open and not e.entry ? 'items' and not coalesce((e.entry ->> 'internal')::boolean, false) then 'kept'
          else 'left out'
        end as fate
      from jsonb_array_elements(exported_toc.entries) with ordinality e (entry, place)
      cross join lateral (
        select case when jsonb_typeof(e.entry -> 'items') = 'array' then private.exported_toc(e.entry -> 'items', is_open) else '[]' end as entries
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
  select case when reader.is_token then private.exported_toc(t.toc, reader.is_open) else t.toc end
  from (
    select p.workspace_id = any (array(select private.token_workspace_ids())) as is_token, b.is_published and p.is_open as is_open
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
  stable_id constant text := split_part(p_slug, '-', 1);
begin
  if not private.can_read_branch(p_branch_id) then
    return null;
  end if;
  select * into found_node from public.branch_nodes n where n.branch_id = p_branch_id and n.slug = p_slug;
  -- The stable id before the first dash finds a node whose title has changed.
  if found_node.id is null and length(stable_id) >= 8 then
    select * into found_node from public.branch_nodes n
    where n.branch_id = p_branch_id and starts_with(n.slug, stable_id || '-')
    limit 1;
  end if;
  if found_node.id is null or not private.shows_node(found_node) then
    return null;
  end if;
  return to_json(private.node_with_data(found_node));
end
$$;
comment on function public.branch_node is 'One node with its data, by slug: all that a page of documentation needs. A public.branch_node, or null (hence json).';

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

grant select (id, project_id, name, slug, is_default, is_published, commit_hash, last_analyzed_at, yjs_document_id, share_enabled,
  baseline_branch_id, article_count, schema_count, api_count, operation_count, created_at, updated_at)
  on public.branches to anon, authenticated;
grant update (name, is_published) on public.branches to authenticated;
grant select on public.branch_files to anon, authenticated;

-- Rows of content are read branch by branch, so an existence test against the branch costs one index look-up;
-- carrying a copy of each project's visibility on a million rows would cost far more when one changes.
grant select (id, branch_id, node_id, workspace_id, project_id, uri, type, slug, name, summary, tags, method, path, version, is_internal,
  is_deprecated, parent_uri, position, created_at, updated_at) on public.branch_nodes to anon, authenticated;
grant select on public.nodes to anon, authenticated;
grant select on public.node_edges to anon, authenticated;

grant execute on function public.branch_toc, public.branch_node, public.branch_node_by_uri, public.search_nodes to anon, authenticated;
