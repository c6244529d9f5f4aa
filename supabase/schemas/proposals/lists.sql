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

create function public.list_proposals(
  p_workspace_id bigint, p_of text default 'all', p_status text default 'open', p_project_id bigint default null, p_search text default null,
  p_limit integer default 50, p_offset integer default 0)
returns json
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
    select json_build_object('total', (select count(*) from found), 'items', coalesce((
      select json_agg(json_build_object('id', f.id, 'title', f.title, 'status', f.status, 'project_id', f.project_id, 'project', f.project,
        'project_slug', f.slug, 'icon_name', f.icon_name, 'icon_color', f.icon_color, 'branch_name', f.branch_name, 'branch_slug', f.branch_slug,
        'baseline_name', f.baseline_name, 'author', private.person(f.author_id), 'created_at', f.created_at, 'updated_at', f.updated_at,
        'major', coalesce(c.major, 0), 'minor', coalesce(c.minor, 0), 'patch', coalesce(c.patch, 0),
        'approvals', (select count(*) from private.live_approvals((select o from public.proposals o where o.id = f.id))),
        'objections', (select count(*) from private.proposal_reviews r where r.proposal_id = f.id and r.is_newest and r.verdict = 'changes_requested'),
        'threads', (select count(*) from private.proposal_threads t where t.proposal_id = f.id and t.resolved_at is null),
        'is_waiting', private.awaited_of(me, (select o from public.proposals o where o.id = f.id))) order by f.updated_at desc, f.id desc)
      from page f left join private.proposal_comparisons c on c.proposal_id = f.id), '[]')));
end
$$;
comment on function public.list_proposals is 'Proposals of a workspace that the caller reads, those that something happened to last first. p_of: all, mine, waiting (for the caller); p_status: open, merged, closed, all.';

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
  return json_build_object(
    'project', json_build_object('id', project.id, 'slug', project.slug, 'name', project.name, 'type', project.type, 'icon_name', project.icon_name,
      'icon_color', project.icon_color),
    'branch', case when branch.id is not null then json_build_object('id', branch.id, 'name', branch.name, 'slug', branch.slug, 'is_default', branch.is_default,
      'has_content', branch.content_hash is not null,
      'has_changes', exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed)) end,
    'may_edit', edits and not project.is_read_only,
    'may_moderate', private.can_in_project(project.id, 'project_update'),
    'baselines', (
      select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'is_default', b.is_default) order by b.is_default desc, b.name, b.id), '[]')
      from public.branches b where b.project_id = project.id and b.id is distinct from branch.id),
    'others', (
      select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'status', o.status) order by o.id desc), '[]')
      from (select * from public.proposals o where o.project_id = project.id and o.branch_slug = p_branch_slug and o.id is distinct from proposal.id
        order by o.id desc limit 20) o),
    'proposal', case when proposal.id is not null then private.proposal_shown(proposal, me) end);
end
$$;
comment on function public.proposal_at is 'The page of a branch in /proposals: its proposal (the one that is open, else the newest; or the one that is named) with reviews and checks, or what a new one needs. Null for who may not know it.';

create function private.proposal_shown(proposal public.proposals, me bigint)
returns json
language sql
stable
security definer
set search_path = ''
as $$
  select json_build_object('id', proposal.id, 'title', proposal.title, 'description', proposal.description, 'status', proposal.status,
    'branch_id', proposal.branch_id, 'branch_name', proposal.branch_name, 'branch_slug', proposal.branch_slug,
    'baseline_branch_id', proposal.baseline_branch_id, 'baseline_name', proposal.baseline_name,
    'baseline_slug', (select b.slug from public.branches b where b.id = proposal.baseline_branch_id),
    'author', private.person(proposal.author_id), 'is_mine', coalesce(proposal.author_id = me, false),
    'created_at', proposal.created_at, 'updated_at', proposal.updated_at, 'ended_at', proposal.ended_at, 'ended_by', private.person(proposal.ended_by),
    'pull_request', proposal.pull_request,
    'pull_request_page', (
      select case when proposal.pull_request is not null then private.pull_request_page(i.kind, r.remote_url_http, proposal.pull_request)
        when proposal.status = 'open' then private.new_pull_request_page(i.kind, r.remote_url_http, proposal.branch_name, proposal.baseline_name) end
      from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id where r.project_id = proposal.project_id),
    'changelog', proposal.changelog, 'draft', coalesce(c.draft, ''),
    'content_hash', (select b.content_hash from public.branches b where b.id = proposal.branch_id),
    'comparison', private.proposal_comparison_state(proposal),
    'major', coalesce(c.major, 0), 'minor', coalesce(c.minor, 0), 'patch', coalesce(c.patch, 0), 'nodes', coalesce(c.nodes, 0),
    'compared_at', c.compared_at,
    'checks', (select coalesce(json_agg(k), '[]') from private.proposal_checks(proposal) k where proposal.status in ('open', 'merging')),
    'requirements', (select coalesce(json_agg(r), '[]') from private.proposal_requirements(proposal) r where proposal.status in ('open', 'merging')),
    'reviewers', (
      select coalesce(json_agg(json_build_object('user_id', r.user_id, 'team_id', r.team_id, 'is_required', r.is_required,
        'name', coalesce((private.person(r.user_id)).display_name, t.name), 'avatar_url', (private.person(r.user_id)).avatar_url,
        'reads', r.user_id is null or private.reads_proposals(r.user_id, proposal.project_id),
        'may_unask', private.reason_against_unasking(proposal, r) is null) order by r.id), '[]')
      from private.proposal_reviewers r left join public.teams t on t.id = r.team_id where r.proposal_id = proposal.id),
    'reviews', (
      select coalesce(json_agg(json_build_object('id', r.id, 'person', private.person(r.user_id), 'verdict', r.verdict, 'note', r.note, 'created_at', r.created_at,
        'fallen_at', r.fallen_at, 'is_mine', coalesce(r.user_id = me, false)) order by r.id), '[]')
      from private.proposal_reviews r where r.proposal_id = proposal.id and r.is_newest),
    'threads', (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.resolved_at is null))
  from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
$$;
comment on function private.proposal_shown is 'A proposal as its page shows it.';

create function public.proposal_nodes(
  p_proposal_id bigint, p_search text default null, p_semver text default null, p_limit integer default 50, p_offset integer default 0)
returns json
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
    select json_build_object('total', (select count(*) from found), 'items', coalesce((
      select json_agg(json_build_object('position', n.position, 'uri', n.uri, 'type', n.type, 'name', n.name, 'operation', n.operation, 'semver', n.semver,
        'change_count', n.change_count, 'changes', n.changes, 'path', n.path,
        'threads', (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.node_uri = n.uri and t.resolved_at is null))
        order by n.position)
      from (select * from found f order by f.position
        limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 20000)) n), '[]')));
end
$$;
comment on function public.proposal_nodes is 'The nodes that a proposal changes, what breaks first, a page at a time: with a part of their name, or of one level (major, minor, patch).';

-- # Grants

grant execute on function public.list_proposals, public.proposal_at, public.proposal_nodes to authenticated;
