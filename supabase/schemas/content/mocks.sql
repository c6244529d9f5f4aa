-- Mock servers: what the function `mocks` asks for one answer.

-- # Rules

create type private.mock_reader as (
  branch_id bigint, workspace_id bigint, analyzed_at timestamptz, by_anyone boolean, by_token boolean, reads_internal boolean,
  sees_hidden boolean);
comment on type private.mock_reader is 'A branch that the caller reads, and what decides which of its nodes are shown to them.';

create function private.mock_reader(branch_id bigint)
returns setof private.mock_reader
language sql
stable
security definer
set search_path = ''
as $$
  select b.id, p.workspace_id, b.last_analyzed_at, b.is_published and p.is_open,
    p.workspace_id = any (array(select private.token_workspace_ids())), private.reads_internal(b.id),
    private.can_in_project(p.id, 'project_contents_update')
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = mock_reader.branch_id and private.can_read_branch(b.id)
$$;
comment on function private.mock_reader is 'The branch, for who reads it: asked once a call, whatever many nodes it is about.';

create function private.require_mocks(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_feature(workspace_id, 'hosted_mocking');
  if not exists (select 1 from public.workspaces w where w.id = require_mocks.workspace_id and w.show_tryit_mock_server) then
    perform private.problem('mocks_switched_off');
  end if;
end
$$;
comment on function private.require_mocks is 'Refuses where the plan has no mock servers, and where the settings of the workspace switch them off.';

-- # Calls

create type public.mock_operation as (branch_id bigint, version text, digest text, data text);
comment on type public.mock_operation is 'What a mock server needs of a branch: version changes with the routes that the caller sees, digest with the operation. data is a text that nobody reads on its way; null where the caller knows this digest, as digest is where there is no such operation.';

create function public.mock_operation(
  p_workspace_slug text, p_project_slug text, p_branch_slug text, p_uri text default null, p_known text default null)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
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
    -- A project that has the slug now goes first, where the caller reads any branch of it: who does not is not told that there is one.
    select r.* into reader
    from public.workspaces w
    join public.project_slugs s on s.workspace_id = w.id and s.slug = p_project_slug
    join public.branches b on b.project_id = s.project_id and b.slug = p_branch_slug
    cross join lateral private.mock_reader(b.id) r
    where w.slug = lower(p_workspace_slug) and not exists (
      select 1 from public.projects p join private.branches_read() b on b.project_id = p.id
      where p.workspace_id = w.id and p.slug = p_project_slug);
  end if;
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
  return to_json(answer::public.mock_operation);
end
$$;
comment on function public.mock_operation is 'An operation for a mock server, as the caller may read it: a public.mock_operation, null where they read no such branch (hence json). A slug that a project had before answers as its own. 402 where the plan has no mock servers, 403 where they are switched off.';

create function public.mock_routes(p_branch_id bigint)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function public.mock_routes is 'What a mock server answers of a branch, in the order of its contents: method, path, uri and the stable id of the API, as a list of lists (hence json: it is read in one go); null where the caller does not read the branch.';

-- # Grants

grant execute on function public.mock_operation, public.mock_routes to anon, authenticated;
