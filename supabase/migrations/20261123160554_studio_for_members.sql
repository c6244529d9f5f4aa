set local check_function_bodies = off;

DROP FUNCTION "private"."studio_view"(boolean, boolean, boolean, boolean);

CREATE OR REPLACE FUNCTION private.queue_compaction(document public.documents, before_seq bigint, snapshot_seq bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  many constant integer := 500;
begin
  if (document.seq - snapshot_seq) / many > (before_seq - snapshot_seq) / many or document.waiting_bytes > 8388608 then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', document.branch_id),
      queue_name => 'compact:' || document.workspace_id, job_key => 'compact_documents:' || document.branch_id, max_attempts => 5);
  elsif before_seq = snapshot_seq then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', document.branch_id),
      queue_name => 'compact:' || document.workspace_id, job_key => 'compact_documents:' || document.branch_id, job_key_mode => 'preserve_run_at', run_at => now() + interval '5 minutes', max_attempts => 5);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.studio_access(branch public.branches)
 RETURNS private.studio_access
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  permissions constant text[] := array(select m.permission from public.my_project_permissions(branch.project_id) m);
  is_linked constant boolean := branch.id in (select private.shared_branch_ids());
  may_read constant boolean := 'project_read' = any (permissions) or is_linked;
  has_service_account constant boolean := exists (select 1 from public.project_service_accounts a where a.project_id = branch.project_id);
  may_update boolean := 'project_contents_update' = any (permissions);
  is_maker boolean;
  access private.studio_access;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  is_maker := private.can_in_workspace(project.workspace_id, 'WorkspaceProjectsCreate');
  may_update := may_update and (project.type <> 'vcs' or has_service_account or is_maker);
  access.mode := private.studio_mode(project.type, may_update, may_read, has_service_account or exists (
    select 1 from public.project_repositories r
    join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = private.current_user_id()
    where r.project_id = project.id));
  access.reason := case
    when access.mode = 'notEditable' then 'studio_not_editable'
    when access.mode = 'connect' then 'studio_connect_account'
    when access.mode <> 'readWrite' and not is_maker then 'studio_needs_maker'
  end;
  if access.mode in ('readOnly', 'readWrite') then
    access.view := private.studio_view('project_unpublished_branch_read' = any (permissions),
      is_linked or branch.is_published and 'project_published_branch_read' = any (permissions),
      'project_published_branch_read' = any (permissions) and private.can_in_workspace(project.workspace_id, 'WorkspaceFullMember'));
    if access.view is null then
      access.mode := 'none';
      access.reason := 'studio_holds_internal';
    end if;
  end if;
  return access;
end
$function$;

CREATE OR REPLACE FUNCTION private.studio_view(reads_drafts boolean, reads_branch boolean, is_full_member boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when reads_drafts then 'live'
    when reads_branch and is_full_member then 'published'
  end
$function$;

CREATE OR REPLACE FUNCTION private.working_copies_read()
 RETURNS TABLE(branch_id bigint, view text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select seen.branch_id, seen.view
  from (
    select w.branch_id, private.studio_view(
        drafts.is_read,
        linked.is_so or b.is_published and published.is_read,
        published.is_read and w.workspace_id in (select private.workspace_ids_with('WorkspaceFullMember'))) as view,
      private.studio_mode(p.type, false, published.is_read or linked.is_so,
        exists (select 1 from public.project_service_accounts a where a.project_id = p.id)
        or exists (
          select 1 from public.project_repositories r
          join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = me
          where r.project_id = p.id)) as mode
    from private.working_copies w
    join public.branches b on b.id = w.branch_id
    join public.projects p on p.id = b.project_id
    cross join lateral (select w.branch_id in (select private.shared_branch_ids()) as is_so) linked
    cross join lateral (select
      (p.workspace_id, p.visibility) in (select r.workspace_id, r.visibility from private.reach_by_role('project_unpublished_branch_read') r)
      or p.id in (select private.project_ids_given('project_unpublished_branch_read'))
      or coalesce(p.group_id in (select private.group_ids_given('project_unpublished_branch_read')), false) as is_read) drafts
    cross join lateral (select
      (p.workspace_id, p.visibility) in (select r.workspace_id, r.visibility from private.reach_by_role('project_published_branch_read') r)
      or p.id in (select private.project_ids_given('project_published_branch_read'))
      or coalesce(p.group_id in (select private.group_ids_given('project_published_branch_read')), false) as is_read) published
    where w.workspace_id in (select private.my_workspace_ids()) or w.branch_id in (select private.shared_branch_ids())
  ) seen
  where seen.view is not null and seen.mode = 'readOnly';
end
$function$;

CREATE OR REPLACE FUNCTION public.append_updates(p_document_id uuid, p_epoch integer, p_updates jsonb)
 RETURNS SETOF public.kept_update
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  access private.studio_access;
  snapshot_seq bigint;
  before_seq bigint;
  author constant bigint := private.current_user_id();
  given jsonb;
  update_key uuid;
  bytes bytea;
  held bigint;
  together integer := 0;
  most_waiting constant bigint := 33554432;
  most_bytes constant bigint := 16777216;
begin
  if author is null then
    perform private.problem('sign_in_first');
  elsif jsonb_typeof(p_updates) is distinct from 'array' or jsonb_array_length(p_updates) not between 1 and 1000 then
    perform private.problem('update_invalid');
  elsif length(p_updates::text) > 5872025 then
    -- 4 MB in base64, and their keys.
    perform private.problem('update_too_large');
  end if;
  select * into document from public.documents d where d.id = p_document_id for no key update;
  access := private.studio_access(document.branch_id);
  if document.id is null or access.view is distinct from 'live' then
    perform private.problem('document_not_found');
  elsif access.mode <> 'readWrite' then
    perform private.problem('not_allowed_in_project');
  elsif document.deleted_at is not null then
    perform private.problem('document_deleted');
  end if;
  select s.seq into snapshot_seq from private.document_snapshots s where s.document_id = document.id and s.epoch = document.epoch;
  if snapshot_seq is null or document.epoch is distinct from p_epoch then
    perform private.problem('document_was_reset');
  end if;
  before_seq := document.seq;
  for given in select value from jsonb_array_elements(p_updates) loop
    begin
      update_key := (given ->> 'key')::uuid;
      bytes := decode(given ->> 'update', 'base64');
    exception when data_exception then
      perform private.problem('update_invalid');
    end;
    if update_key is null or length(bytes) is null or length(bytes) < 2 then
      perform private.problem('update_invalid');
    end if;
    together := together + length(bytes);
    if length(bytes) > 2097152 or together > 4194304 then
      perform private.problem('update_too_large');
    end if;
    select u.seq into held from private.document_updates u where u.document_id = document.id and u.key = update_key;
    if held is null then
      document.seq := document.seq + 1;
      document.waiting_bytes := document.waiting_bytes + length(bytes);
      held := document.seq;
      insert into private.document_updates (document_id, seq, epoch, key, author_id, update)
      values (document.id, document.seq, document.epoch, update_key, author, bytes);
      perform private.tell_document(document.id, 'update', jsonb_build_object('epoch', document.epoch, 'seq', document.seq, 'key', update_key,
        'author_id', author, 'update', case when length(bytes) <= 100000 then translate(encode(bytes, 'base64'), E'\n', '') end));
    end if;
    return next row(update_key, held)::public.kept_update;
  end loop;
  if document.seq = before_seq then
    return;
  end if;
  perform private.allow_edits(greatest(jsonb_array_length(p_updates), 1 + length(p_updates::text) / 4096));
  if document.size > most_bytes then
    perform private.problem('document_too_large');
  elsif document.waiting_bytes > most_waiting then
    perform private.problem('too_many_edits');
  end if;
  update public.documents d
  set seq = document.seq, waiting_bytes = document.waiting_bytes, is_edited = true, updated_at = now(), updated_by = author
  where d.id = document.id;
  perform private.queue_compaction(document, before_seq, snapshot_seq);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_version(p_project_id bigint, p_name text, p_from_branch_id bigint)
 RETURNS public.branch_name
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  origin public.branches;
  branch public.branches;
  wanted constant text := btrim(coalesce(p_name, ''));
  most constant integer := 200;
  held bigint;
  most_bytes constant bigint := 104857600;
begin
  perform private.lock_project_with(p_project_id, 'project_branch_create_delete');
  select * into project from public.projects p where p.id = p_project_id;
  select * into origin from public.branches b where b.id = p_from_branch_id and b.project_id = project.id;
  if project.type <> 'web' then
    perform private.problem('versions_of_web_projects');
  elsif origin.id is null then
    perform private.problem('branch_not_found');
  elsif length(wanted) > 100 or private.is_git_branch(wanted) is not true then
    perform private.problem('branch_name_invalid', 'name');
  elsif exists (select 1 from public.branches b where b.project_id = project.id and (b.slug = private.branch_slug(wanted) or lower(b.name) = lower(wanted))) then
    perform private.problem('version_name_taken');
  elsif (select count(*) from public.branches b where b.project_id = project.id) >= most then
    perform private.problem('too_many_versions');
  end if;
  perform private.require_feature(project.workspace_id, 'multi_branch');
  perform private.make_working_copy(origin);
  select sum(d.size + d.waiting_bytes) into held from public.documents d where d.branch_id = origin.id;
  if held > most_bytes then
    perform private.problem('working_copy_too_large');
  end if;
  insert into public.branches (project_id, name, slug, yjs_document_id)
  values (project.id, wanted, private.branch_slug(wanted), gen_random_uuid()) returning * into branch;
  insert into private.working_copies (branch_id, workspace_id) values (branch.id, project.workspace_id);
  with pairs as materialized (
    select gen_random_uuid() as new_id, d.* from public.documents d where d.branch_id = origin.id and d.deleted_at is null
  ), made as (
    insert into public.documents (id, branch_id, project_id, workspace_id, path, kind, size, eol, bom, epoch, seq, waiting_bytes, updated_by)
    select p.new_id, branch.id, p.project_id, p.workspace_id, p.path, p.kind, p.size, p.eol, p.bom, p.epoch, p.seq, p.waiting_bytes, private.current_user_id()
    from pairs p
  ), snapshots as (
    insert into private.document_snapshots (document_id, epoch, seq, state, trimmed_seq)
    select p.new_id, s.epoch, s.seq, s.state, s.seq from pairs p join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
  ), typed as (
    insert into private.document_updates (document_id, seq, epoch, key, author_id, update, created_at)
    select p.new_id, u.seq, u.epoch, u.key, u.author_id, u.update, u.created_at
    from pairs p
    join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
    join private.document_updates u on u.document_id = p.id and u.seq > s.seq
  )
  insert into private.document_sources (document_id, workspace_id, text, upload, hash)
  select p.new_id, p.workspace_id, o.text, o.upload, case when o.document_id is null then p.hash else o.hash end
  from pairs p left join private.document_sources o on o.document_id = p.id
  where not exists (select 1 from private.document_snapshots s where s.document_id = p.id and s.epoch = p.epoch)
    and num_nonnulls(o.text, o.upload, o.hash, p.hash) > 0;
  perform private.allow_edits(200 + (coalesce(held, 0) / 4096)::integer);
  perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  return row(branch.id, branch.slug, branch.name)::public.branch_name;
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
    -- What went to the new branch is no change of this one, unless somebody went on meanwhile, or its place here is taken.
    begin
      perform private.set_back_documents(commit.branch_id, array(
        select d.id from public.documents d join jsonb_to_recordset(p_committed) as p (id uuid, epoch integer, seq bigint) on p.id = d.id
        where d.branch_id = commit.branch_id and d.epoch = p.epoch and d.seq = p.seq));
    exception when sqlstate 'PT409' then
      null;
    end;
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

COMMENT ON FUNCTION "private"."studio_view"(boolean, boolean, boolean) IS 'What of a working copy somebody sees: live what is being written, for who reads drafts; else the files that are as published, for full members only: files hold what is internal, hidden, or no page at all; null is nothing.';

REVOKE ALL ON FUNCTION "private"."studio_view"(boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."studio_view"(boolean, boolean, boolean) TO "postgres";

-- By hand

update private.reasons
set sentence = 'The files of this project are for members of its workspace. What you may read of it is in its documentation.'
where reason = 'studio_holds_internal';
