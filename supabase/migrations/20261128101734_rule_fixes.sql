set local check_function_bodies = off;

CREATE TABLE "private"."rule_fixes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "project_id" bigint NOT NULL, "rule" text NOT NULL, "status" text NOT NULL DEFAULT 'queued'::text, "problem" text, "mended" integer, "left_over" integer, "proposal_id" bigint, "created_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_rule_fixes_problem" CHECK ((length(problem) <= 2000)), CONSTRAINT "check_rule_fixes_rule" CHECK (((length(rule) >= 1) AND (length(rule) <= 200))), CONSTRAINT "check_rule_fixes_status" CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'proposed'::text, 'failed'::text]))), CONSTRAINT "rule_fixes_once_key" UNIQUE (project_id, rule), CONSTRAINT "rule_fixes_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."rule_fixes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."finding_counts" ADD COLUMN "is_fixable" boolean NOT NULL DEFAULT false;

CREATE TYPE "public"."fixable_rule" AS ("rule" text, "violations" bigint, "projects" bigint);

CREATE TYPE "public"."rule_fix_project" AS ("project_id" bigint, "name" text, "slug" text, "branch_slug" text, "violations" bigint, "reason" text, "status" text, "problem" text, "mended" integer, "left_over" integer, "proposal_branch_slug" text, "proposal_status" text);

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
  update private.rule_fixes f set status = 'running'
  where f.id = begin_rule_fix.fix_id and f.status in ('queued', 'running') returning * into fix;
  if fix.id is null then
    return null;
  end if;
  select b.* into branch from public.branches b where b.project_id = fix.project_id and b.is_default;
  reason := case
    when not private.may_still_fix(fix) then 'rule_fix_not_allowed'
    when private.lint_state(branch.id) is distinct from 'current' then 'rule_fix_outdated' end;
  if reason is not null then
    perform private.end_rule_fix(fix.id, private.sentence(reason));
    return null;
  end if;
  return jsonb_build_object(
    'id', fix.id, 'workspace_id', fix.workspace_id, 'project_id', fix.project_id, 'rule', fix.rule, 'author_id', fix.created_by,
    'branch_id', branch.id, 'branch', branch.name, 'content_hash', branch.content_hash, 'commit_hash', branch.commit_hash,
    'is_git', exists (select 1 from public.project_repositories r where r.project_id = fix.project_id),
    'new_branch', private.rule_fix_branch(fix), 'time', extract(epoch from fix.created_at)::bigint,
    'author', (
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username::text),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = fix.created_by));
end
$function$;

CREATE OR REPLACE FUNCTION private.end_rule_fix(fix_id bigint, problem text, outcome text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.rule_fixes f
  set status = 'failed', problem = left(coalesce(end_rule_fix.problem, private.sentence(case end_rule_fix.outcome
    when 'empty' then 'rule_fix_empty' when 'moved' then 'rule_fix_outdated' when 'too much' then 'rule_fix_too_large' else 'rule_fix_failed' end)), 2000)
  where f.id = end_rule_fix.fix_id and f.status in ('queued', 'running')
$function$;

CREATE OR REPLACE FUNCTION private.finish_lint(branch_id bigint, lint jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host record;
begin
  select b.project_id, p.workspace_id into host
  from public.branches b join public.projects p on p.id = b.project_id where b.id = finish_lint.branch_id;
  insert into public.branch_lints as l (branch_id, project_id, workspace_id, guide, is_failed, faults, is_cut, content_hash, guide_hash, units)
  values (finish_lint.branch_id, host.project_id, host.workspace_id, lint ->> 'guide', (lint ->> 'is_failed')::boolean, lint -> 'faults',
    (lint ->> 'is_cut')::boolean, lint ->> 'content_hash', lint ->> 'guide_hash', (
      select count(*) from public.branch_nodes n
      where n.branch_id = finish_lint.branch_id and n.type in ('http_operation', 'http_webhook', 'http_callback', 'model')))
  on conflict on constraint branch_lints_pkey do update set guide = excluded.guide, is_failed = excluded.is_failed, faults = excluded.faults,
    is_cut = excluded.is_cut, content_hash = excluded.content_hash, guide_hash = excluded.guide_hash, units = excluded.units, linted_at = now();
  delete from private.finding_counts c where c.branch_id = finish_lint.branch_id;
  insert into private.finding_counts (branch_id, rule, severity, project_id, workspace_id, violations, is_fixable)
  select finish_lint.branch_id, c.rule, c.severity, host.project_id, host.workspace_id, c.violations, coalesce(c.is_fixable, false)
  from jsonb_to_recordset(lint -> 'counts') as c (rule text, severity text, violations integer, is_fixable boolean);
  perform private.apply_waivers(finish_lint.branch_id);
  perform private.count_findings(finish_lint.branch_id);
  -- What a Git host is to hear of it has waited for this.
  perform graphile_worker.reschedule_jobs(array(
    select j.id from public.task_logs t join graphile_worker.jobs j on j.key = 'report_to_host:' || t.job_id
    where t.branch_id = finish_lint.branch_id and j.locked_at is null and j.run_at > now()), now());
end
$function$;

CREATE OR REPLACE FUNCTION private.is_being_fixed(fix private.rule_fixes)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return fix.status in ('queued', 'running') and exists (
    select 1 from graphile_worker.jobs j where j.key = 'fix_rule:' || fix.id and (j.attempts < j.max_attempts or j.locked_at is not null));
end
$function$;

CREATE OR REPLACE FUNCTION private.log_proposal(proposal_id bigint, type text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.log_activity(o.workspace_id, log_proposal.type, private.told_proposal(o.id) || more)
  from public.proposals o where o.id = log_proposal.proposal_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_still_fix(fix private.rule_fixes)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.reads_proposals(fix.created_by, fix.project_id)
    and not exists (select 1 from public.projects p where p.id = fix.project_id and p.is_read_only)
    and 2 = (
      select count(*) from public.project_role_permissions may
      where may.role = private.effective_project_role(fix.created_by, fix.project_id)
        and may.permission in ('project_contents_update', 'project_branch_create_delete'))
$function$;

CREATE OR REPLACE FUNCTION private.open_proposal(branch public.branches, baseline public.branches, title text, description text, author_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.propose_rule_fix(fix_id bigint, content_hash text, mended integer, left_over integer, uploads jsonb DEFAULT NULL::jsonb, commit_hash text DEFAULT NULL::text)
 RETURNS void
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
    return;
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
    return;
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
  update private.rule_fixes f set status = 'proposed', problem = null, mended = propose_rule_fix.mended, left_over = propose_rule_fix.left_over, proposal_id = made
  where f.id = fix.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_rule_fix(project public.projects, rule text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  access private.studio_access;
begin
  select b.* into branch from public.branches b where b.id = project.default_branch_id;
  access := private.studio_access(branch);
  return case
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
$function$;

CREATE OR REPLACE FUNCTION private.rule_fix_branch(fix private.rule_fixes)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 'fix-' || left(btrim(regexp_replace(lower(fix.rule), '[^a-z0-9]+', '-', 'g'), '-'), 60) || '-' || fix.id
$function$;

CREATE OR REPLACE FUNCTION private.told_proposal(proposal_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('proposal_id', o.id, 'title', o.title, 'branch', o.branch_name,
    'branch_slug', o.branch_slug, 'baseline', o.baseline_name, 'project_id', o.project_id, 'project', p.name, 'slug', p.slug)
  from public.proposals o join public.projects p on p.id = o.project_id where o.id = told_proposal.proposal_id
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
  most constant integer := 200;
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
  elsif (select count(*) from public.proposals o where o.project_id = project.id and o.status in ('open', 'merging')) >= most then
    perform private.problem('too_many_proposals', params => jsonb_build_object('limit', most));
  end if;
  made := private.open_proposal(branch, baseline, btrim(p_title), coalesce(p_description, ''), private.current_user_id());
  perform private.keep_required_reviewers(made, (
    select o.id from public.proposals o where o.branch_id = branch.id and o.id <> made order by o.id desc limit 1));
  perform private.log_proposal(made, 'project.proposal.opened');
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.fixable_rules(p_workspace_id bigint)
 RETURNS SETOF public.fixable_rule
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.proposal_discussion(p_proposal_id bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  me constant bigint := private.current_user_id();
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
begin
  return coalesce((
    select json_agg(json_build_object('id', t.id, 'node_uri', t.node_uri, 'node_name', t.node_name, 'pointer', t.pointer, 'quote', t.quote,
      'path', n.path, 'line', (select (c -> 'line')::integer from jsonb_array_elements(n.changes) c where c ->> 'pointer' = t.pointer and c ->> 'line' is not null limit 1),
      'created_at', t.created_at, 'resolved_at', t.resolved_at, 'resolved_by', (private.person(t.resolved_by)).display_name,
      'comments', (
        select json_agg(json_build_object('id', c.id, 'author', private.person(c.author_id), 'text', c.text, 'created_at', c.created_at,
          'edited_at', c.edited_at, 'is_mine', coalesce(c.author_id = me, false), 'suggestion', private.shown_suggestion(c.id)) order by c.id)
        from private.proposal_comments c where c.thread_id = t.id)) order by t.id)
    from private.proposal_threads t
    left join lateral (
      select o.path, o.changes from private.proposal_nodes o
      where o.proposal_id = t.proposal_id and o.uri = t.node_uri and o.operation <> 'removed' limit 1
    ) n on true
    where t.proposal_id = proposal.id and (edits or not private.is_hidden_thread(t))), '[]');
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
      delete from private.rule_fixes f where f.project_id = project.id and f.rule = p_rule;
      insert into private.rule_fixes (workspace_id, project_id, rule, created_by)
      values (project.workspace_id, project.id, p_rule, private.current_user_id()) returning id into made;
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

CREATE OR REPLACE FUNCTION public.rule_fix_projects(p_workspace_id bigint, p_rule text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
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
    select json_build_object('total', (select count(*) from against), 'items', coalesce(json_agg(row(a.project_id, a.name, a.slug, a.branch_slug,
      a.violations, private.sentence(private.reason_against_rule_fix(p, p_rule)),
      case when fate.is_given_up then 'failed' else (a.fix).status end,
      case when fate.is_given_up then private.sentence('rule_fix_failed') else (a.fix).problem end,
      (a.fix).mended, (a.fix).left_over, o.branch_slug, o.status)::public.rule_fix_project order by a.place), '[]'))
    from page a
    join public.projects p on p.id = a.project_id
    left join public.proposals o on o.id = (a.fix).proposal_id
    cross join lateral (select (a.fix).status in ('queued', 'running') and not private.is_being_fixed(a.fix) as is_given_up) fate);
end
$function$;

ALTER TABLE "private"."rule_fixes" ADD CONSTRAINT "rule_fixes_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."rule_fixes" ADD CONSTRAINT "rule_fixes_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "private"."rule_fixes" ADD CONSTRAINT "rule_fixes_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE SET NULL;

ALTER TABLE "private"."rule_fixes" ADD CONSTRAINT "rule_fixes_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX rule_fixes_created_by_idx ON private.rule_fixes USING btree (created_by);

CREATE INDEX rule_fixes_proposal_idx ON private.rule_fixes USING btree (proposal_id);

CREATE INDEX rule_fixes_workspace_idx ON private.rule_fixes USING btree (workspace_id);

CREATE TRIGGER announce_delete AFTER DELETE ON private.rule_fixes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON private.rule_fixes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON private.rule_fixes REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

COMMENT ON COLUMN "private"."finding_counts"."is_fixable" IS 'The rule has a quick fix: what it finds can be mended by itself, as far as it is known what was meant.';

COMMENT ON COLUMN "private"."rule_fixes"."left_over" IS 'Violations that are left: only their author knows what was meant, or they are beyond what one fix mends.';

COMMENT ON FUNCTION "private"."begin_rule_fix"(bigint) IS 'What the worker needs to fix a rule in a project, once it begins; null for what has ended, or cannot begin. Begun again it answers the same, so that a commit that was pushed is known.';

COMMENT ON FUNCTION "private"."end_rule_fix"(bigint, text, text) IS 'Says why nothing is proposed, in these words or by what came of it: empty, moved, too much, failed.';

COMMENT ON FUNCTION "private"."finish_lint"(bigint, jsonb) IS 'Writes down how the lint of a branch went whose findings were just written: {guide, guide_hash, content_hash, is_failed, faults, is_cut, counts: [{rule, severity, violations, is_fixable}]}.';

COMMENT ON FUNCTION "private"."is_being_fixed"(private.rule_fixes) IS 'Whether a worker is at a fix, or will be: one whose workers were all killed is given up.';

COMMENT ON FUNCTION "private"."may_still_fix"(private.rule_fixes) IS 'Whether who asked for a fix may still make branches and proposals of its project: it may have waited.';

COMMENT ON FUNCTION "private"."open_proposal"(public.branches, public.branches, text, text, bigint) IS 'Makes a proposal in the name of somebody who may, and has it compared.';

COMMENT ON FUNCTION "private"."propose_rule_fix"(bigint, text, integer, integer, jsonb, text) IS 'Makes a branch with what was mended, of uploaded files beside those that stay or of a commit that was pushed, and proposes it: all of it, or nothing. Asked again it does nothing.';

COMMENT ON FUNCTION "private"."reason_against_rule_fix"(public.projects, text) IS 'Why the caller has no fix of a rule proposed in a project now, or null.';

COMMENT ON FUNCTION "private"."rule_fix_branch"(private.rule_fixes) IS 'What the branch of a fix is called.';

COMMENT ON FUNCTION "private"."told_proposal"(bigint) IS 'What the trail of a workspace keeps of a proposal.';

COMMENT ON FUNCTION "public"."fixable_rules"(bigint) IS 'The rules with a quick fix that the projects go against whose content the caller may change, on their default branches: those with most violations first.';

COMMENT ON FUNCTION "public"."propose_rule_fixes"(bigint, text, bigint[]) IS 'Has the quick fix of a rule mend what it finds on the default branches of at most 20 projects, each for itself: a branch and a proposal each, made by the worker.';

COMMENT ON FUNCTION "public"."rule_fix_projects"(bigint, text, integer, integer) IS 'The projects whose content the caller may change that go against a rule with a quick fix, or in which it was fixed: {total, items: [public.rule_fix_project]} (hence json), at most 100.';

COMMENT ON TABLE "private"."rule_fixes" IS 'The last time that a rule was fixed in a project by its quick fix: queued, running, proposed, or why not.';

COMMENT ON TYPE "public"."fixable_rule" IS 'A rule that has a quick fix, with how often projects go against it, and how many do.';

COMMENT ON TYPE "public"."rule_fix_project" IS 'A project that goes against a rule: why no fix can be proposed in it now (reason), and how the last one went.';

REVOKE ALL ON FUNCTION "private"."begin_rule_fix"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_rule_fix"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_rule_fix"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_rule_fix"(bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_being_fixed"(private.rule_fixes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_being_fixed"(private.rule_fixes) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_still_fix"(private.rule_fixes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_still_fix"(private.rule_fixes) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_proposal"(public.branches, public.branches, text, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_proposal"(public.branches, public.branches, text, text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."propose_rule_fix"(bigint, text, integer, integer, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."propose_rule_fix"(bigint, text, integer, integer, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_rule_fix"(public.projects, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_rule_fix"(public.projects, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rule_fix_branch"(private.rule_fixes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rule_fix_branch"(private.rule_fixes) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_proposal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_proposal"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."fixable_rules"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fixable_rules"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."propose_rule_fixes"(bigint, text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."propose_rule_fixes"(bigint, text, bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."rule_fix_projects"(bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rule_fix_projects"(bigint, text, integer, integer) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."rule_fixes" TO "postgres";

GRANT USAGE ON TYPE "public"."fixable_rule" TO "postgres";

GRANT USAGE ON TYPE "public"."rule_fix_project" TO "postgres";

-- By hand: the rows of the catalogue, and what was found by the rules that have a quick fix whatever they ask; of others the next lint says it.
insert into private.reasons (reason, code, status, sentence, field) values
  ('rule_fix_empty', null, null, 'Nothing could be mended without a person.', null),
  ('rule_fix_failed', null, null, 'The fix failed because of a problem on our side. Please try it again.', null),
  ('rule_fix_is_proposed', 'CONFLICT', 409, 'A fix of this rule is proposed in this project already.', null),
  ('rule_fix_not_allowed', null, null, 'Who asked for this fix may not change the project any more.', null),
  ('rule_fix_of_all', null, null, 'Violations that the quick fix of this rule mended: {mended}.', null),
  ('rule_fix_of_some', null, null, 'Violations that the quick fix of this rule mended: {mended}. Left for a person to mend: {left}.', null),
  ('rule_fix_outdated', 'CONFLICT', 409, 'The problems of this project are being looked for anew. Try again in a moment.', null),
  ('rule_fix_title', null, null, 'Fix {rule}', null),
  ('rule_fix_too_large', null, null, 'This takes too long to be mended at once. Fix it in the Studio.', null),
  ('rule_fix_too_many', null, null, 'The project has too many open proposals.', null),
  ('rule_fix_under_way', 'CONFLICT', 409, 'This rule is being fixed in this project already.', null),
  ('rule_fixes_at_once', 'VALIDATION_ERROR', 400, 'A rule can be fixed in at most {limit} projects at once.', 'project_ids'),
  ('rule_without_fix', 'VALIDATION_ERROR', 400, 'This rule has no quick fix, or nothing in this project goes against it.', 'rule');
update private.finding_counts set is_fixable = true where rule in (
  'operation-operationId', 'operation-operationId-valid-in-url', 'operation-tag-defined', 'path-keys-no-trailing-slash', 'oas3-server-trailing-slash',
  'oas2-host-trailing-slash', 'oas3-unused-component', 'oas2-unused-definition', 'no-$ref-siblings', 'duplicated-entry-in-enum', 'openapi-tags-alphabetical');
