set local check_function_bodies = off;

DROP FUNCTION "public"."svc_await_images"(bigint, bigint, integer);

DROP FUNCTION "public"."svc_branch_to_push"(bigint, text);

DROP FUNCTION "public"."svc_record_commit"(bigint, text, jsonb);

CREATE OR REPLACE FUNCTION public.svc_await_images(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_count integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job uuid;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  job := private.push_awaiting_images(p_project_id, p_branch_id);
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

CREATE OR REPLACE FUNCTION public.svc_branch_to_push(p_project_id bigint, p_token_hash text, p_branch text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
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

CREATE OR REPLACE FUNCTION public.svc_record_commit(p_project_id bigint, p_token_hash text, p_branch_slug text, p_commit jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  recorded public.commits;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('branch_not_found');
  end if;
  insert into public.commits as c (branch_id, sha, project_id, workspace_id, parent_sha, message, author_name, author_email, committed_at)
  select branch.id, p_commit ->> 'sha', branch.project_id, p.workspace_id, p_commit ->> 'parent_sha',
    coalesce(p_commit ->> 'message', ''), p_commit ->> 'author_name', p_commit ->> 'author_email', (p_commit ->> 'committed_at')::timestamptz
  from public.projects p where p.id = branch.project_id
  -- What was analysed is history: a script adds to it, and rewrites only what it announced itself.
  on conflict (branch_id, sha) do update
    set parent_sha = excluded.parent_sha, message = excluded.message, author_name = excluded.author_name,
      author_email = excluded.author_email, committed_at = excluded.committed_at
    where c.analyzed_at is null;
  -- Of what never became content the newest stay.
  delete from public.commits c
  where c.branch_id = branch.id and c.sha in (
    select old.sha from public.commits old
    where old.branch_id = branch.id and old.analyzed_at is null
    order by old.created_at desc, old.sha offset 200);
  select * into recorded from public.commits c where c.branch_id = branch.id and c.sha = p_commit ->> 'sha';
  return to_jsonb(recorded);
end
$function$;

COMMENT ON FUNCTION "public"."svc_await_images"(bigint, text, bigint, integer) IS 'Says how many images the newest push to a branch will get by svc_add_pushed_image: its analysis waits for the last of them, ten minutes for each at most. False where no push waits.';

COMMENT ON FUNCTION "public"."svc_branch_to_push"(bigint, text, text) IS 'The branch that a push names, made where there is none.';

COMMENT ON FUNCTION "public"."svc_record_commit"(bigint, text, text, jsonb) IS 'Announces a commit on a branch: for a push, whose CI token still holds, named by its SHA-256. {sha, parent_sha, message, author_name, author_email, committed_at}; answers the row. Of a branch the 200 newest stay that were never analysed.';

REVOKE ALL ON FUNCTION "public"."svc_await_images"(bigint, text, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_await_images"(bigint, text, bigint, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_branch_to_push"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_branch_to_push"(bigint, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_record_commit"(bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_record_commit"(bigint, text, text, jsonb) TO "postgres", "service_role";
