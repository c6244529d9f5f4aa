set local check_function_bodies = off;

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
  -- Of these a pull request hears; what else happened to a branch that waits for one of them takes nothing from it.
  telling constant text[] := array['push', 'pullRequestOpened'];
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
    update public.task_logs t
    set commit_hash = coalesce(head, t.commit_hash),
      event = case when t.event = any (telling) and queue_git_analysis.event <> all (telling) then t.event else queue_git_analysis.event end,
      pull_request = case
        when t.event <> all (telling) then queue_git_analysis.pull_request
        when queue_git_analysis.event = any (telling) then coalesce(queue_git_analysis.pull_request, t.pull_request)
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

COMMENT ON FUNCTION "private"."queue_git_analysis"(bigint, text, text, text, jsonb) IS 'Queues the analysis of a branch at its Git host; one that waits already is taken over, at once where it waits to be tried again; a push or an opened pull request stays one. The branch itself is made by the analysis, if it exists there. Null, and nothing queued, where 200 of the project wait (of a branch that is followed: 1,000), or where it is beyond the plan.';
