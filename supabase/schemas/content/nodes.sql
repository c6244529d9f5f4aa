-- Nodes: what the files of a branch become. A page of documentation loads one node.

-- # Tables

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.plain_path(path text)
returns text
language sql
immutable
as $$
  select left(regexp_replace(lower(path), '\{[^}]*\}', '{}', 'g'), 500)
$$;
comment on function private.plain_path is 'A path without the names of its parameters: /pets/{id} finds /pets/{petId}.';

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
  stable_id text,
  has_internal_parts boolean not null default true,
  external_snapshot_hash bytea,
  external_search tsvector,
  is_hidden boolean not null default false,
  source_name text,
  source_summary text,
  source_search tsvector,
  unique (branch_id, slug),
  unique (branch_id, node_id),
  unique (branch_id, uri),
  foreign key (workspace_id, snapshot_hash) references public.snapshots (workspace_id, hash),
  foreign key (workspace_id, external_snapshot_hash) references public.snapshots (workspace_id, hash)
);
comment on table public.branch_nodes is 'A node as it is on a branch.';
comment on column public.branch_nodes.stable_id is 'What stands before the title in addresses: the author''s id, or one made of the uri. It outlives another title and another slug.';
comment on column public.branch_nodes.has_internal_parts is 'Whether something in the data is for readers of internal nodes alone; true while no analysis has said otherwise.';
comment on column public.branch_nodes.external_snapshot_hash is 'The data that others get in place of snapshot_hash where there are such parts; while it is null they get none.';
comment on column public.branch_nodes.external_search is 'What others find the node by in place of search where there are such parts.';
comment on column public.branch_nodes.is_hidden is 'Shown to who may change the content alone, by an override.';
comment on column public.branch_nodes.source_name is 'What the source says where an override says something else; so the two columns beside it.';
create index branch_nodes_stable_id_idx on public.branch_nodes (branch_id, stable_id);
create index branch_nodes_node_id_idx on public.branch_nodes (node_id);
create index branch_nodes_project_id_idx on public.branch_nodes (project_id);
create index branch_nodes_snapshot_idx on public.branch_nodes (workspace_id, snapshot_hash);
create index branch_nodes_external_snapshot_idx on public.branch_nodes (workspace_id, external_snapshot_hash);
create index branch_nodes_search_idx on public.branch_nodes using gin (workspace_id, search);
-- Names, paths, methods and tags alone: a word that half of all descriptions say is in far fewer titles.
create index branch_nodes_title_idx on public.branch_nodes using gin (workspace_id, ts_filter(search, '{a,b}'));
-- In order, so that what is called so, or begins so, is found first and without reading all that matches.
create index branch_nodes_name_idx on public.branch_nodes (workspace_id, left(lower(name), 200) collate "C", id);
create index branch_nodes_path_idx on public.branch_nodes (workspace_id, private.plain_path(path) collate "C", id) where path is not null;
-- Few: a branch without overrides is known by one look.
create index branch_nodes_overridden_idx on public.branch_nodes (branch_id) where is_hidden or source_name is not null;
alter table public.branch_nodes enable row level security;

create table public.node_edges (
  id bigint generated always as identity primary key,
  branch_id bigint not null references public.branches (id) on delete cascade,
  from_uri text not null,
  to_uri text not null,
  type text not null check (type in ('parent', 'ref')),
  to_path text,
  is_internal boolean not null default true
);
comment on table public.node_edges is 'What belongs to what (parent) and what refers to what (ref) on a branch.';
comment on column public.node_edges.is_internal is 'Whether it stands in what is for readers of internal nodes alone; true while no analysis has said otherwise.';

-- By a hash: two addresses and a path together can be longer than an index takes.
create unique index node_edges_once_idx on public.node_edges (branch_id, type, md5(from_uri || E'\n' || to_uri || E'\n' || coalesce(to_path, '')));
create index node_edges_from_idx on public.node_edges (branch_id, from_uri);
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

create policy "Nodes are read with their branch, internal ones by full members, hidden ones by who changes the content" on public.branch_nodes for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = branch_nodes.branch_id)
  and (not is_internal or workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember'))))
  and (not is_hidden or exists (
    select 1 from public.projects p
    where p.id = branch_nodes.project_id and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_contents_update'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_contents_update')))
        or p.group_id = any (array(select private.group_ids_given('project_contents_update'))))
    )
  ))
);
create policy "Nodes of public projects are read by anyone, APIs and models of its workspace by a workspace token" on public.branch_nodes for select to anon
using (not is_hidden and (
  exists (
    select 1 from public.branches b join public.projects p on p.id = b.project_id
    where b.id = branch_nodes.branch_id and not branch_nodes.is_internal and b.is_published and p.is_open
  )
  or type = any ('{http_service,http_operation,http_server,http_callback,http_webhook,model}')
    and workspace_id = any (array(select private.token_workspace_ids()))
));

create policy "Nodes are known to who reads one of their branches" on public.nodes for select to anon, authenticated
using (exists (select 1 from public.branch_nodes bn where bn.node_id = nodes.id));

create policy "Edges are read with both nodes, internal ones by full members" on public.node_edges for select to authenticated
using (
  exists (
    select 1 from public.branch_nodes f
    where f.branch_id = node_edges.branch_id and f.uri = node_edges.from_uri
      and (not node_edges.is_internal or f.workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember'))))
  )
  and exists (select 1 from public.branch_nodes t where t.branch_id = node_edges.branch_id and t.uri = node_edges.to_uri)
);
create policy "Edges are read with both nodes, internal ones by tokens" on public.node_edges for select to anon
using (
  exists (
    select 1 from public.branch_nodes f
    where f.branch_id = node_edges.branch_id and f.uri = node_edges.from_uri
      and (not node_edges.is_internal or f.workspace_id = any (array(select private.token_workspace_ids())))
  )
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

-- Without a search path of its own: so it becomes part of the queries of those who ask. by_anyone is `b.is_published and p.is_open` of the
-- branch and project that each of them has at hand: a function that looked both up would be called for every row.
create function private.node_is_shown(
  node_type text, is_internal boolean, is_hidden boolean, by_anyone boolean, by_token boolean, reads_internal boolean)
returns boolean
language sql
stable
as $$
  select not is_hidden and case when by_token
    then private.is_exported(node_type) or by_anyone and not is_internal
    else not is_internal or reads_internal end
$$;
comment on function private.node_is_shown is 'What is shown of a branch that the caller reads: hidden nodes to nobody (is_hidden: and the caller does not change the content), internal ones to full members; to a workspace token what comes from OpenAPI and JSON Schema files and, of a branch open to anyone, what anyone reads.';

create function private.shows_node(node public.branch_nodes)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.node_is_shown(node.type, node.is_internal,
    node.is_hidden and not private.can_in_project(p.id, 'project_contents_update'), b.is_published and p.is_open,
    p.workspace_id = any (array(select private.token_workspace_ids())), private.reads_internal(b.id))
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = node.branch_id
$$;
comment on function private.shows_node is 'Whether a node of a branch that the caller reads is shown to them.';

create function private.shows_internal_parts(node public.branch_nodes)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  node.is_internal := true;
  return private.shows_node(node);
end
$$;
comment on function private.shows_internal_parts is 'Whether the caller is shown what is internal in a node: who would see it if it were internal as a whole.';

-- # Grants

-- Rows of content are read branch by branch, so an existence test against the branch costs one index look-up;
-- carrying a copy of each project's visibility on a million rows would cost far more when one changes.
grant select (id, branch_id, node_id, workspace_id, project_id, uri, type, slug, name, summary, tags, method, path, version, is_internal,
  is_deprecated, parent_uri, position, created_at, updated_at, is_hidden) on public.branch_nodes to anon, authenticated;
grant select on public.nodes to anon, authenticated;
grant select on public.node_edges to anon, authenticated;
