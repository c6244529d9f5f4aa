set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.search_text(text text)
 RETURNS private.search_text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- Likeness costs by length, and anyone may search.
  short constant text := btrim(regexp_replace(substr(text, 1, 200), '\s+', ' ', 'g'));
  address constant text[] := regexp_match(lower(short), '^(?:(get|put|post|patch|delete|head|options|trace) )?(?:https?://[^/ ]*)?(/[^ ?#]*)');
  meant private.search_text;
  word text;
  is_small boolean;
  parts text;
  meanings text[] := '{}';
begin
  meant.term := lower(short);
  meant.method := address[1];
  meant.path := private.plain_path(nullif(rtrim(address[2], '/'), ''));
  meant.whole := case when meant.term ~ '^[[:alnum:]]+[^[:alnum:] ][^ ]*$' then nullif(regexp_replace(meant.term, '[^[:alnum:]]+', '', 'g'), '') end;
  meant.words := '{}';
  meant.stems := '{}';
  meant.marks := '{}';
  -- Small words, parameters of paths and single letters mean something only where there is nothing else.
  for word, is_small in
    select w.word,
      length(w.word) = 1 or lower(w.word) = any ('{an,the,of,for,to,in,on,by,with,and,or,is,are,how,do,does,my,all,from,can,what,where,when,why,which,who,we,our,you,your,should,be,if}') as small
    from regexp_split_to_table(regexp_replace(short, '\{[^}]*\}', '', 'g'), '[^[:alnum:]]+') with ordinality w (word, place)
    where w.word <> ''
    order by small, w.place
    limit 8
  loop
    exit when is_small and meant.words <> '{}';
    parts := regexp_replace(regexp_replace(word, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'), '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
    word := lower(word);
    meant.words := meant.words || word;
    meant.stems := meant.stems || private.search_stem(word);
    meant.marks := meant.marks || private.search_stem(word) || private.search_synonyms(word);
    meanings := meanings || concat_ws(' | ',
      private.search_stem(word) || ':*',
      case when parts like '% %' then '(' || replace(lower(parts), ' ', ':* & ') || ':*)' end,
      nullif(array_to_string(private.search_synonyms(word), ' | '), ''));
  end loop;
  meant.wanted := case cardinality(meanings)
    when 0 then null
    -- By itself a method is half of all nodes, and its other names the rest.
    when 1 then to_tsquery('simple', case when private.search_synonyms(meant.words[1]) = '{}' then meanings[1] else meant.words[1] || ':*' end)
    else to_tsquery('simple', '(' || array_to_string(meanings, ') & (') || ')') end;
  return meant;
end
$function$;
