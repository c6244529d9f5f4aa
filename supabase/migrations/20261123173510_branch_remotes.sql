set local check_function_bodies = off;

CREATE TABLE "public"."branch_remotes" ("branch_id" bigint NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "status" text NOT NULL DEFAULT 'looking'::text, "base_commit" text NOT NULL, "tip" text, "behind" integer, "commits" jsonb NOT NULL DEFAULT '[]'::jsonb, "paths" text[], "reason" text, "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "checked_at" timestamp with time zone, CONSTRAINT "branch_remotes_pkey" PRIMARY KEY (branch_id), CONSTRAINT "check_branch_remotes_base" CHECK ((base_commit ~ '^[0-9a-f]{7,64}$'::text)), CONSTRAINT "check_branch_remotes_behind" CHECK ((behind >= 0)), CONSTRAINT "check_branch_remotes_commits" CHECK (((jsonb_typeof(commits) = 'array'::text) AND (pg_column_size(commits) <= 200000))), CONSTRAINT "check_branch_remotes_paths" CHECK ((cardinality(paths) <= 500)), CONSTRAINT "check_branch_remotes_reason" CHECK ((length(reason) <= 2000)), CONSTRAINT "check_branch_remotes_status" CHECK ((status = ANY (ARRAY['looking'::text, 'same'::text, 'behind'::text, 'rewritten'::text, 'gone'::text, 'failed'::text]))), CONSTRAINT "check_branch_remotes_tip" CHECK ((tip ~ '^[0-9a-f]{7,64}$'::text)));

ALTER TABLE "public"."branch_remotes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  -- Of what is merged where no branch can be, the rest is still shown.
  pull_request constant jsonb := case when private.is_git_branch(event #>> '{pull_request,target}')
    then event -> 'pull_request' else nullif(event -> 'pull_request', 'null') - 'target' end;
  tracked public.branches;
  may_track boolean;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if project.is_read_only then
    -- Its default branch is read anew once the plan holds it again.
    applied.reason := private.sentence('project_over_plan');
    return applied;
  end if;
  if kind = 'repository_changed' then
    -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
    -- the event only help to find it.
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  elsif private.is_git_branch(branch_name) then
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and exists (select 1 from public.documents d where d.branch_id = tracked.id and d.changed) then
      -- What somebody wrote here stands nowhere else: the branch stays, and they can commit it to another.
      update public.branch_remotes r set status = 'gone', tip = null, behind = null, commits = '[]', paths = null, checked_at = now()
      where r.branch_id = tracked.id;
      applied.reason := private.sentence('branch_has_changes');
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then 'ignored' else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and applied.reason is null and kind in ('push', 'pull_request_opened', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_commit_files(branch_id bigint, sha text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 100;
begin
  if not exists (
    select 1 from public.branches b join public.projects p on p.id = b.project_id
    where b.id = keep_commit_files.branch_id and (
      p.type in ('web', 'local') or exists (select 1 from private.working_copies w where w.branch_id = b.id))) then
    return;
  end if;
  insert into private.commit_files (branch_id, sha, path, workspace_id, hash)
  select f.branch_id, keep_commit_files.sha, f.path, f.workspace_id, f.hash
  from public.branch_files f where f.branch_id = keep_commit_files.branch_id
  on conflict do nothing;
  delete from private.commit_files c
  where c.branch_id = keep_commit_files.branch_id and c.sha in (
    select o.sha from public.commits o
    where o.branch_id = keep_commit_files.branch_id and o.analyzed_at is not null
    order by o.analyzed_at desc, o.sha offset most);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_git_copy(branch_id bigint)
 RETURNS public.branches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_writable_copy(require_git_copy.branch_id);
begin
  if branch.commit_hash is null or not exists (select 1 from public.project_repositories r where r.project_id = branch.project_id) then
    perform private.problem('project_without_repository');
  end if;
  return branch;
end
$function$;

CREATE OR REPLACE FUNCTION public.look_at_host(p_branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_git_copy(p_branch_id);
begin
  perform private.allow_edits(200);
  insert into public.branch_remotes as r (branch_id, project_id, workspace_id, base_commit)
  select branch.id, branch.project_id, p.workspace_id, branch.commit_hash from public.projects p where p.id = branch.project_id
  on conflict on constraint branch_remotes_pkey do update set status = 'looking', asked_at = now(), reason = null;
  perform graphile_worker.add_job('look_at_branch', json_build_object('branch_id', branch.id, 'user_id', private.current_user_id()),
    queue_name => 'commits:' || branch.project_id, job_key => 'look_at_branch:' || branch.id, max_attempts => 2);
end
$function$;

CREATE OR REPLACE FUNCTION public.pull_branch(p_branch_id bigint)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_git_copy(p_branch_id);
  job uuid;
begin
  perform private.allow_edits(200);
  job := private.queue_git_analysis(branch.project_id, branch.name, 'manual', null, null);
  if job is null then
    perform private.problem('too_many_branches_waiting', 'branch');
  end if;
  return row(job)::public.queued_import;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_look(p_branch_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('branch', b.name, 'project_id', b.project_id, 'base', b.commit_hash)
  from public.branches b join public.branch_remotes r on r.branch_id = b.id
  where b.id = p_branch_id and b.commit_hash is not null
$function$;

CREATE OR REPLACE FUNCTION public.svc_end_look(p_branch_id bigint, p_base text, p_found jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.branch_remotes r
  set status = p_found ->> 'status', base_commit = p_base, tip = p_found ->> 'tip', behind = (p_found ->> 'behind')::integer,
    commits = coalesce(p_found -> 'commits', '[]'),
    paths = case when jsonb_typeof(p_found -> 'paths') = 'array' then array(select jsonb_array_elements_text(p_found -> 'paths')) end,
    reason = left(p_found ->> 'reason', 2000), checked_at = now()
  where r.branch_id = p_branch_id;
  -- The history shows each of them, in their order, before its files are read.
  insert into public.commits (branch_id, sha, project_id, workspace_id, parent_sha, message, author_name, author_email, committed_at, created_at)
  select r.branch_id, c.value ->> 'sha', r.project_id, r.workspace_id, c.value ->> 'parent', coalesce(c.value ->> 'message', ''), c.value ->> 'author',
    c.value ->> 'email', (c.value ->> 'at')::timestamptz, now() - c.ordinality * interval '1 millisecond'
  from public.branch_remotes r cross join jsonb_array_elements(r.commits) with ordinality c
  where r.branch_id = p_branch_id and r.status = 'behind'
  on conflict on constraint commits_pkey do nothing;
end
$function$;

ALTER TABLE "public"."branch_remotes" ADD CONSTRAINT "branch_remotes_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "public"."branch_remotes" ADD CONSTRAINT "branch_remotes_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."branch_remotes" ADD CONSTRAINT "branch_remotes_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX branch_remotes_project_idx ON public.branch_remotes USING btree (project_id);

CREATE INDEX branch_remotes_workspace_idx ON public.branch_remotes USING btree (workspace_id);

CREATE TRIGGER announce_delete AFTER DELETE ON public.branch_remotes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON public.branch_remotes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON public.branch_remotes REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE POLICY "What a Git host has of a branch is seen by who reads its workin" ON "public"."branch_remotes" FOR SELECT TO "authenticated" USING ((branch_id IN ( SELECT private.live_working_copies() AS live_working_copies)));

COMMENT ON COLUMN "public"."branch_remotes"."base_commit" IS 'The commit that the working copy was read from when it was looked at.';

COMMENT ON COLUMN "public"."branch_remotes"."behind" IS 'How many commits are new there; null where they are too many to count, or the history was rewritten.';

COMMENT ON COLUMN "public"."branch_remotes"."commits" IS 'The newest of them, [{sha, parent, author, email, at, message}].';

COMMENT ON COLUMN "public"."branch_remotes"."paths" IS 'The files that they change, 500 at most; null where that is not known.';

COMMENT ON FUNCTION "private"."keep_commit_files"(bigint, text) IS 'Keeps which files a commit has, of projects whose history is here alone, and of branches that are edited here: of the hundred newest. For the worker, once the branch has them.';

COMMENT ON FUNCTION "private"."require_git_copy"(bigint) IS 'The branch of a working copy that the caller may write, where it comes from a repository.';

COMMENT ON FUNCTION "public"."look_at_host"(bigint) IS 'Queues a look at what the Git host has of a branch whose working copy comes from there; branch_remotes tells what it found.';

COMMENT ON FUNCTION "public"."pull_branch"(bigint) IS 'Queues the reading of a branch from its Git host. What is unchanged here follows it; what was changed here stays, and says base_moved where the host has changed it too.';

COMMENT ON FUNCTION "public"."svc_begin_look"(bigint) IS 'What the worker needs to look at a branch at its Git host; null where nobody asks any more.';

COMMENT ON FUNCTION "public"."svc_end_look"(bigint, text, jsonb) IS 'Says what the worker found of a branch at its Git host, {status, tip, behind, commits, paths, reason}, beside the commit that it was compared with.';

COMMENT ON TABLE "private"."commit_files" IS 'The files of the hundred newest commits of a branch that has its history here, or is edited in the Studio; of a repository, of the commits that were read since.';

COMMENT ON TABLE "public"."branch_remotes" IS 'What the Git host had of a branch when somebody looked last. behind: newer commits stand there; rewritten: the commit that the working copy was read from is no part of the branch any more; gone: there is no such branch.';

REVOKE ALL ON FUNCTION "private"."require_git_copy"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_git_copy"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."look_at_host"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."look_at_host"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."pull_branch"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."pull_branch"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_begin_look"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_begin_look"(bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_end_look"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_end_look"(bigint, text, jsonb) TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."branch_remotes" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."branch_remotes" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field) values
  ('branch_has_changes', 'CONFLICT', 409, 'This branch was deleted at the Git host. It stays here, for somebody has changes in the Studio that are not committed.', null);
