-- Lists of projects: what screens show of them, at a cost that follows the page and not the workspace.

-- # Calls

create function private.project_cursor(place text, id bigint)
returns text
language sql
immutable
set search_path = ''
as $$
  select translate(encode(convert_to(jsonb_build_array(place, id)::text, 'utf8'), 'base64'), E'+/\n', '-_')
$$;
comment on function private.project_cursor is 'Where a page ends, by what the list is sorted by, for the next one.';

create function private.project_cursor_parts(cursor text, by_time boolean, out place text, out id bigint)
language plpgsql
immutable
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
    place := parts ->> 0;
    if by_time then
      perform place::timestamptz;
    end if;
    id := (parts ->> 1)::bigint;
  exception when data_exception then
    place := null;
  end;
  if place is null or id is null then
    perform private.problem('VALIDATION_ERROR', 400, 'This is not the end of a page.', 'after');
  end if;
end
$$;

create function private.projects_as_json(shown public.projects[])
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  -- Open projects alone are shown to who does not reach the workspace.
  reached constant bigint[] := array(select w.id from (select distinct s.workspace_id as id from unnest(shown) s) w where private.reaches(w.id));
begin
  -- What is the caller's, or a role's, is found once and not for each project.
  return (
    with listed as materialized (
      select s.*, case when not s.is_open or s.workspace_id = any (reached) then private.effective_project_role(me, s.id) end as my_role
      from unnest(shown) with ordinality s
    ), roles as materialized (
      select p.role, jsonb_agg(p.permission order by p.permission) as permissions
      from public.project_role_permissions p where p.role in (select l.my_role from listed l) group by p.role
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'slug', l.slug, 'name', l.name, 'description', l.description, 'icon_name', l.icon_name, 'icon_color', l.icon_color,
      'flavor', l.flavor, 'type', l.type, 'visibility', l.visibility, 'updated_at', l.updated_at,
      'group', (select jsonb_build_object('id', g.id, 'name', g.name, 'slug', g.slug) from public.groups g where g.id = l.group_id and l.my_role is not null),
      'owner', (select private.person(pm.user_id) from public.project_members pm where pm.project_id = l.id and pm.role = 'owner' and l.my_role is not null),
      'pinned', exists (select 1 from public.project_pins pp where pp.project_id = l.id and pp.user_id = me),
      'my_role', l.my_role,
      'my_permissions', coalesce((select r.permissions from roles r where r.role = l.my_role), '[]'),
      'default_branch', (
        select jsonb_build_object('id', b.id, 'slug', b.slug, 'name', b.name, 'article_count', b.article_count, 'schema_count', b.schema_count,
          'api_count', b.api_count, 'operation_count', b.operation_count)
        from public.branches b where b.id = l.default_branch_id)) order by l.ordinality), '[]')
    from listed l
  );
end
$$;
comment on function private.projects_as_json is 'Projects, in the order given, as a list shows them to the caller, who has been found to read them.';

create function public.project_details(p_project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown public.projects;
begin
  select * into shown from public.projects p where p.id = p_project_id;
  if not coalesce(shown.is_open or private.can_in_project(p_project_id, 'project_read'), false) then
    perform private.problem('NOT_FOUND', 404, 'Project not found');
  end if;
  return (private.projects_as_json(array[shown]) -> 0) || jsonb_build_object('teams',
    case when private.can_in_project(p_project_id, 'project_members_add') then public.project_teams_list(p_project_id) end);
end
$$;
comment on function public.project_details is 'One project as its screens show it to the caller; its teams for who may share it, null for others.';

create function public.list_projects(
  p_workspace_id bigint, p_search text default null, p_visibility text[] default null, p_flavor text[] default null, p_group_id bigint default null,
  p_without_group boolean default false, p_pinned boolean default false, p_after text default null, p_limit integer default 50,
  p_total boolean default false, p_order text default 'name', p_slug text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  reaching constant bigint[] := array(select private.workspaces_reaching('project_read'));
  given constant bigint[] := array(select private.projects_given('project_read'));
  tokens constant bigint[] := array(select private.token_workspace_ids());
  -- Who sees what is listed walks the list in its order; who sees only what was given, or looks for that alone, starts from it.
  sees_listed constant boolean := p_workspace_id = any (tokens) or -p_workspace_id = any (reaching)
    or p_workspace_id = any (reaching) and p_visibility is distinct from array['private'];
  page constant integer := private.page_size(p_limit, 50, 1000);
  sorted_by constant text := case ltrim(p_order, '-') when 'name' then 'name' when 'updated_at' then 'updated_at' end;
  direction constant text := case when p_order like '-%' then 'desc' else 'asc' end;
  last_place text;
  last_id bigint;
  conditions text := 'p.workspace_id = $1';
  ways text[];
  items jsonb;
  total bigint;
  ending text;
begin
  if sorted_by is null then
    perform private.problem('VALIDATION_ERROR', 400, 'Projects are ordered by name or updated_at.', 'order');
  end if;
  select c.place, c.id into last_place, last_id from private.project_cursor_parts(p_after, sorted_by = 'updated_at') c;
  if coalesce(btrim(p_search), '') <> '' then
    conditions := conditions || ' and p.name ilike private.like_pattern($5)';
  end if;
  if p_visibility is not null then
    conditions := conditions || ' and p.visibility = any ($6)';
  end if;
  if p_flavor is not null then
    conditions := conditions || ' and p.flavor = any ($7)';
  end if;
  if p_group_id is not null then
    conditions := conditions || ' and p.group_id = $8';
  elsif p_without_group then
    conditions := conditions || ' and p.group_id is null';
  end if;
  if p_pinned then
    conditions := conditions || ' and exists (select 1 from public.project_pins pp where pp.project_id = p.id and pp.user_id = private.current_user_id())';
  end if;
  if p_slug is not null then
    conditions := conditions || ' and p.slug = $12';
  end if;
  -- offset 0: what was given is looked up, never met by walking through everything else.
  ways := case when sees_listed
    then array['public.projects p where (p.is_open or p.access_key = any ($2) or array[p.id, -p.group_id] && $3 or p.workspace_id = any ($4))']
    else array['public.projects p where p.is_open',
      '(select o.* from public.projects o where o.id = any ($3) and not o.is_open offset 0) p where true',
      '(select o.* from public.projects o where o.group_id in (select -g from unnest($3) g where g < 0) and o.id <> all ($3) and not o.is_open offset 0) p where true']
    end;
  if p_total then
    execute (select 'select ' || string_agg(format('(select count(*) from %s and %s)', way, conditions), ' + ') from unnest(ways) way)
    into total using p_workspace_id, reaching, given, tokens, p_search, p_visibility, p_flavor, p_group_id, null, null, null, p_slug;
  end if;
  if last_id is not null then
    conditions := conditions || format(' and (p.%I, p.id) %s ($9::%s, $10)', sorted_by,
      case direction when 'desc' then '<' else '>' end, case sorted_by when 'updated_at' then 'timestamptz' else 'text' end);
  end if;
  execute format($query$
    with page as (
      select p, row_number() over (order by (p).%2$I %3$s, (p).id %3$s) as place
      from (%1$s) listed
      limit $11
    )
    select private.projects_as_json(array_agg(p order by place) filter (where place < $11)),
      max(private.project_cursor((p).%2$I::text, (p).id)) filter (where place = $11 - 1 and exists (select 1 from page where place = $11))
    from page $query$,
    (select string_agg(format('(select row(p.*)::public.projects as p from %s and %s order by p.%I %s, p.id %4$s limit $11)', way, conditions, sorted_by, direction), ' union all ')
     from unnest(ways) way), sorted_by, direction)
  into items, ending
  using p_workspace_id, reaching, given, tokens, p_search, p_visibility, p_flavor, p_group_id, last_place, last_id, page + 1, p_slug;
  return jsonb_build_object('items', items, 'next', ending, 'total', total);
end
$$;
comment on function public.list_projects is 'The projects of a workspace that the caller reads, by name or updated_at (''-'' before it turns it round), page by page (p_after: next of the page before). Counts them all only when asked to.';

create function public.project_workspace(p_project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('id', w.id, 'name', w.name, 'slug', w.slug, 'hide_powered_by', w.hide_powered_by)
  from public.projects p
  join public.workspaces w on w.id = p.workspace_id
  where p.id = p_project_id
    and (p.is_open or private.can_in_project(p.id, 'project_read'))
$$;
comment on function public.project_workspace is 'The name of a project''s workspace, for who reads the project without being a member.';

-- # Grants

grant execute on function public.project_details, public.list_projects, public.project_workspace to anon, authenticated;
