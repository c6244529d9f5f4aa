set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.svc_add_pushed_image(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_path text, p_object text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job uuid;
  most_bytes constant bigint := private.most_import_bytes();
  came_before boolean;
  left_to_come integer;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  job := private.push_awaiting_images(p_project_id, p_branch_id);
  if job is null then
    -- Of the last one, whose answer did not arrive, there is nothing left to do.
    return exists (
      select 1 from private.task_uploads u join private.pushes p on p.job_id = u.job_id join public.task_logs t on t.job_id = u.job_id
      where t.project_id = p_project_id and t.branch_id = p_branch_id and t.status in ('queued', 'running') and p.awaited_images = 0 and u.path = p_path);
  end if;
  if private.is_project_path(p_path) is not true then
    perform private.problem('import_path_invalid');
  elsif not exists (select 1 from private.pushes p where p.job_id = job and p_path = any (p.asked_images)) then
    return false;
  end if;
  delete from private.task_uploads u where u.job_id = job and u.path = p_path;
  came_before := found;
  perform private.add_uploads(job, jsonb_build_array(jsonb_build_object('path', p_path, 'object', p_object)), private.push_folder(p_project_id));
  if (
    select sum((o.metadata ->> 'size')::bigint)
    from private.task_uploads u join storage.objects o on o.bucket_id = 'uploads' and o.name = u.object
    where u.job_id = job) > most_bytes
  then
    perform private.problem('import_too_large');
  end if;
  update private.pushes p set awaited_images = p.awaited_images - (not came_before)::integer where p.job_id = job returning p.awaited_images into left_to_come;
  perform private.start_analysis_job(job, t.workspace_id, 'branch:' || p_branch_id,
    case when left_to_come > 0 then now() + interval '10 minutes' end)
  from public.task_logs t where t.job_id = job;
  return true;
end
$function$;
