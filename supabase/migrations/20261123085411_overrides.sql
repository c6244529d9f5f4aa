set local check_function_bodies = off;

DROP POLICY "Nodes are read with their branch, internal ones by full members" ON "public"."branch_nodes";

DROP POLICY "Nodes of public projects are read by anyone, APIs and models of" ON "public"."branch_nodes";

DROP POLICY "Changes are read with their branch, those of internal nodes by " ON "public"."node_changes";

DROP POLICY "Changes of public projects are read by anyone" ON "public"."node_changes";

DROP FUNCTION "private"."exported_toc"(jsonb, boolean);

DROP FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean);

CREATE TABLE "public"."overrides" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "project_id" bigint NOT NULL, "branch_id" bigint, "node_uri" text NOT NULL, "title" text, "summary" text, "is_hidden" boolean, "created_by" bigint, "updated_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "overrides_node_uri_check" CHECK (((octet_length(node_uri) >= 1) AND (octet_length(node_uri) <= 2000))), CONSTRAINT "overrides_once_key" UNIQUE NULLS NOT DISTINCT (project_id, node_uri, branch_id), CONSTRAINT "overrides_pkey" PRIMARY KEY (id), CONSTRAINT "overrides_summary_check" CHECK (((length(summary) >= 1) AND (length(summary) <= 2000))), CONSTRAINT "overrides_title_check" CHECK (((length(title) >= 1) AND (length(title) <= 500))));

ALTER TABLE "public"."overrides" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."branch_nodes" ADD COLUMN "is_hidden" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."branch_nodes" ADD COLUMN "source_name" text;

ALTER TABLE "public"."branch_nodes" ADD COLUMN "source_summary" text;

ALTER TABLE "public"."branch_nodes" ADD COLUMN "source_search" tsvector;

ALTER TABLE "public"."node_changes" ADD COLUMN "is_hidden" boolean NOT NULL DEFAULT false;

ALTER TYPE "private"."branch_reader" ADD ATTRIBUTE "edits" boolean CASCADE;

ALTER TYPE "private"."search_candidate" ADD ATTRIBUTE "is_hidden" boolean CASCADE;

ALTER TYPE "public"."branch_node" ADD ATTRIBUTE "is_hidden" boolean CASCADE;

CREATE OR REPLACE FUNCTION private.branch_reader(branch_id bigint)
 RETURNS private.branch_reader
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(b.is_published and p.is_open, p.workspace_id = any (array(select private.token_workspace_ids())),
    private.reads_internal(b.id), private.can_in_project(p.id, 'project_contents_update'))::private.branch_reader
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = branch_reader.branch_id and private.can_read_branch(b.id)
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
end
$function$;

CREATE OR REPLACE FUNCTION private.node_is_shown(node_type text, is_internal boolean, is_hidden boolean, by_anyone boolean, by_token boolean, reads_internal boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not is_hidden and case when by_token
    then private.is_exported(node_type) or by_anyone and not is_internal
    else not is_internal or reads_internal end
$function$;

CREATE OR REPLACE FUNCTION private.node_with_data(found public.branch_nodes)
 RETURNS public.branch_node
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    found.node_id, found.id, found.branch_id, found.project_id, found.type, found.uri, found.slug, found.name, found.summary, found.tags,
    found.method, found.path, found.version, found.parent_uri, found.is_internal, found.is_deprecated, found.updated_at,
    case when not found.has_internal_parts or private.shows_internal_parts(found)
      then (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.snapshot_hash)
      -- Before an analysis has said what is internal in it, its head is all that others get.
      else coalesce(
        (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.external_snapshot_hash),
        json_strip_nulls(json_build_object('method', found.method, 'path', found.path)))
    end, found.is_hidden)::public.branch_node
$function$;

CREATE OR REPLACE FUNCTION private.open_nodes(workspace_id bigint)
 RETURNS SETOF public.branch_nodes
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select n.*
  from public.projects p
  join public.branches b on b.project_id = p.id and b.is_default and b.is_published
  join public.branch_nodes n on n.branch_id = b.id and not n.is_internal and not n.is_hidden
    and n.type = any ('{article,model,http_service,http_operation,http_webhook}')
  where p.workspace_id = open_nodes.workspace_id and p.is_open
$function$;

CREATE OR REPLACE FUNCTION private.overrides_of(branch_id bigint)
 RETURNS TABLE(node_uri text, title text, summary text, is_hidden boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.node_uri,
    coalesce(max(o.title) filter (where o.branch_id is not null), max(o.title)),
    coalesce(max(o.summary) filter (where o.branch_id is not null), max(o.summary)),
    coalesce(bool_or(o.is_hidden) filter (where o.branch_id is not null), bool_or(o.is_hidden), false)
  from public.branches b
  join public.overrides o on o.project_id = b.project_id and (o.branch_id is null or o.branch_id = b.id)
  where b.id = overrides_of.branch_id
  group by o.node_uri
$function$;

CREATE OR REPLACE FUNCTION private.reached_nodes(branch_id bigint, reader private.branch_reader, start_uri text, direction text, most_depth integer)
 RETURNS TABLE(id bigint, uri text, depth integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- One more than is shown, so that it is known whether some are left out.
  most_nodes constant integer := 301;
  seen text[] := array[start_uri];
  step text[] := array[start_uri];
  ids bigint[];
begin
  -- Step by step, since what was seen is neither gone through nor counted again: references go round in circles.
  -- What the reader may not see is no way to what is behind it.
  for steps in 1 .. least(greatest(coalesce(most_depth, 1), 1), 5) loop
    select array_agg(next.id), array_agg(next.uri) into ids, step
    from (
      select n.id, n.uri
      from private.neighbours(reached_nodes.branch_id, reader, step, reached_nodes.direction) near (uri)
      join public.branch_nodes n on n.branch_id = reached_nodes.branch_id and n.uri = near.uri
        and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.edits, reader.by_anyone, reader.by_token, reader.reads_internal)
      where near.uri <> all (seen)
      order by n.name, n.id
      limit most_nodes + 1 - cardinality(seen)
    ) next;
    exit when ids is null;
    return query select f.id, f.uri, steps from unnest(ids, step) f (id, uri);
    seen := seen || step;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_candidates(query private.search_query, way text, most integer)
 RETURNS private.search_candidate[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  asked constant private.search_text := query.asked;
begin
  case way
    when 'identified' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ quote_literal(asked.whole)::tsquery limit most);
    when 'addressed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where private.plain_path(bn.path) collate "C" >= asked.path and private.plain_path(bn.path) collate "C" < asked.path || chr(1114111)
        order by private.plain_path(bn.path) collate "C", bn.id limit most);
    when 'named' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where left(lower(bn.name), 200) collate "C" >= asked.term and left(lower(bn.name), 200) collate "C" < asked.term || chr(1114111)
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'titled' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ asked.wanted limit most);
    when 'listed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'said' then
      return array(
        select row(bn.id, bn.branch_id, bn.type,
          bn.is_internal or bn.has_internal_parts and bn.external_search @@ asked.wanted is not true, bn.is_hidden)::private.search_candidate
        from private.searched_nodes(query) bn
        where bn.search @@ asked.wanted limit most);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_candidates(query private.search_query, candidates private.search_candidate[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  by_token constant boolean := query.workspace_id in (select private.token_workspace_ids());
  reads_internal constant boolean := private.can_in_workspace(query.workspace_id, 'WorkspaceFullMember');
begin
  return array(
    select c.id
    from unnest(candidates) with ordinality c
    join private.branches_read() b on b.id = c.branch_id
    join public.projects p on p.id = b.project_id
    where private.is_searched_branch(b, query.branch_slug)
      and private.node_is_shown(c.type, c.is_internal,
        c.is_hidden and not exists (select 1 from private.projects_with('project_contents_update') e where e.id = p.id), b.is_published and p.is_open, by_token, reads_internal)
    order by c.ordinality);
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_toc(entries jsonb, laid jsonb, edits boolean, by_token boolean, by_anyone boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with listed as (
      select e.entry, e.place, inner_part.entries, own.over, group_part.is_touched,
        case
          when inner_part.entries <> '[]' then 'kept'
          when not e.entry ?| '{items,slug,url}' then 'divider'
          when not edits and coalesce((own.over ->> 'hidden')::boolean, false) or e.entry ? 'items' then 'left out'
          when not by_token or private.is_exported(e.entry ->> 'type') then 'kept'
          when by_anyone and not coalesce((e.entry ->> 'internal')::boolean, false) then 'kept'
          else 'left out'
        end as fate
      from jsonb_array_elements(shown_toc.entries) with ordinality e (entry, place)
      cross join lateral (select laid -> (e.entry ->> 'slug') as over) own
      -- A group in which nothing is laid stays as it is: in long contents that is most of them.
      cross join lateral (
        select jsonb_typeof(e.entry -> 'items') = 'array' and (by_token or exists (
          select 1 from jsonb_path_query(e.entry -> 'items', 'strict $.** ? (exists (@.slug)).slug', '{}', true) s (slug)
          where laid ? (s.slug #>> '{}'))) as is_touched
      ) group_part
      cross join lateral (
        select case when group_part.is_touched then private.shown_toc(e.entry -> 'items', laid, edits, by_token, by_anyone)
          when jsonb_typeof(e.entry -> 'items') = 'array' then e.entry -> 'items' else '[]' end as entries
      ) inner_part
    ), parted as (
      select l.*, count(*) filter (where l.fate = 'divider') over (order by l.place) as part from listed l
    ), counted as (
      select p.*, count(*) filter (where p.fate = 'kept') over (partition by p.part) as kept_in_part from parted p
    ), written as (
      select c.*,
        -- The page of an API stands under its own heading, which has its title.
        case when c.is_touched then (
          select laid -> (i ->> 'slug') ->> 'title' from jsonb_array_elements(c.entries) i
          where i ->> 'type' = 'http_service' and i ->> 'title' = 'Overview' limit 1)
        when c.entry ->> 'type' = 'http_service' and c.entry ->> 'title' = 'Overview' then null
        else c.over ->> 'title' end as title
      from counted c
    )
    select coalesce(jsonb_agg(
      case when w.over is null and not coalesce(w.is_touched, false) then w.entry else
        w.entry
          || case when w.is_touched then jsonb_build_object('items', w.entries) else '{}' end
          || case when w.title is null then '{}' else jsonb_build_object('title', w.title) end
          || case when coalesce((w.over ->> 'hidden')::boolean, false) then '{"hidden": true}'::jsonb else '{}' end
      end order by w.place), '[]')
    from written w
    where w.fate = 'kept' or w.fate = 'divider' and w.kept_in_part > 0
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.shows_node(node public.branch_nodes)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.node_is_shown(node.type, node.is_internal,
    node.is_hidden and not private.can_in_project(p.id, 'project_contents_update'), b.is_published and p.is_open,
    p.workspace_id = any (array(select private.token_workspace_ids())), private.reads_internal(b.id))
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = node.branch_id
$function$;

CREATE OR REPLACE FUNCTION public.branch_changelog(p_branch_id bigint, p_compared_with text DEFAULT 'previous'::text, p_uri text DEFAULT NULL::text, p_direction text DEFAULT NULL::text, p_depth integer DEFAULT 1, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
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
        page.message, page.commit_hash, page.created_at)::public.changelog_entry order by page.created_at desc, page.position, page.id), '[]')
      from (
        select * from found
        -- The newest analysis first; of one analysis what breaks first, as it was written.
        order by found.created_at desc, found.position, found.id
        limit private.page_size(p_limit, most_rows, most_rows) offset least(greatest(coalesce(p_offset, 0), 0), 10000)) page)
  into log.total, log.major, log.minor, log.patch, log.items
  from found f;
  return to_json(log);
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_toc(p_branch_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when reader.is_token or overridden.laid is not null
    then private.shown_toc(t.toc, overridden.laid,
      overridden.laid is not null and not reader.is_token and private.can_in_project(reader.project_id, 'project_contents_update'),
      reader.is_token, reader.by_anyone)
    else t.toc end
  from (
    select p.id as project_id, p.workspace_id = any (array(select private.token_workspace_ids())) as is_token,
      b.is_published and p.is_open as by_anyone
    from public.branches b join public.projects p on p.id = b.project_id
    where b.id = p_branch_id
  ) reader
  join public.branch_tocs t on t.branch_id = p_branch_id
    and t.audience = case when reader.is_token or private.reads_internal(p_branch_id) then 'members' else 'everyone' end
  cross join (
    select jsonb_object_agg(n.slug,
      jsonb_build_object('title', case when n.name <> n.source_name then n.name end, 'hidden', n.is_hidden)) as laid
    from public.branch_nodes n
    where n.branch_id = p_branch_id and (n.is_hidden or n.source_name is not null)
  ) overridden
  where private.can_read_branch(p_branch_id)
$function$;

CREATE OR REPLACE FUNCTION public.set_override(p_project_id bigint, p_node_uri text, p_changes jsonb, p_branch_id bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 2000;
  changed public.overrides;
begin
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' or p_changes - '{title,summary,is_hidden}'::text[] <> '{}'
    or coalesce(jsonb_typeof(p_changes -> 'title'), 'null') not in ('string', 'null')
    or coalesce(jsonb_typeof(p_changes -> 'summary'), 'null') not in ('string', 'null')
    or coalesce(jsonb_typeof(p_changes -> 'is_hidden'), 'null') not in ('boolean', 'null')
    or length(p_changes ->> 'title') > 500 or length(p_changes ->> 'summary') > 2000
  then
    perform private.problem('override_invalid');
  end if;
  if p_branch_id is not null and not exists (
    select 1 from public.branches b where b.id = p_branch_id and b.project_id = p_project_id)
  then
    perform private.problem('branch_not_found');
  end if;
  select * into changed from public.overrides o
  where o.project_id = p_project_id and o.node_uri = p_node_uri and o.branch_id is not distinct from p_branch_id;
  if changed.id is null then
    if not exists (select 1 from public.nodes n where n.project_id = p_project_id and n.uri = p_node_uri) then
      perform private.problem('node_not_found');
    end if;
    if (select count(*) >= most from public.overrides o where o.project_id = p_project_id) then
      perform private.problem('too_many_overrides');
    end if;
    insert into public.overrides (project_id, branch_id, node_uri, created_by)
    values (p_project_id, p_branch_id, p_node_uri, private.current_user_id())
    returning * into changed;
  end if;
  -- By the clock, and behind the lock: who follows the changes of a project misses none.
  update public.overrides o
  set title = case when p_changes ? 'title' then nullif(btrim(p_changes ->> 'title'), '') else o.title end,
    summary = case when p_changes ? 'summary' then nullif(btrim(p_changes ->> 'summary'), '') else o.summary end,
    is_hidden = case when p_changes ? 'is_hidden' then (p_changes ->> 'is_hidden')::boolean else o.is_hidden end,
    updated_by = private.current_user_id(), updated_at = clock_timestamp()
  where o.id = changed.id;
  -- An analysis holds its branch while it writes nodes and lays overrides over them: one comes after the other.
  perform 1 from public.branches b
  where b.project_id = p_project_id and b.id = coalesce(p_branch_id, b.id) order by b.id for no key update;
  perform private.lay_overrides(b.id, p_node_uri)
  from public.branches b
  where b.project_id = p_project_id and b.id = coalesce(p_branch_id, b.id);
  return changed.id;
end
$function$;

ALTER TABLE "public"."overrides" ADD CONSTRAINT "overrides_branch_id_project_id_fkey" FOREIGN KEY (branch_id, project_id) REFERENCES public.branches(id, project_id) ON DELETE CASCADE;

ALTER TABLE "public"."overrides" ADD CONSTRAINT "overrides_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."overrides" ADD CONSTRAINT "overrides_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."overrides" ADD CONSTRAINT "overrides_updated_by_fkey" FOREIGN KEY (updated_by) REFERENCES public.users(id) ON DELETE SET NULL;

CREATE INDEX branch_nodes_overridden_idx ON public.branch_nodes USING btree (branch_id) WHERE (is_hidden OR (source_name IS NOT NULL));

CREATE INDEX overrides_branch_idx ON public.overrides USING btree (branch_id, project_id);

CREATE INDEX overrides_created_by_idx ON public.overrides USING btree (created_by);

CREATE INDEX overrides_updated_by_idx ON public.overrides USING btree (updated_by);

CREATE INDEX overrides_updated_idx ON public.overrides USING btree (project_id, updated_at, id);

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF title, summary ON public.overrides FOR EACH ROW EXECUTE FUNCTION private.keep_names('title', 'summary');

CREATE POLICY "Nodes are read with their branch, internal ones by full members" ON "public"."branch_nodes" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT 1
   FROM public.branches b
  WHERE (b.id = branch_nodes.branch_id))) AND ((NOT is_internal) OR (workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceFullMember'::text) AS workspace_ids_with)))) AND ((NOT is_hidden) OR (EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = branch_nodes.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_contents_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_contents_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_contents_update'::text) AS group_ids_given))))))))))));

CREATE POLICY "Nodes of public projects are read by anyone, APIs and models of" ON "public"."branch_nodes" FOR SELECT TO "anon" USING (((NOT is_hidden) AND ((EXISTS ( SELECT 1
   FROM (public.branches b
     JOIN public.projects p ON ((p.id = b.project_id)))
  WHERE ((b.id = branch_nodes.branch_id) AND (NOT branch_nodes.is_internal) AND b.is_published AND p.is_open))) OR ((type = ANY ('{http_service,http_operation,http_server,http_callback,http_webhook,model}'::text[])) AND (workspace_id = ANY (ARRAY( SELECT private.token_workspace_ids() AS token_workspace_ids)))))));

CREATE POLICY "Changes are read with their branch, those of internal nodes by " ON "public"."node_changes" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT 1
   FROM public.branches b
  WHERE (b.id = node_changes.branch_id))) AND ((NOT is_internal) OR (workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceFullMember'::text) AS workspace_ids_with)))) AND ((NOT is_hidden) OR (EXISTS ( SELECT 1
   FROM (public.branches b
     JOIN public.projects p ON ((p.id = b.project_id)))
  WHERE ((b.id = node_changes.branch_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_contents_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_contents_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_contents_update'::text) AS group_ids_given))))))))))));

CREATE POLICY "Changes of public projects are read by anyone" ON "public"."node_changes" FOR SELECT TO "anon" USING ((EXISTS ( SELECT 1
   FROM (public.branches b
     JOIN public.projects p ON ((p.id = b.project_id)))
  WHERE ((b.id = node_changes.branch_id) AND (NOT node_changes.is_internal) AND (NOT node_changes.is_hidden) AND b.is_published AND p.is_open))));

CREATE POLICY "Overrides are read by who changes the content of their project" ON "public"."overrides" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = overrides.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_contents_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_contents_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_contents_update'::text) AS group_ids_given))))))))));

COMMENT ON COLUMN "public"."branch_nodes"."is_hidden" IS 'Shown to who may change the content alone, by an override.';

COMMENT ON COLUMN "public"."branch_nodes"."source_name" IS 'What the source says where an override says something else; so the two columns beside it.';

COMMENT ON COLUMN "public"."overrides"."is_hidden" IS 'Whether readers who may not change the content do not see the node. False on one branch outweighs true on all.';

COMMENT ON FUNCTION "private"."lay_overrides"(bigint, text) IS 'Makes nodes of a branch look as their overrides say, what their source says kept beside: so each way of reading finds both in the row, and asks for no override. After each analysis for all of a branch, after a change for one of them.';

COMMENT ON FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean, boolean) IS 'What is shown of a branch that the caller reads: hidden nodes to nobody (is_hidden: and the caller does not change the content), internal ones to full members; to a workspace token what comes from OpenAPI and JSON Schema files and, of a branch open to anyone, what anyone reads.';

COMMENT ON FUNCTION "private"."overrides_of"(bigint) IS 'What is laid over the nodes of a branch: its own overrides before those of all branches, each column for itself.';

COMMENT ON FUNCTION "private"."shown_toc"(jsonb, jsonb, boolean, boolean, boolean) IS 'A table of contents with what is laid over its nodes (by slug: title, hidden; null for none), without those that are hidden from who does not edit; for a workspace token APIs and models alone and, where the branch is open to anyone, what anyone reads. Groups that hold none of it and dividers above none go as well.';

COMMENT ON FUNCTION "public"."branch_toc"(bigint) IS 'The table of contents of a branch as the caller may see it, or null (jsonb: a document that nests as deep as its author wished), with what its overrides say; a workspace token reads of it what comes from OpenAPI and JSON Schema files.';

COMMENT ON FUNCTION "public"."set_override"(bigint, text, jsonb, bigint) IS 'Lays a title, a summary or is_hidden over a node, on one branch or (null) on all of the project: those that p_changes names, null takes one back. Answers the id of the override.';

COMMENT ON TABLE "public"."overrides" IS 'What is shown of a node in place of what its source says, on one branch or (branch_id null) on all of the project. Each column is null where the source holds; a row of nulls alone was taken back, and stays for those who follow the changes.';

REVOKE ALL ON FUNCTION "private"."lay_overrides"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lay_overrides"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."node_is_shown"(text, boolean, boolean, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."overrides_of"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."overrides_of"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_toc"(jsonb, jsonb, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_toc"(jsonb, jsonb, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "public"."set_override"(bigint, text, jsonb, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_override"(bigint, text, jsonb, bigint) TO "authenticated", "postgres";

REVOKE ALL ("is_hidden") ON TABLE "public"."branch_nodes" FROM "anon";

GRANT SELECT ("is_hidden") ON TABLE "public"."branch_nodes" TO "anon";

REVOKE ALL ("is_hidden") ON TABLE "public"."branch_nodes" FROM "authenticated";

GRANT SELECT ("is_hidden") ON TABLE "public"."branch_nodes" TO "authenticated";

GRANT SELECT ON TABLE "public"."overrides" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."overrides" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field)
values
  ('node_not_found', 'NOT_FOUND', 404, 'Page not found', 'node_uri'),
  ('override_invalid', 'VALIDATION_ERROR', 400, 'Lay a title, a summary or is_hidden over a node.', null),
  ('override_not_found', 'NOT_FOUND', 404, 'Override not found.', null),
  ('too_many_overrides', 'CONFLICT', 409, 'A project can have 2,000 overrides.', null);
