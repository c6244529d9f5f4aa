set local check_function_bodies = off;

DROP FUNCTION "private"."corrected_search"(bigint, private.search_text, real);

DROP FUNCTION "private"."search_score"(public.branch_nodes, private.search_text);

DROP FUNCTION "private"."search_word_score"(tsvector, private.search_text);

ALTER TYPE "private"."search_query" RENAME ATTRIBUTE "asked" TO "text";

CREATE OR REPLACE FUNCTION private.contents_around(entries jsonb, slug text, ways text[], above text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(
      case
        when jsonb_typeof(e.entry -> 'items') is distinct from 'array' or e.entry -> 'items' = '[]' then e.entry
        when own.way = any (ways) or exists (select 1 from unnest(ways) w where starts_with(w, own.way || '/'))
          or jsonb_path_exists(e.entry -> 'items', 'strict $.** ? (@.slug == $slug)', jsonb_build_object('slug', slug), true)
          then e.entry || jsonb_build_object('items', private.contents_around(e.entry -> 'items', slug, ways, own.way || '/'))
        else e.entry || jsonb_build_object('items', '[]'::jsonb, 'left', jsonb_array_length(e.entry -> 'items'))
      end order by e.place), '[]')
    from jsonb_array_elements(contents_around.entries) with ordinality e (entry, place)
    cross join lateral (select above || (e.place - 1) as way) own
  );
end
$function$;

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
    meanings := meanings || concat_ws(' | ', private.search_stem(typed) || ':*', nullif(array_to_string(private.search_synonyms(typed), ' | '), ''),
      (select string_agg(private.search_stem(l) || ':*', ' | ') from unnest(likely) l));
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
      select n.id, named.score + private.search_word_score(n.search, query.text) as score, n.name
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

CREATE OR REPLACE FUNCTION private.search_score(node public.branch_nodes, text private.search_text)
 RETURNS real
 LANGUAGE sql
 STABLE
AS $function$
  select (
    case when lower(node.name) = text.term then 10 when starts_with(lower(node.name), text.term) then 4
      when strpos(lower(node.name), text.term) > 0 then 2 else 0 end
    + case when text.path is null or node.path is null then 0
        when rtrim(private.plain_path(node.path), '/') = text.path then 10 + case when node.method = coalesce(text.method, 'get') then 4 else 0 end
        when strpos(private.plain_path(node.path), text.path) > 0 then 3 + case when node.method = text.method then 1 else 0 end
        else 0 end
    + 4.0 * (
        case when strpos(lower(node.name), text.stems[1]) > 0 then 1 else 0 end + case when strpos(lower(node.name), text.stems[2]) > 0 then 1 else 0 end
        + case when strpos(lower(node.name), text.stems[3]) > 0 then 1 else 0 end + case when strpos(lower(node.name), text.stems[4]) > 0 then 1 else 0 end
      ) / greatest(least(cardinality(text.stems), 4), 1)
    + case when node.method = any (text.words) then 1 else 0 end
    + 2.0 * length(text.term) / greatest(length(text.term) + abs(length(node.name) - length(text.term)), 1)
    - case when node.is_deprecated then 1 else 0 end
    - case when node.type = any ('{image,http_server,table_of_contents,unknown}') then 3 else 0 end)::real
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
      length(w.word) = 1 or lower(w.word) = any ('{an,the,of,for,to,in,on,by,with,and,or,is,are,how,do,does,my,all,from,can}') as small
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

CREATE OR REPLACE FUNCTION private.search_word_score(search tsvector, text private.search_text)
 RETURNS real
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(4 * ts_rank('{0.05, 0.2, 0.7, 1}', search, text.wanted), 0)
    + case when text.whole is not null and ts_filter(search, '{b}') @@ quote_literal(text.whole)::tsquery then 6 else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.branch_contents(p_branch_id bigint, p_slug text DEFAULT NULL::text, p_ways text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- What is shorter costs less than another request.
  select case when length(t.toc::text) > 40000
    then private.contents_around(t.toc,
      coalesce(p_slug, jsonb_path_query_first(t.toc, 'strict $.** ? (exists (@.slug)).slug', silent => true) #>> '{}'),
      coalesce(p_ways[:100], '{}'))
    else t.toc end
  from public.branch_toc(p_branch_id) t (toc)
$function$;

CREATE OR REPLACE FUNCTION public.docs_page(p_workspace_slug text, p_project_slug text, p_branch_slug text DEFAULT NULL::text, p_slug text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most_branches constant integer := 500;
  site constant jsonb := public.workspace_by_slug(p_workspace_slug);
  project public.docs_project;
  branch_id bigint;
  contents jsonb;
begin
  select p.id, p.name, p.slug, p.description, p.icon_name, p.icon_color, p.type, p.flavor, p.visibility, p.workspace_id, p.default_branch_id
  into project
  from public.projects p where p.workspace_id = (site ->> 'id')::bigint and p.slug = p_project_slug;
  if project.id is null then
    return null;
  end if;
  select coalesce(json_agg(listed order by listed.is_default desc, listed.name), '[]') into project.branches
  from (
    select b.id, b.name, b.slug, b.is_default, b.is_published, b.last_analyzed_at, b.commit_hash,
      b.article_count, b.schema_count, b.api_count, b.operation_count
    from public.branches b where b.project_id = project.id
    order by b.is_default desc, b.name limit most_branches
  ) listed;
  select b.id into branch_id from public.branches b
  where b.project_id = project.id and case when p_branch_slug is null then b.is_default else b.slug = p_branch_slug end;
  contents := public.branch_contents(branch_id, p_slug);
  return to_json(row(
    site, to_json(project), branch_id,
    contents,
    jsonb_path_query_first(contents, 'strict $.** ? (exists (@.slug)).slug', silent => true) #>> '{}',
    public.branch_node(branch_id, p_slug))::public.docs_page);
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
  text constant private.search_text := private.search_text(p_search);
  rows constant integer := 5;
  answer public.search_answer := row('{}', '{}', '{}', '{}', '{}');
begin
  perform private.count_search(p_workspace_id);
  if text.term = '' then
    return answer;
  end if;
  -- A letter or two are in most nodes, and in the names of few things.
  if length(text.term) > 2 then
    answer.nodes := private.search_nodes(
      row(p_workspace_id, text, null, p_types[:50], null, private.search_branches(p_workspace_id, null, null), null)::private.search_query,
      private.page_size(p_limit, 20, 200));
  end if;
  answer.projects := private.search_projects(p_workspace_id, text.term, rows);
  if private.can_in_workspace(p_workspace_id, 'WorkspaceMembersRead') then
    answer.people := array(
      select row(p.user_id, p.display_name, p.username, p.avatar_url, p.email)::public.search_person
      from public.workspace_members m join private.people p on p.user_id = m.user_id
      where m.workspace_id = p_workspace_id and private.is_found(p, text.term, true)
      order by private.search_rank(p.display_name, text.term), p.display_name collate private.natural, p.user_id limit rows);
  end if;
  answer.groups := array(
    select row(g.id, g.slug, g.name, g.icon, g.icon_color)::public.search_place from public.groups g
    where g.workspace_id = p_workspace_id and g.name ilike private.like_pattern(text.term)
      and (private.can_in_workspace(p_workspace_id, 'WorkspaceProjectsView') or g.id = any (array(select private.group_ids_with('group_view'))))
    order by private.search_rank(g.name, text.term), g.name, g.id limit rows);
  answer.teams := array(
    select row(t.id, t.slug, t.name, t.icon, t.icon_color)::public.search_place from public.teams t
    where t.workspace_id = p_workspace_id and t.name ilike private.like_pattern(text.term)
      and (private.can_in_workspace(p_workspace_id, 'WorkspaceTeamsView') or t.id = any (array(select private.team_ids_with('team_view'))))
    order by private.search_rank(t.name, text.term), t.name, t.id limit rows);
  return answer;
end
$function$;

COMMENT ON FUNCTION "private"."contents_around"(jsonb, text, text[], text) IS 'A table of contents with the groups on the way to a page and those at the named places (their numbers from the outermost in, "0/12") opened; of the others how many entries are left out.';

COMMENT ON FUNCTION "private"."corrected_search"(bigint, private.search_text, real) IS 'The same search with the words that the workspace knows in place of those it does not, or of all where it knows each: what is nearly written so, or holds the letters within, and is at least that share as like as what is most.';

COMMENT ON FUNCTION "private"."search_score"(public.branch_nodes, private.search_text) IS 'How well what a node is called fits a search: called so, addressed so, begun so, with its words in the name.';

COMMENT ON FUNCTION "private"."search_word_score"(tsvector, private.search_text) IS 'How well the words of a node fit a search: identified so, or holding them in its name rather than in its text.';

COMMENT ON FUNCTION "public"."branch_contents"(bigint, text, text[]) IS 'The table of contents of a branch as the caller may see it, or null: whole where it is short, else the groups on the way to a page (without one: to the first) and at most 100 at named places (their numbers from the outermost in, "0/12"). A group that is left out says in left how many entries it has.';

COMMENT ON TYPE "public"."docs_page" IS 'An address of documentation: public.workspace_site, public.docs_project, the branch''s table of contents as by public.branch_contents, where no page is named the one that the branch opens with, and public.branch_node where the address names one. json, not jsonb: the order of keys is content.';

REVOKE ALL ON FUNCTION "private"."contents_around"(jsonb, text, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contents_around"(jsonb, text, text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."corrected_search"(bigint, private.search_text, real) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."corrected_search"(bigint, private.search_text, real) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_score"(public.branch_nodes, private.search_text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_score"(public.branch_nodes, private.search_text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_word_score"(tsvector, private.search_text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_word_score"(tsvector, private.search_text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."branch_contents"(bigint, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_contents"(bigint, text, text[]) TO "anon", "authenticated", "postgres";
