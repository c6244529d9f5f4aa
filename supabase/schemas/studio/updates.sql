-- What is typed: updates of documents, taken in order and handed to who has them open. Snapshots are made outside the database.

-- # Rules

create function private.open_document(document_id uuid)
returns public.documents
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = document_id;
  if document.id is null or (private.studio_access(document.branch_id)).view is distinct from 'live' then
    perform private.problem('document_not_found');
  end if;
  return document;
end
$$;
comment on function private.open_document is 'A document whose text the caller may read as it is being written; 404 for any other.';

create function private.require_written_as(document public.documents, epoch integer)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if document.id is null then
    perform private.problem('document_not_found');
  elsif document.deleted_at is not null then
    perform private.problem('document_deleted');
  elsif document.is_blocked then
    perform private.problem('document_blocked');
  elsif document.epoch is distinct from require_written_as.epoch or not exists (
    select 1 from private.document_snapshots s where s.document_id = document.id and s.epoch = document.epoch) then
    perform private.problem('document_was_reset');
  end if;
end
$$;
comment on function private.require_written_as is 'Refuses a document that takes nothing in, or is of another epoch, whoever writes.';

create function private.writable_document(document_id uuid, epoch integer)
returns public.documents
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  document public.documents;
  access private.studio_access;
begin
  select * into document from public.documents d where d.id = document_id;
  -- Once: it runs with every key.
  access := private.studio_access(document.branch_id);
  if document.id is null or access.view is distinct from 'live' then
    perform private.problem('document_not_found');
  elsif access.mode <> 'readWrite' then
    perform private.require_writable((select b.project_id from public.branches b where b.id = document.branch_id));
    perform private.problem('not_allowed_in_project');
  end if;
  perform private.require_written_as(document, writable_document.epoch);
  return document;
end
$$;
comment on function private.writable_document is 'A document of this epoch into which the caller may type; refuses any other.';

create function private.begin_with_snapshot(document_id uuid, state bytea default null)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.begin_with_snapshot is 'Lets a document begin anew with its snapshot, or with another state (V2, gzip): an epoch without the updates before it. Answers its last number.';

create function private.queue_compaction(document public.documents, before_seq bigint, snapshot_seq bigint, at_once boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.queue_compaction is 'Asks for a snapshot five minutes after the first update that none holds, and at once after every five hundredth, 8 MB, or what came in many pieces.';

create function private.varuint(bytes bytea, at bigint)
returns bigint
language plpgsql
immutable
set search_path = ''
as $$
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
$$;
comment on function private.varuint is 'A number as lib0 writes it, 16 times, and how many bytes it has; array_subscript_error where there is none.';

create function private.letters_of(bytes bytea)
returns integer
language plpgsql
immutable
set search_path = ''
as $$
declare
  -- A byte that is no ASCII is \nnn there, and a backslash two; without those every backslash begins a byte.
  escaped text;
begin
  if position('\x00'::bytea in bytes) = 0 and length(convert_from(bytes, 'UTF8')) = length(bytes) then
    return length(bytes);
  end if;
  escaped := replace(encode(bytes, 'escape'), '\\', '/');
  -- Texts of Postgres hold no zero; those of editors may.
  return length(convert_from(decode(replace(escaped, '\000', '0'), 'escape'), 'UTF8'))
    + (length(escaped) - length(replace(escaped, '\36', ''))) / 3;
end
$$;
comment on function private.letters_of is 'Of how many letters a text (UTF-8) is as JavaScript counts them (UTF-16): one of four bytes is two. character_not_in_repertoire for bytes that are no UTF-8.';

create function private.update_pieces(bytes bytea, most integer)
returns integer
language plpgsql
immutable
set search_path = ''
as $$
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
    if pieces > most then
      return pieces;
    end if;
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
      if info & 31 = letters then
        if number > size - at then
          return null;
        end if;
        clock := clock + private.letters_of(substring(bytes from at::integer + 1 for number::integer));
        at := at + number;
      else
        clock := clock + number;
      end if;
    end loop;
  end loop;
  number := private.varuint(bytes, at); at := at + (number & 15); clients := number >> 4;
  for i in 1..clients loop
    number := private.varuint(bytes, at); at := at + (number & 15);
    number := private.varuint(bytes, at); at := at + (number & 15); structs := number >> 4;
    clock := 0;
    pieces := pieces + 1;
    if pieces > most then
      return pieces;
    end if;
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
exception when array_subscript_error or numeric_value_out_of_range or character_not_in_repertoire then
  return null;
end
$$;
comment on function private.update_pieces is 'Of how many pieces an update of Yjs (V1) is: runs of letters, and of what is deleted. It counts no further than most. Null for what no editor of ours writes: other bytes, and other things than letters of the text.';

-- # Calls

create type public.kept_update as (key uuid, seq bigint);
comment on type public.kept_update is 'Under which number an update was kept.';

create function public.append_updates(p_document_id uuid, p_epoch integer, p_updates jsonb)
returns setof public.kept_update
language plpgsql
security definer
set search_path = ''
as $$
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
  -- What others may have done to it while this waited. Who may write was asked above, when nobody waited for the answer.
  select * into document from public.documents d where d.id = p_document_id for no key update;
  perform private.require_written_as(document, p_epoch);
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
$$;
comment on function public.append_updates is 'Keeps what was typed into a document, [{key, update}]: updates of Yjs (V1, base64, 2 MB and 2,000 pieces each, 4 MB and 4,000 pieces a call) under keys that the caller chose, and answers their numbers. Sent again they are kept once. What no editor writes is refused (private.update_pieces).';

create function public.recover_document(p_document_id uuid)
returns public.documents
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.recover_document is 'Opens a blocked document again: with its last snapshot, which holds what was typed before what blocked it. What came since goes.';

create type public.document_update as (seq bigint, key uuid, author_id bigint, update text);
comment on type public.document_update is 'An update of Yjs (V1, base64) with its number.';

create function public.updates_after(p_document_id uuid, p_epoch integer, p_seq bigint)
returns setof public.document_update
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  document constant public.documents := private.open_document(p_document_id);
  most constant integer := 1000;
  most_bytes constant bigint := 4194304;
begin
  if document.epoch is distinct from p_epoch then
    perform private.problem('document_was_reset');
  elsif p_seq is null or p_seq < (select s.trimmed_seq from private.document_snapshots s where s.document_id = document.id) then
    perform private.problem('updates_not_kept');
  end if;
  return query
  select n.seq, n.key, n.author_id, translate(encode(n.update, 'base64'), E'\n', '')
  from (
    select u.*, sum(length(u.update)) over (order by u.seq) - length(u.update) as before
    from (select * from private.document_updates a where a.document_id = document.id and a.seq > p_seq order by a.seq limit most) u
  ) n
  where n.before = 0 or n.before + length(n.update) <= most_bytes
  order by n.seq;
end
$$;
comment on function public.updates_after is 'What was typed into a document after an update, in order: at most 1,000 updates and 4 MB, the rest by asking again. Refuses where those are only kept in the snapshot.';

create type public.document_reading as (branch_id bigint, view text);
comment on type public.document_reading is 'Of which working copy a document is, and whether the caller sees what is being written, or what is published.';

create function public.document_reading(p_document_id uuid)
returns public.document_reading
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  document public.documents;
  access private.studio_access;
begin
  select * into document from public.documents d where d.id = p_document_id;
  access := private.studio_access(document.branch_id);
  if access.view is null or access.view = 'published' and (document.changed or document.deleted_at is not null) then
    perform private.problem('document_not_found');
  end if;
  return row(document.branch_id, access.view)::public.document_reading;
end
$$;
comment on function public.document_reading is 'What the caller may read of a document; 404 for who may read nothing. For the function that brings it.';

create type public.stored_document as (
  path text, kind text, is_blocked boolean, eol text, bom boolean, epoch integer, seq bigint, branch_id bigint, state text,
  snapshot_seq bigint, updates jsonb, text text, upload text, object text);
comment on type public.stored_document is 'A document as it is kept: the newest snapshot (V2, gzip, Base64) and what was typed since (V1, Base64), or what it begins with.';

create function public.svc_document(p_document_id uuid, p_published boolean default false)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(d.path, d.kind, d.is_blocked, d.eol, d.bom, d.epoch, d.seq, d.branch_id, translate(encode(s.state, 'base64'), E'\n', ''), s.seq,
    case when s.document_id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('seq', u.seq, 'update', translate(encode(u.update, 'base64'), E'\n', '')) order by u.seq), '[]')
      from private.document_updates u where u.document_id = d.id and u.seq > s.seq) end, o.text, o.upload, (
      select f.workspace_id || '/' || f.object_id from public.files f
      where f.workspace_id = d.workspace_id and f.hash = case when o.document_id is not null then o.hash else d.hash end))::public.stored_document)
  from public.documents d
  left join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch and not p_published
  left join private.document_sources o on o.document_id = d.id and not p_published
  where d.id = p_document_id
$$;
comment on function public.svc_document is 'A document with its snapshot and what was typed since, or what its text begins with: an object of the bucket files or uploads, or a text. p_published: its file in the branch alone. For the function that has asked what the caller may read.';

create function public.svc_moved_object(p_document_id uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select f.workspace_id || '/' || f.object_id
  from public.documents d join public.files f on f.workspace_id = d.workspace_id and f.hash = d.moved_hash
  where d.id = p_document_id and d.base_moved
$$;
comment on function public.svc_moved_object is 'Where in the bucket files lies what the branch has by now of a document under which it has moved; null where it has nothing, or has not moved. For the function that has asked what the caller may read.';

create function public.svc_keep_snapshot(
  p_document_id uuid, p_epoch integer, p_kind text, p_eol text, p_bom boolean, p_size bigint, p_state text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document_id for no key update;
  -- Set back meanwhile, it begins with something else.
  if document.epoch is distinct from p_epoch or exists (select 1 from private.document_snapshots s where s.document_id = p_document_id) then
    return;
  end if;
  update public.documents d set kind = p_kind, eol = p_eol, bom = p_bom, size = p_size where d.id = p_document_id;
  if p_state is not null then
    insert into private.document_snapshots (document_id, epoch, seq, state, trimmed_seq)
    values (p_document_id, p_epoch, document.seq, decode(p_state, 'base64'), document.seq);
  end if;
end
$$;
comment on function public.svc_keep_snapshot is 'Keeps the first snapshot of a document''s epoch (V2, gzip, base64), with what was found in its file; of two at once the first. Without a state the file is binary.';

-- # Grants

grant execute on function public.append_updates, public.recover_document, public.updates_after to authenticated;
grant execute on function public.document_reading to anon, authenticated;
grant execute on function public.svc_document, public.svc_moved_object, public.svc_keep_snapshot to service_role;
