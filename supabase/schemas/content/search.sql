-- Search: in all nodes that the caller reads, and by name among projects, people, groups and teams.

-- # Tables

create type public.search_hit as (
  node_id bigint, project_id bigint, project_slug text, project_name text, branch_slug text, slug text, name text, type text, method text,
  path text, summary text, tags text[], is_internal boolean, is_deprecated boolean, words text[], rank real);
comment on type public.search_hit is 'A node that was found, where it is and how well it fits. words: those of its own name, path and summary, in small letters, that were meant and are to be marked.';

create type public.search_place as (id bigint, slug text, name text, icon text, icon_color text);
comment on type public.search_place is 'A project, group or team that was found by its name.';

create type public.search_person as (user_id bigint, display_name text, username text, avatar_url text, email text);
comment on type public.search_person is 'A member who was found by name or address.';

create type public.search_answer as (
  nodes public.search_hit[], projects public.search_place[], people public.search_person[], groups public.search_place[],
  teams public.search_place[]);
comment on type public.search_answer is 'What was found, by kind, best first.';

create type private.search_query as (
  workspace_id bigint, text private.search_text, branch_slug text, types text[], tags text[], branch_ids bigint[], node_ids bigint[]);
comment on type private.search_query is 'A search within what the caller named. branch_ids: the branches to look in, where the caller reads few or named their projects; null where their role reads most. node_ids: the caller''s stars, where only these are meant.';

create type private.search_candidate as (id bigint, branch_id bigint, type text, is_internal boolean, is_hidden boolean);
comment on type private.search_candidate is 'A node that may be found, if its reader is to see it. is_internal: whether it is for readers of internal nodes alone, or found by words that are.';

-- # Rules

-- Neither security definer nor a search path of its own, as the two below: so they become part of the queries of those who ask.
create function private.searched_nodes(query private.search_query)
returns setof public.branch_nodes
language sql
stable
as $$
  select bn.* from public.branch_nodes bn
  where bn.workspace_id = query.workspace_id
    and (query.branch_ids is null or bn.branch_id = any (query.branch_ids))
    and (query.node_ids is null or bn.node_id = any (query.node_ids))
    and (query.types is null or bn.type = any (query.types))
    and (query.tags is null or bn.tags && query.tags)
$$;
comment on function private.searched_nodes is 'The nodes of a workspace in which a search looks, whoever asks.';

create function private.is_searched_branch(branch public.branches, branch_slug text)
returns boolean
language sql
immutable
as $$
  select case when branch_slug is null then branch.is_default else branch.slug = branch_slug end
$$;
comment on function private.is_searched_branch is 'Whether a search looks in a branch: the default one of each project unless another is named.';

create function private.shown_candidates(query private.search_query, candidates private.search_candidate[])
returns bigint[]
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
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
$$;
comment on function private.shown_candidates is 'Of candidates those that the caller reads, in their order.';

create function private.search_candidates(query private.search_query, way text, most integer)
returns private.search_candidate[]
language plpgsql
stable
security definer
set search_path = ''
-- Planned anew for what is text. A word that is everywhere would have the table read from its beginning, words of all sizes with it;
-- what an index found is kept row by row, since to look again costs as much.
set plan_cache_mode = 'force_custom_plan'
set enable_seqscan = off
set work_mem = '32MB'
as $$
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
$$;
comment on function private.search_candidates is 'Nodes that fit a search in one of the ways: called by the identifier, at the address, with a name that begins so (these two in order), with the words in name, path or tags (whole, or what begins with them), anywhere, or all that is searched.';

create function private.found_nodes(query private.search_query, way text)
returns bigint[]
language plpgsql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function private.found_nodes is 'Nodes that fit a search in one of the ways and that the caller reads. Candidates are bounded, so that a word that is everywhere costs no more than a rare one.';

-- Without a search path of their own, these two as well, and without a query within.
create function private.search_score(node public.branch_nodes, text private.search_text)
returns real
language sql
stable
as $$
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
$$;
comment on function private.search_score is 'How well what a node is called fits a search: called so, addressed so, begun so, with its words in the name.';

create function private.search_word_score(search tsvector, text private.search_text)
returns real
language sql
stable
as $$
  select coalesce(4 * ts_rank('{0.05, 0.2, 0.7, 1}', search, text.wanted), 0)
    + case when text.whole is not null and ts_filter(search, '{b}') @@ quote_literal(text.whole)::tsquery then 6 else 0 end
$$;
comment on function private.search_word_score is 'How well the words of a node fit a search: identified so, or holding them in its name rather than in its text.';

create function private.search_nodes(query private.search_query, rows integer)
returns public.search_hit[]
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
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
$$;
comment on function private.search_nodes is 'The nodes that fit best of those that the caller reads. Only what is found in one of the ways is ranked, and only what is shown is joined.';

create function private.search_branches(workspace_id bigint, branch_slug text, project_ids bigint[])
returns bigint[]
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
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
$$;
comment on function private.search_branches is 'The branches that a search looks in, where they are few: of who reads little and has no role that reads more, or of named projects. Candidates of everybody would hide those few.';

create function private.count_search(workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- An agent's session writes nothing; its one endpoint counts it, as often.
  if exists (select 1 from private.sessions o where o.session_id = (private.current_session()).id and o.is_reading) then
    return;
  end if;
  if private.throttle_hit('search:' || coalesce(private.current_user_id()::text,
    (select 'token of ' || t from private.token_workspace_ids() t where t = count_search.workspace_id),
    private.client_key(host(private.client_address())), ''), 300, 60) > 0 then
    perform private.problem('too_many_attempts');
  end if;
end
$$;
comment on function private.count_search is 'Refuses who has searched 300 times within the minute, by whichever call. Agents are counted where they ask (POST /mcp).';

create function private.search_rank(name text, term text)
returns integer
language sql
immutable
as $$
  select case when lower(name) = term then 0 when starts_with(lower(name), term) then 1 else 2 end
$$;
comment on function private.search_rank is 'In which order things are found by name: called so, begun so, holding it.';

create function private.search_projects(workspace_id bigint, term text, rows integer)
returns public.search_place[]
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  query private.project_query := private.projects_of_caller(workspace_id);
  found public.search_place[];
begin
  query.search := term;
  found := array(
    select row(p.id, p.slug, p.name, p.icon_name, p.icon_color)::public.search_place
    from private.projects_found(query, 'all') p
    order by private.search_rank(p.name, term), p.name, p.id limit rows);
  if found = '{}' and length(term) > 3 then
    query.search := null;
    found := array(
      select row(p.id, p.slug, p.name, p.icon_name, p.icon_color)::public.search_place
      from private.projects_found(query, 'all') p
      where p.name operator(extensions.%) term
      order by extensions.similarity(p.name, term) desc, p.name, p.id limit rows);
  end if;
  return found;
end
$$;
comment on function private.search_projects is 'Projects that the caller reads and whose names hold the text or, where none does, are much like it.';

create function private.starred_node_ids()
returns bigint[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select s.node_id from public.node_stars s where s.user_id = private.current_user_id() order by s.created_at desc limit 1000)
$$;
comment on function private.starred_node_ids is 'The newest stars of the caller; none of a visitor''s.';

-- # Calls

create function public.search_nodes(
  p_workspace_id bigint, p_search text, p_project_ids bigint[] default null, p_branch_slug text default null,
  p_types text[] default null, p_limit integer default 50, p_tags text[] default null,
  p_starred boolean default false)
returns setof public.search_hit
language plpgsql
security definer
set search_path = ''
set statement_timeout = '3s'
as $$
begin
  perform private.count_search(p_workspace_id);
  return query select * from unnest(private.search_nodes(
    row(p_workspace_id, private.search_text(p_search), p_branch_slug, p_types[:50], p_tags[:50],
      private.search_branches(p_workspace_id, p_branch_slug, p_project_ids[:1000]),
      case when p_starred then private.starred_node_ids() end)::private.search_query,
    private.page_size(p_limit, 50, 200)));
end
$$;
comment on function public.search_nodes is 'The nodes of a workspace that the caller reads and that fit a text, best first: half-typed and mistyped words, other words for a method, addresses and identifiers; of the caller''s stars alone, without words too. Checks the caller itself: under plain policies no index could be used.';

create function public.search(p_workspace_id bigint, p_search text, p_types text[] default null, p_limit integer default 20)
returns public.search_answer
language plpgsql
security definer
set search_path = ''
set statement_timeout = '3s'
as $$
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
$$;
comment on function public.search is 'What of a workspace the caller may know and a text names: nodes as by search_nodes; projects, members, groups and teams as their lists show them, five of each.';

-- # Grants

grant execute on function public.search_nodes, public.search to anon, authenticated;
