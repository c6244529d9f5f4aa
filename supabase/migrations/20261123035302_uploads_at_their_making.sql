set local check_function_bodies = off;

DROP POLICY "People upload into their own folder of workspaces they may crea" ON "storage"."objects";

DROP FUNCTION "private"."may_upload_more"();

CREATE OR REPLACE FUNCTION private.has_room_for_uploads(auth_id uuid, host_id text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- By ranges of names, which the index on them serves.
  return (
    select count(*) < 2000 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 2147483648
    from (
      select m.workspace_id::text from public.users u join public.workspace_members m on m.user_id = u.id
      where u.auth_id = has_room_for_uploads.auth_id
      union
      select host_id) place (folder)
    join storage.objects o on o.bucket_id = 'uploads' and o.name ~>=~ (place.folder || '/' || has_room_for_uploads.auth_id || '/')
      and o.name ~<~ (place.folder || '/' || has_room_for_uploads.auth_id || '0'));
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_uploads_bounded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place constant text[] := regexp_match(new.name, '^([0-9]+)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/');
begin
  if place is null then
    -- Of a push by a CI token, whose files are bounded by its project.
    return new;
  end if;
  -- Of many at once each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || place[2], 0));
  if not private.has_room_for_uploads(place[2]::uuid, place[1]) then
    -- As a policy refuses: what Storage answers with 403.
    raise exception using errcode = 'insufficient_privilege', message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_uploading()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_room_for_uploads(private.current_auth_id()) then
    perform private.problem('too_many_files_waiting');
  end if;
  -- Of a stable function without an answer nobody needs the call, and the planner leaves it out.
  return true;
end
$function$;

CREATE TRIGGER keep_uploads_bounded BEFORE INSERT ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = 'uploads'::text)) EXECUTE FUNCTION private.keep_uploads_bounded();

CREATE POLICY "People upload into their own folder of workspaces they may crea" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((bucket_id = 'uploads'::text) AND ((storage.foldername(name))[2] = (( SELECT private.current_auth_id() AS current_auth_id))::text) AND ((storage.foldername(name))[1] = ANY (ARRAY( SELECT (id.id)::text AS id
   FROM private.workspace_ids_with('WorkspaceProjectsCreate'::text) id(id))))));

COMMENT ON FUNCTION "private"."has_room_for_uploads"(uuid, text) IS 'Whether fewer than 2,000 files and 2 GiB of somebody wait to be imported, in all of their workspaces and in one more: they lie on a disk that all share.';

COMMENT ON FUNCTION "private"."keep_uploads_bounded"() IS 'Refuses an upload of somebody of whom too much waits, when it is made: an address that was signed before speaks for Storage itself, which passes by policies.';

COMMENT ON FUNCTION "public"."check_uploading"() IS 'Refuses somebody of whom too many files wait to be imported: the bucket refuses them too, but cannot say why.';

REVOKE ALL ON FUNCTION "private"."has_room_for_uploads"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_room_for_uploads"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_uploads_bounded"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_uploads_bounded"() TO "postgres";
