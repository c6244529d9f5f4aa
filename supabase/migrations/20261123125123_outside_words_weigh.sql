set local check_function_bodies = off;

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
  likeness real;
begin
  -- Without words all that is starred is meant.
  if (query.text).term = '' and query.node_ids is not null then
    found := private.found_nodes(query, 'listed');
  end if;
  foreach way in array array['identified', 'addressed', 'named', 'titled', 'said'] loop
    continue when way = 'identified' and (query.text).whole is null or way = 'addressed' and (query.text).path is null
      or way in ('titled', 'said') and (query.text).wanted is null
      or (query.text).term = '';
    -- Names that begin so come before titles that hold the words, and these before texts: what cannot reach the page is not read.
    exit when way = 'titled' and cardinality(found) >= weighed or way = 'said' and cardinality(found) >= rows;
    found := found || private.found_nodes(query, way);
  end loop;
  -- What is most like it may be in nodes of others: then what is less so.
  foreach likeness in array array[0.75, 0] loop
    exit when found <> '{}' or (query.text).wanted is null;
    query.text := private.corrected_search(query.workspace_id, typed, likeness);
    found := private.found_nodes(query, 'titled');
    if found = '{}' then
      found := private.found_nodes(query, 'said');
    end if;
  end loop;
  return array(
    select row(bn.node_id, p.id, p.slug, p.name, b.slug, bn.slug, bn.name, bn.type, bn.method, bn.path, bn.summary, bn.tags,
      bn.is_internal, bn.is_deprecated,
      array(select distinct m from unnest((query.text).marks) m where strpos(lower(concat_ws(' ', bn.name, bn.path, bn.summary)), m) > 0),
      best.score)::public.search_hit
    from (
      select n.id, named.score + private.search_word_score(
          -- A better place for words that are internal would spell them out.
          case when n.has_internal_parts and not private.shows_internal_parts(n) then coalesce(n.external_search, '') else n.search end,
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
