set local check_function_bodies = off;

DROP FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer, text[]);

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
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ quote_literal(asked.whole)::tsquery limit most);
    when 'addressed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where private.plain_path(bn.path) collate "C" >= asked.path and private.plain_path(bn.path) collate "C" < asked.path || chr(1114111)
        order by private.plain_path(bn.path) collate "C", bn.id limit most);
    when 'named' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where left(lower(bn.name), 200) collate "C" >= asked.term and left(lower(bn.name), 200) collate "C" < asked.term || chr(1114111)
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'titled' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ asked.wanted limit most);
    when 'listed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'said' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal)::private.search_candidate from private.searched_nodes(query) bn
        where bn.search @@ asked.wanted limit most);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_nodes(query private.search_query, rows integer)
 RETURNS public.search_hit[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- Of what fits best by its name the words are weighed too: they are long, and kept apart from their row.
  weighed constant integer := 200;
  found bigint[] := '{}';
  way text;
  typed constant private.search_text := query.asked;
  likeness real;
begin
  -- Without words all that is starred is meant.
  if (query.asked).term = '' and query.node_ids is not null then
    found := private.found_nodes(query, 'listed');
  end if;
  foreach way in array array['identified', 'addressed', 'named', 'titled', 'said'] loop
    continue when way = 'identified' and (query.asked).whole is null or way = 'addressed' and (query.asked).path is null
      or way in ('titled', 'said') and (query.asked).wanted is null
      or (query.asked).term = '';
    -- Names that begin so come before titles that hold the words, and these before texts: what cannot reach the page is not read.
    exit when way = 'titled' and cardinality(found) >= weighed or way = 'said' and cardinality(found) >= rows;
    found := found || private.found_nodes(query, way);
  end loop;
  -- What is most like it may be in nodes of others: then what is less so.
  foreach likeness in array array[0.75, 0] loop
    exit when found <> '{}' or (query.asked).wanted is null;
    query.asked := private.corrected_search(query.workspace_id, typed, likeness);
    found := private.found_nodes(query, 'titled');
    if found = '{}' then
      found := private.found_nodes(query, 'said');
    end if;
  end loop;
  return array(
    select row(bn.node_id, p.id, p.slug, p.name, b.slug, bn.slug, bn.name, bn.type, bn.method, bn.path, bn.summary, bn.tags,
      bn.is_internal, bn.is_deprecated,
      array(select distinct m from unnest((query.asked).marks) m where strpos(lower(concat_ws(' ', bn.name, bn.path, bn.summary)), m) > 0),
      best.score)::public.search_hit
    from (
      select n.id, named.score + private.search_word_score(n.search, query.asked) as score, n.name
      from (
        select n.id, private.search_score(n, query.asked) as score
        from public.branch_nodes n
        where n.id in (select distinct f from unnest(found) f)
        order by score desc, n.id
        limit greatest(weighed, rows)
      ) named
      join public.branch_nodes n on n.id = named.id
      order by score desc, n.name, n.id
      limit rows
    ) best
    join public.branch_nodes bn on bn.id = best.id
    join public.branches b on b.id = bn.branch_id
    join public.projects p on p.id = bn.project_id
    order by best.score desc, bn.name, bn.id
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.search_nodes(p_workspace_id bigint, p_search text, p_project_ids bigint[] DEFAULT NULL::bigint[], p_branch_slug text DEFAULT NULL::text, p_types text[] DEFAULT NULL::text[], p_limit integer DEFAULT 50, p_tags text[] DEFAULT NULL::text[], p_starred boolean DEFAULT false)
 RETURNS SETOF public.search_hit
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
begin
  perform private.count_search(p_workspace_id);
  return query select * from unnest(private.search_nodes(
    row(p_workspace_id, private.search_text(p_search), p_branch_slug, p_types[:50], p_tags[:50],
      private.search_branches(p_workspace_id, p_branch_slug, p_project_ids[:1000]),
      case when p_starred then array(
        select s.node_id from public.node_stars s where s.user_id = private.current_user_id() order by s.created_at desc limit 1000) end)::private.search_query,
    private.page_size(p_limit, 50, 200)));
end
$function$;

COMMENT ON FUNCTION "private"."search_candidates"(private.search_query, text, integer) IS 'Nodes that fit a search in one of the ways: called by the identifier, at the address, with a name that begins so (these two in order), with the words in name, path or tags, anywhere, or all that is searched.';

COMMENT ON FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer, text[], boolean) IS 'The nodes of a workspace that the caller reads and that fit a text, best first: half-typed and mistyped words, other words for a method, addresses and identifiers; of the caller''s stars alone, without words too. Checks the caller itself: under plain policies no index could be used.';

COMMENT ON TYPE "private"."search_query" IS 'A search within what the caller named. branch_ids: the branches to look in, where the caller reads few or named their projects; null where their role reads most. node_ids: the caller''s stars, where only these are meant.';

REVOKE ALL ON FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer, text[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer, text[], boolean) TO "anon", "authenticated", "postgres";
