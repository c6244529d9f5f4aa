set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.announce_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(null, c.project_id, null, null)::private.change
      from changed c join before b using (id)
      where (c.path, c.kind, c.hash, c.epoch, c.changed, c.base_moved, c.deleted_at)
        is distinct from (b.path, b.kind, b.hash, b.epoch, b.changed, b.base_moved, b.deleted_at)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(select distinct row(null, c.project_id, null, null)::private.change from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_branch(branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved uuid[];
begin
  if not exists (select 1 from private.working_copies w where w.branch_id = follow_branch.branch_id) then
    return;
  end if;
  -- What is unchanged here takes over what the branch has.
  delete from public.documents d
  where d.branch_id = follow_branch.branch_id and d.deleted_at is null and not d.changed
    and not exists (select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.published_path);
  with taken as (
    update public.documents d set hash = f.hash, size = s.size, eol = 'lf', bom = false,
      kind = case when private.seems_binary(f.path) then 'binary' else 'text' end
    from public.branch_files f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
    where d.branch_id = follow_branch.branch_id and d.deleted_at is null and not d.changed
      and f.branch_id = d.branch_id and f.path = d.published_path and f.hash <> d.hash
    returning d.id)
  select array_agg(t.id) into moved from taken t;
  perform private.begin_epoch(coalesce(moved, '{}'));
  -- What is changed here stays, and says so; so does what took a name that the branch has given to another file.
  update public.documents d set base_moved = there.differs, moved_hash = case when there.differs then there.hash end
  from (
    select c.id, coalesce(taken.hash, f.hash) as hash, taken.hash is not null or f.hash is distinct from c.hash as differs
    from public.documents c
    left join public.branch_files f on f.branch_id = c.branch_id and f.path = coalesce(c.published_path, c.path)
    left join public.branch_files taken on taken.branch_id = c.branch_id and taken.path = c.path and c.path <> c.published_path
      and c.deleted_at is null and not exists (
        select 1 from public.documents o where o.branch_id = c.branch_id and o.published_path = taken.path)
    where c.branch_id = follow_branch.branch_id and (c.changed or c.deleted_at is not null) and (c.hash is not null or f.hash is not null)
  ) there
  where d.id = there.id and (d.base_moved, d.moved_hash) is distinct from (there.differs, case when there.differs then there.hash end);
  -- Alike here and there, as after a commit from here: nothing has moved. Of texts that were opened the compaction finds out.
  update public.documents d set hash = d.moved_hash, published_path = d.path, is_edited = false, base_moved = false, moved_hash = null
  from private.document_sources s
  where d.branch_id = follow_branch.branch_id and d.base_moved and d.deleted_at is null and s.document_id = d.id and s.hash = d.moved_hash
    and not exists (select 1 from private.document_snapshots o where o.document_id = d.id)
    and exists (select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.path and f.hash = d.moved_hash);
  delete from private.document_sources s using public.documents d
  where s.document_id = d.id and d.branch_id = follow_branch.branch_id and not d.changed;
  if exists (select 1 from public.documents d where d.branch_id = follow_branch.branch_id and d.base_moved and d.is_edited) then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', follow_branch.branch_id),
      job_key => 'compact_documents:' || follow_branch.branch_id, max_attempts => 5);
  end if;
  -- Gone here and there: brought back, they begin with the file that they had.
  insert into private.document_sources (document_id, workspace_id, hash)
  select d.id, d.workspace_id, d.hash from public.documents d
  where d.branch_id = follow_branch.branch_id and d.deleted_at is not null and d.base_moved and d.moved_hash is null and d.hash is not null
    and not exists (select 1 from private.document_snapshots s where s.document_id = d.id)
  on conflict do nothing;
  update public.documents d set hash = null, published_path = null, base_moved = false, moved_hash = null
  where d.branch_id = follow_branch.branch_id and d.deleted_at is not null and d.base_moved and d.moved_hash is null;
  insert into public.documents (branch_id, project_id, workspace_id, path, published_path, hash, size, kind)
  select f.branch_id, b.project_id, f.workspace_id, f.path, f.path, f.hash, s.size,
    case when private.seems_binary(f.path) then 'binary' else 'text' end
  from public.branch_files f
  join public.branches b on b.id = f.branch_id
  join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  where f.branch_id = follow_branch.branch_id and not exists (
    select 1 from public.documents d
    where d.branch_id = f.branch_id and (d.published_path = f.path or d.path = f.path and d.deleted_at is null));
end
$function$;

CREATE OR REPLACE FUNCTION private.require_documents(ids uuid[])
 RETURNS public.branches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch_ids bigint[];
  most constant integer := 1000;
begin
  if coalesce(cardinality(ids), 0) not between 1 and most then
    perform private.problem('documents_at_once', params => jsonb_build_object('limit', most));
  end if;
  select array_agg(distinct d.branch_id) into branch_ids from public.documents d where d.id = any (ids);
  -- Those of several working copies are nobody's one change.
  if cardinality(branch_ids) is distinct from 1 or exists (
    select 1 from unnest(ids) asked where not exists (select 1 from public.documents d where d.id = asked)) then
    perform private.problem('document_not_found');
  end if;
  if (private.studio_access(branch_ids[1])).view is distinct from 'live' then
    perform private.problem('document_not_found');
  end if;
  return private.require_writable_copy(branch_ids[1]);
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
  perform private.allow_edits(1 + (length(p_updates::text) / 4096));
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

CREATE OR REPLACE FUNCTION public.create_documents(p_branch_id bigint, p_files jsonb)
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  host_id bigint;
  folder text;
  file record;
  made public.documents;
  most constant integer := 1000;
  most_text constant integer := 16777216;
begin
  if jsonb_typeof(p_files) is distinct from 'array' or jsonb_array_length(p_files) not between 1 and most then
    perform private.problem('documents_at_once', 'files', jsonb_build_object('limit', most));
  elsif length(p_files::text) > 2 * most_text then
    perform private.problem('document_too_large');
  end if;
  branch := private.require_writable_copy(p_branch_id);
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  folder := host_id || '/' || private.current_auth_id() || '/';
  for file in
    select f ->> 'path' as path, f ->> 'text' as text, f ->> 'upload' as upload,
      (select (o.metadata ->> 'size')::bigint from storage.objects o
       where o.bucket_id = 'uploads' and o.name = f ->> 'upload' and starts_with(f ->> 'upload', folder)) as upload_size
    from jsonb_array_elements(p_files) f
  loop
    if private.is_project_path(file.path) is not true then
      perform private.problem('import_path_invalid', 'path');
    elsif num_nonnulls(file.text, file.upload) <> 1 then
      perform private.problem('required', 'text');
    elsif file.upload is not null and file.upload_size is null then
      perform private.problem('upload_not_found');
    elsif octet_length(file.text) > most_text then
      perform private.problem('document_too_large');
    elsif exists (select 1 from public.documents d where d.branch_id = branch.id and d.path = file.path and d.deleted_at is null) then
      perform private.problem('document_path_taken');
    end if;
    -- As an editor would have it: what is new begins with line feeds and without a mark.
    insert into public.documents (branch_id, project_id, workspace_id, path, kind, size, updated_by)
    values (branch.id, branch.project_id, host_id, file.path, case when file.upload is not null and private.seems_binary(file.path) then 'binary' else 'text' end,
      coalesce(file.upload_size, octet_length(file.text)), private.current_user_id())
    returning * into made;
    insert into private.document_sources (document_id, workspace_id, text, upload) values (made.id, host_id, file.text, file.upload);
    return next made;
  end loop;
  perform private.require_document_room(branch.id);
  perform private.require_document_paths(branch.id);
  perform private.allow_edits(jsonb_array_length(p_files) + length(p_files::text) / 4096);
  if exists (select 1 from jsonb_array_elements(p_files) f where f ? 'upload') then
    -- What was uploaded moves to where files are kept: the place for uploads is for what is on its way.
    perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  end if;
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
  perform private.allow_edits(200);
  perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  return row(branch.id, branch.slug, branch.name)::public.branch_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_documents(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_documents(p_ids);
  update public.documents d set deleted_at = now(), updated_at = now(), updated_by = private.current_user_id()
  where d.id = any (p_ids) and d.deleted_at is null;
  perform private.allow_edits(cardinality(p_ids));
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
  perform private.allow_edits(cardinality(p_ids));
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_documents(p_branch_id bigint, p_moves jsonb)
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  ids uuid[];
begin
  if jsonb_typeof(p_moves) is distinct from 'array' then
    perform private.problem('required', 'moves');
  elsif exists (select 1 from jsonb_array_elements(p_moves) m where private.is_project_path(m ->> 'path') is not true) then
    perform private.problem('import_path_invalid', 'path');
  elsif exists (select 1 from jsonb_array_elements(p_moves) m where m ->> 'id' is null or m ->> 'id' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.problem('document_not_found');
  end if;
  select array_agg(distinct (m ->> 'id')::uuid) into ids from jsonb_array_elements(p_moves) m;
  branch := private.require_documents(ids);
  if branch.id is distinct from p_branch_id or cardinality(ids) <> jsonb_array_length(p_moves)
    or exists (select 1 from public.documents d where d.id = any (ids) and d.deleted_at is not null) then
    perform private.problem('document_not_found');
  end if;
  -- Out of each other's way first: two may take each other's place.
  update public.documents d set path = d.id || '.moving' where d.id = any (ids);
  if exists (
    select 1 from jsonb_array_elements(p_moves) m group by m ->> 'path' having count(*) > 1
    union all
    select 1 from jsonb_array_elements(p_moves) m
    join public.documents d on d.branch_id = branch.id and d.path = m ->> 'path' and d.deleted_at is null)
  then
    perform private.problem('document_path_taken');
  end if;
  update public.documents d set path = m ->> 'path', updated_at = now(), updated_by = private.current_user_id()
  from jsonb_array_elements(p_moves) m where d.id = (m ->> 'id')::uuid;
  perform private.require_document_paths(branch.id);
  perform private.allow_edits(cardinality(ids));
  return query select d.* from public.documents d where d.id = any (ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.publish_working_copy(p_branch_id bigint, p_message text DEFAULT ''::text)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_writable_copy(p_branch_id);
  project public.projects;
  job uuid;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  if project.type = 'vcs' then
    perform private.problem('content_comes_from_git');
  elsif not private.may_track(project.id, branch.name) then
    perform private.problem('upgrade_required', 'multi_branch');
  elsif exists (select 1 from public.documents d where d.branch_id = branch.id and d.base_moved and d.changed) then
    perform private.problem('working_copy_behind');
  end if;
  -- What is queued has not been read yet: it brings this too.
  select t.job_id into job from public.task_logs t
  where t.branch_id = branch.id and t.task_id = 'analyze' and t.source = 'studio' and t.status = 'queued' and t.started_at is null
  order by t.created_at desc limit 1 for update;
  if job is null then
    if not exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed) then
      perform private.problem('nothing_to_publish');
    end if;
    insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by, source)
    values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'manual', private.current_user_id(), 'studio')
    returning job_id into job;
    perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id);
  end if;
  insert into private.publications (job_id, message) values (job, left(coalesce(p_message, ''), 5000))
  on conflict (job_id) do update set message = excluded.message;
  perform private.allow_edits(60);
  return row(job)::public.queued_import;
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
  perform private.allow_edits(cardinality(p_ids));
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_commit(p_branch_id bigint, p_sha text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_writable_copy(p_branch_id);
  other uuid[];
  touched integer;
begin
  if not exists (select 1 from private.commit_files c where c.branch_id = branch.id and c.sha = p_sha) then
    perform private.problem('commit_not_kept');
  end if;
  -- Renewed, so that the clean-up does not take for orphans what documents refer to in a moment.
  update public.files f set created_at = now()
  from private.commit_files c
  where c.branch_id = branch.id and c.sha = p_sha and f.workspace_id = c.workspace_id and f.hash = c.hash and f.created_at < now() - interval '1 hour';
  -- Deleted ones come back where they were; the newest, where there were several.
  update public.documents d set deleted_at = null, updated_at = now()
  where d.id in (
    select distinct on (g.path) g.id
    from public.documents g join private.commit_files c on c.branch_id = g.branch_id and c.sha = p_sha and c.path = g.path
    where g.branch_id = branch.id and g.deleted_at is not null
      and not exists (select 1 from public.documents l where l.branch_id = g.branch_id and l.path = g.path and l.deleted_at is null)
    order by g.path, g.deleted_at desc);
  select array_agg(d.id) into other
  from public.documents d join private.commit_files c on c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path
  where d.branch_id = branch.id and d.deleted_at is null and (d.is_edited or d.hash is distinct from c.hash);
  perform private.begin_epoch(coalesce(other, '{}'));
  delete from private.document_sources s where s.document_id = any (other);
  insert into private.document_sources (document_id, workspace_id, hash)
  select d.id, d.workspace_id, c.hash
  from public.documents d join private.commit_files c on c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path
  where d.id = any (other) and d.hash is distinct from c.hash;
  update public.documents d set is_edited = d.hash is distinct from c.hash, size = f.size, updated_at = now(), updated_by = private.current_user_id(),
    kind = case when private.seems_binary(d.path) then 'binary' else 'text' end
  from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
  where c.branch_id = branch.id and c.sha = p_sha and c.path = d.path and d.id = any (other);
  touched := coalesce(cardinality(other), 0);
  update public.documents d set deleted_at = now(), updated_at = now(), updated_by = private.current_user_id()
  where d.branch_id = branch.id and d.deleted_at is null
    and not exists (select 1 from private.commit_files c where c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path);
  with made as (
    insert into public.documents (branch_id, project_id, workspace_id, path, kind, size, updated_by)
    select branch.id, branch.project_id, c.workspace_id, c.path, case when private.seems_binary(c.path) then 'binary' else 'text' end, f.size,
      private.current_user_id()
    from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
    where c.branch_id = branch.id and c.sha = p_sha
      and not exists (select 1 from public.documents d where d.branch_id = c.branch_id and d.path = c.path and d.deleted_at is null)
    returning id, path, workspace_id
  )
  insert into private.document_sources (document_id, workspace_id, hash)
  select m.id, m.workspace_id, c.hash from made m join private.commit_files c on c.branch_id = branch.id and c.sha = p_sha and c.path = m.path;
  perform private.allow_edits(200);
  return touched;
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_documents(p_ids uuid[])
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_documents(p_ids);
begin
  if exists (select 1 from public.documents d where d.id = any (p_ids) and d.deleted_at < now() - interval '7 days') then
    perform private.problem('document_not_found');
  elsif exists (
    select 1 from public.documents d join public.documents o on o.branch_id = d.branch_id and o.path = d.path and o.deleted_at is null and o.id <> d.id
    where d.id = any (p_ids)
    union all
    select 1 from public.documents d where d.id = any (p_ids) group by d.path having count(*) > 1)
  then
    perform private.problem('document_path_taken');
  end if;
  update public.documents d set deleted_at = null, updated_at = now(), updated_by = private.current_user_id()
  where d.id = any (p_ids) and d.deleted_at is not null;
  perform private.require_document_room(branch.id);
  perform private.require_document_paths(branch.id);
  perform private.allow_edits(cardinality(p_ids));
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

COMMENT ON FUNCTION "private"."allow_edits"(integer) IS 'Counts what one person changes in working copies, by calls and by their size. Called last: who waits for this count holds documents, and never the other way round.';
