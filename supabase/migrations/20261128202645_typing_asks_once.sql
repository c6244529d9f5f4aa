set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.require_written_as(document public.documents, epoch integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.writable_document(document_id uuid, epoch integer)
 RETURNS public.documents
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON FUNCTION "private"."require_written_as"(public.documents, integer) IS 'Refuses a document that takes nothing in, or is of another epoch, whoever writes.';

REVOKE ALL ON FUNCTION "private"."require_written_as"(public.documents, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_written_as"(public.documents, integer) TO "postgres";
