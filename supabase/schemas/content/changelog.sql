-- The changelog of a branch, of a node, and of what is connected with a node: what people read of public.node_changes.

-- # Calls

create type public.changelog_entry as (
  id bigint, node_uri text, node_type text, node_name text, slug text, operation text, semver text, rule text, message text,
  commit_hash text, created_at timestamptz, value_before text, value_after text);
comment on type public.changelog_entry is 'A change of a node. slug: where its page is, if there is one; value_before and value_after: what stood and stands there, as short text, if that says anything by itself.';

create type public.changelog as (state text, total integer, major integer, minor integer, patch integer, items json);
comment on type public.changelog is 'Changes, as public.changelog_entry, and how many of each level there are. state, of a comparison with the default branch: current; outdated or unknown, without items; none where there is nothing to compare with.';

create function public.branch_changelog(
  p_branch_id bigint, p_compared_with text default 'previous', p_uri text default null, p_direction text default null,
  p_depth integer default 1, p_limit integer default 50, p_offset integer default 0)
returns json
language plpgsql
stable
security definer
set search_path = ''
set statement_timeout = '3s'
as $$
declare
  most_rows constant integer := 50;
  reader constant private.branch_reader := private.branch_reader(p_branch_id);
  default_id constant bigint := (
    select d.id from public.branches b join public.branches d on d.project_id = b.project_id and d.is_default where b.id = p_branch_id);
  uris text[];
  log public.changelog;
begin
  if reader is null or p_compared_with is null or p_compared_with not in ('previous', 'default')
    or p_direction is not null and (p_direction not in ('in', 'out') or p_uri is null)
    or exists (select from public.branch_nodes n where n.branch_id = p_branch_id and n.uri = p_uri and not private.shows_node(n)) then
    return null;
  end if;
  log.state := 'current';
  if p_compared_with = 'default' then
    -- It tells of both: a link opens one branch alone.
    if default_id is null or not private.can_read_branch(default_id) then
      return null;
    end if;
    log.state := private.comparison_state(p_branch_id);
  end if;
  if p_direction is not null then
    uris := array(select r.uri from private.reached_nodes(p_branch_id, reader, p_uri, p_direction, p_depth) r limit 300);
  elsif p_uri is not null then
    uris := array[p_uri];
  end if;
  with found as (
    select c.*, n.slug
    from public.node_changes c
    left join public.branch_nodes n on n.branch_id = c.branch_id and n.uri = c.node_uri
      and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.edits, reader.by_anyone, reader.by_token, reader.reads_internal)
    where c.branch_id = p_branch_id and c.compared_with = p_compared_with and log.state = 'current'
      and (uris is null or c.node_uri = any (uris)) and (not c.is_hidden or reader.edits)
      -- Workspace tokens read files, and of what is said about them what anybody reads.
      and case when reader.by_token then reader.by_anyone and not c.is_internal else reader.reads_internal or not c.is_internal end
  )
  select count(*), count(*) filter (where f.semver = 'major'), count(*) filter (where f.semver = 'minor'), count(*) filter (where f.semver = 'patch'),
    (select coalesce(json_agg(row(page.id, page.node_uri, page.node_type, page.node_name, page.slug, page.operation, page.semver, page.rule,
        page.message, page.commit_hash, page.created_at, page.value_before, page.value_after)::public.changelog_entry order by page.created_at desc, page.position, page.id), '[]')
      from (
        select * from found
        -- The newest analysis first; of one analysis what breaks first, as it was written.
        order by found.created_at desc, found.position, found.id
        limit private.page_size(p_limit, most_rows, most_rows) offset least(greatest(coalesce(p_offset, 0), 0), 10000)) page)
  into log.total, log.major, log.minor, log.patch, log.items
  from found f;
  return to_json(log::public.changelog);
end
$$;
comment on function public.branch_changelog is 'Changes of a branch by its analyses (p_compared_with previous, the newest first) or against the default branch (default), breaking ones first: of all its nodes, of one (p_uri), or of those that it refers to (p_direction out) or that refer to it (in) over p_depth steps, at most 5. A public.changelog with at most 50 entries; null where the caller does not read the branch or the node (hence json).';

-- # Grants

grant execute on function public.branch_changelog to anon, authenticated;
