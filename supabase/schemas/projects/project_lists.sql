-- Lists of projects: what screens show of them, at a cost that follows the page and not the workspace. The facade
-- (GET /projects) and the tool list_projects of agents read the table instead, by its policies.

-- # Tables

create type private.project_query as (
  workspace_id bigint,
  readable_visibilities text[],
  readable_project_ids bigint[],
  readable_group_ids bigint[],
  search text,
  wanted_visibilities text[],
  wanted_flavors text[],
  wanted_group_id bigint,
  wants_without_group boolean,
  pinned_by bigint,
  slug text
);
comment on type private.project_query is 'A list of projects of a workspace. readable: what the caller reads there: by role the projects of these visibilities, as given to them these projects and those of these groups. The others: what of it is asked for (null: all).';

create type public.project_group as (id bigint, name text, slug text);
comment on type public.project_group is 'The group of a project.';

create type public.project_branch as (
  id bigint,
  slug text,
  name text,
  article_count integer,
  schema_count integer,
  api_count integer,
  operation_count integer
);
comment on type public.project_branch is 'The default branch of a project and how much there is in it.';

create type public.project_item as (
  id bigint,
  slug text,
  name text,
  description text,
  icon_name text,
  icon_color text,
  flavor text,
  type text,
  visibility text,
  updated_at timestamptz,
  "group" public.project_group,
  owner public.person,
  pinned boolean,
  my_role public.project_role,
  my_permissions text[],
  default_branch public.project_branch
);
comment on type public.project_item is 'A project as lists show it to the caller; group and owner only where they have a role in it.';

create type public.project_page as (items public.project_item[], next text, total bigint);
comment on type public.project_page is 'A page of projects, where the next one begins, and how many there are in all where that was asked.';

-- # Calls

create function private.project_cursor(sorted_by text, place text, id bigint)
returns text
language sql
immutable
set search_path = ''
as $$
  select translate(encode(convert_to(jsonb_build_array(sorted_by, place, id)::text, 'utf8'), 'base64'), E'+/\n', '-_')
$$;
comment on function private.project_cursor is 'Where a page ends, in which order of the list, for the next one.';

create function private.project_cursor_parts(cursor text, sorted_by text, out place text, out id bigint)
language plpgsql
stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if cursor is null then
    return;
  end if;
  begin
    parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'utf8')::jsonb;
    place := case when parts ->> 0 = sorted_by then parts ->> 1 end;
    if sorted_by in ('updated_at', '-updated_at') then
      perform place::timestamptz;
    end if;
    id := (parts ->> 2)::bigint;
  exception when data_exception then
    place := null;
  end;
  if place is null or id is null then
    perform private.problem('page_end_invalid');
  end if;
end
$$;
comment on function private.project_cursor_parts is 'Where a page ended, from the text that private.project_cursor made; refuses any other text, and the end of a page in another order.';

create function private.project_items(shown public.projects[])
returns public.project_item[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  -- A role is told only where the session counts. Whoever is shown a project that is not open reaches its workspace, or is a workspace
  -- token, which has no role: so only open ones need to be asked about.
  reached constant bigint[] := array(select w.id from (select distinct s.workspace_id as id from unnest(shown) s) w where private.reaches(w.id));
begin
  -- The permissions of a role are found once, not for each project.
  return array(
    with listed as materialized (
      select s.*, case when not s.is_open or s.workspace_id = any (reached) then private.effective_project_role(me, s.id) end as my_role
      from unnest(shown) with ordinality s
    ), roles as materialized (
      select p.role, array_agg(p.permission order by p.permission) as permissions
      from public.project_role_permissions p where p.role in (select l.my_role from listed l) group by p.role
    )
    select row(
      l.id, l.slug, l.name, l.description, l.icon_name, l.icon_color, l.flavor, l.type, l.visibility, l.updated_at,
      (select row(g.id, g.name, g.slug)::public.project_group from public.groups g where g.id = l.group_id and l.my_role is not null),
      (select private.person(pm.user_id) from public.project_members pm where pm.project_id = l.id and pm.role = 'owner' and l.my_role is not null),
      exists (select 1 from public.project_pins pp where pp.project_id = l.id and pp.user_id = me),
      l.my_role,
      coalesce((select r.permissions from roles r where r.role = l.my_role), '{}'),
      (
        select row(b.id, b.slug, b.name, b.article_count, b.schema_count, b.api_count, b.operation_count)::public.project_branch
        from public.branches b where b.id = l.default_branch_id))::public.project_item
    from listed l
    order by l.ordinality
  );
end
$$;
comment on function private.project_items is 'Projects, in the order given, as a list shows them to the caller, who has been found to read them.';

create function private.projects_of_caller(workspace_id bigint)
returns private.project_query
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  mine private.project_query;
begin
  mine.workspace_id := projects_of_caller.workspace_id;
  mine.readable_visibilities := case when projects_of_caller.workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = projects_of_caller.workspace_id) end;
  mine.readable_project_ids := '{}';
  mine.readable_group_ids := '{}';
  if private.was_given_something() then
    mine.readable_project_ids := array(select private.project_ids_given('project_read'));
    mine.readable_group_ids := array(select private.group_ids_given('project_read'));
  end if;
  mine.wants_without_group := false;
  return mine;
end
$$;
comment on function private.projects_of_caller is 'All that the caller reads of a workspace''s projects, for a list to ask for some of it.';

create function private.projects_found(query private.project_query, way text)
returns setof public.projects
language sql
stable
as $$
  select p.* from public.projects p
  where p.workspace_id = query.workspace_id
    and case way
      when 'all' then p.is_open or p.visibility = any (query.readable_visibilities) or p.id = any (query.readable_project_ids) or p.group_id = any (query.readable_group_ids)
      when 'open' then p.is_open
      when 'given' then not p.is_open and (p.id = any (query.readable_project_ids) or p.group_id = any (query.readable_group_ids))
    end
    and (query.search is null or p.name ilike private.like_pattern(query.search))
    and (query.wanted_visibilities is null or p.visibility = any (query.wanted_visibilities))
    and (query.wanted_flavors is null or p.flavor = any (query.wanted_flavors))
    and (query.wanted_group_id is null or p.group_id = query.wanted_group_id)
    and (not query.wants_without_group or p.group_id is null)
    and (query.pinned_by is null or exists (
      select 1 from public.project_pins pp where pp.project_id = p.id and pp.user_id = query.pinned_by))
    and (query.slug is null or p.slug = query.slug)
$$;
comment on function private.projects_found is 'What a list of projects holds. way: all = everything the caller may read, for somebody whose role opens the list; open and given = the same rows in two index searches, for somebody who reads few. Neither security definer nor a search path of its own: so Postgres inlines it into the queries below, whose plans leave out what was not asked for.';

create function private.project_page(
  query private.project_query, way text, sorted_by text, place text, id bigint, rows integer, counted boolean,
  out shown public.projects[], out total bigint)
language plpgsql
stable
security definer
set search_path = ''
-- Planned anew for what is asked: one plan for every search, filter and caller would follow no index.
set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if counted then
    select count(*) into total from private.projects_found(query, way);
  end if;
  -- A statement an order, so that each follows its index from where the page before ended.
  case sorted_by
    when 'name' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.name, p.id) > (place, project_page.id)
        order by p.name, p.id limit rows);
    when '-name' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.name, p.id) < (place, project_page.id)
        order by p.name desc, p.id desc limit rows);
    when 'updated_at' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.updated_at, p.id) > (place::timestamptz, project_page.id)
        order by p.updated_at, p.id limit rows);
    when '-updated_at' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.updated_at, p.id) < (place::timestamptz, project_page.id)
        order by p.updated_at desc, p.id desc limit rows);
  end case;
end
$$;
comment on function private.project_page is 'The next rows of a list of projects in one of its orders, from behind a place in it, and how many there are in all where that is asked.';

create function private.merge_projects(found public.projects[], sorted_by text, rows integer)
returns public.projects[]
language sql
immutable
set search_path = ''
as $$
  select array(
    select p::public.projects from unnest(found) p
    order by
      case sorted_by when 'name' then p.name end,
      case sorted_by when '-name' then p.name end desc,
      case sorted_by when 'updated_at' then p.updated_at end,
      case sorted_by when '-updated_at' then p.updated_at end desc,
      case when sorted_by like '-%' then -p.id else p.id end
    limit rows)
$$;
comment on function private.merge_projects is 'The first rows of what was found in several ways.';

create function public.list_projects(
  p_workspace_id bigint, p_search text default null, p_visibility text[] default null, p_flavor text[] default null, p_group_id bigint default null,
  p_without_group boolean default false, p_pinned boolean default false, p_after text default null, p_limit integer default 50,
  p_total boolean default false, p_order text default 'name', p_slug text default null)
returns public.project_page
language plpgsql
stable
security definer
set search_path = ''
as $$
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
  query.wanted_visibilities := p_visibility;
  query.wanted_flavors := p_flavor;
  query.wanted_group_id := p_group_id;
  query.wants_without_group := p_without_group and p_group_id is null;
  -- Nobody is 0: so a visitor has no pins, and is not shown everything.
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- A role that opens some of the asked visibilities: one walk. Otherwise (a guest, a visitor, a maker who asks for private ones): two index
  -- searches, so that three projects are not looked for among a hundred thousand. One row more than is shown tells whether another page follows.
  ways := case when query.readable_visibilities && coalesce(p_visibility, query.readable_visibilities) then array['all'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    -- Null, and so not counted, where the total was not asked for.
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
$$;
comment on function public.list_projects is 'The projects of a workspace that the caller reads, by name or updated_at (''-'' before it turns it round), page by page (p_after: next of the page before). Counts them all only when asked to.';

-- # Grants

grant execute on function public.list_projects to anon, authenticated;
