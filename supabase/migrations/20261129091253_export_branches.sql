set local check_function_bodies = off;

CREATE TYPE "public"."exported_path" AS ("path" text, "object" text, "error" text);

CREATE OR REPLACE FUNCTION private.allow_exports(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.export_bytes_left(allow_exports.workspace_id) < 0
    or (select count(*) > 5000 from private.exports e where e.workspace_id = allow_exports.workspace_id)
  then
    perform private.problem('too_many_exports');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.export_bytes_left(workspace_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN ((1073741824)::numeric - COALESCE((SELECT sum(f.size) AS sum FROM (private.exports e JOIN public.files f USING (workspace_id, hash)) WHERE (e.workspace_id = export_bytes_left.workspace_id)), (0)::numeric));

CREATE OR REPLACE FUNCTION private.own_format(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE WHEN (path ~* '\.json$'::text) THEN 'json'::text WHEN (path ~* '\.ya?ml$'::text) THEN 'yaml'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.svc_export(p_branch_id bigint, p_path text, p_kind text, p_format text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch record;
  made private.exports;
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
    perform private.allow_exports(branch.workspace_id);
    insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
    values (branch.id, branch.last_analyzed_at, p_path, p_kind, p_format, branch.workspace_id)
    on conflict (branch_id, analyzed_at, path, kind, format) do update set created_at = now()
    returning * into made;
  end if;
  -- One of all those of its branch may wait for somebody who still wants them all.
  if made.hash is null and made.error is null and not private.is_job_alive('export:' || made.id) then
    perform graphile_worker.add_job('export_file', json_build_object('export_id', made.id),
      queue_name => 'export:' || branch.workspace_id, job_key => 'export:' || made.id, max_attempts => 3);
  end if;
  return to_jsonb(row((
    select f.workspace_id || '/' || f.object_id from public.files f where f.workspace_id = made.workspace_id and f.hash = made.hash),
      made.error)::public.exported_file);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_export_branch(p_branch_id bigint, p_kind text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch record;
  job_key constant text := 'export-branch:' || p_branch_id || ':' || p_kind;
begin
  select b.id, b.last_analyzed_at, p.workspace_id into branch
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = p_branch_id and b.last_analyzed_at is not null;
  if exists (
    select 1 from public.branch_files f
    where f.branch_id = branch.id and private.own_format(f.path) is not null and not exists (
      select 1 from private.exports e
      where e.branch_id = f.branch_id and e.analyzed_at = branch.last_analyzed_at
        and e.path = f.path and e.kind = p_kind and e.format = private.own_format(f.path)))
  then
    perform private.allow_exports(branch.workspace_id);
    insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
    select f.branch_id, branch.last_analyzed_at, f.path, p_kind, private.own_format(f.path), branch.workspace_id
    from public.branch_files f
    where f.branch_id = branch.id and private.own_format(f.path) is not null
    order by f.path
    on conflict (branch_id, analyzed_at, path, kind, format) do nothing;
  end if;
  if exists (
    select 1 from private.exports e
    where e.branch_id = branch.id and e.analyzed_at = branch.last_analyzed_at and e.kind = p_kind
      and e.format = private.own_format(e.path) and e.hash is null and e.error is null)
  then
    -- A job makes what it can within a minute, so that others of the workspace have their turn: who still waits asks on.
    if not private.is_job_alive(job_key) then
      perform graphile_worker.add_job('export_branch', json_build_object('branch_id', branch.id, 'kind', p_kind),
        queue_name => 'export:' || branch.workspace_id, job_key => job_key, max_attempts => 3);
    end if;
    return null;
  end if;
  return coalesce((
    select jsonb_agg(row(e.path, f.workspace_id || '/' || f.object_id, e.error)::public.exported_path order by e.path)
    from private.exports e left join public.files f using (workspace_id, hash)
    where e.branch_id = branch.id and e.analyzed_at = branch.last_analyzed_at and e.kind = p_kind
      and e.format = private.own_format(e.path)), '[]');
end
$function$;

COMMENT ON FUNCTION "private"."allow_exports"(bigint) IS 'Refuses another form where the workspace had its share of the day.';

COMMENT ON FUNCTION "private"."export_bytes_left"(bigint) IS 'How many more bytes of other forms a workspace may have made today: what was made lies on a disk that all share.';

COMMENT ON FUNCTION "private"."own_format"(text) IS 'The notation of a file by its name; null for one that has no other form.';

COMMENT ON FUNCTION "public"."svc_export_branch"(bigint, text) IS 'The JSON and YAML files of a branch in another form, each in its own notation: [{path, object, error}]; null while the worker makes them. For the function that has asked whether the caller may list the files.';

COMMENT ON TYPE "public"."exported_path" IS 'A file of a branch in another form, by its path, or why there is none.';

REVOKE ALL ON FUNCTION "private"."allow_exports"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allow_exports"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_bytes_left"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_bytes_left"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_format"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_format"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_export_branch"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_export_branch"(bigint, text) TO "postgres", "service_role";

GRANT USAGE ON TYPE "public"."exported_path" TO "postgres";
