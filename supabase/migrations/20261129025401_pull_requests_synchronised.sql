set local check_function_bodies = off;

ALTER TABLE "public"."task_logs" DROP CONSTRAINT "task_logs_event_check";

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  -- Of what is merged where no branch can be, the rest is still shown.
  pull_request constant jsonb := case when private.is_git_branch(event #>> '{pull_request,target}')
    then event -> 'pull_request' else nullif(event -> 'pull_request', 'null') - 'target' end;
  tracked public.branches;
  may_track boolean;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if project.is_read_only then
    -- Its default branch is read anew once the plan holds it again.
    applied.reason := private.sentence('project_over_plan');
    return applied;
  end if;
  -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
  -- the event only help to find it. Not every host tells of it in an event of its own; other names in another one tell as much.
  if kind = 'repository_changed' or not private.is_known_as(project.id, event ->> 'external_org_slug', event ->> 'external_slug') then
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  end if;
  if private.is_git_branch(branch_name) then
    if kind in ('pull_request_opened', 'pull_request_synchronised', 'pull_request_merged', 'pull_request_closed') then
      perform private.follow_pull_request(project.id, branch_name, kind, pull_request);
    end if;
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind in ('pull_request_opened', 'pull_request_synchronised') and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name,
        case kind when 'pull_request_opened' then 'pullRequestOpened' else 'pullRequestSynchronised' end, event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and exists (select 1 from public.documents d where d.branch_id = tracked.id and d.changed) then
      -- What somebody wrote here stands nowhere else: the branch stays, and they can commit it to another.
      update public.branch_remotes r set status = 'gone', tip = null, behind = null, commits = '[]', paths = null, checked_at = now()
      where r.branch_id = tracked.id;
      applied.reason := private.sentence('branch_has_changes');
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then applied.outcome else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and applied.reason is null
      and kind in ('push', 'pull_request_opened', 'pull_request_synchronised', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_pull_request(project_id bigint, branch_name text, kind text, pull_request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number constant integer := case when follow_pull_request.pull_request ->> 'number' ~ '^[0-9]{1,9}$'
    then (follow_pull_request.pull_request ->> 'number')::integer end;
  proposal public.proposals;
begin
  select * into proposal from public.proposals o
  where o.project_id = follow_pull_request.project_id and o.status = 'open' and o.baseline_name = follow_pull_request.pull_request ->> 'target'
    -- Of a merge the host names the branch that it went into; of what is closed only the one that the proposal leads to counts.
    and case when follow_pull_request.kind in ('pull_request_merged', 'pull_request_closed') then o.pull_request = number
      else o.branch_name = follow_pull_request.branch_name end
  order by o.id desc limit 1 for no key update;
  if number is null then
    return;
  elsif proposal.id is null then
    if follow_pull_request.kind in ('pull_request_opened', 'pull_request_synchronised') then
      perform private.reopen_with_pull_request(follow_pull_request.project_id, follow_pull_request.branch_name,
        follow_pull_request.pull_request ->> 'target', number);
    end if;
    return;
  end if;
  update public.proposals o set pull_request = number, updated_at = now() where o.id = proposal.id;
  if follow_pull_request.kind = 'pull_request_merged' then
    perform private.end_proposal(proposal.id, 'merged');
    perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  elsif follow_pull_request.kind = 'pull_request_closed' then
    perform private.end_proposal(proposal.id, 'closed');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_concern(integration_id bigint, event jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from private.project_of_webhook(integration_id, event) p
    where event ->> 'type' = 'repository_changed'
      or event ->> 'type' in ('push', 'pull_request_opened', 'pull_request_synchronised', 'pull_request_merged', 'branch_deleted')
        and private.is_git_branch(event ->> 'branch')
        and (private.may_track(p.id, event ->> 'branch')
          or exists (select 1 from public.branches b where b.project_id = p.id and b.slug = private.branch_slug(event ->> 'branch'))))
$function$;

CREATE OR REPLACE FUNCTION private.queue_git_analysis(project_id bigint, branch_name text, event text, commit_hash text, pull_request jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_unheard_of constant integer := 200;
  most_followed constant integer := 1000;
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = queue_git_analysis.project_id);
  followed constant bigint := (
    select b.id from public.branches b where b.project_id = queue_git_analysis.project_id and b.slug = private.branch_slug(branch_name));
  ref constant text := 'refs/heads/' || branch_name;
  head constant text := substring(commit_hash from '^[0-9a-f]{7,64}$');
  queue constant text := 'git:' || project_id || ':' || md5(branch_name);
  most_waiting constant integer := case when followed is null then most_unheard_of else most_followed end;
  tells constant boolean := private.tells_pull_request(queue_git_analysis.event);
  job uuid;
begin
  if exists (select 1 from public.projects p where p.id = queue_git_analysis.project_id and p.is_read_only) then
    return null;
  end if;
  -- What waits already reads the branch as it will be then: a newer event takes it over instead of queueing another.
  select t.job_id into job from public.task_logs t
  where t.project_id = queue_git_analysis.project_id and t.branch_ref = ref and t.status = 'queued' and t.source = 'git'
  order by t.created_at desc limit 1 for update;
  if job is not null then
    -- What else happens to a branch that waits for what its pull request hears of takes nothing from it.
    update public.task_logs t
    set commit_hash = coalesce(head, t.commit_hash),
      event = case when private.tells_pull_request(t.event) and not tells then t.event else queue_git_analysis.event end,
      pull_request = case
        when not private.tells_pull_request(t.event) then queue_git_analysis.pull_request
        when tells then coalesce(queue_git_analysis.pull_request, t.pull_request)
        else t.pull_request end
    where t.job_id = job and t.status = 'queued';
    if found then
      -- What failed and waits to be tried again does not keep a newer event waiting, nor is that one attempt of the old one's.
      if not exists (select 1 from graphile_worker.jobs j where j.key = 'analyze:' || job and j.attempts = 0 and j.run_at <= now()) then
        perform private.start_analysis_job(job, host_id, queue);
      end if;
      return job;
    end if;
  end if;
  -- Any number of branches can be named by who pushes, or has the secret of a webhook. Followed ones are there, and wait once each.
  if (
    select count(*) from (
      select 1 from public.task_logs t
      where t.project_id = queue_git_analysis.project_id and t.status = 'queued' and t.source = 'git' limit most_waiting) waiting) >= most_waiting then
    return null;
  end if;
  insert into public.task_logs (task_id, source, workspace_id, project_id, branch_id, branch_ref, event, commit_hash, pull_request, created_by)
  values ('analyze', 'git', host_id, queue_git_analysis.project_id, followed, ref, queue_git_analysis.event, head, queue_git_analysis.pull_request, private.current_user_id())
  returning job_id into job;
  perform private.start_analysis_job(job, host_id, queue);
  return job;
end
$function$;

CREATE OR REPLACE FUNCTION private.tells_pull_request(event text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select event in ('push', 'pullRequestOpened', 'pullRequestSynchronised') $function$;

ALTER TABLE "public"."task_logs" ADD CONSTRAINT "task_logs_event_check" CHECK ((event = ANY (ARRAY['manual'::text, 'push'::text, 'pullRequestOpened'::text, 'pullRequestSynchronised'::text, 'pullRequestMerged'::text])));

COMMENT ON FUNCTION "private"."queue_git_analysis"(bigint, text, text, text, jsonb) IS 'Queues the analysis of a branch at its Git host; one that waits already is taken over, at once where it waits to be tried again; a push, or a pull request that is opened or synchronised, stays one. The branch itself is made by the analysis, if it exists there. Null, and nothing queued, where 200 of the project wait (of a branch that is followed: 1,000), or where it is beyond the plan.';

COMMENT ON FUNCTION "private"."tells_pull_request"(text) IS 'Whether a pull request hears of an analysis that this event began. Of one that is merged its branch''s commit is told alone.';

REVOKE ALL ON FUNCTION "private"."tells_pull_request"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tells_pull_request"(text) TO "postgres";
