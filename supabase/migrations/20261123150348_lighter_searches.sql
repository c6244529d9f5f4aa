set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.corrected_search(workspace_id bigint, text private.search_text, share real)
 RETURNS private.search_text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text;
  likely text[];
  swapped text[];
  gaps text[];
  stems text[];
  meanings text[] := '{}';
  terms text[] := '{}';
  unknown constant text[] := array(
    select w from unnest(text.words) w
    where not exists (select 1 from private.search_words k
      where k.workspace_id = corrected_search.workspace_id and k.word >= private.search_stem(w) and k.word < private.search_stem(w) || chr(1114111)));
begin
  foreach typed in array text.words loop
    likely := '{}';
    if length(typed) > 2 and (unknown = '{}' or typed = any (unknown)) then
      -- Two letters exchanged, or one too few or wrong, leave too few trigrams of a short word.
      swapped := array(
        select overlay(typed placing reverse(substr(typed, n, 2)) from n) from generate_series(1, length(typed) - 1) n);
      gaps := case when length(typed) > 5 then '{}' else array(
        select overlay(typed placing '_' from n for f) from generate_series(2, length(typed) + 1) n, generate_series(0, 1) f) end;
      likely := array(
        with near as (
          select k.word, greatest(extensions.similarity(k.word, typed), case when k.word = any (swapped) then 1 when strpos(k.word, typed) > 0 then 0.9 when k.word like any (gaps) then 0.8 end) as likeness
          from private.search_words k
          where k.workspace_id = corrected_search.workspace_id
            and (k.word operator(extensions.%) typed or k.word like '%' || typed || '%' or k.word = any (swapped)
              or k.word like any (gaps) and k.word >= left(typed, 1) and k.word < left(typed, 1) || chr(1114111))
        )
        select n.word from near n
        where n.likeness >= share * (select max(l.likeness) from near l)
        group by n.word
        order by max(n.likeness) desc, abs(length(n.word) - length(typed)), n.word
        limit 10);
    end if;
    -- What begins with another of them is found by that one: each is a walk of its own through the index.
    stems := array(select distinct private.search_stem(l) from unnest(typed || likely) l);
    meanings := meanings || concat_ws(' | ', nullif(array_to_string(private.search_synonyms(typed), ' | '), ''),
      (select string_agg(s || ':*', ' | ') from unnest(stems) s
        where not exists (select 1 from unnest(stems) o where o <> s and starts_with(s, o))));
    terms := terms || coalesce(likely[1], typed);
    text.marks := text.marks || array(select private.search_stem(l) from unnest(likely) l);
  end loop;
  text.term := array_to_string(terms, ' ');
  text.words := terms;
  text.stems := terms;
  text.wanted := case when meanings <> '{}' then to_tsquery('simple', '(' || array_to_string(meanings, ') & (') || ')') end;
  return text;
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
    corrected := private.corrected_search(query.workspace_id, typed, likeness);
    -- What was looked for already is not there.
    continue when corrected.wanted = (query.text).wanted;
    query.text := corrected;
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
