-- Overrides: what editors lay over nodes without touching their source: another title, another summary, or that readers do not see them.

-- # Tables

create table public.overrides (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  branch_id bigint,
  node_uri text not null check (octet_length(node_uri) between 1 and 2000),
  title text check (length(title) between 1 and 500),
  summary text check (length(summary) between 1 and 2000),
  is_hidden boolean,
  created_by bigint references public.users (id) on delete set null,
  updated_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (branch_id, project_id) references public.branches (id, project_id) on delete cascade,
  constraint overrides_once_key unique nulls not distinct (project_id, node_uri, branch_id)
);
comment on table public.overrides is 'What is shown of a node in place of what its source says, on one branch or (branch_id null) on all of the project. Each column is null where the source holds; a row of nulls alone was taken back, and stays for those who follow the changes.';
comment on column public.overrides.is_hidden is 'Whether readers who may not change the content do not see the node. False on one branch outweighs true on all.';
create index overrides_branch_idx on public.overrides (branch_id, project_id);
create index overrides_updated_idx on public.overrides (project_id, updated_at, id);
create index overrides_created_by_idx on public.overrides (created_by);
create index overrides_updated_by_idx on public.overrides (updated_by);
create trigger keep_names before insert or update of title, summary on public.overrides
  for each row execute function private.keep_names('title', 'summary');
alter table public.overrides enable row level security;

-- # Rules

-- They name what is hidden: for who may change the content.
create policy "Overrides are read by who changes the content of their project" on public.overrides for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = overrides.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_contents_update'))
    or (select private.was_given_something()) and (
      p.id = any (array(select private.project_ids_given('project_contents_update')))
      or p.group_id = any (array(select private.group_ids_given('project_contents_update'))))
  )
));

create function private.overrides_of(branch_id bigint)
returns table (node_uri text, title text, summary text, is_hidden boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select o.node_uri,
    coalesce(max(o.title) filter (where o.branch_id is not null), max(o.title)),
    coalesce(max(o.summary) filter (where o.branch_id is not null), max(o.summary)),
    coalesce(bool_or(o.is_hidden) filter (where o.branch_id is not null), bool_or(o.is_hidden), false)
  from public.branches b
  join public.overrides o on o.project_id = b.project_id and (o.branch_id is null or o.branch_id = b.id)
  where b.id = overrides_of.branch_id
  group by o.node_uri
$$;
comment on function private.overrides_of is 'What is laid over the nodes of a branch: its own overrides before those of all branches, each column for itself.';

create function private.count_nodes(branch_id bigint)
returns void
language sql
set search_path = ''
as $$
  update public.branches b
  set article_count = c.articles, schema_count = c.schemas, api_count = c.apis, operation_count = c.operations
  from (
    select count(*) filter (where n.type = 'article') as articles, count(*) filter (where n.type = 'model') as schemas,
      count(*) filter (where n.type = 'http_service') as apis, count(*) filter (where n.type = 'http_operation') as operations
    from public.branch_nodes n
    where n.branch_id = count_nodes.branch_id and not n.is_internal and not n.is_hidden
  ) c
  where b.id = count_nodes.branch_id
    and (b.article_count, b.schema_count, b.api_count, b.operation_count) is distinct from (c.articles, c.schemas, c.apis, c.operations)
$$;
comment on function private.count_nodes is 'Counts the nodes of a branch that each of its readers sees.';

create function private.lay_overrides(branch_id bigint, node_uri text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.branch_nodes n
  set name = laid.name, summary = laid.summary, is_hidden = laid.is_hidden,
    search = case when laid.is_other then laid.search
        || setweight(to_tsvector('simple', laid.name), 'A') || setweight(to_tsvector('simple', laid.summary), 'C')
      else laid.search end,
    source_name = case when laid.is_other then coalesce(n.source_name, n.name) end,
    source_summary = case when laid.is_other then coalesce(n.source_summary, n.summary) end,
    source_search = case when laid.is_other then laid.search end,
    updated_at = now()
  from private.overrides_of(lay_overrides.branch_id) o
  join public.branch_nodes held on held.branch_id = lay_overrides.branch_id and held.uri = o.node_uri
  cross join lateral (
    select coalesce(o.title, held.source_name, held.name) as name, coalesce(o.summary, held.source_summary, held.summary) as summary,
      coalesce(held.source_search, held.search) as search, o.is_hidden, o.title is not null or o.summary is not null as is_other
  ) laid
  where n.id = held.id and o.node_uri = coalesce(lay_overrides.node_uri, o.node_uri)
    and (n.name, n.summary, n.is_hidden, n.source_name is not null) is distinct from (laid.name, laid.summary, laid.is_hidden, laid.is_other);
  -- What is hidden takes its history along, and brings it back.
  update public.node_changes c
  set is_hidden = o.is_hidden
  from private.overrides_of(lay_overrides.branch_id) o
  where c.branch_id = lay_overrides.branch_id and c.node_uri = o.node_uri and c.is_hidden <> o.is_hidden
    and o.node_uri = coalesce(lay_overrides.node_uri, o.node_uri);
  perform private.count_nodes(lay_overrides.branch_id);
end
$$;
comment on function private.lay_overrides is 'Makes nodes of a branch look as their overrides say, what their source says kept beside: so each way of reading finds both in the row, and asks for no override. After each analysis for all of a branch, after a change for one of them.';

create function private.log_hidden_node(laid public.overrides, was_hidden boolean)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.log_activity(p.workspace_id, 'project.node.hidden_set', jsonb_build_object(
    'project_id', p.id, 'project', p.name, 'slug', p.slug, 'node_uri', private.for_trail(to_jsonb(laid.node_uri)),
    'branch', (select b.name from public.branches b where b.id = laid.branch_id),
    'changes', private.told_changes(jsonb_build_object('is_hidden', was_hidden), jsonb_build_object('is_hidden', laid.is_hidden), array['is_hidden'])))
  from public.projects p
  where p.id = laid.project_id and laid.is_hidden is distinct from was_hidden
$$;
comment on function private.log_hidden_node is 'One event where a node is hidden from readers or shown to them again: who reads what is a right, titles and summaries are content.';

-- # Calls

create function public.set_override(p_project_id bigint, p_node_uri text, p_changes jsonb, p_branch_id bigint default null)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2000;
  was_hidden boolean;
  changed public.overrides;
begin
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' or p_changes - '{title,summary,is_hidden}'::text[] <> '{}'
    or coalesce(jsonb_typeof(p_changes -> 'title'), 'null') not in ('string', 'null')
    or coalesce(jsonb_typeof(p_changes -> 'summary'), 'null') not in ('string', 'null')
    or coalesce(jsonb_typeof(p_changes -> 'is_hidden'), 'null') not in ('boolean', 'null')
    or length(p_changes ->> 'title') > 500 or length(p_changes ->> 'summary') > 2000
  then
    perform private.problem('override_invalid');
  end if;
  if p_branch_id is not null and not exists (
    select 1 from public.branches b where b.id = p_branch_id and b.project_id = p_project_id)
  then
    perform private.problem('branch_not_found');
  end if;
  select * into changed from public.overrides o
  where o.project_id = p_project_id and o.node_uri = p_node_uri and o.branch_id is not distinct from p_branch_id;
  if changed.id is null then
    if not exists (select 1 from public.nodes n where n.project_id = p_project_id and n.uri = p_node_uri) then
      perform private.problem('node_not_found');
    end if;
    if (select count(*) >= most from public.overrides o where o.project_id = p_project_id) then
      perform private.problem('too_many_overrides');
    end if;
    insert into public.overrides (project_id, branch_id, node_uri, created_by)
    values (p_project_id, p_branch_id, p_node_uri, private.current_user_id())
    returning * into changed;
  end if;
  was_hidden := changed.is_hidden;
  -- By the clock, and behind the lock: who follows the changes of a project misses none.
  update public.overrides o
  set title = case when p_changes ? 'title' then nullif(btrim(p_changes ->> 'title'), '') else o.title end,
    summary = case when p_changes ? 'summary' then nullif(btrim(p_changes ->> 'summary'), '') else o.summary end,
    is_hidden = case when p_changes ? 'is_hidden' then (p_changes ->> 'is_hidden')::boolean else o.is_hidden end,
    updated_by = private.current_user_id(), updated_at = clock_timestamp()
  where o.id = changed.id
  returning * into changed;
  perform private.log_hidden_node(changed, was_hidden);
  -- An analysis holds its branch while it writes nodes and lays overrides over them: one comes after the other.
  perform 1 from public.branches b
  where b.project_id = p_project_id and b.id = coalesce(p_branch_id, b.id) order by b.id for no key update;
  perform private.lay_overrides(b.id, p_node_uri)
  from public.branches b
  where b.project_id = p_project_id and b.id = coalesce(p_branch_id, b.id);
  return changed.id;
end
$$;
comment on function public.set_override is 'Lays a title, a summary or is_hidden over a node, on one branch or (null) on all of the project: those that p_changes names, null takes one back. Answers the id of the override.';

create type public.override_layer as (layer text, title text, summary text, is_hidden boolean);
comment on type public.override_layer is 'What one of the layers of a node says: the source, the project for all branches, or the branch. Null is said by the one below.';

create function public.override_layers(p_branch_id bigint, p_node_uri text)
returns setof public.override_layer
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project((select b.project_id from public.branches b where b.id = p_branch_id), 'project_contents_update');
  return query
  select 'source', coalesce(n.source_name, n.name), coalesce(n.source_summary, n.summary), false
  from public.branch_nodes n
  where n.branch_id = p_branch_id and n.uri = p_node_uri
  union all
  select case when o.branch_id is null then 'project' else 'branch' end, o.title, o.summary, o.is_hidden
  from public.branches b
  join public.overrides o on o.project_id = b.project_id and (o.branch_id is null or o.branch_id = b.id)
  where b.id = p_branch_id and o.node_uri = p_node_uri;
end
$$;
comment on function public.override_layers is 'What lies over what in a node of a branch, for who may change the content: the source, and what overrides say for all branches and for this one.';

-- # Grants

grant select on public.overrides to authenticated;
grant execute on function public.set_override, public.override_layers to authenticated;
