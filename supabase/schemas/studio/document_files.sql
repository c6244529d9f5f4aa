-- Files of a working copy: made, moved, deleted, brought back.

-- # Rules

create function private.require_document_paths(branch_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  -- Two that some file system takes for one, and a file where another one needs a folder.
  if exists (
    select 1 from public.documents d
    where d.branch_id = require_document_paths.branch_id and d.deleted_at is null and d.updated_at = now()
      and (
        exists (
          select 1 from public.documents o
          where o.branch_id = d.branch_id and o.deleted_at is null and o.id <> d.id and private.path_key(o.path) = private.path_key(d.path))
        or exists (
          select 1 from public.documents o
          where o.branch_id = d.branch_id and o.deleted_at is null
            and private.path_key(o.path) ~>=~ (private.path_key(d.path) || '/') and private.path_key(o.path) ~<~ (private.path_key(d.path) || '0'))
        or exists (
          select 1
          from (
            select string_agg(part, '/') over (order by at) as folder, at, count(*) over () as parts
            from regexp_split_to_table(private.path_key(d.path), '/') with ordinality named (part, at)) above
          join public.documents o on o.branch_id = d.branch_id and o.deleted_at is null and private.path_key(o.path) = above.folder
          where above.at < above.parts)))
  then
    perform private.problem('document_path_taken');
  end if;
end
$$;
comment on function private.require_document_paths is 'Refuses what this transaction made of the paths of a working copy where two files cannot lie beside each other on every file system. Those that came from Git so stay.';

create function private.require_document_room(branch_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  most_files constant integer := 50000;
  most_bytes constant bigint := private.most_import_bytes();
  held record;
begin
  select count(*) as files, count(*) filter (where d.deleted_at is not null) as gone,
    coalesce(sum(d.size) filter (where d.deleted_at is null), 0) as bytes
  into held from public.documents d where d.branch_id = require_document_room.branch_id;
  -- Those that wait to be brought back count as well: else making and deleting would have no end.
  if held.files > 2 * most_files or held.files - held.gone > most_files then
    perform private.problem('too_many_documents', params => jsonb_build_object('limit', most_files));
  elsif held.bytes > most_bytes then
    perform private.problem('working_copy_too_large');
  end if;
end
$$;
comment on function private.require_document_room is 'Refuses a working copy of more than 50,000 files, or more than 50 MB, which nobody could publish.';

create function private.require_documents(ids uuid[])
returns public.branches
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.require_documents is 'The branch of documents that the caller may change, locked; all of one working copy, 404 otherwise.';

create function private.allow_edits(weight integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant text := private.current_auth_id();
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  -- Of 4 KB each: some 24 MB a minute and 2 GB a day of one person, in as many calls as ten editors at once make.
  if private.throttle_hit('studio:' || caller, 6000, 60, weight) > 0 or private.throttle_hit('studio-day:' || caller, 500000, 86400, weight) > 0 then
    perform private.problem('too_many_edits');
  end if;
end
$$;
comment on function private.allow_edits is 'Counts what one person changes in working copies, by calls and by their size. Called last: who waits for this count holds documents, and never the other way round.';

create function private.require_edits_left()
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if exists (
    select 1 from private.throttle t
    where t.key = 'studio:' || private.current_auth_id() and t.window_start > now() - interval '60 seconds' and t.hits > 6000
      or t.key = 'studio-day:' || private.current_auth_id() and t.window_start > now() - interval '1 day' and t.hits > 500000)
  then
    perform private.problem('too_many_edits');
  end if;
end
$$;
comment on function private.require_edits_left is 'Refuses who is beyond what private.allow_edits counts, without counting and without waiting: for the start of calls that cost something.';

-- # Calls

create function public.create_documents(p_branch_id bigint, p_files jsonb)
returns setof public.documents
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.create_documents is 'Makes files in a working copy, [{path, text} or {path, upload}]: at most 1,000 a call, of texts 16 MB; upload names an object of the caller in the bucket uploads.';

create function public.move_documents(p_branch_id bigint, p_moves jsonb)
returns setof public.documents
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.move_documents is 'Gives documents of a working copy other paths, [{id, path}]: all or none, two may change places.';

create function public.delete_documents(p_ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_documents(p_ids);
  update public.documents d set deleted_at = now(), updated_at = now(), updated_by = private.current_user_id()
  where d.id = any (p_ids) and d.deleted_at is null;
  perform private.allow_edits(cardinality(p_ids));
end
$$;
comment on function public.delete_documents is 'Deletes documents of a working copy: they can be brought back for seven days.';

create function public.restore_documents(p_ids uuid[])
returns setof public.documents
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.restore_documents is 'Brings deleted documents back, with all that was typed into them, as long as their path is free: for seven days.';

create function public.replace_document(p_document_id uuid, p_upload text)
returns setof public.documents
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_documents(array[p_document_id]);
  folder text;
  upload_size bigint;
begin
  if exists (select 1 from public.documents d where d.id = p_document_id and d.deleted_at is not null) then
    perform private.problem('document_deleted');
  elsif exists (select 1 from public.documents d where d.id = p_document_id and d.kind = 'text') then
    -- What was typed into it would be gone with its epoch.
    perform private.problem('document_is_text');
  end if;
  select p.workspace_id || '/' || private.current_auth_id() || '/' into folder from public.projects p where p.id = branch.project_id;
  select (o.metadata ->> 'size')::bigint into upload_size
  from storage.objects o where o.bucket_id = 'uploads' and o.name = p_upload and starts_with(p_upload, folder);
  if upload_size is null then
    perform private.problem('upload_not_found');
  end if;
  perform private.begin_epoch(array[p_document_id]);
  insert into private.document_sources (document_id, workspace_id, upload)
  select d.id, d.workspace_id, p_upload from public.documents d where d.id = p_document_id
  on conflict (document_id) do update set text = null, upload = excluded.upload, hash = null;
  update public.documents d set size = upload_size, is_edited = true, updated_at = now(), updated_by = private.current_user_id()
  where d.id = p_document_id;
  perform private.require_document_room(branch.id);
  perform private.allow_edits(1);
  perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  return query select d.* from public.documents d where d.id = p_document_id;
end
$$;
comment on function public.replace_document is 'Gives a file that is no text, an image say, other bytes: an object of the caller in the bucket uploads. It keeps its place, and all that refers to it.';

create function private.set_back_documents(branch_id bigint, ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.set_back_documents is 'Sets documents back to what the branch has: their text (a new epoch), their path, and that they were there. New ones are deleted.';

create function public.discard_changes(p_ids uuid[])
returns setof public.documents
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch constant public.branches := private.require_documents(p_ids);
begin
  perform private.set_back_documents(branch.id, p_ids);
  perform private.allow_edits(cardinality(p_ids));
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$$;
comment on function public.discard_changes is 'Sets documents back to what the branch has; new ones are deleted.';

-- # Grants

grant execute on function
  public.create_documents, public.replace_document, public.move_documents, public.delete_documents, public.restore_documents, public.discard_changes
to authenticated;
