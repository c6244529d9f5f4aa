set local check_function_bodies = off;

CREATE TABLE "private"."migrated_versions" ("job_id" uuid NOT NULL, "version" text NOT NULL, "analysis" uuid, CONSTRAINT "check_migrated_versions_version" CHECK (((length(version) >= 1) AND (length(version) <= 300))), CONSTRAINT "migrated_versions_pkey" PRIMARY KEY (job_id, version));

ALTER TABLE "private"."migrated_versions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."project_migrations" ("job_id" uuid NOT NULL, "workspace_id" bigint NOT NULL, "project_id" bigint NOT NULL, "source" text NOT NULL, "account" text NOT NULL, "external_id" text NOT NULL, "sealed_key" jsonb, "created_by" bigint, CONSTRAINT "check_project_migrations_account" CHECK ((length(account) <= 200)), CONSTRAINT "check_project_migrations_external_id" CHECK (((length(external_id) >= 1) AND (length(external_id) <= 300))), CONSTRAINT "check_project_migrations_source" CHECK ((source = ANY (ARRAY['next'::text, 'stoplight'::text, 'swaggerhub'::text, 'postman'::text]))), CONSTRAINT "project_migrations_pkey" PRIMARY KEY (job_id));

ALTER TABLE "private"."project_migrations" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."migration_state" AS ("external_id" text, "account" text, "job_id" uuid, "status" text, "created_at" timestamp with time zone, "project_name" text, "project_slug" text, "left_out" integer, "error" text);

ALTER TYPE "public"."workspace_settings" ADD ATTRIBUTE "migrated_from_next" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.forget_migration_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.project_migrations m set sealed_key = null where m.job_id = new.job_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.migration_project(host_id bigint, wanted_source text, wanted_account text, wanted_id text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.project_id
  from private.project_migrations m
  join public.task_logs t on t.job_id = m.job_id
  join public.projects p on p.id = m.project_id
  where m.workspace_id = host_id and m.source = wanted_source and m.account = wanted_account and m.external_id = wanted_id
    and p.type = 'web' and private.can_in_project(p.id, 'project_contents_update')
  order by t.created_at desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.queue_migrated_version(job uuid, version text, branch_name text, uploads jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  migration private.project_migrations;
  project public.projects;
  branch public.branches;
  analysis uuid;
begin
  select * into migration from private.project_migrations m where m.job_id = job for update;
  if not found or exists (select 1 from private.migrated_versions v where v.job_id = job and v.version = queue_migrated_version.version) then
    return null;
  end if;
  if not private.is_git_branch(branch_name) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  select * into project from public.projects p where p.id = migration.project_id;
  if exists (select 1 from public.project_repositories r where r.project_id = project.id) then
    perform private.problem('content_comes_from_git');
  end if;
  branch := private.branch_to_push(project, branch_name);
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'manual', migration.created_by)
  returning job_id into analysis;
  perform private.add_uploads(analysis, uploads, project.workspace_id || '/migrate-' || job || '/');
  perform private.start_analysis_job(analysis, project.workspace_id, 'branch:' || branch.id);
  insert into private.migrated_versions (job_id, version, analysis) values (job, queue_migrated_version.version, analysis);
  return analysis;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_migration(host_id bigint, from_source text, from_account text, key jsonb, draft jsonb, wanted_visibility text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted_id constant text := draft ->> 'external_id';
  into_project bigint := private.migration_project(host_id, from_source, from_account, wanted_id);
  made public.created_project;
  job uuid;
begin
  if coalesce(length(wanted_id), 0) not between 1 and 300 then
    perform private.problem('required', 'external_id');
  end if;
  if exists (
    select 1 from private.project_migrations m
    where m.workspace_id = host_id and m.source = from_source and m.account = from_account and m.external_id = wanted_id and m.sealed_key is not null)
  then
    perform private.problem('migration_under_way');
  end if;
  if into_project is null then
    made := public.create_project(host_id, draft ->> 'name', p_description => draft ->> 'description', p_visibility => wanted_visibility);
    into_project := (made.project).id;
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, event, created_by)
  values ('migrate', host_id, into_project, 'manual', private.current_user_id())
  returning job_id into job;
  insert into private.project_migrations (job_id, workspace_id, project_id, source, account, external_id, sealed_key, created_by)
  values (job, host_id, into_project, from_source, from_account, wanted_id, key, private.current_user_id());
  -- One after the other in a workspace: what waits for another platform holds one place.
  perform graphile_worker.add_job('migrate', json_build_object('job_id', job),
    queue_name => 'migrate:' || host_id, job_key => 'migrate:' || job, max_attempts => 5);
  return jsonb_build_object('job_id', job, 'project_id', into_project);
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_migration(host_id bigint, source text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when source is null or source not in ('next', 'stoplight', 'swaggerhub', 'postman') then 'migration_source_unknown'
    when source = 'next' and not exists (select 1 from public.workspaces w where w.id = host_id and w.migrated_from_next) then 'not_migrated_from_next'
  end
$function$;

CREATE OR REPLACE FUNCTION private.require_migration(workspace_id bigint, source text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(workspace_id, 'WorkspaceProjectsCreate');
  if source = 'next' then
    perform private.require_in_workspace(workspace_id, 'WorkspaceBilling');
  end if;
  perform private.require_nothing_against(private.reason_against_migration(workspace_id, source), 'source');
end
$function$;

CREATE OR REPLACE FUNCTION public.check_migration(p_workspace_id bigint, p_source text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_migration(p_workspace_id, p_source);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.may_migrate_from_next()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.workspaces w
    where w.migrated_from_next and w.id = any (array(select private.workspace_ids_with('WorkspaceBilling'))))
$function$;

CREATE OR REPLACE FUNCTION public.migrations(p_workspace_id bigint, p_source text)
 RETURNS SETOF public.migration_state
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_migration(p_workspace_id, p_source);
  return query
  select distinct on (m.account, m.external_id)
    m.external_id, m.account, m.job_id, t.status, t.created_at, p.name, p.slug, (t.payload ->> 'warnings')::integer, t.payload -> 'error' ->> 'message'
  from private.project_migrations m
  join public.task_logs t on t.job_id = m.job_id
  join public.projects p on p.id = m.project_id
  where m.workspace_id = p_workspace_id and m.source = p_source and private.can_in_project(p.id, 'project_read')
  order by m.account, m.external_id, t.created_at desc
  limit 1000;
end
$function$;

CREATE OR REPLACE FUNCTION public.queue_migrations(p_workspace_id bigint, p_source text, p_account text, p_key jsonb, p_projects jsonb, p_visibility text DEFAULT 'internal'::text)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft jsonb;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_migration(p_workspace_id, p_source);
  if jsonb_typeof(p_projects) is distinct from 'array' then
    perform private.problem('required', 'projects');
  elsif jsonb_typeof(p_key) is distinct from 'object' or jsonb_typeof(p_key -> 'ciphertext') is distinct from 'string'
    or jsonb_typeof(p_key -> 'key_id') is distinct from 'string' or length(p_key::text) > 20000
  then
    perform private.problem('migration_key_invalid', 'api_key');
  end if;
  perform private.require_few(jsonb_array_length(p_projects), 1, 'too_many_changes_at_once', 'projects');
  for draft in select value from jsonb_array_elements(p_projects) loop
    begin
      results := results || private.bulk_success(
        draft -> 'external_id',
        private.queue_migration(p_workspace_id, p_source, left(coalesce(p_account, ''), 200), p_key, draft, p_visibility));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(coalesce(draft -> 'external_id', 'null'), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

ALTER TABLE "private"."migrated_versions" ADD CONSTRAINT "migrated_versions_analysis_fkey" FOREIGN KEY (analysis) REFERENCES public.task_logs(job_id) ON DELETE SET NULL;

ALTER TABLE "private"."project_migrations" ADD CONSTRAINT "project_migrations_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."project_migrations" ADD CONSTRAINT "project_migrations_job_id_fkey" FOREIGN KEY (job_id) REFERENCES public.task_logs(job_id) ON DELETE CASCADE;

ALTER TABLE "private"."migrated_versions" ADD CONSTRAINT "migrated_versions_job_id_fkey" FOREIGN KEY (job_id) REFERENCES private.project_migrations(job_id) ON DELETE CASCADE;

ALTER TABLE "private"."project_migrations" ADD CONSTRAINT "project_migrations_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "private"."project_migrations" ADD CONSTRAINT "project_migrations_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX migrated_versions_analysis_idx ON private.migrated_versions USING btree (analysis);

CREATE INDEX project_migrations_created_by_idx ON private.project_migrations USING btree (created_by);

CREATE UNIQUE INDEX project_migrations_open_idx ON private.project_migrations USING btree (workspace_id, source, account, external_id) WHERE (sealed_key IS NOT NULL);

CREATE INDEX project_migrations_project_idx ON private.project_migrations USING btree (project_id);

CREATE INDEX project_migrations_workspace_idx ON private.project_migrations USING btree (workspace_id, source);

CREATE TRIGGER forget_migration_key AFTER UPDATE OF status ON public.task_logs FOR EACH ROW WHEN (((new.task_id = 'migrate'::text) AND (new.status = ANY (ARRAY['success'::text, 'failed'::text])))) EXECUTE FUNCTION private.forget_migration_key();

COMMENT ON COLUMN "private"."project_migrations"."account" IS 'Whose projects they are there: an owner, or a workspace; empty where the key says so.';

COMMENT ON COLUMN "private"."project_migrations"."sealed_key" IS 'The key of the platform, sealed by the functions {ciphertext, key_id}; null once the task has ended, however it did.';

COMMENT ON FUNCTION "private"."forget_migration_key"() IS 'With the end of its task, whoever ends it, the key of a migration is gone.';

COMMENT ON FUNCTION "private"."migration_project"(bigint, text, text, text) IS 'The project that one of another platform became here, where the caller may still write it.';

COMMENT ON FUNCTION "private"."queue_migrated_version"(uuid, text, text, jsonb) IS 'Hands the files of a version to an analysis of its branch, once: asked again, after an interruption, it does nothing and answers null.';

COMMENT ON FUNCTION "private"."queue_migration"(bigint, text, text, jsonb, jsonb, text) IS 'Queues the migration of one project into the project that it became before, or into a new one. Its job knows it by the id of its task alone.';

COMMENT ON FUNCTION "private"."reason_against_migration"(bigint, text) IS 'Why nothing comes into a workspace from a platform, or null: from NEXT only what belongs to a workspace that came from there.';

COMMENT ON FUNCTION "private"."require_migration"(bigint, text) IS 'Who makes projects brings them over; from NEXT also needs the permission of billing, as its screen does.';

COMMENT ON FUNCTION "public"."check_migration"(bigint, text) IS 'Refuses who may not bring projects over from a platform: asked before another server is.';

COMMENT ON FUNCTION "public"."may_migrate_from_next"() IS 'Whether the caller has billing of a workspace that came from NEXT: the list of what is there names no workspace.';

COMMENT ON FUNCTION "public"."migrations"(bigint, text) IS 'What came over from a platform, as far as the caller sees the projects that it became; the latest of each.';

COMMENT ON FUNCTION "public"."queue_migrations"(bigint, text, text, jsonb, jsonb, text) IS 'Queues projects of another platform [{external_id, name, description}]: each for itself becomes a project of the caller''s, at once, which a job fills. The key is sealed by who calls; only the functions can.';

COMMENT ON TABLE "private"."migrated_versions" IS 'Versions that a migration is done with: handed to an analysis, or left out. A migration that was interrupted goes on behind them.';

COMMENT ON TABLE "private"."project_migrations" IS 'Projects that are, or were, brought over from another platform: what a project was there, and into which project here it goes.';

COMMENT ON TYPE "public"."migration_state" IS 'How the latest migration of a project of another platform went: left_out, how much could not be taken along.';

REVOKE ALL ON FUNCTION "private"."forget_migration_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_migration_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."migration_project"(bigint, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."migration_project"(bigint, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_migrated_version"(uuid, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_migrated_version"(uuid, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_migration"(bigint, text, text, jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_migration"(bigint, text, text, jsonb, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_migration"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_migration"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_migration"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_migration"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."check_migration"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_migration"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."may_migrate_from_next"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."may_migrate_from_next"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."migrations"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."migrations"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."queue_migrations"(bigint, text, text, jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."queue_migrations"(bigint, text, text, jsonb, jsonb, text) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."migrated_versions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."project_migrations" TO "postgres";

REVOKE ALL ("migrated_from_next") ON TABLE "public"."workspaces" FROM "authenticated";

GRANT UPDATE ("migrated_from_next") ON TABLE "public"."workspaces" TO "authenticated";

GRANT USAGE ON TYPE "public"."migration_state" TO "postgres";

insert into private.reasons (reason, code, status, sentence, field) values
  ('legacy_server_missing', 'NOT_FOUND', 404, 'This installation has no legacy server.', null),
  ('migration_key_invalid', 'VALIDATION_ERROR', 400, 'This key cannot be read.', 'api_key'),
  ('migration_source_unknown', 'VALIDATION_ERROR', 400, 'Projects come from next, stoplight, swaggerhub or postman.', 'source'),
  ('migration_under_way', 'CONFLICT', 409, 'This project is queued already.', null),
  ('not_migrated_from_next', 'ACTION_PROHIBITED', 403, 'This workspace was not migrated from NEXT.', null);
