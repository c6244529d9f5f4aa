set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.start_analysis_job(job uuid, host_id bigint, queue text, earliest timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting integer;
begin
  select count(*) into waiting from (
    select from public.task_logs t
    where t.workspace_id = host_id and t.status in ('queued', 'running') and t.job_id <> job limit 1000) others;
  perform graphile_worker.add_job('analyze', json_build_object('job_id', job),
    queue_name => queue, run_at => earliest, job_key => 'analyze:' || job, max_attempts => 5, priority => waiting);
end
$function$;
