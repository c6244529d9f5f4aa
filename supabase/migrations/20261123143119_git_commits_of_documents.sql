set local check_function_bodies = off;

DROP FUNCTION "public"."resolve_documents"(uuid[]);

CREATE TABLE "private"."document_commit_files" ("commit_id" uuid NOT NULL, "document_id" uuid NOT NULL, CONSTRAINT "document_commit_files_pkey" PRIMARY KEY (commit_id, document_id));

ALTER TABLE "private"."document_commit_files" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."document_commits" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "branch_id" bigint NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "author_id" bigint, "message" text NOT NULL, "new_branch" text, "base_commit" text NOT NULL, "status" text NOT NULL DEFAULT 'queued'::text, "commit_hash" text, "reason" text, "task_id" uuid, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "finished_at" timestamp with time zone, CONSTRAINT "check_document_commits_base" CHECK ((base_commit ~ '^[0-9a-f]{7,64}$'::text)), CONSTRAINT "check_document_commits_commit" CHECK ((commit_hash ~ '^[0-9a-f]{7,64}$'::text)), CONSTRAINT "check_document_commits_message" CHECK (((length(message) >= 1) AND (length(message) <= 5000))), CONSTRAINT "check_document_commits_reason" CHECK ((length(reason) <= 2000)), CONSTRAINT "check_document_commits_status" CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'pushed'::text, 'moved'::text, 'failed'::text]))), CONSTRAINT "document_commits_pkey" PRIMARY KEY (id), CONSTRAINT "check_document_commits_new_branch" CHECK (((new_branch IS NULL) OR private.is_git_branch(new_branch))));

ALTER TABLE "public"."document_commits" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.set_back_documents(branch_id bigint, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Where the branch has moved, what it has now is what one goes back to: nothing, where it has nothing.
  targets constant jsonb := (
    select jsonb_agg(jsonb_build_object('id', d.id, 'path', coalesce(d.published_path, d.path),
      'hash', encode(case when d.base_moved then d.moved_hash else d.hash end, 'hex')))
    from public.documents d where d.id = any (ids));
begin
  perform private.begin_epoch(array(
    select d.id from public.documents d where d.id = any (ids) and (d.is_edited or d.base_moved) and (d.hash is not null or d.base_moved)));
  delete from private.document_sources s using jsonb_array_elements(targets) t
  where s.document_id = (t ->> 'id')::uuid and t ->> 'hash' is not null;
  update public.documents d set path = d.id || '.moving' where d.id = any (ids) and d.path is distinct from d.published_path;
  if exists (
    select 1 from jsonb_array_elements(targets) t
    join public.documents o on o.branch_id = set_back_documents.branch_id and o.path = t ->> 'path' and o.deleted_at is null and o.id <> (t ->> 'id')::uuid
    where t ->> 'hash' is not null) then
    perform private.problem('document_path_taken');
  end if;
  update public.documents d set path = t ->> 'path', hash = there.hash, published_path = case when there.hash is not null then t ->> 'path' end,
    deleted_at = case when there.hash is null then now() end, is_edited = there.hash is null and d.is_edited,
    base_moved = false, moved_hash = null, size = coalesce(f.size, d.size), updated_at = now(), updated_by = private.current_user_id()
  from jsonb_array_elements(targets) t
  cross join lateral (select decode(t ->> 'hash', 'hex') as hash) there
  left join public.branches b on b.id = set_back_documents.branch_id
  left join public.projects p on p.id = b.project_id
  left join public.files f on f.workspace_id = p.workspace_id and f.hash = there.hash
  where d.id = (t ->> 'id')::uuid;
  perform private.require_document_paths(set_back_documents.branch_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.commit_documents(p_branch_id bigint, p_message text, p_ids uuid[] DEFAULT '{}'::uuid[], p_new_branch text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  host_id bigint;
  made uuid;
  wanted constant text := nullif(btrim(coalesce(p_new_branch, '')), '');
  most constant integer := 1000;
begin
  branch := private.require_writable_copy(p_branch_id);
  perform private.allow_edits(200);
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  if not exists (select 1 from public.project_repositories r where r.project_id = branch.project_id) or branch.commit_hash is null then
    perform private.problem('project_without_repository');
  elsif length(btrim(coalesce(p_message, ''))) not between 1 and 5000 then
    perform private.problem('required', 'message');
  elsif coalesce(cardinality(p_ids), 0) > most then
    perform private.problem('documents_at_once', params => jsonb_build_object('limit', most));
  elsif exists (select 1 from public.document_commits c where c.branch_id = branch.id and c.status in ('queued', 'running')) then
    perform private.problem('commit_under_way');
  end if;
  if wanted is not null then
    if not private.is_git_branch(wanted) or length(wanted) > 100 then
      perform private.problem('branch_name_invalid', 'new_branch');
    elsif not private.can_in_project(branch.project_id, 'project_branch_create_delete') then
      perform private.problem('not_allowed_in_project');
    elsif exists (select 1 from public.branches b where b.project_id = branch.project_id and b.slug = private.branch_slug(wanted)) then
      perform private.problem('git_branch_taken', 'new_branch');
    elsif not private.may_track(branch.project_id, wanted) then
      perform private.require_feature(host_id, 'multi_branch');
    end if;
  end if;
  if exists (
    select 1 from unnest(p_ids) asked where not exists (select 1 from public.documents d where d.id = asked and d.branch_id = branch.id)) then
    perform private.problem('document_not_found');
  elsif exists (select 1 from public.documents d where d.id = any (p_ids) and d.base_moved and d.changed) then
    perform private.problem('working_copy_behind');
  elsif not exists (select 1 from public.documents d where d.id = any (p_ids) and d.changed)
    and (wanted is null or cardinality(p_ids) > 0) then
    perform private.problem('nothing_to_commit');
  end if;
  insert into public.document_commits (branch_id, project_id, workspace_id, author_id, message, new_branch, base_commit)
  values (branch.id, branch.project_id, host_id, private.current_user_id(), btrim(p_message), wanted, branch.commit_hash)
  returning id into made;
  insert into private.document_commit_files (commit_id, document_id)
  select made, d.id from public.documents d where d.id = any (p_ids) and d.changed;
  -- Of commits that ended the newest stay.
  delete from public.document_commits c
  where c.branch_id = branch.id and c.id in (
    select o.id from public.document_commits o
    where o.branch_id = branch.id and o.status not in ('queued', 'running') order by o.created_at desc, o.id offset 200);
  perform graphile_worker.add_job('commit_documents', json_build_object('commit_id', made),
    queue_name => 'commits:' || branch.project_id, job_key => 'commit_documents:' || made, max_attempts => 5);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.discard_changes(p_ids uuid[])
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_documents(p_ids);
begin
  perform private.set_back_documents(branch.id, p_ids);
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_documents(p_ids uuid[], p_hashes text[])
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_documents(p_ids);
  if cardinality(p_hashes) is distinct from cardinality(p_ids) then
    perform private.problem('required', 'hashes');
  elsif exists (
    select 1 from unnest(p_ids, p_hashes) as r (id, hash) join public.documents d on d.id = r.id
    where d.base_moved and encode(d.moved_hash, 'hex') is distinct from lower(r.hash)) then
    -- Moved once more since: what was brought together is not what the branch has.
    perform private.problem('working_copy_behind');
  end if;
  update public.documents d
  set hash = d.moved_hash, is_edited = true, base_moved = false, moved_hash = null, updated_at = now(),
    -- Named like a file that the branch has got, a document takes its place.
    published_path = case
      when d.moved_hash is null then null
      when d.published_path is null or exists (
        select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.path and f.hash = d.moved_hash) then d.path
      else d.published_path end
  where d.id = any (p_ids) and d.base_moved;
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_account_at_host(p_project_id bigint, p_user_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', x.id, 'external_id', x.external_id, 'secrets', private.secrets_of_account(x.id))
  from public.project_repositories r
  join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = p_user_id
  where r.project_id = p_project_id
  order by x.last_login_at desc nulls last limit 1
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_commit(p_commit_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commit public.document_commits;
begin
  update public.document_commits c set status = 'running' where c.id = p_commit_id and c.status in ('queued', 'running') returning * into commit;
  if commit.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'branch', (select b.name from public.branches b where b.id = commit.branch_id),
    'branch_id', commit.branch_id, 'project_id', commit.project_id, 'workspace_id', commit.workspace_id, 'author_id', commit.author_id,
    'message', commit.message, 'new_branch', commit.new_branch, 'base_commit', commit.base_commit,
    'time', extract(epoch from commit.created_at)::bigint,
    -- Whoever lost the right while it waited commits nothing.
    'is_allowed', exists (
      select 1 from public.project_role_permissions may
      where may.role = private.effective_project_role(commit.author_id, commit.project_id) and may.permission = 'project_contents_update')
      and exists (select 1 from public.workspace_members m where m.user_id = commit.author_id and m.workspace_id = commit.workspace_id and m.is_active),
    'author', (
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username::text),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = commit.author_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'epoch', d.epoch, 'seq', d.seq, 'path', d.path, 'published_path', d.published_path, 'is_deleted', d.deleted_at is not null) order by d.path, d.id), '[]')
      from private.document_commit_files f join public.documents d on d.id = f.document_id where f.commit_id = commit.id));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_end_commit(p_commit_id uuid, p_status text, p_commit_hash text, p_reason text, p_committed jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  commit public.document_commits;
  branch_name text;
  job uuid;
begin
  select * into commit from public.document_commits c where c.id = p_commit_id for update;
  if commit.id is null or commit.status <> 'running' then
    return;
  end if;
  select b.name into branch_name from public.branches b where b.id = commit.branch_id for no key update;
  if p_status = 'pushed' and commit.new_branch is null then
    delete from private.document_sources s
    using public.documents d, jsonb_to_recordset(p_committed) as p (id uuid, epoch integer)
    where s.document_id = d.id and d.id = p.id and d.epoch = p.epoch and d.branch_id = commit.branch_id;
    update public.documents d
    set hash = decode(p.hash, 'hex'), published_path = p.path, is_edited = d.epoch <> p.epoch or d.seq > p.seq, base_moved = false, moved_hash = null
    from jsonb_to_recordset(p_committed) as p (id uuid, epoch integer, seq bigint, path text, hash text)
    where d.id = p.id and d.branch_id = commit.branch_id;
  elsif p_status = 'pushed' then
    -- What went to the new branch is no change of this one, unless somebody went on meanwhile.
    perform private.set_back_documents(commit.branch_id, array(
      select d.id from public.documents d join jsonb_to_recordset(p_committed) as p (id uuid, epoch integer, seq bigint) on p.id = d.id
      where d.branch_id = commit.branch_id and d.epoch = p.epoch and d.seq = p.seq));
  end if;
  if p_status in ('pushed', 'moved') then
    job := private.queue_git_analysis(commit.project_id, case when p_status = 'pushed' then coalesce(commit.new_branch, branch_name) else branch_name end,
      'push', p_commit_hash, null);
  end if;
  update public.document_commits c
  set status = p_status, commit_hash = p_commit_hash, reason = left(p_reason, 2000), task_id = job, finished_at = now()
  where c.id = commit.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_moved_object(p_document_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.workspace_id || '/' || f.object_id
  from public.documents d join public.files f on f.workspace_id = d.workspace_id and f.hash = d.moved_hash
  where d.id = p_document_id and d.base_moved
$function$;

ALTER TABLE "private"."document_commit_files" ADD CONSTRAINT "document_commit_files_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "public"."document_commits" ADD CONSTRAINT "document_commits_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."document_commits" ADD CONSTRAINT "document_commits_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "private"."document_commit_files" ADD CONSTRAINT "document_commit_files_commit_id_fkey" FOREIGN KEY (commit_id) REFERENCES public.document_commits(id) ON DELETE CASCADE;

ALTER TABLE "public"."document_commits" ADD CONSTRAINT "document_commits_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."document_commits" ADD CONSTRAINT "document_commits_task_id_fkey" FOREIGN KEY (task_id) REFERENCES public.task_logs(job_id) ON DELETE SET NULL;

ALTER TABLE "public"."document_commits" ADD CONSTRAINT "document_commits_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX document_commit_files_document_idx ON private.document_commit_files USING btree (document_id);

CREATE INDEX document_commits_author_idx ON public.document_commits USING btree (author_id);

CREATE INDEX document_commits_branch_idx ON public.document_commits USING btree (branch_id, created_at DESC);

CREATE INDEX document_commits_project_idx ON public.document_commits USING btree (project_id);

CREATE INDEX document_commits_task_idx ON public.document_commits USING btree (task_id);

CREATE UNIQUE INDEX document_commits_under_way_idx ON public.document_commits USING btree (branch_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX document_commits_workspace_idx ON public.document_commits USING btree (workspace_id);

CREATE TRIGGER announce_delete AFTER DELETE ON public.document_commits REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON public.document_commits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON public.document_commits REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE POLICY "Commits of a working copy are seen by who reads it" ON "public"."document_commits" FOR SELECT TO "authenticated" USING ((branch_id IN ( SELECT private.live_working_copies() AS live_working_copies)));

COMMENT ON COLUMN "public"."document_commits"."new_branch" IS 'The branch that the commit begins; null for one on the branch that was edited. Without files the new branch begins at the base itself.';

COMMENT ON COLUMN "public"."document_commits"."task_id" IS 'The analysis of what was pushed.';

COMMENT ON FUNCTION "private"."set_back_documents"(bigint, uuid[]) IS 'Sets documents back to what the branch has: their text (a new epoch), their path, and that they were there. New ones are deleted.';

COMMENT ON FUNCTION "public"."commit_documents"(bigint, text, uuid[], text) IS 'Queues a commit of documents of a working copy that comes from Git, with a message, on its branch or on a new one (which begins where this one stands, without documents too). As they are when the worker reads them. Answers the id in document_commits.';

COMMENT ON FUNCTION "public"."discard_changes"(uuid[]) IS 'Sets documents back to what the branch has; new ones are deleted.';

COMMENT ON FUNCTION "public"."resolve_documents"(uuid[], text[]) IS 'Says that documents under which the branch had moved hold by now what they should of it, each with the SHA-256 (hex; null where the branch has nothing any more) of what they were brought together with: from then on they differ from that.';

COMMENT ON FUNCTION "public"."svc_account_at_host"(bigint, bigint) IS 'The account of a person at the Git host of a project, encrypted; null where they have none. For the worker, which commits as them. Never to be passed on.';

COMMENT ON FUNCTION "public"."svc_begin_commit"(uuid) IS 'What the worker needs to make a commit, once it begins; null for one that has ended. Begun again it answers the same, so that a commit that was pushed is known.';

COMMENT ON FUNCTION "public"."svc_end_commit"(uuid, text, text, text, jsonb) IS 'Says how a commit ended: pushed (with what was committed, [{id, epoch, seq, path, hash}]; path and hash null for a deleted one), moved, or failed with a sentence. What was pushed, or has moved, is analysed next.';

COMMENT ON FUNCTION "public"."svc_moved_object"(uuid) IS 'Where in the bucket files lies what the branch has by now of a document under which it has moved; null where it has nothing, or has not moved. For the function that has asked what the caller may read.';

COMMENT ON TABLE "private"."document_commit_files" IS 'The documents that somebody chose for a commit.';

COMMENT ON TABLE "public"."document_commits" IS 'Commits that people make of a working copy at its Git host: queued, pushed, or why not. moved: the branch stands elsewhere there, so nothing was written.';

REVOKE ALL ON FUNCTION "private"."set_back_documents"(bigint, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_back_documents"(bigint, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."commit_documents"(bigint, text, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."commit_documents"(bigint, text, uuid[], text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_documents"(uuid[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_documents"(uuid[], text[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_account_at_host"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_account_at_host"(bigint, bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_begin_commit"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_begin_commit"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_end_commit"(uuid, text, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_end_commit"(uuid, text, text, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_moved_object"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_moved_object"(uuid) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."document_commit_files" TO "postgres";

GRANT SELECT ON TABLE "public"."document_commits" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."document_commits" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field) values
  ('commit_under_way', 'CONFLICT', 409, 'A commit of this branch is under way. Try again once it has ended.', null),
  ('git_branch_taken', 'CONFLICT', 409, 'The project has a branch of this name already.', 'new_branch'),
  ('nothing_to_commit', 'CONFLICT', 409, 'Nothing of this has changed since the last commit.', null)
on conflict (reason) do nothing;
