set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.replace_document(p_document_id uuid, p_upload text)
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON FUNCTION "public"."replace_document"(uuid, text) IS 'Gives a file that is no text, an image say, other bytes: an object of the caller in the bucket uploads. It keeps its place, and all that refers to it.';

REVOKE ALL ON FUNCTION "public"."replace_document"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."replace_document"(uuid, text) TO "authenticated", "postgres";

insert into private.reasons (reason, code, status, sentence, field) values
  ('document_is_text', 'CONFLICT', 409, 'This file is edited as text: write into it, or delete it and upload another one.', 'document_id');
