set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.found_nodes(query private.search_query, way text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  few constant integer := case when way in ('worded', 'titled', 'said') then 1000 else 300 end;
  candidates private.search_candidate[] := private.search_candidates(query, way, few);
  shown bigint[] := private.shown_candidates(query, candidates);
begin
  -- Other branches, or projects that are not the caller's, came first: one look further, and no more.
  if cardinality(candidates) = few and cardinality(shown) < 100 then
    shown := private.shown_candidates(query, private.search_candidates(query, way, 10 * few));
  end if;
  return shown[:few];
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
  text constant private.search_text := query.text;
begin
  case way
    when 'identified' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ quote_literal(text.whole)::tsquery limit most);
    when 'addressed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where private.plain_path(bn.path) collate "C" >= text.path and private.plain_path(bn.path) collate "C" < text.path || chr(1114111)
        order by private.plain_path(bn.path) collate "C", bn.id limit most);
    when 'named' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where left(lower(bn.name), 200) collate "C" >= text.term and left(lower(bn.name), 200) collate "C" < text.term || chr(1114111)
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'worded' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ private.search_whole_words(text.words) limit most);
    when 'titled' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        where ts_filter(bn.search, '{a,b}') @@ text.wanted limit most);
    when 'listed' then
      return array(
        select row(bn.id, bn.branch_id, bn.type, bn.is_internal, bn.is_hidden)::private.search_candidate from private.searched_nodes(query) bn
        order by left(lower(bn.name), 200) collate "C", bn.id limit most);
    when 'said' then
      return array(
        select row(bn.id, bn.branch_id, bn.type,
          bn.is_internal or bn.has_internal_parts and bn.external_search @@ text.wanted is not true, bn.is_hidden)::private.search_candidate
        from private.searched_nodes(query) bn
        where bn.search @@ text.wanted limit most);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_forms(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array[word, private.search_stem(word), private.search_stem(word) || 's', private.search_stem(word) || 'es',
    case when word ~ 'ies$' then left(word, -3) || 'y' when word ~ 'y$' then left(word, -1) || 'ies' else word end]
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
  typed constant private.search_text := query.text;
  corrected private.search_text;
  likeness real;
  -- As private.shows_internal_parts says of a node that is shown, asked once and not for each.
  by_token constant boolean := query.workspace_id in (select private.token_workspace_ids());
  reads_internal constant boolean := private.can_in_workspace(query.workspace_id, 'WorkspaceFullMember');
begin
  -- Without words all that is starred is meant.
  if (query.text).term = '' and query.node_ids is not null then
    found := private.found_nodes(query, 'listed');
  end if;
  foreach way in array array['identified', 'addressed', 'named', 'worded', 'titled', 'said'] loop
    continue when way = 'identified' and (query.text).whole is null or way = 'addressed' and (query.text).path is null
      or way in ('worded', 'titled', 'said') and (query.text).wanted is null
      or (query.text).term = '';
    -- Names that begin so come before titles that hold the words, and these before texts: what cannot reach the page is not read.
    exit when way = 'worded' and cardinality(found) >= weighed or way = 'titled' and cardinality(found) >= greatest(weighed / 2, rows)
      or way = 'said' and cardinality(found) >= rows;
    found := found || private.found_nodes(query, way);
  end loop;
  -- What is most like it may be in nodes of others: then what is less so.
  foreach likeness in array array[0.75, 0] loop
    exit when found <> '{}' or (query.text).wanted is null;
    corrected := private.corrected_search(query.workspace_id, typed, likeness);
    -- What was looked for already is not there.
    continue when corrected.wanted = (query.text).wanted;
    query.text := corrected;
    foreach way in array array['worded', 'titled', 'said'] loop
      exit when way = 'titled' and cardinality(found) >= rows or way = 'said' and found <> '{}';
      found := found || private.found_nodes(query, way);
    end loop;
  end loop;
  return array(
    select row(bn.node_id, p.id, p.slug, p.name, b.slug, bn.slug, bn.name, bn.type, bn.method, bn.path, bn.summary, bn.tags,
      bn.is_internal, bn.is_deprecated,
      array(select distinct m from unnest((query.text).marks) m where strpos(lower(concat_ws(' ', bn.name, bn.path, bn.summary)), m) > 0),
      best.score)::public.search_hit
    from (
      select n.id, named.score + private.search_word_score(
          -- A better place for words that are internal would spell them out.
          case when n.has_internal_parts and not private.node_is_shown(n.type, true, false, false, by_token, reads_internal) then coalesce(n.external_search, '') else n.search end,
          query.text) as score, n.name
      from (
        select n.id, private.search_score(n, query.text) as score
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

CREATE OR REPLACE FUNCTION private.search_whole_words(words text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select to_tsquery('simple', string_agg('(' || array_to_string(private.search_forms(w), ' | ') || ')', ' & ')) from unnest(words) w
$function$;

COMMENT ON FUNCTION "private"."search_candidates"(private.search_query, text, integer) IS 'Nodes that fit a search in one of the ways: called by the identifier, at the address, with a name that begins so (these two in order), with the words in name, path or tags (whole, or what begins with them), anywhere, or all that is searched.';

COMMENT ON FUNCTION "private"."search_forms"(text) IS 'A word in the singular and the plural, as far as it can be told by its ending.';

COMMENT ON FUNCTION "private"."search_whole_words"(text[]) IS 'What nodes must have where each word is meant as it is written, in the singular or plural; null without words. An index answers it ten times as fast as words that go on or have others beside them.';

REVOKE ALL ON FUNCTION "private"."search_forms"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_forms"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_whole_words"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_whole_words"(text[]) TO "postgres";
