set local check_function_bodies = off;

CREATE TABLE "private"."webhook_leftovers" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "project_id" bigint NOT NULL, "source" jsonb NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_webhook_leftovers_source" CHECK ((jsonb_typeof(source) = 'object'::text)), CONSTRAINT "webhook_leftovers_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."webhook_leftovers" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.is_needed_webhook(leftover private.webhook_leftovers)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.project_repositories r
    where r.workspace_integration_id = (leftover.source #>> '{repository,workspace_integration_id}')::bigint
      and r.external_id = leftover.source #>> '{repository,external_id}')
$function$;

CREATE OR REPLACE FUNCTION private.note_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  noted bigint;
begin
  insert into private.webhook_leftovers (workspace_id, project_id, source)
  select old.workspace_id, old.id, public.svc_project_source(old.id)
  from public.project_repositories r
  where r.project_id = old.id and r.webhook_external_id is not null and r.workspace_integration_id is not null
  returning id into noted;
  if noted is not null then
    perform graphile_worker.add_job('remove_webhook', json_build_object('id', noted),
      queue_name => 'hosts:' || old.workspace_id, job_key => 'remove_webhook:' || noted, max_attempts => 10);
  end if;
  return old;
end
$function$;

CREATE INDEX webhook_leftovers_created_idx ON private.webhook_leftovers USING btree (created_at);

CREATE TRIGGER note_webhook BEFORE DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION private.note_webhook();

COMMENT ON COLUMN "private"."webhook_leftovers"."source" IS 'The repository with what opened it, encrypted, as svc_project_source had it: all of that goes with the project or its workspace.';

COMMENT ON FUNCTION "private"."is_needed_webhook"(private.webhook_leftovers) IS 'Whether another project has come from the repository since: what does not lead to the deleted one alone may be its own by now.';

COMMENT ON FUNCTION "private"."note_webhook"() IS 'A webhook outlives the rows that name it: whichever door deletes a project, the worker learns what is left, and the deletion waits for no host.';

COMMENT ON TABLE "private"."webhook_leftovers" IS 'Webhooks that are still installed for projects that are gone.';

REVOKE ALL ON FUNCTION "private"."is_needed_webhook"(private.webhook_leftovers) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_needed_webhook"(private.webhook_leftovers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_webhook"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_webhook"() TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."webhook_leftovers" TO "postgres";
