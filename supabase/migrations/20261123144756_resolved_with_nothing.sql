set local check_function_bodies = off;

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
    where d.base_moved and coalesce(encode(d.moved_hash, 'hex'), '') <> lower(coalesce(r.hash, ''))) then
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
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

COMMENT ON FUNCTION "public"."resolve_documents"(uuid[], text[]) IS 'Says that documents under which the branch had moved hold by now what they should of it, each with the SHA-256 (hex; empty where the branch has nothing any more) of what they were brought together with: from then on they differ from that.';
