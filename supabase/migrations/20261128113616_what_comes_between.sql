set local check_function_bodies = off;

DROP FUNCTION "private"."propose_rule_fix"(bigint, text, integer, integer, jsonb, text);

DROP FUNCTION "public"."update_proposal"(bigint, text, text, text);

ALTER TABLE "private"."rule_fixes" ADD COLUMN "pushed_on" text;

CREATE OR REPLACE FUNCTION private.begin_rule_fix(fix_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username::text),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = fix.created_by));
end
$function$;

CREATE OR REPLACE FUNCTION private.note_fix_push(fix_id bigint, pushed_on text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.rule_fixes f set pushed_on = note_fix_push.pushed_on where f.id = note_fix_push.fix_id
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
    when (select count(*) from public.proposals o where o.project_id = project.id and o.status in ('open', 'merging')) >= 200 then 'rule_fix_too_many' end;
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

CREATE OR REPLACE FUNCTION private.queue_migration(host_id bigint, from_source text, from_account text, key jsonb, draft jsonb, wanted_visibility text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted_id constant text := draft ->> 'external_id';
  into_project bigint := private.migration_project(host_id, from_source, from_account, wanted_id);
  made public.created_project;
  job uuid;
begin
  if coalesce(length(wanted_id), 0) not between 1 and 300 then
    perform private.problem('required', 'external_id');
  end if;
  if exists (
    select 1 from private.project_migrations m
    where m.workspace_id = host_id and m.source = from_source and m.account = from_account and m.external_id = wanted_id and m.sealed_key is not null)
  then
    perform private.problem('migration_under_way');
  end if;
  if into_project is null then
    made := public.create_project(host_id, draft ->> 'name', p_description => draft ->> 'description', p_visibility => wanted_visibility);
    into_project := (made.project).id;
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, event, created_by)
  values ('migrate', host_id, into_project, 'manual', private.current_user_id())
  returning job_id into job;
  insert into private.project_migrations (job_id, workspace_id, project_id, source, account, external_id, sealed_key, created_by)
  values (job, host_id, into_project, from_source, from_account, wanted_id, key, private.current_user_id());
  -- One after the other in a workspace: what waits for another platform holds one place.
  perform graphile_worker.add_job('migrate', json_build_object('job_id', job),
    queue_name => 'migrate:' || host_id, job_key => 'migrate:' || job, max_attempts => 10);
  return jsonb_build_object('job_id', job, 'project_id', into_project);
end
$function$;

CREATE OR REPLACE FUNCTION public.propose_rule_fixes(p_workspace_id bigint, p_rule text, p_project_ids bigint[])
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      -- One whose branch lies at the host for nothing goes on by its number: so that branch is found, and taken back.
      delete from private.rule_fixes f where f.project_id = project.id and f.rule = p_rule and f.pushed_on is null;
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
$function$;

CREATE OR REPLACE FUNCTION public.update_proposal(p_proposal_id bigint, p_title text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_changelog text DEFAULT NULL::text, p_was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER TABLE "private"."rule_fixes" ADD CONSTRAINT "check_rule_fixes_pushed_on" CHECK ((pushed_on ~ '^[0-9a-f]{7,64}$'::text));

COMMENT ON COLUMN "private"."rule_fixes"."pushed_on" IS 'The commit on which its branch began at the Git host, as long as that branch is neither proposed nor taken back.';

COMMENT ON FUNCTION "private"."begin_rule_fix"(bigint) IS 'What the worker needs to fix a rule in a project, once it begins; null for what has ended, or cannot begin. Begun again it answers the same, so that a commit that was pushed is known; of one that is over, whose branch is at the host for nothing, to have it taken back.';

COMMENT ON FUNCTION "private"."note_fix_push"(bigint, text) IS 'Says before a push on which commit a branch begins for a fix, or (null) that it is gone again: whoever comes behind a kill knows of it.';

COMMENT ON FUNCTION "private"."propose_rule_fix"(bigint, text, integer, integer, jsonb, text) IS 'Makes a branch with what was mended, of uploaded files beside those that stay or of a commit that was pushed, and proposes it: all of it, or nothing (false). Asked again it does nothing.';

COMMENT ON FUNCTION "public"."update_proposal"(bigint, text, text, text, jsonb) IS 'Changes what is said of a proposal; what is null stays. p_was: the texts that the caller began with, {title, description, changelog}; refused where somebody else has changed what is to be changed, so that nothing is written over unseen.';

REVOKE ALL ON FUNCTION "private"."note_fix_push"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_fix_push"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."propose_rule_fix"(bigint, text, integer, integer, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."propose_rule_fix"(bigint, text, integer, integer, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."update_proposal"(bigint, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_proposal"(bigint, text, text, text, jsonb) TO "authenticated", "postgres";

-- By hand: the rows of the catalogue.
insert into private.reasons (reason, code, status, sentence, field) values
  ('proposal_text_moved', 'CONFLICT', 409, 'Somebody else has changed this text meanwhile. Look at it once more.', null);
