set local check_function_bodies = off;

CREATE TABLE "private"."exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "branch_id" bigint NOT NULL, "analyzed_at" timestamp with time zone NOT NULL, "path" text NOT NULL, "kind" text NOT NULL, "format" text NOT NULL, "workspace_id" bigint NOT NULL, "hash" bytea, "error" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "exports_branch_id_analyzed_at_path_kind_format_key" UNIQUE (branch_id, analyzed_at, path, kind, format), CONSTRAINT "exports_error_check" CHECK ((length(error) <= 2000)), CONSTRAINT "exports_format_check" CHECK ((format = ANY (ARRAY['json'::text, 'yaml'::text]))), CONSTRAINT "exports_kind_check" CHECK ((kind = ANY (ARRAY['original'::text, 'bundled'::text, 'dereferenced'::text]))), CONSTRAINT "exports_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."exports" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION public.svc_export(p_branch_id bigint, p_path text, p_kind text, p_format text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch record;
  made private.exports;
  most_bytes constant bigint := 1073741824;
begin
  select b.id, b.last_analyzed_at, p.workspace_id into branch
  from public.branches b
  join public.projects p on p.id = b.project_id
  join public.branch_files f on f.branch_id = b.id and f.path = p_path
  where b.id = p_branch_id and b.last_analyzed_at is not null;
  if branch.id is null then
    return null;
  end if;
  select * into made from private.exports e
  where e.branch_id = branch.id and e.analyzed_at = branch.last_analyzed_at
    and e.path = p_path and e.kind = p_kind and e.format = p_format;
  if made.id is null then
    -- Of the day: what was made lies on a disk that all share.
    if (
      select coalesce(sum(f.size), 0) > most_bytes or count(*) > 5000
      from private.exports e left join public.files f on f.workspace_id = e.workspace_id and f.hash = e.hash
      where e.workspace_id = branch.workspace_id)
    then
      perform private.problem('too_many_exports');
    end if;
    insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
    values (branch.id, branch.last_analyzed_at, p_path, p_kind, p_format, branch.workspace_id)
    on conflict (branch_id, analyzed_at, path, kind, format) do update set created_at = now()
    returning * into made;
    perform graphile_worker.add_job('export_file', json_build_object('export_id', made.id),
      queue_name => 'export:' || branch.workspace_id, job_key => 'export:' || made.id, max_attempts => 3);
  end if;
  return jsonb_build_object('error', made.error, 'object', (
    select f.workspace_id || '/' || f.object_id from public.files f where f.workspace_id = made.workspace_id and f.hash = made.hash));
end
$function$;

ALTER TABLE "private"."exports" ADD CONSTRAINT "exports_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "private"."exports" ADD CONSTRAINT "exports_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."exports" ADD CONSTRAINT "exports_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE CASCADE;

CREATE INDEX exports_created_idx ON private.exports USING btree (workspace_id, created_at);

CREATE INDEX exports_file_idx ON private.exports USING btree (workspace_id, hash);

COMMENT ON FUNCTION "public"."svc_export"(bigint, text, text, text) IS 'A file of a branch in another form: {object, error}, both null while the worker makes it; null where there is no such file. For the function that has asked whether the caller may list the file.';

COMMENT ON TABLE "private"."exports" IS 'A file of a branch, as it was analysed then, in another form: being made while hash and error are null.';

REVOKE ALL ON FUNCTION "public"."svc_export"(bigint, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_export"(bigint, text, text, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."exports" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence)
values ('too_many_exports', 'TOO_MANY_REQUESTS', 429, 'This workspace has exported too much in other forms today. Export the files as they are, or try again tomorrow.');
