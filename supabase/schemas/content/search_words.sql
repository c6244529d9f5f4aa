-- What is searched for: a text becomes words with all that they may mean, and mistyped words become those that a workspace knows.

-- # Tables

create table private.search_words (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  word text collate "C" not null
);
comment on table private.search_words is 'The words of the names, paths and tags in a workspace: what mistyped words are corrected to. Nobody reads it: a correction shows only in nodes that the caller reads.';
comment on column private.search_words.word is 'Not unique: then one analysis would wait for another that has just met the same word. One that no node has any more leads to nothing.';
create index search_words_word_idx on private.search_words (workspace_id, word);
create index search_words_trgm_idx on private.search_words using gin (workspace_id, word extensions.gin_trgm_ops);
alter table private.search_words enable row level security;

-- # Rules

create function private.keep_search_words()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.search_words (workspace_id, word)
  select found.workspace_id, found.word
  from (
    select distinct c.workspace_id, w.word
    from changed c
    cross join lateral unnest(tsvector_to_array(ts_filter(c.search, '{a,b}') || to_tsvector('simple', c.name))) w (word)
    where length(w.word) between 3 and 40
  ) found
  where not exists (select 1 from private.search_words known where known.workspace_id = found.workspace_id and known.word = found.word);
  return null;
end
$$;
comment on function private.keep_search_words is 'The words of new names are known from then on.';
create trigger keep_words_insert after insert on public.branch_nodes referencing new table as changed for each statement execute function private.keep_search_words();
create trigger keep_words_update after update on public.branch_nodes referencing new table as changed for each statement execute function private.keep_search_words();

create function private.search_synonyms(word text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce((
    select array_remove(verbs.words, search_synonyms.word)
    from (values
      (array['get', 'list', 'fetch', 'read', 'retrieve', 'show', 'view', 'find']),
      (array['create', 'add', 'post', 'new', 'insert', 'make']),
      (array['update', 'put', 'patch', 'edit', 'change', 'modify', 'set']),
      (array['delete', 'remove', 'destroy', 'erase'])) verbs (words)
    where search_synonyms.word = any (verbs.words)), '{}')
$$;
comment on function private.search_synonyms is 'The other words for what a method of HTTP does.';

create function private.search_stem(word text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when length(word) > 4 and word ~ 'ies$' then left(word, -3)
    when length(word) > 4 and word ~ '(s|x|z|ch|sh)es$' then left(word, -2)
    when length(word) > 3 and word ~ '[^su]s$' then left(word, -1)
    else word end
$$;
comment on function private.search_stem is 'A word without the ending of its plural: what begins so is found, in the singular too.';

create function private.search_forms(word text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array[word, private.search_stem(word), private.search_stem(word) || 's', private.search_stem(word) || 'es',
    case when word ~ 'ies$' then left(word, -3) || 'y' when word ~ 'y$' then left(word, -1) || 'ies' else word end]
$$;
comment on function private.search_forms is 'A word in the singular and the plural, as far as it can be told by its ending.';

create function private.search_whole_words(words text[])
returns tsquery
language sql
immutable
set search_path = ''
as $$
  select to_tsquery('simple', string_agg('(' || array_to_string(private.search_forms(w), ' | ') || ')', ' & ')) from unnest(words) w
$$;
comment on function private.search_whole_words is 'What nodes must have where each word is meant as it is written, in the singular or plural; null without words. An index answers it ten times as fast as words that go on or have others beside them.';

create type private.search_text as (term text, method text, path text, whole text, words text[], stems text[], marks text[], wanted tsquery);
comment on type private.search_text is 'What a text asks for: itself in small letters, its method and path where it is an address, what it is as one identifier, its words, what these begin with, all words that it may mean, and what nodes must have.';

create function private.search_text(text text)
returns private.search_text
language plpgsql
immutable
set search_path = ''
as $$
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
$$;
comment on function private.search_text is 'Reads what somebody searches for: at most 200 letters and eight words, each of which may be unfinished, a plural, or another word for the same method.';

create function private.corrected_search(workspace_id bigint, text private.search_text, share real)
returns private.search_text
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function private.corrected_search is 'The same search with the words that the workspace knows in place of those it does not, or of all where it knows each: what is nearly written so, or holds the letters within, and is at least that share as like as what is most.';
