set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_nodes(branch_id bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.branches b
  set article_count = c.articles, schema_count = c.schemas, api_count = c.apis, operation_count = c.operations
  from (
    select count(*) filter (where n.type = 'article') as articles, count(*) filter (where n.type = 'model') as schemas,
      count(*) filter (where n.type = 'http_service') as apis, count(*) filter (where n.type = 'http_operation') as operations
    from public.branch_nodes n
    where n.branch_id = count_nodes.branch_id and not n.is_internal and not n.is_hidden
  ) c
  where b.id = count_nodes.branch_id
    and (b.article_count, b.schema_count, b.api_count, b.operation_count) is distinct from (c.articles, c.schemas, c.apis, c.operations)
$function$;

CREATE OR REPLACE FUNCTION private.lay_overrides(branch_id bigint, node_uri text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.branch_nodes n
  set name = laid.name, summary = laid.summary, is_hidden = laid.is_hidden,
    search = case when laid.is_other then laid.search
        || setweight(to_tsvector('simple', laid.name), 'A') || setweight(to_tsvector('simple', laid.summary), 'C')
      else laid.search end,
    source_name = case when laid.is_other then coalesce(n.source_name, n.name) end,
    source_summary = case when laid.is_other then coalesce(n.source_summary, n.summary) end,
    source_search = case when laid.is_other then laid.search end,
    updated_at = now()
  from private.overrides_of(lay_overrides.branch_id) o
  join public.branch_nodes held on held.branch_id = lay_overrides.branch_id and held.uri = o.node_uri
  cross join lateral (
    select coalesce(o.title, held.source_name, held.name) as name, coalesce(o.summary, held.source_summary, held.summary) as summary,
      coalesce(held.source_search, held.search) as search, o.is_hidden, o.title is not null or o.summary is not null as is_other
  ) laid
  where n.id = held.id and o.node_uri = coalesce(lay_overrides.node_uri, o.node_uri)
    and (n.name, n.summary, n.is_hidden, n.source_name is not null) is distinct from (laid.name, laid.summary, laid.is_hidden, laid.is_other);
  -- What is hidden takes its history along, and brings it back.
  update public.node_changes c
  set is_hidden = o.is_hidden
  from private.overrides_of(lay_overrides.branch_id) o
  where c.branch_id = lay_overrides.branch_id and c.node_uri = o.node_uri and c.is_hidden <> o.is_hidden
    and o.node_uri = coalesce(lay_overrides.node_uri, o.node_uri);
  perform private.count_nodes(lay_overrides.branch_id);
end
$function$;

COMMENT ON COLUMN "public"."branches"."article_count" IS 'Nodes that each of its readers sees, as the three columns beside it: neither internal nor hidden ones, for visitors read the counts too.';

COMMENT ON FUNCTION "private"."count_nodes"(bigint) IS 'Counts the nodes of a branch that each of its readers sees.';

REVOKE ALL ON FUNCTION "private"."count_nodes"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_nodes"(bigint) TO "postgres";

-- By hand

-- Nothing was written on these branches: neither their dates nor their readers hear of it.
alter table public.branches disable trigger user;
select private.count_nodes(b.id) from public.branches b;
alter table public.branches enable trigger user;
