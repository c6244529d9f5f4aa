-- Impact: who refers to what a proposal changes, in its own project and in every other one of the workspace, as far as the reader sees it.

-- # Tables

create table private.outside_references (
  branch_id bigint not null references public.branches (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  from_uri text not null,
  project_slug text not null,
  to_uri text not null,
  is_internal boolean not null default true
);
comment on table private.outside_references is 'What nodes of a branch refer to in another project of the workspace, by its slug and the address there, as their authors wrote it: whether there is such a thing is asked when it is looked for.';
comment on column private.outside_references.is_internal is 'Whether it stands in what is for readers of internal nodes alone; true while no analysis has said otherwise.';
create unique index outside_references_once_idx on private.outside_references (branch_id, md5(from_uri || E'\n' || project_slug || E'\n' || to_uri));
create index outside_references_target_idx on private.outside_references (workspace_id, project_slug);
alter table private.outside_references enable row level security;

-- # Calls

create type public.broken_node as (
  changed_uri text, changed_name text, semver text, project_id bigint, project_slug text, project_name text, branch_slug text, uri text, name text, type text,
  slug text, method text, path text, steps integer, is_outside boolean);
comment on type public.broken_node is 'A node that refers to one which a proposal changes: over how many steps, and whether from another project.';

create type public.proposal_impact as (total integer, is_all boolean, projects bigint, items public.broken_node[]);
comment on type public.proposal_impact is 'What a proposal breaks elsewhere: how much, in how many projects, and a page of it. is_all: whether this is all.';

create function public.proposal_impact(p_proposal_id bigint, p_limit integer default 100, p_offset integer default 0)
returns public.proposal_impact
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '5s'
as $$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  slugs constant text[] := array(
    select p.slug from public.projects p where p.id = proposal.project_id
    union select s.slug from public.project_slugs s where s.project_id = proposal.project_id);
  most_changed constant integer := 500;
  most_found constant integer := 2000;
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
  found public.broken_node[];
begin
  -- Each branch is asked once how the caller reads it, and each node once how near it is.
  with recursive changed as materialized (
    select n.uri, n.name, n.semver, n.position from private.proposal_nodes n
    where n.proposal_id = proposal.id and n.semver in ('major', 'minor') and n.operation <> 'added'
      and (edits or not n.is_hidden)
    order by n.position limit most_changed
  ),
  readers as materialized (
    select b.id as branch_id, b.project_id, b.slug as branch_slug, private.branch_reader(b.id) as reader
    from private.branches_read() b
    where b.id = proposal.baseline_branch_id
      or b.is_default and b.project_id <> proposal.project_id and exists (
        select 1 from private.outside_references r where r.workspace_id = proposal.workspace_id and r.project_slug = any (slugs) and r.branch_id = b.id)
  ),
  reached (changed_uri, branch_id, uri, steps, is_outside) as (
    select c.uri, r.branch_id, e.from_uri, 1, false
    from changed c
    join readers r on r.branch_id = proposal.baseline_branch_id
    join public.node_edges e on e.branch_id = r.branch_id and e.to_uri = c.uri and e.type = 'ref' and private.edge_is_shown(e.is_internal, r.reader)
    union
    select c.uri, r.branch_id, o.from_uri, 1, true
    from changed c
    join private.outside_references o on o.workspace_id = proposal.workspace_id and o.project_slug = any (slugs)
      -- What is within what changes, or has it within: a file with a model, an API with its operations.
      and (o.to_uri = c.uri or starts_with(o.to_uri, c.uri || '/') or starts_with(c.uri, o.to_uri || '/'))
    join readers r on r.branch_id = o.branch_id and r.project_id <> proposal.project_id and private.edge_is_shown(o.is_internal, r.reader)
    union
    select d.changed_uri, d.branch_id, e.from_uri, d.steps + 1, d.is_outside
    from reached d
    join readers r on r.branch_id = d.branch_id
    join public.node_edges e on e.branch_id = d.branch_id and e.to_uri = d.uri and e.type = 'ref' and private.edge_is_shown(e.is_internal, r.reader)
    where d.steps < 3
  ),
  nearest as (
    select d.changed_uri, d.branch_id, d.uri, min(d.steps) as steps, d.is_outside from reached d group by d.changed_uri, d.branch_id, d.uri, d.is_outside
  )
  -- Bounded by what is shown: what the caller does not see takes no place of it.
  select array_agg(f.node order by f.position, (f.node).is_outside desc, (f.node).steps, (f.node).project_name, (f.node).name)
  into found
  from (
    select c.position, row(c.uri, c.name, c.semver, p.id, p.slug, p.name, r.branch_slug, n.uri, n.name, n.type, n.slug, n.method, n.path, d.steps,
      d.is_outside)::public.broken_node as node
    from nearest d
    join changed c on c.uri = d.changed_uri
    join readers r on r.branch_id = d.branch_id
    join public.projects p on p.id = r.project_id
    join public.branch_nodes n on n.branch_id = d.branch_id and n.uri = d.uri
    where not (d.branch_id = proposal.baseline_branch_id and d.uri = d.changed_uri)
      and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not (r.reader).edits, (r.reader).by_anyone, (r.reader).by_token, (r.reader).reads_internal)
    limit most_found
  ) f;
  return row(coalesce(cardinality(found), 0), coalesce(cardinality(found), 0) < most_found
      and (
        select count(*) from private.proposal_nodes n
        where n.proposal_id = proposal.id and n.semver in ('major',
          'minor') and n.operation <> 'added' and (edits or not n.is_hidden)) <= most_changed,
          (select count(distinct f.project_id) from unnest(found) f), coalesce((
      select array_agg(f.node order by f.place) from (
        select row(n.changed_uri, n.changed_name, n.semver, n.project_id, n.project_slug, n.project_name, n.branch_slug, n.uri, n.name, n.type, n.slug,
          n.method, n.path, n.steps, n.is_outside)::public.broken_node as node, n.place
        from unnest(found) with ordinality n (changed_uri, changed_name, semver, project_id, project_slug, project_name, branch_slug, uri, name, type,
          slug, method, path, steps, is_outside, place)
        order by n.place limit private.page_size(p_limit, 100, 200) offset greatest(coalesce(p_offset, 0), 0)) f), '{}'))::public.proposal_impact;
end
$$;
comment on function public.proposal_impact is 'Nodes that refer, over at most three steps, to what a proposal changes or removes: on the branch it is for, and on the default branch of every other project that the caller reads. At most 2,000, of the 500 most serious changes; is_all says whether these are all.';

create type public.proposal_finding as (change text, rule text, severity text, message text, file text, line integer, place bigint);
comment on type public.proposal_finding is 'A violation of the rules that a proposal brings, or takes away.';

create type public.proposal_lint as (state text, added bigint, removed bigint, items public.proposal_finding[]);
comment on type public.proposal_lint is 'Which violations a proposal brings and takes away, and whether both branches are linted as they are.';

create function public.proposal_lint(p_proposal_id bigint)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  most constant integer := 200;
begin
  -- Findings are for who changes the content.
  if not private.can_in_project(proposal.project_id, 'project_contents_update') or proposal.branch_id is null or proposal.baseline_branch_id is null then
    return null;
  end if;
  return (
    with delta as materialized (
      select d.*, row_number() over () as place from private.findings_delta(proposal.baseline_branch_id, proposal.branch_id) d)
    select to_json(row(case when private.lint_state(proposal.branch_id) <> 'current' then private.lint_state(proposal.branch_id)
        else private.lint_state(proposal.baseline_branch_id) end, count(*) filter (where d.change = 'added'),
          count(*) filter (where d.change = 'removed'), coalesce((select array_agg(row(i.change, i.rule, i.severity, i.message, i.file, i.line,
          i.place)::public.proposal_finding order by i.place) from (
        select * from delta o order by o.place limit most) i), '{}'))::public.proposal_lint)
    from delta d);
end
$$;
comment on function public.proposal_lint is 'Which violations of the rules a proposal brings and which it takes away, 200 at most, for who changes the content; null for others.';

-- # Grants

grant execute on function public.proposal_impact, public.proposal_lint to authenticated;
