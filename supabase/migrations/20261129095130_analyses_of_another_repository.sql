set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_git_analyses(project_id bigint, reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with ended as (
    update public.task_logs t
    set status = 'failed', commit_hash = null, pull_request = null, duration_ms = extract(epoch from now() - coalesce(t.started_at, t.created_at)) * 1000,
      payload = jsonb_build_object('error', jsonb_build_object('message', private.sentence(reason)))
    where t.project_id = end_git_analyses.project_id and t.task_id = 'analyze' and t.source = 'git' and t.status in ('queued', 'running')
    returning t.job_id
  )
  insert into public.task_log_lines (job_id, seq, level, message)
  select e.job_id, coalesce((select max(l.seq) from public.task_log_lines l where l.job_id = e.job_id), 0) + 1, 'warn', private.sentence(reason)
  from ended e
$function$;

CREATE OR REPLACE FUNCTION public.connect_repository(p_project_id bigint, p_workspace_integration_id bigint, p_external_id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  held public.project_repositories;
  found private.host_repositories;
  branch_name text;
begin
  perform private.lock_project_with(p_project_id, 'project_update');
  select * into project from public.projects p where p.id = p_project_id;
  select * into held from public.project_repositories r where r.project_id = p_project_id for update;
  if held.project_id is null then
    perform private.problem('project_without_repository');
  elsif held.workspace_integration_id is not null then
    perform private.problem('repository_is_connected');
  end if;
  found := private.require_host_repository(
    (private.require_repository_integration(project.workspace_id, p_workspace_integration_id)).id, p_external_id);
  -- It may be another host now: what was a secret of the one before is not told to it, and numbers of pull requests there are of others.
  delete from public.project_service_accounts a where a.project_id = p_project_id;
  update public.proposals o set pull_request = null where o.project_id = p_project_id and o.pull_request is not null;
  -- Nor are commits and requests that an analysis waits with, and what one has read is not what is there.
  perform private.end_git_analyses(p_project_id, 'repository_connected_anew');
  begin
    update public.project_repositories r
    set workspace_integration_id = p_workspace_integration_id, remote_url_http = found.remote_url_http, remote_url_ssh = found.remote_url_ssh,
      external_id = found.external_id, external_slug = found.external_slug, external_org_slug = found.external_org_slug,
      external_star_count = found.external_star_count, default_branch = found.default_branch, connected_by = private.current_user_id(),
      is_reconnected = true, webhook_external_id = null, webhook_installed_at = null, webhook_has_own_secret = false
    where r.project_id = p_project_id;
  exception when unique_violation then
    perform private.problem('repository_already_added', 'external_id');
  end;
  select b.name into branch_name from public.branches b where b.id = project.default_branch_id;
  perform private.queue_git_analysis(p_project_id, coalesce(branch_name, found.default_branch), 'manual', null, null);
end
$function$;

COMMENT ON FUNCTION "private"."end_git_analyses"(bigint, text) IS 'Ends the analyses of a repository that wait or are under way: nothing of them is written any more, and no Git host hears of them.';

REVOKE ALL ON FUNCTION "private"."end_git_analyses"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_git_analyses"(bigint, text) TO "postgres";

insert into private.reasons (reason, code, status, sentence, field) values
  ('repository_connected_anew', null, null, 'The project was connected with a repository anew meanwhile; this analysis was of the one before.', null);
