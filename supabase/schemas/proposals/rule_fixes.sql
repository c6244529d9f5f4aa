-- Fixes of rules: what a quick fix mends in many projects at once, in each as a proposal of its own.

-- # Tables

create table private.rule_fixes (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  rule text not null constraint check_rule_fixes_rule check (length(rule) between 1 and 200),
  status text not null default 'queued' constraint check_rule_fixes_status check (status in ('queued', 'running', 'proposed', 'failed')),
  problem text constraint check_rule_fixes_problem check (length(problem) <= 2000),
  mended integer,
  left_over integer,
  proposal_id bigint references public.proposals (id) on delete set null,
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  pushed_on text constraint check_rule_fixes_pushed_on check (pushed_on ~ '^[0-9a-f]{7,64}$'),
  constraint rule_fixes_once_key unique (project_id, rule)
);
comment on table private.rule_fixes is 'The last time that a rule was fixed in a project by its quick fix: queued, running, proposed, or why not.';
comment on column private.rule_fixes.left_over is 'Violations that are left: only their author knows what was meant, or they are beyond what one fix mends.';
comment on column private.rule_fixes.pushed_on is 'The commit on which its branch began at the Git host, as long as that branch is neither proposed nor taken back.';
create index rule_fixes_workspace_idx on private.rule_fixes (workspace_id);
create index rule_fixes_proposal_idx on private.rule_fixes (proposal_id);
create index rule_fixes_created_by_idx on private.rule_fixes (created_by);
alter table private.rule_fixes enable row level security;

-- # Rules

create trigger announce_insert after insert on private.rule_fixes referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on private.rule_fixes referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on private.rule_fixes referencing old table as changed for each statement execute function private.announce_of_project();

create function private.is_being_fixed(fix private.rule_fixes)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return fix.status in ('queued', 'running') and exists (
    select 1 from graphile_worker.jobs j where j.key = 'fix_rule:' || fix.id and (j.attempts < j.max_attempts or j.locked_at is not null));
end
$$;
comment on function private.is_being_fixed is 'Whether a worker is at a fix, or will be: one whose workers were all killed is given up.';

create function private.reason_against_rule_fix(project public.projects, rule text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  branch public.branches;
  access private.studio_access;
begin
  select b.* into branch from public.branches b where b.id = project.default_branch_id;
  access := private.studio_access(branch);
  return case
    -- It becomes a title, and a commit's message in the name of who proposes it.
    when not private.is_name('Fix ' || rule) then 'name_not_readable'
    when access.mode is distinct from 'readWrite' then coalesce(access.reason, 'not_allowed_in_project')
    when project.type not in ('web', 'vcs') then 'studio_not_editable'
    when project.is_read_only then 'project_over_plan'
    when not private.can_in_project(project.id, 'project_branch_create_delete') then 'not_allowed_in_project'
    when not private.feature_allows(project.workspace_id, 'multi_branch') then 'upgrade_required'
    when exists (
      select 1 from private.rule_fixes f
      where f.project_id = project.id and f.rule = reason_against_rule_fix.rule and private.is_being_fixed(f)) then 'rule_fix_under_way'
    when exists (
      select 1 from private.rule_fixes f join public.proposals o on o.id = f.proposal_id
      where f.project_id = project.id and f.rule = reason_against_rule_fix.rule and o.status in ('open', 'merging')) then 'rule_fix_is_proposed'
    when private.lint_state(branch.id) is distinct from 'current' then 'rule_fix_outdated'
  end;
end
$$;
comment on function private.reason_against_rule_fix is 'Why the caller has no fix of a rule proposed in a project now, or null.';

create function private.may_still_fix(fix private.rule_fixes)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.reads_proposals(fix.created_by, fix.project_id)
    and not exists (select 1 from public.projects p where p.id = fix.project_id and p.is_read_only)
    and 2 = (
      select count(*) from public.project_role_permissions may
      where may.role = private.effective_project_role(fix.created_by, fix.project_id)
        and may.permission in ('project_contents_update', 'project_branch_create_delete'))
$$;
comment on function private.may_still_fix is 'Whether who asked for a fix may still make branches and proposals of its project: it may have waited.';

create function private.end_rule_fix(fix_id bigint, problem text, outcome text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.rule_fixes f
  set status = 'failed', problem = left(coalesce(end_rule_fix.problem, private.sentence(case end_rule_fix.outcome
    when 'empty' then 'rule_fix_empty' when 'moved' then 'rule_fix_outdated' when 'too much' then 'rule_fix_too_large' else 'rule_fix_failed' end)), 2000)
  where f.id = end_rule_fix.fix_id and f.status in ('queued', 'running')
$$;
comment on function private.end_rule_fix is 'Says why nothing is proposed, in these words or by what came of it: empty, moved, too much, failed.';

create function private.begin_rule_fix(fix_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  fix private.rule_fixes;
  branch public.branches;
  reason text;
begin
  update private.rule_fixes f set status = case when f.status = 'failed' then 'failed' else 'running' end
  where f.id = begin_rule_fix.fix_id and (f.status in ('queued', 'running') or f.status = 'failed' and f.pushed_on is not null) returning * into fix;
  if fix.id is null then
    return null;
  end if;
  select b.* into branch from public.branches b where b.project_id = fix.project_id and b.is_default;
  reason := case
    when fix.status = 'failed' then null
    when not private.may_still_fix(fix) then 'rule_fix_not_allowed'
    when private.lint_state(branch.id) is distinct from 'current' then 'rule_fix_outdated' end;
  if reason is not null then
    perform private.end_rule_fix(fix.id, private.sentence(reason));
    if fix.pushed_on is null then
      return null;
    end if;
    fix.status := 'failed';
  end if;
  return jsonb_build_object(
    'id', fix.id, 'is_over', fix.status = 'failed', 'pushed_on', fix.pushed_on, 'workspace_id', fix.workspace_id, 'project_id', fix.project_id, 'rule', fix.rule, 'author_id', fix.created_by,
    'branch_id', branch.id, 'branch', branch.name, 'content_hash', branch.content_hash, 'commit_hash', branch.commit_hash,
    'is_git', exists (select 1 from public.project_repositories r where r.project_id = fix.project_id),
    'new_branch', private.rule_fix_branch(fix), 'time', extract(epoch from fix.created_at)::bigint,
    'author', (
      select jsonb_build_object('name', private.display_name(u),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = fix.created_by));
end
$$;
comment on function private.begin_rule_fix is 'What the worker needs to fix a rule in a project, once it begins; null for what has ended, or cannot begin. Begun again it answers the same, so that a commit that was pushed is known; of one that is over, whose branch is at the host for nothing, to have it taken back.';

create function private.note_fix_push(fix_id bigint, pushed_on text)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.rule_fixes f set pushed_on = note_fix_push.pushed_on where f.id = note_fix_push.fix_id
$$;
comment on function private.note_fix_push is 'Says before a push on which commit a branch begins for a fix, or (null) that it is gone again: whoever comes behind a kill knows of it.';

create function private.rule_fix_branch(fix private.rule_fixes)
returns text
language sql
immutable
set search_path = ''
as $$
  select 'fix-' || left(btrim(regexp_replace(lower(fix.rule), '[^a-z0-9]+', '-', 'g'), '-'), 60) || '-' || fix.id
$$;
comment on function private.rule_fix_branch is 'What the branch of a fix is called.';

create function private.propose_rule_fix(
  fix_id bigint, content_hash text, mended integer, left_over integer, uploads jsonb default null, commit_hash text default null)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  fix private.rule_fixes;
  baseline public.branches;
  branch public.branches;
  project public.projects;
  job uuid;
  reason text;
  made bigint;
begin
  select p.* into project from public.projects p join private.rule_fixes f on f.project_id = p.id where f.id = propose_rule_fix.fix_id for no key update of p;
  select * into fix from private.rule_fixes f where f.id = propose_rule_fix.fix_id and f.status = 'running' for update;
  if fix.id is null then
    return exists (select 1 from private.rule_fixes f where f.id = propose_rule_fix.fix_id and f.status = 'proposed');
  end if;
  select * into baseline from public.branches b where b.project_id = project.id and b.is_default for share;
  reason := case
    when not private.may_still_fix(fix) then 'rule_fix_not_allowed'
    when baseline.content_hash is distinct from propose_rule_fix.content_hash then 'rule_fix_outdated'
    when not private.feature_allows(project.workspace_id, 'multi_branch') then 'upgrade_required'
    when (select count(*) from public.branches b where b.project_id = project.id) >= 200 and propose_rule_fix.commit_hash is null then 'too_many_versions'
    when private.proposals_left(project.id) <= 0 then 'rule_fix_too_many' end;
  if reason is not null then
    perform private.end_rule_fix(fix.id, private.sentence(reason));
    return false;
  end if;
  -- Of a repository the host may have told of the branch before.
  select * into branch from public.branches b
  where b.project_id = project.id and b.slug = private.branch_slug(private.rule_fix_branch(fix)) and propose_rule_fix.commit_hash is not null;
  if branch.id is null then
    insert into public.branches (project_id, name, slug, baseline_branch_id)
    values (project.id, private.rule_fix_branch(fix), private.branch_slug(private.rule_fix_branch(fix)), case when propose_rule_fix.commit_hash is null then baseline.id end)
    returning * into branch;
  end if;
  if propose_rule_fix.commit_hash is not null then
    perform private.queue_git_analysis(project.id, branch.name, 'push', propose_rule_fix.commit_hash, null);
  else
    insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
    values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'manual', fix.created_by)
    returning job_id into job;
    insert into private.task_files (job_id, path, workspace_id, hash)
    select job, f.path, f.workspace_id, f.hash from public.branch_files f
    where f.branch_id = baseline.id and not exists (select 1 from jsonb_to_recordset(uploads) as u (path text) where u.path = f.path);
    perform private.add_uploads(job, uploads, project.workspace_id || '/fix-' || fix.id || '/');
    perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id);
  end if;
  made := private.open_proposal(branch, baseline, left(private.sentence('rule_fix_title', jsonb_build_object('rule', fix.rule)), 200),
    private.sentence(case when left_over = 0 then 'rule_fix_of_all' else 'rule_fix_of_some' end,
      jsonb_build_object('mended', mended, 'left', left_over)), fix.created_by);
  perform private.log_activity_of(project.workspace_id, 'project.proposal.opened', fix.created_by, null, private.told_proposal(made));
  update private.rule_fixes f set status = 'proposed', problem = null, mended = propose_rule_fix.mended, left_over = propose_rule_fix.left_over, proposal_id = made, pushed_on = null
  where f.id = fix.id;
  return true;
end
$$;
comment on function private.propose_rule_fix is 'Makes a branch with what was mended, of uploaded files beside those that stay or of a commit that was pushed, and proposes it: all of it, or nothing (false). Asked again it does nothing.';

-- # Calls

create type public.fixable_rule as (rule text, violations bigint, projects bigint);
comment on type public.fixable_rule is 'A rule that has a quick fix, with how often projects go against it, and how many do.';

create function public.fixable_rules(p_workspace_id bigint)
returns setof public.fixable_rule
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '5s'
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return query
  select c.rule, sum(c.violations - c.waived), count(distinct s.project_id)
  from private.standings(p_workspace_id, null, null, null) s join private.finding_counts c on c.branch_id = s.branch_id
  where c.workspace_id = p_workspace_id and c.is_fixable and c.violations > c.waived
  group by c.rule
  order by 2 desc, 1
  limit 200;
end
$$;
comment on function public.fixable_rules is 'The rules with a quick fix that the projects go against whose content the caller may change, on their default branches: those with most violations first.';

create type public.rule_fix_project as (
  project_id bigint, name text, slug text, branch_slug text, violations bigint, reason text, status text, problem text, mended integer, left_over integer,
  proposal_branch_slug text, proposal_status text);
comment on type public.rule_fix_project is 'A project that goes against a rule: why no fix can be proposed in it now (reason), and how the last one went.';

create type public.rule_fix_page as (items public.rule_fix_project[], total bigint);
comment on type public.rule_fix_page is 'A page of projects that go against a rule, and how many there are in all.';

create function public.rule_fix_projects(p_workspace_id bigint, p_rule text, p_limit integer default 50, p_offset integer default 0)
returns public.rule_fix_page
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '5s'
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return (
    with against as (
      select s.project_id, s.name, s.slug, s.branch_slug, coalesce(c.violations, 0) as violations, f as fix
      from private.standings(p_workspace_id, null, null, null) s
      left join (
        select o.branch_id, sum(o.violations - o.waived) as violations from private.finding_counts o
        where o.workspace_id = p_workspace_id and o.rule = p_rule and o.is_fixable group by o.branch_id
      ) c on c.branch_id = s.branch_id
      left join private.rule_fixes f on f.project_id = s.project_id and f.rule = p_rule
      where c.violations > 0 or f.id is not null
    ), page as (
      select a.*, row_number() over (order by a.violations desc, lower(a.name), a.project_id) as place
      from against a
      order by place limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 100000)
    )
    select row(coalesce(array_agg(row(a.project_id, a.name, a.slug, a.branch_slug,
      a.violations, private.sentence(private.reason_against_rule_fix(p, p_rule)),
      case when fate.is_given_up then 'failed' else (a.fix).status end,
      case when fate.is_given_up then private.sentence('rule_fix_failed') else (a.fix).problem end,
      (a.fix).mended, (a.fix).left_over, o.branch_slug, o.status)::public.rule_fix_project order by a.place), '{}'),
        (select count(*) from against))::public.rule_fix_page
    from page a
    join public.projects p on p.id = a.project_id
    left join public.proposals o on o.id = (a.fix).proposal_id
    cross join lateral (select (a.fix).status in ('queued', 'running') and not private.is_being_fixed(a.fix) as is_given_up) fate);
end
$$;
comment on function public.rule_fix_projects is 'The projects whose content the caller may change that go against a rule with a quick fix, or in which it was fixed, at most 100.';

create function public.propose_rule_fixes(p_workspace_id bigint, p_rule text, p_project_ids bigint[])
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 20;
  results public.bulk_result[] := '{}';
  wanted bigint;
  project public.projects;
  reason text;
  made bigint;
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  if coalesce(cardinality(p_project_ids), 0) not between 1 and most then
    perform private.problem('rule_fixes_at_once', params => jsonb_build_object('limit', most));
  end if;
  foreach wanted in array p_project_ids loop
    begin
      perform private.allow_proposing();
      select * into project from public.projects p where p.id = wanted and p.workspace_id = p_workspace_id;
      if project.id is null then
        perform private.problem('project_not_found');
      end if;
      perform private.lock_project_with(project.id, 'project_contents_update');
      reason := private.reason_against_rule_fix(project, p_rule);
      if reason = 'upgrade_required' then
        perform private.problem('upgrade_required', 'multi_branch');
      end if;
      perform private.require_nothing_against(reason);
      if not exists (
        select 1 from private.finding_counts c
        where c.branch_id = project.default_branch_id and c.rule = p_rule and c.is_fixable and c.violations > c.waived) then
        perform private.problem('rule_without_fix');
      end if;
      -- One whose branch lies at the host for nothing goes on by its number: so that branch is found, and taken back. Of somebody else it is
      -- theirs: what one pushes oneself has another name.
      delete from private.rule_fixes f where f.project_id = project.id and f.rule = p_rule
        and (f.pushed_on is null or f.created_by is distinct from private.current_user_id());
      insert into private.rule_fixes (workspace_id, project_id, rule, created_by)
      values (project.workspace_id, project.id, p_rule, private.current_user_id())
      on conflict (project_id, rule) do update set status = 'queued', problem = null, mended = null, left_over = null,
        created_by = excluded.created_by, created_at = excluded.created_at
      returning id into made;
      perform graphile_worker.add_job('fix_rule', json_build_object('fix_id', made),
        queue_name => 'fixes:' || project.workspace_id, job_key => 'fix_rule:' || made, max_attempts => 5);
      results := results || private.bulk_success(to_jsonb(wanted));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(coalesce(to_jsonb(wanted), 'null'), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.propose_rule_fixes is 'Has the quick fix of a rule mend what it finds on the default branches of at most 20 projects, each for itself: a branch and a proposal each, made by the worker.';

-- # Grants

grant execute on function public.fixable_rules, public.rule_fix_projects, public.propose_rule_fixes to authenticated;
