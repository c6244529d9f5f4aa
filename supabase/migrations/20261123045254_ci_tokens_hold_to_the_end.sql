set local check_function_bodies = off;

DROP FUNCTION "public"."svc_add_pushed_image"(bigint, bigint, text, text);

DROP FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text, text[]);

CREATE OR REPLACE FUNCTION private.require_ci_token(project_id bigint, token_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Whoever replaces a token locks its project: behind this lock it stays what it is.
  perform 1 from public.projects p where p.id = require_ci_token.project_id for no key update;
  perform 1
  from private.ci_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.project_id = require_ci_token.project_id and encode(t.token_hash, 'hex') = require_ci_token.token_hash;
  if not found then
    perform private.problem('ci_token_ended');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_add_pushed_image(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_path text, p_object text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job uuid;
  most_bytes constant bigint := 52428800;
  left_to_come integer;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  job := private.push_awaiting_images(p_project_id, p_branch_id);
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

CREATE OR REPLACE FUNCTION public.svc_ci_token(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found record;
begin
  select t.project_id, encode(t.token_hash, 'hex') as token_hash, p.slug, p.name, p.type, p.workspace_id, w.slug as workspace_slug,
    w.name as workspace_name
  into found
  from private.ci_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.token_hash = extensions.digest(p_token, 'sha256');
  if found.project_id is null then
    return null;
  end if;
  update private.ci_tokens t set last_used_at = now()
  where t.project_id = found.project_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return to_jsonb(found);
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

COMMENT ON FUNCTION "private"."require_ci_token"(bigint, text) IS 'Refuses what comes with a CI token, by its SHA-256 (hex), that has been replaced since its caller was let in.';

COMMENT ON FUNCTION "public"."svc_add_pushed_image"(bigint, text, bigint, text, text) IS 'Adds an image to the push that waits for it, and starts its analysis with the last one. False where no push waits.';

COMMENT ON FUNCTION "public"."svc_queue_push"(bigint, text, text, text, jsonb, jsonb, text, text[]) IS 'Queues the analysis of what a CI token pushed that still holds, named by its SHA-256: uploads [{path, object}] and files the project holds already [{path, hash}], which together replace the content of the branch. With a fingerprint the same push again is answered with its task, unless that failed or the branch has changed since. With p_images, the paths of images that follow by calls of their own, the analysis waits for them.';

REVOKE ALL ON FUNCTION "private"."require_ci_token"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_ci_token"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_add_pushed_image"(bigint, text, bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_add_pushed_image"(bigint, text, bigint, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_queue_push"(bigint, text, text, text, jsonb, jsonb, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_queue_push"(bigint, text, text, text, jsonb, jsonb, text, text[]) TO "postgres", "service_role";

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values
  ('ci_token_ended', 'INVALID_TOKEN', 401, 'The CI token was replaced by another one while this was sent. Send it again with the new one.', null);
