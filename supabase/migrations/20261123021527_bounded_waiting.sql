set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.require_room_for_pushes(project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  folder constant text := private.push_folder(project_id);
  waiting record;
begin
  -- By ranges of names, which the index on them serves.
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into waiting
  from storage.objects o
  where o.bucket_id = 'uploads' and o.name ~>=~ folder and o.name ~<~ (rtrim(folder, '/') || '0');
  if waiting.files >= 20000 or waiting.bytes >= 1073741824 then
    perform private.problem('too_many_files_waiting');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_prepare_push(p_project_id bigint, p_branch text, p_fingerprint text, p_hashes text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine constant text := private.push_folder(p_project_id) || p_fingerprint || '/';
begin
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  perform private.require_room_for_pushes(p_project_id);
  return jsonb_build_object(
    'folder', mine,
    'job_id', (
      select private.same_push(b.id, p_fingerprint)
      from public.branches b where b.project_id = p_project_id and b.slug = private.branch_slug(p_branch)),
    'held', (select coalesce(jsonb_agg(hash), '[]') from public.svc_files_held(p_project_id, p_hashes) hash),
    'uploaded', (
      select coalesce(jsonb_agg(substr(o.name, length(mine) + 1)), '[]') from storage.objects o
      where o.bucket_id = 'uploads' and o.name ~>=~ mine and o.name ~<~ (rtrim(mine, '/') || '0')));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_queue_push(p_project_id bigint, p_branch text, p_commit_hash text, p_uploads jsonb, p_held jsonb, p_fingerprint text DEFAULT NULL::text)
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
    insert into private.pushes (job_id, fingerprint) values (job, p_fingerprint);
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
  perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id);
  return jsonb_build_object('job_id', job, 'branch_id', branch.id, 'branch_slug', branch.slug, 'came_before', false);
end
$function$;

CREATE OR REPLACE FUNCTION public.track_branch(p_project_id bigint, p_branch text)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_waiting constant integer := 200;
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
  elsif (
    select count(*) from public.task_logs t
    where t.project_id = p_project_id and t.status = 'queued' and t.source = 'git') >= most_waiting then
    perform private.problem('too_many_branches_waiting', 'branch');
  end if;
  return row(private.queue_git_analysis(p_project_id, branch_name, 'manual', null, null))::public.queued_import;
end
$function$;

COMMENT ON FUNCTION "private"."require_room_for_pushes"(bigint) IS 'Refuses a push to a project of which 20,000 files or 1 GiB wait, by whichever call it comes.';

REVOKE ALL ON FUNCTION "private"."require_room_for_pushes"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_room_for_pushes"(bigint) TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values ('too_many_branches_waiting', 'ACTION_PROHIBITED', 403, 'Too many branches of this project wait to be analysed. Try again when they are.', 'branch');
