set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.queue_lint(branch_id bigint, place bigint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
begin
  select p.workspace_id into host_id
  from public.branches b join public.projects p on p.id = b.project_id where b.id = queue_lint.branch_id;
  -- One a branch, and one at a time of a workspace; what was just written comes before what a guide has changed. Workers may
  -- be killed over and over: what costs too much ends by itself, so that a branch is not left as it was for that.
  perform graphile_worker.add_job('lint_branch', json_build_object('branch_id', branch_id),
    queue_name => 'lint:' || host_id, job_key => 'lint_branch:' || branch_id, max_attempts => 15, priority => least(place, 1000)::integer);
end
$function$;
