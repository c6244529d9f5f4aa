-- Lists of proposals, one of them with all that its page says, and what it changes a page at a time.

-- # Rules

create function private.awaited_of(user_id bigint, proposal public.proposals)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select proposal.status = 'open' and proposal.author_id is distinct from awaited_of.user_id
    and not exists (
      select 1 from private.proposal_reviews r
      where r.proposal_id = proposal.id and r.user_id = awaited_of.user_id and r.is_newest and r.fallen_at is null)
    and (
      exists (select 1 from private.proposal_reviewers r where r.proposal_id = proposal.id and r.user_id = awaited_of.user_id)
      or exists (
        select 1 from private.proposal_reviewers r join public.team_members m on m.team_id = r.team_id and m.user_id = awaited_of.user_id
        where r.proposal_id = proposal.id)
      or exists (
        select 1 from public.projects p join private.group_reviewers g on g.group_id = p.group_id
        join public.team_members m on m.team_id = g.team_id and m.user_id = awaited_of.user_id
        where p.id = proposal.project_id))
$$;
comment on function private.awaited_of is 'Whether a proposal waits for the review of somebody: by name, by a team of theirs, or by the rule of its group.';

-- # Calls

create type public.proposal_item as (
  id bigint, title text, status text, project_id bigint, project text, project_slug text, icon_name text, icon_color text,
  branch_name text, branch_slug text, baseline_name text, author public.person, created_at timestamptz, updated_at timestamptz,
  major integer, minor integer, patch integer, approvals bigint, objections bigint, threads bigint, is_waiting boolean);
comment on type public.proposal_item is 'A proposal in a list. is_waiting: for the caller.';

create type public.proposal_item_page as (items public.proposal_item[], total bigint);
comment on type public.proposal_item_page is 'A page of proposals, and how many there are in all.';

create function public.list_proposals(
  p_workspace_id bigint, p_of text default 'all', p_status text default 'open', p_project_id bigint default null, p_search text default null,
  p_limit integer default 50, p_offset integer default 0)
returns public.proposal_item_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  term constant text := case when btrim(coalesce(p_search, '')) <> '' then private.like_pattern(left(p_search, 200)) end;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return (
    with found as materialized (
      select o.*, p.name as project, p.slug, p.icon_name, p.icon_color
      from private.proposals_read() o join public.projects p on p.id = o.project_id
      where o.workspace_id = p_workspace_id
        and case p_status when 'open' then o.status in ('open', 'merging') when 'merged' then o.status = 'merged' when 'closed' then o.status = 'closed'
          else true end
        and (p_project_id is null or o.project_id = p_project_id)
        and (term is null or o.title ilike term or o.branch_name ilike term or p.name ilike term)
        and case p_of when 'mine' then o.author_id = me when 'waiting' then private.awaited_of(me, o) else true end
    ), page as (
      select * from found f order by f.updated_at desc, f.id desc
      limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 10000)
    )
    select row(coalesce((
      select array_agg(row(f.id, f.title, f.status, f.project_id, f.project, f.slug, f.icon_name, f.icon_color, f.branch_name, f.branch_slug,
        f.baseline_name, private.person(f.author_id), f.created_at, f.updated_at, coalesce(c.major, 0), coalesce(c.minor, 0), coalesce(c.patch, 0),
        (select count(*) from private.live_approvals((select o from public.proposals o where o.id = f.id))),
        (select count(*) from private.proposal_reviews r where r.proposal_id = f.id and r.is_newest and r.verdict = 'changes_requested'),
        (select count(*) from private.proposal_threads t where t.proposal_id = f.id and t.resolved_at is null), private.awaited_of(me,
        (select o from public.proposals o where o.id = f.id)))::public.proposal_item order by f.updated_at desc, f.id desc)
      from page f left join private.proposal_comparisons c on c.proposal_id = f.id), '{}'), (select count(*) from found))::public.proposal_item_page);
end
$$;
comment on function public.list_proposals is 'Proposals of a workspace that the caller reads, those that something happened to last first. p_of: all, mine, waiting (for the caller); p_status: open, merged, closed, all.';

create type public.proposal_requirement as (kind text, id bigint, name text, needed integer, given integer);
comment on type public.proposal_requirement is 'Whose approvals a proposal needs, and how many there are.';

create type public.proposal_reviewer as (
  user_id bigint, team_id bigint, is_required boolean, name text, avatar_url text, reads boolean, may_unask boolean);
comment on type public.proposal_reviewer is 'Who was asked to review a proposal: a person or a team. reads: sees it still; may_unask: the caller may do without them.';

create type public.proposal_review as (
  id bigint, person public.person, verdict text, note text, created_at timestamptz, fallen_at timestamptz, is_mine boolean);
comment on type public.proposal_review is 'The newest review of somebody. fallen_at: since when it counts no more.';

create type public.proposal_shown as (
  id bigint, title text, description text, status text, branch_id bigint, branch_name text, branch_slug text,
  baseline_branch_id bigint, baseline_name text, baseline_slug text, author public.person, is_mine boolean, created_at timestamptz,
  updated_at timestamptz, ended_at timestamptz, ended_by public.person, pull_request integer, pull_request_page text, changelog text,
  draft text, content_hash text, comparison text, major integer, minor integer, patch integer, nodes integer, compared_at timestamptz,
  checks public.proposal_check[], requirements public.proposal_requirement[], reviewers public.proposal_reviewer[],
  reviews public.proposal_review[], threads bigint);
comment on type public.proposal_shown is 'A proposal as its page shows it.';

create type public.proposal_project as (id bigint, slug text, name text, type text, icon_name text, icon_color text);
comment on type public.proposal_project is 'The project of a proposal.';

create type public.proposal_branch as (id bigint, name text, slug text, is_default boolean, has_content boolean, has_changes boolean);
comment on type public.proposal_branch is 'A branch that is proposed, or could be. has_changes: its working copy is ahead of it.';

create type public.proposal_baseline as (id bigint, name text, is_default boolean);
comment on type public.proposal_baseline is 'A branch that something may be proposed for.';

create type public.other_proposal as (id bigint, title text, status text);
comment on type public.other_proposal is 'Another proposal of the same branch.';

create type public.proposal_page as (
  project public.proposal_project, branch public.proposal_branch, may_edit boolean, may_moderate boolean,
  baselines public.proposal_baseline[], others public.other_proposal[], proposal public.proposal_shown);
comment on type public.proposal_page is 'The page of a branch in /proposals: its proposal, or what a new one needs.';

create function public.proposal_at(p_workspace_id bigint, p_project_slug text, p_branch_slug text, p_proposal_id bigint default null)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  project public.projects;
  branch public.branches;
  proposal public.proposals;
  me constant bigint := private.current_user_id();
  edits boolean;
begin
  select p.* into project from public.projects p
  where p.workspace_id = p_workspace_id and private.can_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate') and (p.slug = p_project_slug or exists (
      select 1 from public.project_slugs s where s.workspace_id = p_workspace_id and s.slug = p_project_slug and s.project_id = p.id))
    and private.can_in_project(p.id, 'project_unpublished_branch_read')
  order by p.slug = p_project_slug desc limit 1;
  if project.id is null then
    return null;
  end if;
  select * into branch from public.branches b where b.project_id = project.id and b.slug = p_branch_slug;
  -- The one that is open, else the newest.
  select * into proposal from public.proposals o
  where o.project_id = project.id and o.branch_slug = p_branch_slug and (p_proposal_id is null or o.id = p_proposal_id)
  order by o.status in ('open', 'merging') desc, o.id desc limit 1;
  if branch.id is null and proposal.id is null then
    return null;
  end if;
  edits := private.can_in_project(project.id, 'project_contents_update');
  return to_json(row(row(project.id, project.slug, project.name, project.type, project.icon_name, project.icon_color)::public.proposal_project,
    case when branch.id is not null then row(branch.id, branch.name, branch.slug, branch.is_default, branch.content_hash is not null,
    exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed))::public.proposal_branch end,
    edits and not project.is_read_only, private.can_in_project(project.id, 'project_update'), (
      select coalesce(array_agg(row(b.id, b.name, b.is_default)::public.proposal_baseline order by b.is_default desc, b.name, b.id), '{}')
      from public.branches b where b.project_id = project.id and b.id is distinct from branch.id), (
      select coalesce(array_agg(row(o.id, o.title, o.status)::public.other_proposal order by o.id desc), '{}')
      from (select * from public.proposals o where o.project_id = project.id and o.branch_slug = p_branch_slug and o.id is distinct from proposal.id
        order by o.id desc limit 20) o), case when proposal.id is not null then private.proposal_shown(proposal, me) end)::public.proposal_page);
end
$$;
comment on function public.proposal_at is 'The page of a branch in /proposals: its proposal (the one that is open, else the newest; or the one that is named) with reviews and checks, or what a new one needs. Null for who may not know it.';

create function private.proposal_shown(proposal public.proposals, me bigint)
returns public.proposal_shown
language sql
stable
security definer
set search_path = ''
as $$
  select row(proposal.id, proposal.title, proposal.description, proposal.status, proposal.branch_id, proposal.branch_name, proposal.branch_slug,
    proposal.baseline_branch_id, proposal.baseline_name, (select b.slug from public.branches b where b.id = proposal.baseline_branch_id),
    private.person(proposal.author_id), coalesce(proposal.author_id = me, false), proposal.created_at, proposal.updated_at, proposal.ended_at,
    private.person(proposal.ended_by), proposal.pull_request, (
      select case when proposal.pull_request is not null then private.pull_request_page(i.kind, r.remote_url_http, proposal.pull_request)
        when proposal.status = 'open' then private.new_pull_request_page(i.kind, r.remote_url_http, proposal.branch_name, proposal.baseline_name) end
      from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id where r.project_id = proposal.project_id), proposal.changelog, coalesce(c.draft, ''), (select b.content_hash from public.branches b where b.id = proposal.branch_id), private.proposal_comparison_state(proposal), coalesce(c.major, 0), coalesce(c.minor, 0), coalesce(c.patch, 0), coalesce(c.nodes, 0), c.compared_at, (select coalesce(array_agg(k), '{}') from private.proposal_checks(proposal) k where proposal.status in ('open', 'merging')), (select coalesce(array_agg(row(r.kind, r.id, r.name, r.needed, r.given)::public.proposal_requirement), '{}') from private.proposal_requirements(proposal) r where proposal.status in ('open', 'merging')), (
      select coalesce(array_agg(row(r.user_id, r.team_id, r.is_required, coalesce((private.person(r.user_id)).display_name, t.name),
        (private.person(r.user_id)).avatar_url, r.user_id is null or private.reads_proposals(r.user_id, proposal.project_id),
        private.reason_against_unasking(proposal, r) is null)::public.proposal_reviewer order by r.id), '{}')
      from private.proposal_reviewers r left join public.teams t on t.id = r.team_id where r.proposal_id = proposal.id), (
      select coalesce(array_agg(row(r.id, private.person(r.user_id), r.verdict, r.note, r.created_at, r.fallen_at, coalesce(r.user_id = me,
        false))::public.proposal_review order by r.id), '{}')
      from private.proposal_reviews r where r.proposal_id = proposal.id and r.is_newest),
        (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.resolved_at is null))::public.proposal_shown
  from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
$$;
comment on function private.proposal_shown is 'A proposal as its page shows it.';

create type public.changed_node as (
  "position" integer, uri text, type text, name text, operation text, semver text, change_count integer, changes jsonb, path text,
  threads bigint);
comment on type public.changed_node is 'A node that a proposal changes, with its changes, [{semver, rule, message, before, after, pointer, line}].';

create type public.changed_node_page as (items public.changed_node[], total bigint);
comment on type public.changed_node_page is 'A page of nodes that a proposal changes, and how many there are in all.';

create function public.proposal_nodes(
  p_proposal_id bigint, p_search text default null, p_semver text default null, p_limit integer default 50, p_offset integer default 0)
returns public.changed_node_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
  term constant text := case when btrim(coalesce(p_search, '')) <> '' then private.like_pattern(left(p_search, 200)) end;
begin
  return (
    with found as materialized (
      select n.* from private.proposal_nodes n
      where n.proposal_id = proposal.id and (edits or not n.is_hidden)
        and (p_semver is null or n.semver = p_semver) and (term is null or n.name ilike term or n.uri ilike term)
    )
    select row(coalesce((
      select array_agg(row(n.position, n.uri, n.type, n.name, n.operation, n.semver, n.change_count, n.changes, n.path,
        (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.node_uri = n.uri and t.resolved_at is null))::public.changed_node
        order by n.position)
      from (select * from found f order by f.position
        limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 20000)) n), '{}'),
          (select count(*) from found))::public.changed_node_page);
end
$$;
comment on function public.proposal_nodes is 'The nodes that a proposal changes, what breaks first, a page at a time: with a part of their name, or of one level (major, minor, patch).';

-- # Grants

grant execute on function public.list_proposals, public.proposal_at, public.proposal_nodes to authenticated;
