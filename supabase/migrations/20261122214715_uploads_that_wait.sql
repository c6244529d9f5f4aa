set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.may_upload_more()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant text := private.current_auth_id()::text;
begin
  -- By ranges of names, which the index on them serves.
  return (
    select count(*) < 2000 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 2147483648
    from private.my_workspace_ids() as mine (workspace_id)
    join storage.objects o on o.bucket_id = 'uploads' and o.name ~>=~ (mine.workspace_id || '/' || me || '/')
      and o.name ~<~ (mine.workspace_id || '/' || me || '0'));
end
$function$;

COMMENT ON FUNCTION "private"."may_upload_more"() IS 'Whether fewer than 2,000 files and 2 GiB of the caller wait to be imported: they lie on a disk that all share.';

REVOKE ALL ON FUNCTION "private"."may_upload_more"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_upload_more"() TO "authenticated", "postgres";

-- By hand
drop policy "People upload into their own folder of workspaces they may create or edit in" on storage.objects;
create policy "People upload into their own folder of workspaces they may create or edit in" on storage.objects for insert to authenticated
with check (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.workspace_ids_with('WorkspaceProjectsCreate') id))
  and (select private.may_upload_more())
);
