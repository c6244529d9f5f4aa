ALTER TABLE "private"."deployment" ADD COLUMN "strays_sought_to" text;

CREATE UNIQUE INDEX files_object_idx ON public.files USING btree (workspace_id, object_id);

COMMENT ON COLUMN "private"."deployment"."strays_sought_to" IS 'The name in the bucket files up to which the clean-up has looked for bytes without a row; null where it begins anew.';
