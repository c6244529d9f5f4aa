set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.analyze_for_connected_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_at_once constant integer := 50;
begin
  perform private.analyze_with_new_credentials(mine.project_id)
  from (
    select r.project_id
    from public.project_repositories r join public.projects p on p.id = r.project_id and p.creator_id = new.user_id
    where r.workspace_integration_id = new.workspace_integration_id
      and not exists (select 1 from public.project_service_accounts a where a.project_id = r.project_id)
    order by r.project_id desc limit most_at_once) mine;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.analyze_with_new_credentials(project_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.queue_git_analysis(newest.project_id, regexp_replace(newest.branch_ref, '^refs/heads/', ''), 'manual', null, null)
  from (
    select t.project_id, t.branch_ref, t.status, t.payload
    from public.branches b
    join public.task_logs t on t.project_id = b.project_id and t.branch_ref = 'refs/heads/' || b.name
    where b.project_id = analyze_with_new_credentials.project_id and b.is_default and t.task_id = 'analyze' and t.source = 'git'
    order by t.created_at desc limit 1) newest
  where newest.status = 'failed' and newest.payload #>> '{error,waits_for}' = 'credentials'
$function$;

CREATE OR REPLACE FUNCTION private.queue_git_analysis(project_id bigint, branch_name text, event text, commit_hash text, pull_request jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = queue_git_analysis.project_id);
  ref constant text := 'refs/heads/' || branch_name;
  head constant text := substring(commit_hash from '^[0-9a-f]{7,64}$');
  queue constant text := 'git:' || project_id || ':' || md5(branch_name);
  job uuid;
begin
  -- What waits already reads the branch as it will be then: a newer event takes it over instead of queueing another.
  select t.job_id into job from public.task_logs t
  where t.project_id = queue_git_analysis.project_id and t.branch_ref = ref and t.status = 'queued' and t.source = 'git'
  order by t.created_at desc limit 1 for update;
  if job is not null then
    update public.task_logs t
    set event = queue_git_analysis.event, commit_hash = coalesce(head, t.commit_hash),
      pull_request = coalesce(queue_git_analysis.pull_request, t.pull_request)
    where t.job_id = job and t.status = 'queued';
    if found then
      -- What failed and waits to be tried again does not keep a newer event waiting, nor is that one attempt of the old one's.
      if not exists (select 1 from graphile_worker.jobs j where j.key = 'analyze:' || job and j.attempts = 0 and j.run_at <= now()) then
        perform private.start_analysis_job(job, host_id, queue);
      end if;
      return job;
    end if;
  end if;
  insert into public.task_logs (task_id, source, workspace_id, project_id, branch_id, branch_ref, event, commit_hash, pull_request, created_by)
  values ('analyze', 'git', host_id, queue_git_analysis.project_id,
    (select b.id from public.branches b where b.project_id = queue_git_analysis.project_id and b.slug = private.branch_slug(branch_name)),
    ref, queue_git_analysis.event, head, queue_git_analysis.pull_request, private.current_user_id())
  returning job_id into job;
  perform private.start_analysis_job(job, host_id, queue);
  return job;
end
$function$;

CREATE OR REPLACE FUNCTION private.store_service_account_token(account_id bigint, token jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_bad_secrets(jsonb_build_object('token', token), array['token']);
  insert into private.secrets as s (project_service_account_id, name, ciphertext, key_id)
  values (account_id, 'token', token ->> 'ciphertext', token ->> 'key_id')
  on conflict on constraint secrets_project_service_account_id_name_key do update
    set ciphertext = excluded.ciphertext, key_id = excluded.key_id;
  perform private.analyze_with_new_credentials(a.project_id) from public.project_service_accounts a where a.id = account_id;
end
$function$;

CREATE TRIGGER analyze_projects AFTER INSERT OR UPDATE OF last_login_at ON public.external_users FOR EACH ROW EXECUTE FUNCTION private.analyze_for_connected_account();

COMMENT ON FUNCTION "private"."analyze_for_connected_account"() IS 'Who connects an account at a Git host, or signs in by it, opens the repositories of their projects: those that waited for it are read again, the newest 50.';

COMMENT ON FUNCTION "private"."analyze_with_new_credentials"(bigint) IS 'Queues the analysis of the default branch again where its last one ended for want of credentials: there are new ones.';

COMMENT ON FUNCTION "private"."queue_git_analysis"(bigint, text, text, text, jsonb) IS 'Queues the analysis of a branch at its Git host; one that waits already is taken over, at once where it waits to be tried again. The branch itself is made by the analysis, if it exists there.';

COMMENT ON FUNCTION "private"."store_service_account_token"(bigint, jsonb) IS 'Keeps the encrypted token of a service account in place of the one before, and reads again what waited for it.';

REVOKE ALL ON FUNCTION "private"."analyze_for_connected_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."analyze_for_connected_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."analyze_with_new_credentials"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."analyze_with_new_credentials"(bigint) TO "postgres";
