-- Tasks on branches: the analysis of what is at the Git host, and the removal of branches.

-- # Rules

create function private.tells_pull_request(event text)
returns boolean
language sql
immutable
as $$ select event in ('push', 'pullRequestOpened', 'pullRequestSynchronised') $$;
comment on function private.tells_pull_request is 'Whether a pull request hears of an analysis that this event began. Of one that is merged its branch''s commit is told alone.';

create function private.queue_git_analysis(
  project_id bigint, branch_name text, event text, commit_hash text, pull_request jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.queue_git_analysis is 'Queues the analysis of a branch at its Git host; one that waits already is taken over, at once where it waits to be tried again; a push, or a pull request that is opened or synchronised, stays one. The branch itself is made by the analysis, if it exists there. Null, and nothing queued, where 200 of the project wait (of a branch that is followed: 1,000), or where it is beyond the plan.';

create function private.analyze_with_new_credentials(project_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_git_analysis(newest.project_id, regexp_replace(newest.branch_ref, '^refs/heads/', ''), 'manual', null, null)
  from (
    select t.project_id, t.branch_ref, t.status, t.payload
    from public.branches b
    join public.task_logs t on t.branch_id = b.id
    where b.project_id = analyze_with_new_credentials.project_id and b.is_default and t.task_id = 'analyze' and t.source = 'git'
    order by t.created_at desc limit 1) newest
  where newest.status = 'failed' and newest.payload #>> '{error,waits_for}' = 'credentials'
$$;
comment on function private.analyze_with_new_credentials is 'Queues the analysis of the default branch again where its last one ended for want of credentials: there are new ones.';

create function private.queue_branch_deletion(branch public.branches, event text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = branch.project_id);
  job uuid;
begin
  select t.job_id into job from public.task_logs t
  where t.branch_id = branch.id and t.task_id = 'deleteBranch' and t.status in ('queued', 'running');
  if job is not null then
    return job;
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('deleteBranch', host_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, queue_branch_deletion.event,
    private.current_user_id())
  returning job_id into job;
  perform graphile_worker.add_job('delete_branch', json_build_object('job_id', job),
    queue_name => 'git:' || branch.project_id || ':' || md5(branch.name), job_key => 'delete_branch:' || job, max_attempts => 5);
  return job;
end
$$;
comment on function private.queue_branch_deletion is 'Queues the removal of a branch, once, after what is under way on it.';

-- # Calls

create function public.track_branch(p_project_id bigint, p_branch text)
returns public.queued_import
language plpgsql
security definer
set search_path = ''
as $$
declare
  job uuid;
  branch_name constant text := regexp_replace(btrim(coalesce(p_branch, '')), '^refs/heads/', '');
  project public.projects;
begin
  perform private.require_in_project(p_project_id, 'project_branch_create_delete');
  select * into project from public.projects p where p.id = p_project_id;
  if branch_name = '' then
    perform private.problem('required', 'branch');
  elsif not private.is_git_branch(branch_name) then
    perform private.problem('branch_name_invalid', 'branch');
  elsif not exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('project_without_repository');
  elsif not private.may_track(p_project_id, branch_name) then
    perform private.require_feature(project.workspace_id, 'multi_branch');
  end if;
  job := private.queue_git_analysis(p_project_id, branch_name, 'manual', null, null);
  if job is null then
    perform private.problem('too_many_branches_waiting', 'branch');
  end if;
  return row(job)::public.queued_import;
end
$$;
comment on function public.track_branch is 'Queues the analysis of a branch at the Git host; if it exists there it is followed from then on.';

-- # Grants

grant execute on function public.track_branch to authenticated;
