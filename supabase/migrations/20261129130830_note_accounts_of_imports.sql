ALTER TABLE "private"."workspace_imports" ADD COLUMN "account_ids" bigint[] NOT NULL DEFAULT '{}'::bigint[];
