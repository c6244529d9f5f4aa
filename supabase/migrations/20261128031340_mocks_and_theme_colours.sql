set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_theme(theme jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(theme) = 'object' and not exists (
    select 1 from jsonb_each(case when jsonb_typeof(theme) = 'object' then theme else '{}' end) colour
    where colour.key not in ('color-sidebar-bg', 'color-on-sidebar', 'color-primary', 'color-accent', 'color-sidebar-border')
      or jsonb_typeof(colour.value) <> 'string' or colour.value #>> '{}' !~ '^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$')
$function$;

CREATE OR REPLACE FUNCTION private.require_mocks(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_feature(workspace_id, 'hosted_mocking');
  if not exists (select 1 from public.workspaces w where w.id = require_mocks.workspace_id and w.show_tryit_mock_server) then
    perform private.problem('mocks_switched_off');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.mock_operation(p_workspace_slug text, p_project_slug text, p_branch_slug text, p_uri text DEFAULT NULL::text, p_known text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader private.mock_reader;
  answer public.mock_operation;
begin
  select r.* into reader
  from public.workspaces w
  join public.projects p on p.workspace_id = w.id and p.slug = p_project_slug
  join public.branches b on b.project_id = p.id and b.slug = p_branch_slug
  cross join lateral private.mock_reader(b.id) r
  where w.slug = lower(p_workspace_slug);
  if reader.branch_id is null then
    return null;
  end if;
  perform private.require_mocks(reader.workspace_id);
  answer.branch_id := reader.branch_id;
  answer.version := concat_ws('/', extract(epoch from reader.analyzed_at), reader.by_anyone, reader.by_token, reader.reads_internal,
    reader.sees_hidden, (select sum(n.id) from public.branch_nodes n where n.branch_id = reader.branch_id and n.is_hidden));
  select (private.node_with_data(n)).data::text into answer.data
  from public.branch_nodes n
  where n.branch_id = reader.branch_id and n.uri = p_uri and n.type = 'http_operation'
    and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.sees_hidden, reader.by_anyone, reader.by_token, reader.reads_internal);
  answer.digest := md5(answer.data);
  if answer.digest = p_known then
    answer.data := null;
  end if;
  return to_json(answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.mock_routes(p_branch_id bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_routes constant integer := 20000;
  reader private.mock_reader;
begin
  select r.* into reader from private.mock_reader(p_branch_id) r;
  if reader.branch_id is null then
    return null;
  end if;
  perform private.require_mocks(reader.workspace_id);
  return (
    select coalesce(json_agg(json_build_array(o.method, o.path, o.uri, o.api) order by o.position), '[]')
    from (
      select n.method, n.path, n.uri, s.stable_id as api, n.position
      from public.branch_nodes n
      left join public.branch_nodes s on s.branch_id = n.branch_id and s.uri = n.parent_uri
      where n.branch_id = reader.branch_id and n.type = 'http_operation' and n.method is not null and n.path is not null
        and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.sees_hidden, reader.by_anyone, reader.by_token, reader.reads_internal)
      order by n.position
      limit most_routes
    ) o);
end
$function$;

COMMENT ON FUNCTION "private"."is_theme"(jsonb) IS 'Whether a value is a theme: the five colours of _shared/domain/theme.ts at most, each in hex of 3, 4, 6 or 8 digits. It becomes CSS on pages and in mails, so nothing else is let in.';

COMMENT ON FUNCTION "private"."require_mocks"(bigint) IS 'Refuses where the plan has no mock servers, and where the settings of the workspace switch them off.';

COMMENT ON FUNCTION "public"."mock_operation"(text, text, text, text, text) IS 'An operation for a mock server, as the caller may read it: a public.mock_operation, null where they read no such branch (hence json). 402 where the plan has no mock servers, 403 where they are switched off.';

REVOKE ALL ON FUNCTION "private"."require_mocks"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_mocks"(bigint) TO "postgres";

insert into private.reasons (reason, code, status, sentence, field) values
  ('mocks_switched_off', 'ACTION_PROHIBITED', 403, 'Mock servers are switched off in this workspace.', null);
