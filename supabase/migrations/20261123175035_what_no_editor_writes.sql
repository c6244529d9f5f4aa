set local check_function_bodies = off;

DROP FUNCTION "private"."queue_compaction"(public.documents, bigint, bigint);

ALTER TABLE "public"."documents" ADD COLUMN "is_blocked" boolean NOT NULL DEFAULT false;

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
      where (c.path, c.kind, c.hash, c.epoch, c.changed, c.base_moved, c.deleted_at, c.is_blocked)
        is distinct from (b.path, b.kind, b.hash, b.epoch, b.changed, b.base_moved, b.deleted_at, b.is_blocked)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(select distinct row(null, c.project_id, null, null)::private.change from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_epoch(document_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.document_snapshots s where s.document_id = any (document_ids);
  delete from private.document_updates u where u.document_id = any (document_ids);
  update public.documents d set epoch = d.epoch + 1, waiting_bytes = 0, is_blocked = false, updated_at = now() where d.id = any (document_ids);
  perform private.tell_document(d.id, 'reset', jsonb_build_object('epoch', d.epoch)) from public.documents d where d.id = any (document_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_with_snapshot(document_id uuid, state bytea DEFAULT NULL::bytea)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
begin
  delete from private.document_updates u where u.document_id = begin_with_snapshot.document_id;
  update public.documents d set epoch = d.epoch + 1, waiting_bytes = 0, is_blocked = false, updated_at = now()
  where d.id = begin_with_snapshot.document_id returning * into document;
  update private.document_snapshots s
  set epoch = document.epoch, seq = document.seq, trimmed_seq = document.seq, state = coalesce(begin_with_snapshot.state, s.state), created_at = now()
  where s.document_id = document.id;
  perform private.tell_document(document.id, 'reset', jsonb_build_object('epoch', document.epoch));
  return document.seq;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_account_at_host(user_id bigint, project_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.svc_account_at_host(has_account_at_host.project_id, has_account_at_host.user_id) is not null
$function$;

CREATE OR REPLACE FUNCTION private.is_pipeline_path(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A configuration may lie anywhere by a host's settings; these are the names and folders that hosts look for by themselves.
  select lower(normalize(path, NFKC)) ~ (
    '^\.(github|gitlab|gitea|forgejo|circleci|buildkite|woodpecker|drone|semaphore|azure-pipelines|azuredevops|bitbucket|teamcity|tekton)/'
    || '|^bamboo-specs/'
    || '|(^|/)(codeowners|bitbucket-pipelines\.ya?ml|buildspec\.ya?ml|cloudbuild\.(ya?ml|json)|\.?appveyor\.ya?ml|bitrise\.ya?ml)$'
    || '|(^|/)\.(travis|drone|woodpecker|cirrus|semaphore)\.ya?ml$'
    || '|(^|/)[^/]*\.gitlab-ci[^/]*\.ya?ml$|(^|/)azure-pipelines[^/]*\.ya?ml$|(^|/)([^/]*\.)?jenkinsfile(\.[^/]*)?$')
$function$;

CREATE OR REPLACE FUNCTION private.queue_compaction(document public.documents, before_seq bigint, snapshot_seq bigint, at_once boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  many constant integer := 500;
begin
  if (document.seq - snapshot_seq) / many > (before_seq - snapshot_seq) / many or document.waiting_bytes > 8388608 or at_once then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', document.branch_id),
      queue_name => 'compact:' || document.workspace_id, job_key => 'compact_documents:' || document.branch_id, max_attempts => 5);
  elsif before_seq = snapshot_seq then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', document.branch_id),
      queue_name => 'compact:' || document.workspace_id, job_key => 'compact_documents:' || document.branch_id, job_key_mode => 'preserve_run_at', run_at => now() + interval '5 minutes', max_attempts => 5);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_edits_left()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select 1 from private.throttle t
    where t.key = 'studio:' || private.current_auth_id() and t.window_start > now() - interval '60 seconds' and t.hits > 6000
      or t.key = 'studio-day:' || private.current_auth_id() and t.window_start > now() - interval '1 day' and t.hits > 500000)
  then
    perform private.problem('too_many_edits');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_pieces(bytes bytea, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- Of updates of this form: github.com/yjs/yjs, src/utils/encoding.js, src/structs/Item.js, src/utils/DeleteSet.js.
  deleted constant integer := 1;
  letters constant integer := 4;
  skipped constant integer := 10;
  size constant bigint := length(bytes);
  at bigint := 0;
  pieces integer := 0;
  clients bigint;
  structs bigint;
  client bigint;
  clock bigint;
  info integer;
  other bigint;
  other_clock bigint;
  number bigint;
begin
  number := private.varuint(bytes, at); at := at + (number & 15); clients := number >> 4;
  for i in 1..clients loop
    number := private.varuint(bytes, at); at := at + (number & 15); structs := number >> 4;
    number := private.varuint(bytes, at); at := at + (number & 15); client := number >> 4;
    number := private.varuint(bytes, at); at := at + (number & 15); clock := number >> 4;
    pieces := pieces + 1;
    for j in 1..structs loop
      pieces := pieces + 1;
      if pieces > most then
        return pieces;
      end if;
      info := get_byte(bytes, at::integer); at := at + 1;
      if info = skipped then
        number := private.varuint(bytes, at); at := at + (number & 15);
        clock := clock + (number >> 4);
        continue;
      elsif (info & 31) not in (deleted, letters) or info & 32 <> 0 then
        return null;
      end if;
      -- What stands before it and behind it: of the same author's it was written before.
      for neighbour in 1..((info >> 7) + ((info >> 6) & 1)) loop
        number := private.varuint(bytes, at); at := at + (number & 15); other := number >> 4;
        number := private.varuint(bytes, at); at := at + (number & 15); other_clock := number >> 4;
        if other = client and other_clock >= clock then
          return null;
        end if;
      end loop;
      if info & 192 = 0 then
        -- The first letters of the text, by its name: t.
        if substring(bytes from at::integer + 1 for 3) is distinct from '\x010174'::bytea then
          return null;
        end if;
        at := at + 3;
      end if;
      number := private.varuint(bytes, at); at := at + (number & 15); number := number >> 4;
      if number = 0 or number > 16777216 then
        return null;
      end if;
      -- Of letters the bytes, which are as many at least.
      clock := clock + number;
      if info & 31 = letters then
        at := at + number;
      end if;
    end loop;
  end loop;
  number := private.varuint(bytes, at); at := at + (number & 15); clients := number >> 4;
  for i in 1..clients loop
    number := private.varuint(bytes, at); at := at + (number & 15);
    number := private.varuint(bytes, at); at := at + (number & 15); structs := number >> 4;
    clock := 0;
    pieces := pieces + 1;
    for j in 1..structs loop
      pieces := pieces + 1;
      if pieces > most then
        return pieces;
      end if;
      number := private.varuint(bytes, at); at := at + (number & 15);
      if number >> 4 < clock then
        return null;
      end if;
      clock := number >> 4;
      number := private.varuint(bytes, at); at := at + (number & 15);
      if number >> 4 = 0 then
        return null;
      end if;
      clock := clock + (number >> 4);
    end loop;
  end loop;
  return case when at = size then pieces end;
exception when array_subscript_error or numeric_value_out_of_range then
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.varuint(bytes bytea, at bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  value bigint := 0;
  read integer := 0;
  byte integer;
begin
  loop
    byte := get_byte(bytes, (at + read)::integer);
    value := value | ((byte & 127)::bigint << (7 * read));
    read := read + 1;
    exit when byte < 128;
    if read = 8 then
      raise array_subscript_error;
    end if;
  end loop;
  return value << 4 | read;
end
$function$;

CREATE OR REPLACE FUNCTION private.writable_document(document_id uuid, epoch integer)
 RETURNS public.documents
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document constant public.documents := private.open_document(document_id);
begin
  if (private.studio_access(document.branch_id)).mode <> 'readWrite' then
    perform private.require_writable((select b.project_id from public.branches b where b.id = document.branch_id));
    perform private.problem('not_allowed_in_project');
  elsif document.deleted_at is not null then
    perform private.problem('document_deleted');
  elsif document.is_blocked then
    perform private.problem('document_blocked');
  elsif document.epoch is distinct from writable_document.epoch or not exists (
    select 1 from private.document_snapshots s where s.document_id = document.id and s.epoch = document.epoch) then
    perform private.problem('document_was_reset');
  end if;
  return document;
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
  snapshot_seq bigint;
  before public.documents;
  author constant bigint := private.current_user_id();
  given jsonb;
  keys uuid[] := '{}';
  updates bytea[] := '{}';
  bytes bytea;
  held bigint;
  together integer := 0;
  pieces integer;
  all_pieces integer := 0;
  most_updates constant integer := 100;
  most_pieces constant integer := 2000;
  most_waiting constant bigint := 33554432;
  most_waiting_together constant bigint := 1073741824;
  most_bytes constant bigint := 16777216;
begin
  if author is null then
    perform private.problem('sign_in_first');
  elsif jsonb_typeof(p_updates) is distinct from 'array' or jsonb_array_length(p_updates) not between 1 and most_updates then
    perform private.problem('update_invalid');
  elsif length(p_updates::text) > 5872025 then
    -- 4 MB in base64, and their keys.
    perform private.problem('update_too_large');
  end if;
  -- Before anything is read of it, and before anybody waits: who has sent too much, or may not write at all.
  perform private.require_edits_left();
  perform private.writable_document(p_document_id, p_epoch);
  for given in select value from jsonb_array_elements(p_updates) loop
    begin
      keys := keys || (given ->> 'key')::uuid;
      bytes := decode(given ->> 'update', 'base64');
    exception when data_exception then
      perform private.problem('update_invalid');
    end;
    together := together + length(bytes);
    if length(bytes) > 2097152 or together > 4194304 then
      perform private.problem('update_too_large');
    end if;
    pieces := private.update_pieces(bytes, most_pieces);
    all_pieces := all_pieces + pieces;
    if given ->> 'key' is null or pieces is null then
      perform private.problem('update_invalid');
    elsif pieces > most_pieces or all_pieces > 2 * most_pieces then
      perform private.problem('update_too_large');
    end if;
    updates := updates || bytes;
  end loop;
  perform from public.documents d where d.id = p_document_id for no key update;
  document := private.writable_document(p_document_id, p_epoch);
  before := document;
  select s.seq into snapshot_seq from private.document_snapshots s where s.document_id = document.id;
  for i in 1..cardinality(keys) loop
    select u.seq into held from private.document_updates u where u.document_id = document.id and u.key = keys[i];
    if held is null then
      document.seq := document.seq + 1;
      document.waiting_bytes := document.waiting_bytes + length(updates[i]);
      held := document.seq;
      insert into private.document_updates (document_id, seq, epoch, key, author_id, update)
      values (document.id, document.seq, document.epoch, keys[i], author, updates[i]);
      perform private.tell_document(document.id, 'update', jsonb_build_object('epoch', document.epoch, 'seq', document.seq, 'key', keys[i],
        'author_id', author, 'update', case when length(updates[i]) <= 100000 then translate(encode(updates[i], 'base64'), E'\n', '') end));
    end if;
    return next row(keys[i], held)::public.kept_update;
  end loop;
  if document.seq = before.seq then
    return;
  end if;
  perform private.allow_edits(greatest(cardinality(keys), 1 + length(p_updates::text) / 4096, all_pieces / 50));
  if document.size > most_bytes then
    perform private.problem('document_too_large');
  elsif document.waiting_bytes > most_waiting then
    perform private.problem('too_many_edits');
  elsif document.waiting_bytes >> 20 > before.waiting_bytes >> 20
    and (select sum(d.waiting_bytes) from public.documents d where d.workspace_id = document.workspace_id) > most_waiting_together then
    -- Looked at with every megabyte of a document: all of them are read for it.
    perform private.problem('too_many_edits');
  end if;
  update public.documents d
  set seq = document.seq, waiting_bytes = document.waiting_bytes, is_edited = true, updated_at = now(), updated_by = author
  where d.id = document.id;
  perform private.queue_compaction(document, before.seq, snapshot_seq, all_pieces > 500);
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
  elsif not private.has_account_at_host(private.current_user_id(), branch.project_id) and exists (
    select 1 from public.documents d
    where d.id = any (p_ids) and d.changed and (private.is_pipeline_path(d.path) or private.is_pipeline_path(d.published_path))) then
    perform private.problem('pipeline_needs_own_account');
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
  perform private.allow_edits(200);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.recover_document(p_document_id uuid)
 RETURNS public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
begin
  perform private.require_documents(array[p_document_id]);
  select * into document from public.documents d where d.id = p_document_id for no key update;
  if not document.is_blocked then
    return document;
  end if;
  perform private.begin_with_snapshot(document.id);
  update public.documents d set updated_by = private.current_user_id() where d.id = document.id returning * into document;
  perform private.allow_edits(1);
  return document;
end
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
      and not exists (select 1 from public.projects p where p.id = commit.project_id and p.is_read_only)
      -- As private.studio_access has it: without a service account the commits are of who may create projects.
      and exists (
        select 1 from public.workspace_members m
        where m.user_id = commit.author_id and m.workspace_id = commit.workspace_id and m.is_active
          and (exists (select 1 from public.project_service_accounts a where a.project_id = commit.project_id)
            or exists (
              select 1 from public.workspace_role_permissions p
              where p.role = m.role::text and p.permission = 'WorkspaceProjectsCreate'))),
    'author', (
      select jsonb_build_object('name', coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username::text),
        'email', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
      from public.users u where u.id = commit.author_id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'epoch', d.epoch, 'seq', d.seq, 'path', d.path, 'published_path', d.published_path, 'is_deleted', d.deleted_at is not null) order by d.path, d.id), '[]')
      from private.document_commit_files f join public.documents d on d.id = f.document_id where f.commit_id = commit.id));
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_document(p_document_id uuid, p_published boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'path', d.path, 'kind', d.kind, 'is_blocked', d.is_blocked, 'eol', d.eol, 'bom', d.bom, 'epoch', d.epoch, 'seq', d.seq, 'branch_id', d.branch_id,
    'state', translate(encode(s.state, 'base64'), E'\n', ''), 'snapshot_seq', s.seq,
    'updates', case when s.document_id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('seq', u.seq, 'update', translate(encode(u.update, 'base64'), E'\n', '')) order by u.seq), '[]')
      from private.document_updates u where u.document_id = d.id and u.seq > s.seq) end,
    'text', o.text, 'upload', o.upload, 'object', (
      select f.workspace_id || '/' || f.object_id from public.files f
      where f.workspace_id = d.workspace_id and f.hash = case when o.document_id is not null then o.hash else d.hash end))
  from public.documents d
  left join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch and not p_published
  left join private.document_sources o on o.document_id = d.id and not p_published
  where d.id = p_document_id
$function$;

COMMENT ON COLUMN "public"."documents"."is_blocked" IS 'What was typed into it takes too much work to be put together: nothing more is taken, and nobody opens it, until it is set back or recovered.';

COMMENT ON FUNCTION "private"."begin_with_snapshot"(uuid, bytea) IS 'Lets a document begin anew with its snapshot, or with another state (V2, gzip): an epoch without the updates before it. Answers its last number.';

COMMENT ON FUNCTION "private"."has_account_at_host"(bigint, bigint) IS 'Whether somebody commits to a project with their own account at its host.';

COMMENT ON FUNCTION "private"."is_pipeline_path"(text) IS 'Whether a file tells a Git host what to run, or who has to agree to changes: it is committed by a person''s own account there, never by a service account.';

COMMENT ON FUNCTION "private"."queue_compaction"(public.documents, bigint, bigint, boolean) IS 'Asks for a snapshot five minutes after the first update that none holds, and at once after every five hundredth, 8 MB, or what came in many pieces.';

COMMENT ON FUNCTION "private"."require_edits_left"() IS 'Refuses who is beyond what private.allow_edits counts, without counting and without waiting: for the start of calls that cost something.';

COMMENT ON FUNCTION "private"."update_pieces"(bytea, integer) IS 'Of how many pieces an update of Yjs (V1) is: runs of letters, and of what is deleted. It counts no further than most. Null for what no editor of ours writes: other bytes, and other things than letters of the text.';

COMMENT ON FUNCTION "private"."varuint"(bytea, bigint) IS 'A number as lib0 writes it, 16 times, and how many bytes it has; array_subscript_error where there is none.';

COMMENT ON FUNCTION "private"."writable_document"(uuid, integer) IS 'A document of this epoch into which the caller may type; refuses any other.';

COMMENT ON FUNCTION "public"."append_updates"(uuid, integer, jsonb) IS 'Keeps what was typed into a document, [{key, update}]: updates of Yjs (V1, base64, 2 MB and 2,000 pieces each, 4 MB and 4,000 pieces a call) under keys that the caller chose, and answers their numbers. Sent again they are kept once. What no editor writes is refused (private.update_pieces).';

COMMENT ON FUNCTION "public"."recover_document"(uuid) IS 'Opens a blocked document again: with its last snapshot, which holds what was typed before what blocked it. What came since goes.';

REVOKE ALL ON FUNCTION "private"."begin_with_snapshot"(uuid, bytea) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_with_snapshot"(uuid, bytea) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_account_at_host"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_account_at_host"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_pipeline_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_pipeline_path"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_compaction"(public.documents, bigint, bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_compaction"(public.documents, bigint, bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_edits_left"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_edits_left"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_pieces"(bytea, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_pieces"(bytea, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."varuint"(bytea, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."varuint"(bytea, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."writable_document"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."writable_document"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."recover_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."recover_document"(uuid) TO "authenticated", "postgres";

REVOKE ALL ("is_blocked") ON TABLE "public"."documents" FROM "anon";

GRANT SELECT ("is_blocked") ON TABLE "public"."documents" TO "anon";

REVOKE ALL ("is_blocked") ON TABLE "public"."documents" FROM "authenticated";

GRANT SELECT ("is_blocked") ON TABLE "public"."documents" TO "authenticated";

-- By hand

insert into private.reasons (reason, code, status, sentence, field) values
  ('document_blocked', 'CONFLICT', 409, 'Something was written into this file that takes too much work to read, so it is closed. Go back to its last good state, or discard its changes.', 'blocked'),
  ('pipeline_needs_own_account', 'ACTION_PROHIBITED', 403, 'This file tells the Git host what to run. Connect your own account there to commit it: the project''s service account does not.', 'ids')
on conflict (reason) do nothing;
update private.reasons set sentence = 'Changes come as 1 to 100 updates of text, each with a key of its own.' where reason = 'update_invalid';
update private.reasons set sentence = 'A change may have at most 2 MB and 2,000 pieces, and those that are sent together 4 MB and 4,000 pieces.' where reason = 'update_too_large';
