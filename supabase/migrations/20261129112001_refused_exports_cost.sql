set local check_function_bodies = off;

ALTER TABLE "private"."exports" ADD COLUMN "cost" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.export_bytes_left(workspace_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((1073741824)::numeric - COALESCE((SELECT sum((COALESCE(f.size, (0)::bigint) + e.cost)) AS sum FROM (private.exports e LEFT JOIN public.files f USING (workspace_id, hash)) WHERE (e.workspace_id = export_bytes_left.workspace_id)), (0)::numeric));

ALTER TABLE "private"."exports" ADD CONSTRAINT "exports_cost_check" CHECK ((cost >= 0));

COMMENT ON COLUMN "private"."exports"."cost" IS 'What a file that was refused takes of the bytes of a day, by the work that was in vain.';

COMMENT ON FUNCTION "private"."export_bytes_left"(bigint) IS 'How many more bytes of other forms a workspace may have made today: what was made lies on a disk, and what was refused took processors, that all share.';
