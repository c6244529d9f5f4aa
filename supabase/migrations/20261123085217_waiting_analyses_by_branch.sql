set local check_function_bodies = off;

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
    join public.task_logs t on t.branch_id = b.id
    where b.project_id = analyze_with_new_credentials.project_id and b.is_default and t.task_id = 'analyze' and t.source = 'git'
    order by t.created_at desc limit 1) newest
  where newest.status = 'failed' and newest.payload #>> '{error,waits_for}' = 'credentials'
$function$;
