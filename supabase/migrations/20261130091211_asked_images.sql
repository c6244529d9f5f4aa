set local check_function_bodies = off;

DROP FUNCTION "public"."svc_await_images"(bigint, text, bigint, integer);

ALTER TABLE "private"."pushes" ADD COLUMN "asked_images" text[];

CREATE OR REPLACE FUNCTION public.svc_add_pushed_image(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_path text, p_object text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job uuid;
  most_bytes constant bigint := 52428800;
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

CREATE OR REPLACE FUNCTION public.svc_await_images(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_paths text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job uuid;
  asked constant text[] := array(select distinct path from unnest(p_paths) path where private.is_project_path(path) order by path);
  left_to_come bigint;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  job := private.push_awaiting_images(p_project_id, p_branch_id);
  if job is null then
    return null;
  end if;
  select count(*) into left_to_come from unnest(asked) image
  where not exists (select 1 from private.task_uploads u where u.job_id = job and u.path = image);
  update private.pushes p set awaited_images = left_to_come, asked_images = asked where p.job_id = job;
  perform private.start_analysis_job(job, t.workspace_id, 'branch:' || p_branch_id,
    case when left_to_come > 0 then now() + interval '10 minutes' end)
  from public.task_logs t where t.job_id = job;
  return asked;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_queue_push(p_project_id bigint, p_token_hash text, p_branch text, p_commit_hash text, p_uploads jsonb, p_held jsonb, p_fingerprint text DEFAULT NULL::text, p_images text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
  job uuid;
  kept integer;
  most_files constant integer := 5000;
  images constant bigint := (select count(*) from unnest(p_images) path where private.is_project_path(path));
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  if jsonb_array_length(p_uploads) + jsonb_array_length(p_held) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  elsif jsonb_array_length(p_uploads) + jsonb_array_length(p_held) = 0 then
    perform private.problem('import_without_file');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  select * into project from public.projects p where p.id = p_project_id;
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  perform private.require_room_for_pushes(p_project_id);
  branch := private.branch_to_push(project, p_branch);
  -- Behind the lock on the project: of two alike the second finds the first.
  job := private.same_push(branch.id, p_fingerprint);
  if job is not null then
    return to_jsonb(row(job, branch.id, branch.slug, true)::public.queued_push);
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, commit_hash)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'push',
    substring(lower(p_commit_hash) from '^[0-9a-f]{7,64}$'))
  returning job_id into job;
  if p_fingerprint is not null then
    insert into private.pushes (job_id, fingerprint, awaited_images) values (job, p_fingerprint, nullif(images, 0));
  end if;
  perform private.add_uploads(job, p_uploads, private.push_folder(project.id));
  insert into private.task_files (job_id, path, workspace_id, hash)
  select job, h ->> 'path', project.workspace_id, decode(h ->> 'hash', 'hex')
  from jsonb_array_elements(p_held) h
  where private.is_project_path(h ->> 'path') and h ->> 'hash' in (
    select public.svc_files_held(project.id, array(select held ->> 'hash' from jsonb_array_elements(p_held) held)));
  get diagnostics kept = row_count;
  if kept <> jsonb_array_length(p_held) then
    perform private.problem('upload_not_found');
  end if;
  -- Those that do not come stay as they are.
  insert into private.task_files (job_id, path, workspace_id, hash)
  select job, f.path, f.workspace_id, f.hash from public.branch_files f
  where f.branch_id = branch.id and f.path = any (p_images) and not exists (
    select 1 from jsonb_array_elements(p_uploads || p_held) sent where sent ->> 'path' = f.path);
  perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id,
    case when images > 0 then now() + interval '2 minutes' end);
  return to_jsonb(row(job, branch.id, branch.slug, false)::public.queued_push);
end
$function$;

COMMENT ON COLUMN "private"."pushes"."asked_images" IS 'The paths of the images that were asked for: others are not taken. Null until the client has said which it has.';

COMMENT ON FUNCTION "public"."svc_add_pushed_image"(bigint, text, bigint, text, text) IS 'Adds an image to the push that waits for it, and starts its analysis with the last one; one that comes again takes the place of the first. False where no push waits, or not for this one.';

COMMENT ON FUNCTION "public"."svc_await_images"(bigint, text, bigint, text[]) IS 'Which images of those that a client has are asked for, by their paths: none whose path leads out of the project. The analysis of the newest push to the branch waits for the last of them, ten minutes for each at most. Null where no push waits.';

REVOKE ALL ON FUNCTION "public"."svc_await_images"(bigint, text, bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_await_images"(bigint, text, bigint, text[]) TO "postgres", "service_role";
