set local check_function_bodies = off;

DROP INDEX "public"."branch_nodes_name_trgm_idx";

DROP FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer);

CREATE TABLE "private"."search_words" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "word" text COLLATE pg_catalog."C" NOT NULL, CONSTRAINT "search_words_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."search_words" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."search_candidate" AS ("id" bigint, "branch_id" bigint, "type" text, "is_internal" boolean);

CREATE TYPE "private"."search_text" AS ("term" text, "method" text, "path" text, "whole" text, "words" text[], "stems" text[], "marks" text[], "wanted" tsquery);

CREATE TYPE "private"."search_query" AS ("workspace_id" bigint, "asked" private.search_text, "branch_slug" text, "types" text[], "tags" text[], "branch_ids" bigint[], "node_ids" bigint[]);

CREATE TYPE "public"."search_hit" AS ("node_id" bigint, "project_id" bigint, "project_slug" text, "project_name" text, "branch_slug" text, "slug" text, "name" text, "type" text, "method" text, "path" text, "summary" text, "tags" text[], "is_internal" boolean, "is_deprecated" boolean, "words" text[], "rank" real);

CREATE TYPE "public"."search_person" AS ("user_id" bigint, "display_name" text, "username" text, "avatar_url" text, "email" text);

CREATE TYPE "public"."search_place" AS ("id" bigint, "slug" text, "name" text, "icon" text, "icon_color" text);

CREATE TYPE "public"."search_answer" AS ("nodes" public.search_hit[], "projects" public.search_place[], "people" public.search_person[], "groups" public.search_place[], "teams" public.search_place[]);

CREATE OR REPLACE FUNCTION private.corrected_search(workspace_id bigint, asked private.search_text, share real)
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
  meanings text[] := '{}';
  terms text[] := '{}';
  unknown constant text[] := array(
    select w from unnest(asked.words) w
    where not exists (select 1 from private.search_words k
      where k.workspace_id = corrected_search.workspace_id and k.word >= private.search_stem(w) and k.word < private.search_stem(w) || chr(1114111)));
begin
  foreach typed in array asked.words loop
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
    meanings := meanings || concat_ws(' | ', private.search_stem(typed) || ':*', nullif(array_to_string(private.search_synonyms(typed), ' | '), ''),
      (select string_agg(private.search_stem(l) || ':*', ' | ') from unnest(likely) l));
    terms := terms || coalesce(likely[1], typed);
    asked.marks := asked.marks || array(select private.search_stem(l) from unnest(likely) l);
  end loop;
  asked.term := array_to_string(terms, ' ');
  asked.words := terms;
  asked.stems := terms;
  asked.wanted := case when meanings <> '{}' then to_tsquery('simple', '(' || array_to_string(meanings, ') & (') || ')') end;
  return asked;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_search(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.throttle_hit('search:' || coalesce(private.current_user_id()::text,
    (select 'token of ' || t from private.token_workspace_ids() t where t = count_search.workspace_id),
    private.client_key(host(private.client_address())), ''), 300, 60) > 0 then
    perform private.problem('too_many_attempts');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.found_nodes(query private.search_query, way text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  few constant integer := case when way in ('titled', 'said') then 1000 else 300 end;
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

CREATE OR REPLACE FUNCTION private.is_searched_branch(branch public.branches, branch_slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when branch_slug is null then branch.is_default else branch.slug = branch_slug end
$function$;

CREATE OR REPLACE FUNCTION private.keep_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.plain_path(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select left(regexp_replace(lower(path), '\{[^}]*\}', '{}', 'g'), 500)
$function$;

CREATE OR REPLACE FUNCTION private.projects_of_caller(workspace_id bigint)
 RETURNS private.project_query
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine private.project_query;
begin
  mine.workspace_id := projects_of_caller.workspace_id;
  mine.visibilities := case when projects_of_caller.workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = projects_of_caller.workspace_id) end;
  mine.project_ids := '{}';
  mine.group_ids := '{}';
  if private.was_given_something() then
    mine.project_ids := array(select private.project_ids_given('project_read'));
    mine.group_ids := array(select private.group_ids_given('project_read'));
  end if;
  mine.without_group := false;
  return mine;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_branches(workspace_id bigint, branch_slug text, project_ids bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  few constant integer := 1000;
  by_role constant boolean := search_branches.workspace_id in (select private.token_workspace_ids())
    or exists (select 1 from private.reach_by_role('project_published_branch_read') r where r.workspace_id = search_branches.workspace_id);
  branch_ids bigint[];
begin
  if by_role and search_branches.project_ids is null then
    return null;
  end if;
  branch_ids := array(
    select b.id from private.branches_read() b join public.projects p on p.id = b.project_id
    where p.workspace_id = search_branches.workspace_id and private.is_searched_branch(b, search_branches.branch_slug)
      and (search_branches.project_ids is null or p.id = any (search_branches.project_ids))
    limit few + 1);
  return case when cardinality(branch_ids) <= few or search_branches.project_ids is not null then branch_ids end;
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
  if (query.asked).term = '' then
    return '{}';
  end if;
  foreach way in array array['identified', 'addressed', 'named', 'titled', 'said'] loop
    continue when way = 'identified' and (query.asked).whole is null or way = 'addressed' and (query.asked).path is null
      or way in ('titled', 'said') and (query.asked).wanted is null;
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

CREATE OR REPLACE FUNCTION private.search_projects(workspace_id bigint, term text, rows integer)
 RETURNS public.search_place[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  query private.project_query := private.projects_of_caller(workspace_id);
  found public.search_place[];
begin
  query.search := term;
  found := array(
    select row(p.id, p.slug, p.name, p.icon_name, p.icon_color)::public.search_place
    from private.projects_found(query, 'listed') p
    order by private.search_rank(p.name, term), p.name, p.id limit rows);
  if found = '{}' and length(term) > 3 then
    query.search := null;
    found := array(
      select row(p.id, p.slug, p.name, p.icon_name, p.icon_color)::public.search_place
      from private.projects_found(query, 'listed') p
      where p.name operator(extensions.%) term
      order by extensions.similarity(p.name, term) desc, p.name, p.id limit rows);
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_rank(name text, term text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when lower(name) = term then 0 when starts_with(lower(name), term) then 1 else 2 end
$function$;

CREATE OR REPLACE FUNCTION private.search_score(node public.branch_nodes, asked private.search_text)
 RETURNS real
 LANGUAGE sql
 STABLE
AS $function$
  select (
    case when lower(node.name) = asked.term then 10 when starts_with(lower(node.name), asked.term) then 4
      when strpos(lower(node.name), asked.term) > 0 then 2 else 0 end
    + case when asked.path is null or node.path is null then 0
        when rtrim(private.plain_path(node.path), '/') = asked.path then 10 + case when node.method = coalesce(asked.method, 'get') then 4 else 0 end
        when strpos(private.plain_path(node.path), asked.path) > 0 then 3 + case when node.method = asked.method then 1 else 0 end
        else 0 end
    + 4.0 * (
        case when strpos(lower(node.name), asked.stems[1]) > 0 then 1 else 0 end + case when strpos(lower(node.name), asked.stems[2]) > 0 then 1 else 0 end
        + case when strpos(lower(node.name), asked.stems[3]) > 0 then 1 else 0 end + case when strpos(lower(node.name), asked.stems[4]) > 0 then 1 else 0 end
      ) / greatest(least(cardinality(asked.stems), 4), 1)
    + case when node.method = any (asked.words) then 1 else 0 end
    + 2.0 * length(asked.term) / greatest(length(asked.term) + abs(length(node.name) - length(asked.term)), 1)
    - case when node.is_deprecated then 1 else 0 end
    - case when node.type = any ('{image,http_server,table_of_contents,unknown}') then 3 else 0 end)::real
$function$;

CREATE OR REPLACE FUNCTION private.search_stem(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when length(word) > 4 and word ~ 'ies$' then left(word, -3)
    when length(word) > 4 and word ~ '(s|x|z|ch|sh)es$' then left(word, -2)
    when length(word) > 3 and word ~ '[^su]s$' then left(word, -1)
    else word end
$function$;

CREATE OR REPLACE FUNCTION private.search_synonyms(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select array_remove(verbs.words, search_synonyms.word)
    from (values
      (array['get', 'list', 'fetch', 'read', 'retrieve', 'show', 'view', 'find']),
      (array['create', 'add', 'post', 'new', 'insert', 'make']),
      (array['update', 'put', 'patch', 'edit', 'change', 'modify', 'set']),
      (array['delete', 'remove', 'destroy', 'erase'])) verbs (words)
    where search_synonyms.word = any (verbs.words)), '{}')
$function$;

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
  asked private.search_text;
  word text;
  parts text;
  meanings text[] := '{}';
begin
  asked.term := lower(short);
  asked.method := address[1];
  asked.path := private.plain_path(nullif(rtrim(address[2], '/'), ''));
  asked.whole := case when asked.term ~ '^[[:alnum:]]+[^[:alnum:] ][^ ]*$' then nullif(regexp_replace(asked.term, '[^[:alnum:]]+', '', 'g'), '') end;
  asked.words := '{}';
  asked.stems := '{}';
  asked.marks := '{}';
  -- Small words, parameters of paths and single letters mean something only where there is nothing else.
  for word in
    select w.word
    from (
      select w.word, w.place,
        length(w.word) = 1 or lower(w.word) = any ('{an,the,of,for,to,in,on,by,with,and,or,is,are,how,do,does,my,all,from,can}') as is_small
      from regexp_split_to_table(regexp_replace(short, '\{[^}]*\}', '', 'g'), '[^[:alnum:]]+') with ordinality w (word, place)
      where w.word <> ''
    ) w
    order by w.is_small, w.place
    limit 8
  loop
    exit when asked.words <> '{}' and (length(word) = 1 or lower(word) = any ('{an,the,of,for,to,in,on,by,with,and,or,is,are,how,do,does,my,all,from,can}'));
    parts := regexp_replace(regexp_replace(word, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'), '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g');
    word := lower(word);
    asked.words := asked.words || word;
    asked.stems := asked.stems || private.search_stem(word);
    asked.marks := asked.marks || private.search_stem(word) || private.search_synonyms(word);
    meanings := meanings || concat_ws(' | ',
      private.search_stem(word) || ':*',
      case when parts like '% %' then '(' || replace(lower(parts), ' ', ':* & ') || ':*)' end,
      nullif(array_to_string(private.search_synonyms(word), ' | '), ''));
  end loop;
  asked.wanted := case cardinality(meanings)
    when 0 then null
    -- By itself a method is half of all nodes, and its other names the rest.
    when 1 then to_tsquery('simple', case when private.search_synonyms(asked.words[1]) = '{}' then meanings[1] else asked.words[1] || ':*' end)
    else to_tsquery('simple', '(' || array_to_string(meanings, ') & (') || ')') end;
  return asked;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_word_score(search tsvector, asked private.search_text)
 RETURNS real
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(4 * ts_rank('{0.05, 0.2, 0.7, 1}', search, asked.wanted), 0)
    + case when asked.whole is not null and ts_filter(search, '{b}') @@ quote_literal(asked.whole)::tsquery then 6 else 0 end
$function$;

CREATE OR REPLACE FUNCTION private.searched_nodes(query private.search_query)
 RETURNS SETOF public.branch_nodes
 LANGUAGE sql
 STABLE
AS $function$
  select bn.* from public.branch_nodes bn
  where bn.workspace_id = query.workspace_id
    and (query.branch_ids is null or bn.branch_id = any (query.branch_ids))
    and (query.node_ids is null or bn.node_id = any (query.node_ids))
    and (query.types is null or bn.type = any (query.types))
    and (query.tags is null or bn.tags && query.tags)
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
      and private.node_is_shown(c.type, c.is_internal, b.is_published and p.is_open, by_token, reads_internal)
    order by c.ordinality);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_visibility text[] DEFAULT NULL::text[], p_flavor text[] DEFAULT NULL::text[], p_group_id bigint DEFAULT NULL::bigint, p_without_group boolean DEFAULT false, p_pinned boolean DEFAULT false, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_total boolean DEFAULT false, p_order text DEFAULT 'name'::text, p_slug text DEFAULT NULL::text)
 RETURNS public.project_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant integer := private.page_size(p_limit, 50, 1000);
  by_time constant boolean := ltrim(p_order, '-') = 'updated_at';
  after record;
  query private.project_query;
  ways text[];
  way text;
  part record;
  shown public.projects[] := '{}';
  total bigint := case when p_total then 0 end;
begin
  if p_order in ('name', '-name', 'updated_at', '-updated_at') is not true then
    perform private.problem('order_of_projects_unknown');
  end if;
  select * into after from private.project_cursor_parts(p_after, p_order);

  query := private.projects_of_caller(p_workspace_id);

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.visibility := p_visibility;
  query.flavor := p_flavor;
  query.group_id := p_group_id;
  query.without_group := p_without_group and p_group_id is null;
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- Whose role gives any of that walks the list, past the few projects that are not theirs. Anybody else must not walk past a hundred
  -- thousand for three. One row more than is shown tells whether another page follows.
  ways := case when query.visibilities && coalesce(p_visibility, query.visibilities) then array['listed'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return row(
    private.project_items(shown[:rows]),
    case when cardinality(shown) > rows then
      private.project_cursor(p_order, case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    total)::public.project_page;
end
$function$;

CREATE OR REPLACE FUNCTION public.search(p_workspace_id bigint, p_search text, p_types text[] DEFAULT NULL::text[], p_limit integer DEFAULT 20)
 RETURNS public.search_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
declare
  asked constant private.search_text := private.search_text(p_search);
  rows constant integer := 5;
  answer public.search_answer := row('{}', '{}', '{}', '{}', '{}');
begin
  perform private.count_search(p_workspace_id);
  if asked.term = '' then
    return answer;
  end if;
  -- A letter or two are in most nodes, and in the names of few things.
  if length(asked.term) > 2 then
    answer.nodes := private.search_nodes(
      row(p_workspace_id, asked, null, p_types[:50], null, private.search_branches(p_workspace_id, null, null), null)::private.search_query,
      private.page_size(p_limit, 20, 200));
  end if;
  answer.projects := private.search_projects(p_workspace_id, asked.term, rows);
  if private.can_in_workspace(p_workspace_id, 'WorkspaceMembersRead') then
    answer.people := array(
      select row(p.user_id, p.display_name, p.username, p.avatar_url, p.email)::public.search_person
      from public.workspace_members m join private.people p on p.user_id = m.user_id
      where m.workspace_id = p_workspace_id and private.is_found(p, asked.term, true)
      order by private.search_rank(p.display_name, asked.term), p.display_name collate private.natural, p.user_id limit rows);
  end if;
  answer.groups := array(
    select row(g.id, g.slug, g.name, g.icon, g.icon_color)::public.search_place from public.groups g
    where g.workspace_id = p_workspace_id and g.name ilike private.like_pattern(asked.term)
      and (private.can_in_workspace(p_workspace_id, 'WorkspaceProjectsView') or g.id = any (array(select private.group_ids_with('group_view'))))
    order by private.search_rank(g.name, asked.term), g.name, g.id limit rows);
  answer.teams := array(
    select row(t.id, t.slug, t.name, t.icon, t.icon_color)::public.search_place from public.teams t
    where t.workspace_id = p_workspace_id and t.name ilike private.like_pattern(asked.term)
      and (private.can_in_workspace(p_workspace_id, 'WorkspaceTeamsView') or t.id = any (array(select private.team_ids_with('team_view'))))
    order by private.search_rank(t.name, asked.term), t.name, t.id limit rows);
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_nodes(p_workspace_id bigint, p_search text, p_project_ids bigint[] DEFAULT NULL::bigint[], p_branch_slug text DEFAULT NULL::text, p_types text[] DEFAULT NULL::text[], p_limit integer DEFAULT 50, p_tags text[] DEFAULT NULL::text[])
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
      private.search_branches(p_workspace_id, p_branch_slug, p_project_ids[:1000]), null)::private.search_query,
    private.page_size(p_limit, 50, 200)));
end
$function$;

ALTER TABLE "private"."search_words" ADD CONSTRAINT "search_words_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX search_words_trgm_idx ON private.search_words USING gin (workspace_id, word extensions.gin_trgm_ops);

CREATE INDEX search_words_word_idx ON private.search_words USING btree (workspace_id, word);

CREATE INDEX branch_nodes_name_idx ON public.branch_nodes USING btree (workspace_id, "left"(lower(name), 200) COLLATE "C", id);

CREATE INDEX branch_nodes_title_idx ON public.branch_nodes USING gin (workspace_id, ts_filter(search, '{a,b}'::"char"[]));

CREATE TRIGGER keep_words_insert AFTER INSERT ON public.branch_nodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_search_words();

CREATE TRIGGER keep_words_update AFTER UPDATE ON public.branch_nodes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_search_words();

COMMENT ON COLUMN "private"."search_words"."word" IS 'Not unique: then one analysis would wait for another that has just met the same word. One that no node has any more leads to nothing.';

COMMENT ON FUNCTION "private"."corrected_search"(bigint, private.search_text, real) IS 'The same search with the words that the workspace knows in place of those it does not, or of all where it knows each: what is nearly written so, or holds the letters within, and is at least that share as like as what is most.';

COMMENT ON FUNCTION "private"."count_search"(bigint) IS 'Refuses who has searched 300 times within the minute, by whichever call.';

COMMENT ON FUNCTION "private"."found_nodes"(private.search_query, text) IS 'Nodes that fit a search in one of the ways and that the caller reads. Candidates are bounded, so that a word that is everywhere costs no more than a rare one.';

COMMENT ON FUNCTION "private"."is_searched_branch"(public.branches, text) IS 'Whether a search looks in a branch: the default one of each project unless another is named.';

COMMENT ON FUNCTION "private"."keep_search_words"() IS 'The words of new names are known from then on.';

COMMENT ON FUNCTION "private"."plain_path"(text) IS 'A path without the names of its parameters: /pets/{id} finds /pets/{petId}.';

COMMENT ON FUNCTION "private"."projects_of_caller"(bigint) IS 'All that the caller reads of a workspace''s projects, for a list to ask for some of it.';

COMMENT ON FUNCTION "private"."search_branches"(bigint, text, bigint[]) IS 'The branches that a search looks in, where they are few: of who reads little and has no role that reads more, or of named projects. Candidates of everybody would hide those few.';

COMMENT ON FUNCTION "private"."search_candidates"(private.search_query, text, integer) IS 'Nodes that fit a search in one of the ways: called by the identifier, at the address, with a name that begins so (these two in order), with the words in name, path or tags, or anywhere.';

COMMENT ON FUNCTION "private"."search_nodes"(private.search_query, integer) IS 'The nodes that fit best of those that the caller reads. Only what is found in one of the ways is ranked, and only what is shown is joined.';

COMMENT ON FUNCTION "private"."search_projects"(bigint, text, integer) IS 'Projects that the caller reads and whose names hold the text or, where none does, are much like it.';

COMMENT ON FUNCTION "private"."search_rank"(text, text) IS 'In which order things are found by name: called so, begun so, holding it.';

COMMENT ON FUNCTION "private"."search_score"(public.branch_nodes, private.search_text) IS 'How well what a node is called fits a search: called so, addressed so, begun so, with its words in the name.';

COMMENT ON FUNCTION "private"."search_stem"(text) IS 'A word without the ending of its plural: what begins so is found, in the singular too.';

COMMENT ON FUNCTION "private"."search_synonyms"(text) IS 'The other words for what a method of HTTP does.';

COMMENT ON FUNCTION "private"."search_text"(text) IS 'Reads what somebody searches for: at most 200 letters and eight words, each of which may be unfinished, a plural, or another word for the same method.';

COMMENT ON FUNCTION "private"."search_word_score"(tsvector, private.search_text) IS 'How well the words of a node fit a search: identified so, or holding them in its name rather than in its text.';

COMMENT ON FUNCTION "private"."searched_nodes"(private.search_query) IS 'The nodes of a workspace in which a search looks, whoever asks.';

COMMENT ON FUNCTION "private"."shown_candidates"(private.search_query, private.search_candidate[]) IS 'Of candidates those that the caller reads, in their order.';

COMMENT ON FUNCTION "public"."search"(bigint, text, text[], integer) IS 'What of a workspace the caller may know and a text names: nodes as by search_nodes; projects, members, groups and teams as their lists show them, five of each.';

COMMENT ON FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer, text[]) IS 'The nodes of a workspace that the caller reads and that fit a text, best first: half-typed and mistyped words, other words for a method, addresses and identifiers. Checks the caller itself: under plain policies no index could be used.';

COMMENT ON TABLE "private"."search_words" IS 'The words of the names, paths and tags in a workspace: what mistyped words are corrected to. Nobody reads it: a correction shows only in nodes that the caller reads.';

COMMENT ON TYPE "private"."search_candidate" IS 'A node that may be found, if its reader is to see it.';

COMMENT ON TYPE "private"."search_query" IS 'A search within what the caller named. branch_ids: the branches to look in, where the caller reads few or named their projects; null where their role reads most.';

COMMENT ON TYPE "private"."search_text" IS 'What a text asks for: itself in small letters, its method and path where it is an address, what it is as one identifier, its words, what these begin with, all words that it may mean, and what nodes must have.';

COMMENT ON TYPE "public"."search_answer" IS 'What was found, by kind, best first.';

COMMENT ON TYPE "public"."search_hit" IS 'A node that was found, where it is and how well it fits. words: those of its own name, path and summary, in small letters, that were meant and are to be marked.';

COMMENT ON TYPE "public"."search_person" IS 'A member who was found by name or address.';

COMMENT ON TYPE "public"."search_place" IS 'A project, group or team that was found by its name.';

REVOKE ALL ON FUNCTION "private"."corrected_search"(bigint, private.search_text, real) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."corrected_search"(bigint, private.search_text, real) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_search"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_search"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."found_nodes"(private.search_query, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."found_nodes"(private.search_query, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_searched_branch"(public.branches, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_searched_branch"(public.branches, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_search_words"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_search_words"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."plain_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_path"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."projects_of_caller"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."projects_of_caller"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_branches"(bigint, text, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_branches"(bigint, text, bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_candidates"(private.search_query, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_candidates"(private.search_query, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_nodes"(private.search_query, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_nodes"(private.search_query, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_projects"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_projects"(bigint, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_rank"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_rank"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_score"(public.branch_nodes, private.search_text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_score"(public.branch_nodes, private.search_text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_stem"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_stem"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_synonyms"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_synonyms"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_word_score"(tsvector, private.search_text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_word_score"(tsvector, private.search_text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."searched_nodes"(private.search_query) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."searched_nodes"(private.search_query) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_candidates"(private.search_query, private.search_candidate[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_candidates"(private.search_query, private.search_candidate[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."search"(bigint, text, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search"(bigint, text, text[], integer) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_nodes"(bigint, text, bigint[], text, text[], integer, text[]) TO "anon", "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."search_words" TO "postgres";

GRANT USAGE ON TYPE "private"."search_candidate" TO "postgres";

GRANT USAGE ON TYPE "private"."search_query" TO "postgres";

GRANT USAGE ON TYPE "private"."search_text" TO "postgres";

GRANT USAGE ON TYPE "public"."search_answer" TO "postgres";

GRANT USAGE ON TYPE "public"."search_hit" TO "postgres";

GRANT USAGE ON TYPE "public"."search_person" TO "postgres";

GRANT USAGE ON TYPE "public"."search_place" TO "postgres";

CREATE INDEX branch_nodes_path_idx ON public.branch_nodes USING btree (workspace_id, private.plain_path(path) COLLATE "C", id) WHERE (path IS NOT NULL);

-- By hand
insert into private.search_words (workspace_id, word)
select distinct n.workspace_id, w.word
from public.branch_nodes n
cross join lateral unnest(tsvector_to_array(ts_filter(n.search, '{a,b}') || to_tsvector('simple', n.name))) w (word)
where length(w.word) between 3 and 40;
