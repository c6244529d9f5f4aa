-- Proposals: a branch that is to become part of another one of its project, and what comparing the two found.

-- # Tables

create table public.proposals (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  branch_id bigint,
  branch_name text not null,
  branch_slug text not null,
  baseline_branch_id bigint,
  baseline_name text not null,
  title text not null constraint check_proposals_title check (length(btrim(title)) between 1 and 200),
  description text not null default '' constraint check_proposals_description check (length(description) <= 20000),
  changelog text constraint check_proposals_changelog check (length(changelog) <= 10000),
  status text not null default 'open' constraint check_proposals_status check (status in ('open', 'merging', 'merged', 'closed')),
  author_id bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by bigint references public.users (id) on delete set null,
  pull_request integer constraint check_proposals_pull_request check (pull_request > 0),
  foreign key (branch_id, project_id) references public.branches (id, project_id) on delete set null (branch_id),
  foreign key (baseline_branch_id, project_id) references public.branches (id, project_id) on delete set null (baseline_branch_id),
  constraint check_proposals_branches check (branch_id <> baseline_branch_id)
);
comment on table public.proposals is 'What is proposed to become part of a branch. It outlives both branches and its author: their names are kept.';
comment on column public.proposals.changelog is 'What is to be said of it to readers; null while nobody has written it: then it is what the comparison drafted.';
comment on column public.proposals.pull_request is 'The number of its pull request at the Git host, once that told of one.';
create unique index proposals_open_idx on public.proposals (branch_id) where status in ('open', 'merging');
create index proposals_branch_idx on public.proposals (branch_id, project_id);
create index proposals_baseline_idx on public.proposals (baseline_branch_id, project_id);
create index proposals_place_idx on public.proposals (project_id, branch_slug, id desc);
create index proposals_workspace_idx on public.proposals (workspace_id, status, updated_at desc);
create index proposals_author_idx on public.proposals (author_id);
create index proposals_ended_by_idx on public.proposals (ended_by);
create trigger keep_names before insert or update of title on public.proposals
  for each row execute function private.keep_names('title');
alter table public.proposals enable row level security;

create table private.proposal_comparisons (
  proposal_id bigint primary key references public.proposals (id) on delete cascade,
  content_hash text not null,
  baseline_content_hash text not null,
  is_known boolean not null,
  major integer not null default 0,
  minor integer not null default 0,
  patch integer not null default 0,
  nodes integer not null default 0,
  draft text not null default '' check (length(draft) <= 10000),
  compared_at timestamptz not null default now()
);
comment on table private.proposal_comparisons is 'Which contents of both branches of a proposal were compared, and how much differs. Once it has ended it stays as it was.';
comment on column private.proposal_comparisons.is_known is 'False where the two could not be compared: a file is lost, or it takes too long.';
alter table private.proposal_comparisons enable row level security;

create table private.proposal_nodes (
  proposal_id bigint not null references public.proposals (id) on delete cascade,
  position integer not null,
  uri text not null,
  type text not null,
  name text not null default '',
  is_hidden boolean not null default false,
  operation text not null check (operation in ('added', 'removed', 'updated')),
  semver text not null check (semver in ('major', 'minor', 'patch')),
  change_count integer not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  path text,
  primary key (proposal_id, position)
);
comment on table private.proposal_nodes is 'The nodes that differ, what breaks first; of each its changes, [{semver, rule, message, before, after, pointer, line}], at most 100.';
comment on column private.proposal_nodes.is_hidden is 'Shown to who may change the content alone, as the node is.';
comment on column private.proposal_nodes.path is 'The file that it stands in.';
create index proposal_nodes_uri_idx on private.proposal_nodes (proposal_id, uri);
alter table private.proposal_nodes enable row level security;

-- # Rules

create function private.announce_proposals()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select distinct row(c.workspace_id, c.project_id, null, null)::private.change from changed c));
  return null;
end
$$;
comment on function private.announce_proposals is 'The workspace hears, for its list, and who hears of the project.';
create trigger announce_insert after insert on public.proposals referencing new table as changed for each statement execute function private.announce_proposals();
create trigger announce_update after update on public.proposals referencing old table as before new table as changed for each statement execute function private.announce_proposals();
create trigger announce_delete after delete on public.proposals referencing old table as changed for each statement execute function private.announce_proposals();

create policy "Proposals are read by who may create projects, with the drafts of theirs" on public.proposals for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsCreate')))
  and exists (
    select 1 from public.projects p
    where p.id = proposals.project_id and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read')))))
  )
);

-- Neither security definer nor a search path of its own: so it becomes part of the queries of those who ask.
create function private.proposals_read()
returns setof public.proposals
language sql
stable
as $$
  select o.*
  from public.proposals o join public.projects p on p.id = o.project_id
  where o.workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsCreate')))
    and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read')))))
$$;
comment on function private.proposals_read is 'The proposals that the caller reads: what the policy tests, for functions that pass by it.';

create function private.reads_proposals(user_id bigint, project_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1
    from public.projects p
    join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = reads_proposals.user_id and m.is_active
    join public.workspace_role_permissions w on w.role = m.role::text and w.permission = 'WorkspaceProjectsCreate'
    join public.project_role_permissions allowed on allowed.permission = 'project_unpublished_branch_read'
      and allowed.role = private.effective_project_role(m.user_id, p.id)
    where p.id = reads_proposals.project_id)
$$;
comment on function private.reads_proposals is 'Whether somebody reads the proposals of a project: private.proposals_read for another than the caller.';

create function private.require_proposal(proposal_id bigint, permission text default null)
returns public.proposals
language plpgsql
security definer
set search_path = ''
as $$
declare
  found public.proposals;
begin
  select * into found from private.proposals_read() o where o.id = require_proposal.proposal_id;
  if found.id is null then
    perform private.problem('proposal_not_found');
  end if;
  if require_proposal.permission is not null then
    perform private.require_in_project(found.project_id, require_proposal.permission);
  end if;
  return found;
end
$$;
comment on function private.require_proposal is 'A proposal that the caller reads, with a permission in its project where one is named; 404 for any other.';

create function private.require_own_proposal(proposal_id bigint)
returns public.proposals
language plpgsql
security definer
set search_path = ''
as $$
declare
  found public.proposals := private.require_proposal(proposal_id);
begin
  if found.author_id is distinct from private.current_user_id() then
    perform private.require_in_project(found.project_id, 'project_contents_update');
  end if;
  -- Of two who change it the second sees what the first did.
  select * into found from public.proposals o where o.id = found.id for update;
  return found;
end
$$;
comment on function private.require_own_proposal is 'A proposal that the caller made, or may treat so because they write the content of its project; locked.';

create function private.allow_proposing()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant bigint := private.current_user_id();
begin
  if caller is null then
    perform private.problem('sign_in_first');
  elsif private.throttle_hit('proposals:' || caller, 60, 60) > 0 or private.throttle_hit('proposals-day:' || caller, 1000, 86400) > 0 then
    perform private.problem('too_many_edits');
  end if;
end
$$;
comment on function private.allow_proposing is 'Counts what one person changes about proposals: 60 a minute, 1,000 a day.';

create function private.queue_proposal_comparison(proposal_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- One at a time of a workspace: however many proposals one has, those of others do not wait for them.
  perform graphile_worker.add_job('compare_proposal', json_build_object('proposal_id', o.id),
    queue_name => 'compare:' || o.workspace_id, job_key => 'compare_proposal:' || o.id, max_attempts => 15)
  from public.proposals o where o.id = queue_proposal_comparison.proposal_id;
end
$$;
comment on function private.queue_proposal_comparison is 'Has the worker compare both branches of a proposal as they are, once.';

create function private.proposal_comparison_state(proposal public.proposals)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when c.is_known and proposal.status in ('merged', 'closed') then 'current'
    when b.id is null or d.id is null then 'gone'
    when b.content_hash is null then 'unpublished'
    when d.content_hash is null then 'unpublished_baseline'
    when c.proposal_id is null or c.content_hash <> b.content_hash or c.baseline_content_hash <> d.content_hash then 'comparing'
    when c.is_known then 'current'
    else 'unknown' end
  from (select 1) one
  left join public.branches b on b.id = proposal.branch_id
  left join public.branches d on d.id = proposal.baseline_branch_id
  left join private.proposal_comparisons c on c.proposal_id = proposal.id
$$;
comment on function private.proposal_comparison_state is 'What is known of the difference: current; comparing; unknown, where it cannot be said; unpublished, where a branch has no content yet; gone, where a branch is deleted.';

create function private.compare_what_waits()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  waiting bigint;
  queued integer := 0;
begin
  for waiting in
    select o.id from public.proposals o
    where o.status in ('open', 'merging') and o.updated_at < now() - interval '30 minutes' and private.proposal_comparison_state(o) = 'comparing'
    order by o.updated_at desc limit 500
  loop
    perform private.queue_proposal_comparison(waiting);
    queued := queued + 1;
  end loop;
  return queued;
end
$$;
comment on function private.compare_what_waits is 'Queues comparisons that were given up, while Storage was away for example: without one a proposal cannot be merged. Hourly.';

create function private.open_proposal(branch public.branches, baseline public.branches, title text, description text, author_id bigint)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  made bigint;
begin
  insert into public.proposals (workspace_id, project_id, branch_id, branch_name, branch_slug, baseline_branch_id, baseline_name, title, description, author_id)
  select p.workspace_id, p.id, branch.id, branch.name, branch.slug, baseline.id, baseline.name, open_proposal.title, open_proposal.description, open_proposal.author_id
  from public.projects p where p.id = branch.project_id
  returning id into made;
  perform private.queue_proposal_comparison(made);
  return made;
end
$$;
comment on function private.open_proposal is 'Makes a proposal in the name of somebody who may, and has it compared.';

create function private.most_open_proposals()
returns integer
language sql
immutable
set search_path = ''
as $$ select 200 $$;
comment on function private.most_open_proposals is 'How many proposals of a project may be open at a time.';

-- One that is being merged is counted: given up, it is open again.
create function private.proposals_left(project_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select private.most_open_proposals() - count(*) from public.proposals o where o.project_id = proposals_left.project_id and o.status in ('open', 'merging')
$$;
comment on function private.proposals_left is 'How many more proposals of a project may be open; whoever opens one, anew or again, asks for it under the lock on the project.';

create function private.require_place_for_proposal(project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.proposals_left(require_place_for_proposal.project_id) <= 0 then
    perform private.problem('too_many_proposals', params => jsonb_build_object('limit', private.most_open_proposals()));
  end if;
end
$$;
comment on function private.require_place_for_proposal is 'Refuses a proposal where a project has as many open ones as it may.';

-- # Calls

create function public.create_proposal(
  p_branch_id bigint, p_title text, p_description text default '', p_baseline_branch_id bigint default null)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_branch(p_branch_id, 'project_contents_update');
  baseline public.branches;
  project public.projects;
  made bigint;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  perform private.require_in_workspace(project.workspace_id, 'WorkspaceProjectsCreate');
  perform private.allow_proposing();
  -- The project is the lock: of two proposals of one branch the second sees the first, and the bound holds.
  perform private.lock_project_with(project.id, 'project_contents_update');
  select * into baseline from public.branches b
  where b.project_id = project.id and case when p_baseline_branch_id is null then b.is_default else b.id = p_baseline_branch_id end;
  if baseline.id is null then
    perform private.problem('branch_not_found', 'baseline_branch_id');
  elsif baseline.id = branch.id then
    perform private.problem('proposal_without_difference');
  elsif coalesce(btrim(p_title), '') = '' then
    perform private.problem('required', 'title');
  elsif exists (select 1 from public.proposals o where o.branch_id = branch.id and o.status in ('open', 'merging')) then
    perform private.problem('proposal_is_open');
  end if;
  perform private.require_place_for_proposal(project.id);
  made := private.open_proposal(branch, baseline, btrim(p_title), coalesce(p_description, ''), private.current_user_id());
  perform private.keep_required_reviewers(made, (
    select o.id from public.proposals o where o.branch_id = branch.id and o.id <> made order by o.id desc limit 1));
  perform private.log_proposal(made, 'project.proposal.opened');
  return made;
end
$$;
comment on function public.create_proposal is 'Proposes a branch for another one of its project (p_baseline_branch_id, else the default one); answers the id. One at a time a branch.';

create function private.keep_required_reviewers(proposal_id bigint, of_proposal_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.proposal_reviewers (proposal_id, user_id, team_id, is_required, asked_by)
  select keep_required_reviewers.proposal_id, r.user_id, r.team_id, true, r.asked_by
  from private.proposal_reviewers r join public.proposals o on o.id = r.proposal_id and o.status = 'closed'
  where r.proposal_id = of_proposal_id and r.is_required
    and r.asked_by is distinct from private.current_user_id() and r.user_id is distinct from private.current_user_id()
  on conflict do nothing;
  update private.proposal_reviewers r set is_required = true, asked_by = before.asked_by
  from private.proposal_reviewers before join public.proposals o on o.id = before.proposal_id and o.status = 'closed'
  where r.proposal_id = keep_required_reviewers.proposal_id and not r.is_required and before.proposal_id = of_proposal_id and before.is_required
    and before.asked_by is distinct from private.current_user_id()
    and (before.user_id = r.user_id or before.team_id = r.team_id);
end
$$;
comment on function private.keep_required_reviewers is 'What others require of a branch does not go by closing one of its proposals and opening another; of one that was merged nothing stays.';

create function private.told_proposal(proposal_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('proposal_id', o.id, 'title', o.title, 'branch', o.branch_name,
    'branch_slug', o.branch_slug, 'baseline', o.baseline_name, 'project_id', o.project_id, 'project', p.name, 'slug', p.slug)
  from public.proposals o join public.projects p on p.id = o.project_id where o.id = told_proposal.proposal_id
$$;
comment on function private.told_proposal is 'What the trail of a workspace keeps of a proposal.';

create function private.log_proposal(proposal_id bigint, type text, more jsonb default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.log_activity(o.workspace_id, log_proposal.type, private.told_proposal(o.id) || more)
  from public.proposals o where o.id = log_proposal.proposal_id;
end
$$;
comment on function private.log_proposal is 'Writes what happens to a proposal into the trail of its workspace.';

create function public.update_proposal(
  p_proposal_id bigint, p_title text default null, p_description text default null, p_changelog text default null, p_was jsonb default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
begin
  perform private.allow_proposing();
  if p_title is not null and btrim(p_title) = '' then
    perform private.problem('required', 'title');
  elsif proposal.status = 'merging' or proposal.status = 'merged' and p_changelog is not null then
    perform private.problem('proposal_has_ended');
  elsif jsonb_typeof(p_was) = 'object' and (
    p_title is not null and p_was ? 'title' and p_was ->> 'title' is distinct from proposal.title
    or p_description is not null and p_was ? 'description' and p_was ->> 'description' is distinct from proposal.description
    or p_changelog is not null and p_was ? 'changelog' and p_was ->> 'changelog' is distinct from proposal.changelog) then
    perform private.problem('proposal_text_moved');
  end if;
  update public.proposals o set title = coalesce(btrim(p_title), o.title), description = coalesce(p_description, o.description),
    changelog = coalesce(p_changelog, o.changelog), updated_at = now()
  where o.id = proposal.id;
end
$$;
comment on function public.update_proposal is 'Changes what is said of a proposal; what is null stays. p_was: the texts that the caller began with, {title, description, changelog}; refused where somebody else has changed what is to be changed, so that nothing is written over unseen.';

create function private.end_proposal(proposal_id bigint, status text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.proposals o set status = end_proposal.status, ended_at = now(), ended_by = coalesce(private.current_user_id(), o.ended_by), updated_at = now()
  where o.id = end_proposal.proposal_id and o.status in ('open', 'merging');
  if found then
    perform private.log_proposal(end_proposal.proposal_id, 'project.proposal.' || end_proposal.status);
  end if;
end
$$;
comment on function private.end_proposal is 'Ends a proposal that is open: merged or closed.';

create function public.close_proposal(p_proposal_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
begin
  perform private.allow_proposing();
  if proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  end if;
  perform private.end_proposal(proposal.id, 'closed');
end
$$;
comment on function public.close_proposal is 'Takes a proposal back: nothing is changed, and it can be opened again.';

create function public.reopen_proposal(p_proposal_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
begin
  perform private.allow_proposing();
  perform private.lock_project_with(proposal.project_id, 'project_contents_update');
  if proposal.status <> 'closed' then
    perform private.problem('proposal_has_ended');
  elsif proposal.branch_id is null or proposal.baseline_branch_id is null then
    perform private.problem('branch_not_found');
  elsif exists (select 1 from public.proposals o where o.branch_id = proposal.branch_id and o.status in ('open', 'merging')) then
    perform private.problem('proposal_is_open');
  end if;
  perform private.require_place_for_proposal(proposal.project_id);
  update public.proposals o set status = 'open', ended_at = null, ended_by = null, updated_at = now() where o.id = proposal.id;
  -- What was asked of one that came after it is asked of it, too.
  perform private.keep_required_reviewers(proposal.id, (
    select max(o.id) from public.proposals o where o.branch_id = proposal.branch_id and o.id > proposal.id));
  perform private.queue_proposal_comparison(proposal.id);
  perform private.log_proposal(proposal.id, 'project.proposal.reopened');
end
$$;
comment on function public.reopen_proposal is 'Opens a proposal again that was closed.';

-- # Grants

grant select on public.proposals to authenticated;
grant execute on function public.create_proposal, public.update_proposal, public.close_proposal, public.reopen_proposal to authenticated;
