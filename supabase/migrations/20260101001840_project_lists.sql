-- The list of a workspace's projects, whose cost follows the page and not the workspace, and changes of many projects at once.

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
grant execute on function public.project_details to anon, authenticated;

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
grant execute on function public.list_projects to anon, authenticated;

create function private.require_global_admin_of(project_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_workspace((select p.workspace_id from public.projects p where p.id = project_id), 'WorkspaceGlobalAdmin') then
    return;
  end if;
  -- Answers 404 for who may not know the project.
  perform private.require_in_project(project_id, 'project_read');
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'Only workspace owners and admins change many projects at once.');
end
$$;

create function private.move_one(project_id bigint, target jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_global_admin_of(project_id);
  return public.move_project(project_id, (target ->> 'group_id')::bigint, true);
end
$$;

create function private.delete_one(project_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_global_admin_of(project_id);
  perform public.delete_project(project_id);
  return null;
end
$$;

create function public.move_projects(p_project_ids bigint[], p_group_id bigint, p_confirm boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  open_projects integer;
  done jsonb;
begin
  select count(*) into open_projects
  from public.projects p join public.groups g on g.id = p_group_id and g.workspace_id = p.workspace_id
  where p.id = any (p_project_ids) and p.visibility = 'public' and g.visibility = 'internal'
    and private.can_in_workspace(p.workspace_id, 'WorkspaceGlobalAdmin');
  if open_projects > 0 and not p_confirm then
    return jsonb_build_object('results', jsonb_build_array(), 'succeeded', 0, 'failed', 0,
      'confirmation_required', true, 'public_projects', open_projects, 'visibility_changed', 0);
  end if;
  done := private.do_each('project_id', to_jsonb(coalesce(p_project_ids, '{}')), 'select private.move_one($1::bigint, $2)',
    jsonb_build_object('group_id', p_group_id));
  return done || jsonb_build_object('confirmation_required', false, 'public_projects', open_projects,
    'visibility_changed', (select count(*) from jsonb_array_elements(done -> 'results') r where (r #>> '{value,visibility_changed}')::boolean));
end
$$;
comment on function public.move_projects is 'Moves many projects into a group, or out of any. Public ones would turn internal in an internal group: without p_confirm it then says how many and moves nothing.';

create function public.delete_projects(p_project_ids bigint[])
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.do_each('project_id', to_jsonb(coalesce(p_project_ids, '{}')), 'select private.delete_one($1::bigint) where $2 is not null', '{}')
$$;
comment on function public.delete_projects is 'Deletes many projects with everything in them.';

grant execute on function public.move_projects, public.delete_projects to authenticated;
