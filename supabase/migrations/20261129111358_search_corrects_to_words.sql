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
            -- What is an address has letters that mean something between words.
            and k.word !~ '[^[:alnum:]._/-]'
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
