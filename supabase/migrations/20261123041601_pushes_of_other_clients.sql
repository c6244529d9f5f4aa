set local check_function_bodies = off;

DROP FUNCTION "private"."start_analysis_job"(uuid, bigint, text);

DROP FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text);

ALTER TABLE "private"."pushes" ADD COLUMN "awaited_images" integer;

CREATE OR REPLACE FUNCTION private.push_awaiting_images(project_id bigint, branch_id bigint)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.job_id
  from public.task_logs t join private.pushes p on p.job_id = t.job_id and p.awaited_images > 0
  where t.branch_id = push_awaiting_images.branch_id and t.project_id = push_awaiting_images.project_id
    and t.status = 'queued' and t.task_id = 'analyze'
  order by t.created_at desc limit 1
  for update of t
$function$;

CREATE OR REPLACE FUNCTION private.start_analysis_job(job uuid, host_id bigint, queue text, earliest timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting integer;
begin
  select count(*) into waiting from public.task_logs t
  where t.workspace_id = host_id and t.status in ('queued', 'running') and t.job_id <> job;
  perform graphile_worker.add_job('analyze', json_build_object('job_id', job),
    queue_name => queue, run_at => earliest, job_key => 'analyze:' || job, max_attempts => 5, priority => least(waiting, 1000));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_add_pushed_image(p_project_id bigint, p_branch_id bigint, p_path text, p_object text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job constant uuid := private.push_awaiting_images(p_project_id, p_branch_id);
  most_bytes constant bigint := 52428800;
  left_to_come integer;
begin
  if job is null then
    return false;
  end if;
  if exists (select 1 from private.task_uploads u where u.job_id = job and u.path = p_path) then
    perform private.problem('import_path_invalid');
  end if;
  perform private.add_uploads(job, jsonb_build_array(jsonb_build_object('path', p_path, 'object', p_object)), private.push_folder(p_project_id));
  if (
    select sum((o.metadata ->> 'size')::bigint)
    from private.task_uploads u join storage.objects o on o.bucket_id = 'uploads' and o.name = u.object
    where u.job_id = job) > most_bytes
  then
    perform private.problem('import_too_large');
  end if;
  update private.pushes p set awaited_images = p.awaited_images - 1 where p.job_id = job returning p.awaited_images into left_to_come;
  perform private.start_analysis_job(job, t.workspace_id, 'branch:' || p_branch_id,
    case when left_to_come > 0 then now() + interval '10 minutes' end)
  from public.task_logs t where t.job_id = job;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_await_images(p_project_id bigint, p_branch_id bigint, p_count integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job constant uuid := private.push_awaiting_images(p_project_id, p_branch_id);
begin
  if job is null then
    return false;
  end if;
  update private.pushes p set awaited_images = greatest(p_count, 0) where p.job_id = job;
  perform private.start_analysis_job(job, t.workspace_id, 'branch:' || p_branch_id,
    case when p_count > 0 then now() + interval '10 minutes' end)
  from public.task_logs t where t.job_id = job;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_branch_to_push(p_project_id bigint, p_branch text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
begin
  if not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  elsif exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  select * into project from public.projects p where p.id = p_project_id;
  branch := private.branch_to_push(project, p_branch);
  return jsonb_build_object(
    'id', branch.id, 'name', branch.name, 'slug', branch.slug, 'is_default', branch.is_default, 'commit_hash', branch.commit_hash);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_pushed_branches(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(b) order by b.is_default desc, b.id), '[]')
  from (
    select b.id, b.name, b.slug, b.is_default, b.commit_hash from public.branches b
    where b.project_id = p_project_id order by b.is_default desc, b.id limit 1000) b
$function$;

CREATE OR REPLACE FUNCTION public.svc_queue_push(p_project_id bigint, p_branch text, p_commit_hash text, p_uploads jsonb, p_held jsonb, p_fingerprint text DEFAULT NULL::text, p_images text[] DEFAULT NULL::text[])
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
begin
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
    return jsonb_build_object('job_id', job, 'branch_id', branch.id, 'branch_slug', branch.slug, 'came_before', true);
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, commit_hash)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'push',
    substring(lower(p_commit_hash) from '^[0-9a-f]{7,64}$'))
  returning job_id into job;
  if p_fingerprint is not null then
    insert into private.pushes (job_id, fingerprint, awaited_images) values (job, p_fingerprint, cardinality(p_images));
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
    case when cardinality(p_images) > 0 then now() + interval '2 minutes' end);
  return jsonb_build_object('job_id', job, 'branch_id', branch.id, 'branch_slug', branch.slug, 'came_before', false);
end
$function$;

ALTER TABLE "private"."pushes" ADD CONSTRAINT "check_pushes_awaited_images" CHECK ((awaited_images >= 0));

COMMENT ON COLUMN "private"."pushes"."awaited_images" IS 'How many images are still to come by calls of their own; null where the push came whole.';

COMMENT ON FUNCTION "private"."push_awaiting_images"(bigint, bigint) IS 'The newest push to a branch that waits for its images, locked; null where there is none.';

COMMENT ON FUNCTION "private"."start_analysis_job"(uuid, bigint, text, timestamp with time zone) IS 'Queues the job of a task log, at once or not before a time; called again it moves that time. One runs after the other in a queue. The more a workspace has waiting, the later its next one comes, so that nobody waits for the hundred imports of another.';

COMMENT ON FUNCTION "public"."svc_add_pushed_image"(bigint, bigint, text, text) IS 'Adds an image to the push that waits for it, and starts its analysis with the last one. False where no push waits.';

COMMENT ON FUNCTION "public"."svc_await_images"(bigint, bigint, integer) IS 'Says how many images the newest push to a branch will get by svc_add_pushed_image: its analysis waits for the last of them, ten minutes for each at most. False where no push waits.';

COMMENT ON FUNCTION "public"."svc_branch_to_push"(bigint, text) IS 'The branch that a push names, made where there is none.';

COMMENT ON FUNCTION "public"."svc_pushed_branches"(bigint) IS 'The branches of a project, the default one first: for who pushes to it.';

COMMENT ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text, text[]) IS 'Queues the analysis of what a CI token pushed: uploads [{path, object}] and files the project holds already [{path, hash}], which together replace the content of the branch. With a fingerprint the same push again is answered with its task, unless that failed or the branch has changed since. With p_images, the paths of images that follow by calls of their own, the analysis waits for them.';

REVOKE ALL ON FUNCTION "private"."push_awaiting_images"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."push_awaiting_images"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."start_analysis_job"(uuid, bigint, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."start_analysis_job"(uuid, bigint, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_add_pushed_image"(bigint, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_add_pushed_image"(bigint, bigint, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_await_images"(bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_await_images"(bigint, bigint, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_branch_to_push"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_branch_to_push"(bigint, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_pushed_branches"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_pushed_branches"(bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text, text[]) TO "postgres", "service_role";
