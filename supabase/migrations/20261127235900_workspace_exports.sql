set local check_function_bodies = off;

CREATE TABLE "private"."workspace_exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "workspace_id" bigint NOT NULL, "user_id" bigint NOT NULL, "status" text NOT NULL DEFAULT 'queued'::text, "parts" integer NOT NULL DEFAULT 0, "size" bigint NOT NULL DEFAULT 0, "checksum" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "finished_at" timestamp with time zone, "link_hash" bytea, "link_until" timestamp with time zone, CONSTRAINT "workspace_exports_checksum_check" CHECK ((checksum ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "workspace_exports_link_hash_key" UNIQUE (link_hash), CONSTRAINT "workspace_exports_parts_check" CHECK ((parts >= 0)), CONSTRAINT "workspace_exports_pkey" PRIMARY KEY (id), CONSTRAINT "workspace_exports_size_check" CHECK ((size >= 0)), CONSTRAINT "workspace_exports_status_check" CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'success'::text, 'failed'::text]))));

ALTER TABLE "private"."workspace_exports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."workspace_imports" ("checksum" text NOT NULL, "workspace_id" bigint NOT NULL, "steps" text[] NOT NULL DEFAULT '{}'::text[], "created_at" timestamp with time zone NOT NULL DEFAULT now(), "finished_at" timestamp with time zone, CONSTRAINT "workspace_imports_checksum_check" CHECK ((checksum ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "workspace_imports_pkey" PRIMARY KEY (checksum));

ALTER TABLE "private"."workspace_imports" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."workspace_export" AS ("id" uuid, "status" text, "size" bigint, "checksum" text, "created_at" timestamp with time zone, "finished_at" timestamp with time zone, "expires_at" timestamp with time zone);

CREATE OR REPLACE FUNCTION private.export_item(export private.workspace_exports)
 RETURNS public.workspace_export
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select row(export.id, export.status, export.size, export.checksum, export.created_at, export.finished_at,
    export.created_at + interval '1 day')::public.workspace_export
$function$;

CREATE OR REPLACE FUNCTION private.is_importing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Whoever comes by PostgREST comes as its authenticator, whatever they set.
  select session_user <> 'authenticator' and coalesce(current_setting('waymark.importing', true), '') = 'on'
$function$;

CREATE OR REPLACE FUNCTION private.keeps_export(export private.workspace_exports)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select export.created_at > now() - interval '1 day'
$function$;

CREATE OR REPLACE FUNCTION private.log_activity(workspace_id bigint, type text, metadata jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_importing() then
    return;
  end if;
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity.workspace_id, log_activity.type, u.id,
    coalesce(private.display_name(u), ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity.metadata), private.client_address()
  from (select private.current_user_id() as id) me
  left join public.users u on u.id = me.id
  left join public.emails e on e.user_id = u.id and e.is_primary;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_feature(workspace_id bigint, feature text, requested integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What an archive brings is as after a downgrade: there, and in use once the plan holds it.
  if not private.is_importing() and not private.feature_allows(workspace_id, feature, requested) then
    perform private.problem('upgrade_required', feature);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.export_workspace(p_workspace_id bigint)
 RETURNS public.workspace_export
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me bigint;
  made private.workspace_exports;
  most_a_day constant integer := 5;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  me := private.require_proven_account();
  -- One after the other, so that two clicks make one archive.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('workspace export ' || me, 0));
  select * into made from private.workspace_exports e
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running') and private.keeps_export(e);
  if exists (select 1 from graphile_worker.jobs j where j.key = 'export_workspace:' || made.id) then
    return private.export_item(made);
  end if;
  -- Its worker was killed too often.
  update private.workspace_exports e set status = 'failed', finished_at = now()
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running');
  if (select count(*) from private.workspace_exports e where e.user_id = me and private.keeps_export(e)) >= most_a_day
    or (select count(*) from private.workspace_exports e where e.workspace_id = p_workspace_id and private.keeps_export(e)) >= 2 * most_a_day then
    perform private.problem('too_many_workspace_exports');
  end if;
  insert into private.workspace_exports (workspace_id, user_id) values (p_workspace_id, me) returning * into made;
  perform graphile_worker.add_job('export_workspace', json_build_object('export_id', made.id),
    queue_name => 'export_workspace', job_key => 'export_workspace:' || made.id, max_attempts => 4);
  perform private.log_activity(p_workspace_id, 'workspace.exported');
  return private.export_item(made);
end
$function$;

CREATE OR REPLACE FUNCTION public.link_to_workspace_export(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant text := private.new_token();
  held private.workspace_exports;
begin
  select * into held from private.workspace_exports e where e.id = p_id and e.user_id = private.current_user_id() for update;
  if held.id is null or held.status <> 'success' or not private.keeps_export(held)
    or not private.can_in_workspace(held.workspace_id, 'WorkspaceDelete') then
    perform private.problem('workspace_export_not_found');
  end if;
  perform private.require_recent_proof();
  update private.workspace_exports e set link_hash = private.token_hash(link), link_until = now() + interval '5 minutes' where e.id = held.id;
  return link;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_workspace_export(p_link text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('folder', e.workspace_id || '/' || e.id, 'parts', e.parts, 'size', e.size,
    'name', w.slug || '-' || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD') || '.zip')
  from private.workspace_exports e
  join public.workspaces w on w.id = e.workspace_id
  -- Who is no owner any more has nothing to take along.
  join public.workspace_members m on m.workspace_id = e.workspace_id and m.user_id = e.user_id and m.role = 'owner' and m.is_active
  where e.link_hash = private.token_hash(p_link) and e.link_until > now() and e.status = 'success' and private.keeps_export(e)
$function$;

CREATE OR REPLACE FUNCTION public.workspace_exports(p_workspace_id bigint)
 RETURNS SETOF public.workspace_export
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  return query
  select (private.export_item(e)).* from private.workspace_exports e
  where e.workspace_id = p_workspace_id and e.user_id = private.current_user_id() and private.keeps_export(e)
  order by e.created_at desc;
end
$function$;

ALTER TABLE "private"."workspace_exports" ADD CONSTRAINT "workspace_exports_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."workspace_exports" ADD CONSTRAINT "workspace_exports_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."workspace_imports" ADD CONSTRAINT "workspace_imports_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX workspace_exports_open_idx ON private.workspace_exports USING btree (workspace_id, user_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX workspace_exports_user_idx ON private.workspace_exports USING btree (user_id, created_at);

CREATE INDEX workspace_exports_workspace_idx ON private.workspace_exports USING btree (workspace_id, created_at DESC);

CREATE INDEX workspace_imports_workspace_idx ON private.workspace_imports USING btree (workspace_id);

COMMENT ON FUNCTION "private"."export_item"(private.workspace_exports) IS 'An archive as it is shown.';

COMMENT ON FUNCTION "private"."is_importing"() IS 'Whether an operator brings in an archive: its own trail comes with it, so that none is written of the import''s rows.';

COMMENT ON FUNCTION "private"."keeps_export"(private.workspace_exports) IS 'Whether an archive is still to be had.';

COMMENT ON FUNCTION "public"."export_workspace"(bigint) IS 'Has everything in a workspace put into one archive, for the caller alone: five a day, and one at a time. Needs a proof of the last ten minutes.';

COMMENT ON FUNCTION "public"."link_to_workspace_export"(uuid) IS 'A link of five minutes to an archive of one''s own, for a browser that downloads it; the one before ends.';

COMMENT ON FUNCTION "public"."svc_workspace_export"(text) IS 'Where the parts of an archive lie to which a link leads: {folder, parts, size, name}; null where it leads nowhere, or not any more.';

COMMENT ON FUNCTION "public"."workspace_exports"(bigint) IS 'The archives that the caller asked for within a day.';

COMMENT ON TABLE "private"."workspace_exports" IS 'Archives of whole workspaces, for who asked for them: in parts in the bucket exports, {workspace}/{id}/{part}. A download goes by a link of some minutes, kept as its hash.';

COMMENT ON TABLE "private"."workspace_imports" IS 'Archives that were imported, by the SHA-256 of their manifest: the same one again makes nothing twice.';

COMMENT ON TYPE "public"."workspace_export" IS 'An archive of a workspace, for who asked for it: how far it is, its size in bytes and its SHA-256 once it is made, and until when it can be downloaded.';

REVOKE ALL ON FUNCTION "private"."export_item"(private.workspace_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_item"(private.workspace_exports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_importing"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_importing"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keeps_export"(private.workspace_exports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keeps_export"(private.workspace_exports) TO "postgres";

REVOKE ALL ON FUNCTION "public"."export_workspace"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_workspace"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."link_to_workspace_export"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."link_to_workspace_export"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_workspace_export"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_workspace_export"(text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."workspace_exports"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_exports"(bigint) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."workspace_exports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."workspace_imports" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_export" TO "postgres";

-- By hand: sentences, and the bucket.
insert into private.reasons (reason, code, status, sentence, field) values
  ('too_many_workspace_exports', 'TOO_MANY_REQUESTS', 429, 'This workspace was exported often enough today. Please download one of those, or try again tomorrow.', null),
  ('workspace_export_not_found', 'NOT_FOUND', 404, 'Export not found.', null);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('exports', 'exports', false, 52428800, '{application/octet-stream}')
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;
