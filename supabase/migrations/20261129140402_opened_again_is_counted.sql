set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.most_open_proposals()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 200 $function$;

CREATE OR REPLACE FUNCTION private.proposals_left(project_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.most_open_proposals() - count(*) from public.proposals o where o.project_id = proposals_left.project_id and o.status in ('open', 'merging')
$function$;

CREATE OR REPLACE FUNCTION private.propose_rule_fix(fix_id bigint, content_hash text, mended integer, left_over integer, uploads jsonb DEFAULT NULL::jsonb, commit_hash text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.reopen_with_pull_request(project_id bigint, branch_name text, target text, number integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.proposals;
begin
  -- The project comes first, as for everyone who opens a proposal: the bound holds.
  perform 1 from public.projects p where p.id = reopen_with_pull_request.project_id for no key update;
  -- Of the last one only, and not where somebody closed it here: they said so.
  select * into proposal from public.proposals o
  where o.project_id = reopen_with_pull_request.project_id and o.branch_name = reopen_with_pull_request.branch_name
  order by o.id desc limit 1 for no key update;
  if proposal.status is distinct from 'closed' or proposal.pull_request is distinct from number or proposal.ended_by is not null
    or proposal.branch_id is null or proposal.baseline_branch_id is null or proposal.baseline_name is distinct from reopen_with_pull_request.target
    -- A branch has one proposal at a time: an older one may have been opened again here.
    or exists (select 1 from public.proposals other where other.branch_id = proposal.branch_id and other.status in ('open', 'merging'))
    or private.proposals_left(reopen_with_pull_request.project_id) <= 0 then
    return;
  end if;
  update public.proposals o set status = 'open', ended_at = null, updated_at = now() where o.id = proposal.id;
  perform private.queue_proposal_comparison(proposal.id);
  perform private.log_proposal(proposal.id, 'project.proposal.reopened');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_place_for_proposal(project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.proposals_left(require_place_for_proposal.project_id) <= 0 then
    perform private.problem('too_many_proposals', params => jsonb_build_object('limit', private.most_open_proposals()));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_proposal(p_branch_id bigint, p_title text, p_description text DEFAULT ''::text, p_baseline_branch_id bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.reopen_proposal(p_proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON FUNCTION "private"."most_open_proposals"() IS 'How many proposals of a project may be open at a time.';

COMMENT ON FUNCTION "private"."proposals_left"(bigint) IS 'How many more proposals of a project may be open; whoever opens one, anew or again, asks for it under the lock on the project.';

COMMENT ON FUNCTION "private"."reopen_with_pull_request"(bigint, text, text, integer) IS 'Opens the last proposal of a branch again that its host closed with this pull request, where it still leads to the same branch, the branch has no other and the project not as many as it may.';

COMMENT ON FUNCTION "private"."require_place_for_proposal"(bigint) IS 'Refuses a proposal where a project has as many open ones as it may.';

REVOKE ALL ON FUNCTION "private"."most_open_proposals"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."most_open_proposals"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposals_left"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposals_left"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_place_for_proposal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_place_for_proposal"(bigint) TO "postgres";
