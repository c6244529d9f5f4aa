set local check_function_bodies = off;

CREATE TYPE "public"."branch_image" AS ("workspace_id" bigint, "hash" text, "size" bigint);

CREATE OR REPLACE FUNCTION public.branch_image(p_branch_id bigint, p_path text)
 RETURNS SETOF public.branch_image
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(f.workspace_id, encode(f.hash, 'hex'), f.size)::public.branch_image
  from public.branch_files b
  join public.files f on f.workspace_id = b.workspace_id and f.hash = b.hash
  where b.branch_id = p_branch_id and b.path = p_path
    and p_path ~* '\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)$'
    and private.can_read_branch(p_branch_id)
$function$;

CREATE OR REPLACE FUNCTION public.svc_stored_files(p_workspace_id bigint, p_hashes text[])
 RETURNS TABLE(hash text, object text, size bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select encode(f.hash, 'hex'), f.workspace_id || '/' || f.object_id, f.size
  from public.files f
  where f.workspace_id = p_workspace_id
    and f.hash = any (array(select decode(h, 'hex') from unnest(p_hashes[1:5000]) h where h ~ '^[0-9a-f]{64}$'))
$function$;

COMMENT ON FUNCTION "public"."branch_image"(bigint, text) IS 'An image of a branch by its path, for who reads the branch, by its link too: articles show images to all their readers. Nothing for other files, whose names and content may tell of internal nodes.';

COMMENT ON FUNCTION "public"."svc_stored_files"(bigint, text[]) IS 'Where at most 5,000 files of a workspace lie in the bucket files, for the function that has asked what the caller may read.';

COMMENT ON TYPE "public"."branch_image" IS 'An image of a branch: the SHA-256 (hex) and the size of its file.';

REVOKE ALL ON FUNCTION "public"."branch_image"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_image"(bigint, text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_stored_files"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_stored_files"(bigint, text[]) TO "postgres", "service_role";

GRANT USAGE ON TYPE "public"."branch_image" TO "postgres";
