set local check_function_bodies = off;

DROP FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb);

CREATE TABLE "private"."pushes" ("job_id" uuid NOT NULL, "fingerprint" text NOT NULL, CONSTRAINT "pushes_fingerprint_check" CHECK ((fingerprint ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "pushes_pkey" PRIMARY KEY (job_id));

ALTER TABLE "private"."pushes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.push_folder(project_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.workspace_id || '/ci-' || p.id || '/' from public.projects p where p.id = push_folder.project_id
$function$;

CREATE OR REPLACE FUNCTION private.same_push(branch_id bigint, fingerprint text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select newest.job_id
  from (
    select t.job_id, t.status from public.task_logs t
    where t.branch_id = same_push.branch_id and t.task_id = 'analyze'
    order by t.created_at desc limit 1) newest
  join private.pushes p on p.job_id = newest.job_id and p.fingerprint = same_push.fingerprint
  where newest.status <> 'failed'
$function$;

CREATE OR REPLACE FUNCTION public.svc_prepare_push(p_project_id bigint, p_branch text, p_fingerprint text, p_hashes text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  folder constant text := private.push_folder(p_project_id);
  mine constant text := folder || p_fingerprint || '/';
  waiting record;
begin
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  -- By ranges of names, which the index on them serves.
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into waiting
  from storage.objects o
  where o.bucket_id = 'uploads' and o.name ~>=~ folder and o.name ~<~ (rtrim(folder, '/') || '0');
  if waiting.files >= 20000 or waiting.bytes >= 1073741824 then
    perform private.problem('too_many_files_waiting');
  end if;
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

CREATE OR REPLACE FUNCTION public.svc_pushed_task(p_project_id bigint, p_job_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(t) || jsonb_build_object('task_log_lines', (
    select coalesce(jsonb_agg(to_jsonb(l) - 'job_id' order by l.seq), '[]')
    from (select * from public.task_log_lines l where l.job_id = t.job_id order by l.seq limit 1000) l))
  from public.task_logs t
  where t.job_id = p_job_id and t.project_id = p_project_id
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

ALTER TABLE "private"."pushes" ADD CONSTRAINT "pushes_job_id_fkey" FOREIGN KEY (job_id) REFERENCES public.task_logs(job_id) ON DELETE CASCADE;

COMMENT ON FUNCTION "private"."push_folder"(bigint) IS 'Where the files of a project''s pushes lie in the bucket uploads.';

COMMENT ON FUNCTION "private"."same_push"(bigint, text) IS 'The task of this very push, where it is the last thing that came to its branch and did not fail: sent again it changes nothing.';

COMMENT ON FUNCTION "public"."svc_prepare_push"(bigint, text, text, text[]) IS 'What is there already of a push: {folder, job_id, held, uploaded}. job_id where this very push came before; held and uploaded: hashes that need not be sent, those of the project''s branches and those of an attempt that broke off.';

COMMENT ON FUNCTION "public"."svc_pushed_task"(bigint, uuid) IS 'A task of the project that a CI token is for, with its log; null for any other.';

COMMENT ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text) IS 'Queues the analysis of what a CI token pushed: uploads [{path, object}] and files the project holds already [{path, hash}], which together replace the content of the branch. With a fingerprint the same push again is answered with its task, unless that failed or the branch has changed since.';

COMMENT ON TABLE "private"."pushes" IS 'What a push consists of (branch, commit, paths and hashes), so that one that is sent again is known.';

REVOKE ALL ON FUNCTION "private"."push_folder"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."push_folder"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."same_push"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."same_push"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_prepare_push"(bigint, text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_prepare_push"(bigint, text, text, text[]) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_pushed_task"(bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_pushed_task"(bigint, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_queue_push"(bigint, text, text, jsonb, jsonb, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."pushes" TO "postgres";
