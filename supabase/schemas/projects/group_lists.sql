-- Groups as they are listed: each with what the caller may do in it.

-- # Calls

create type public.group_item as (
  id bigint, workspace_id bigint, name text, slug text, description text, visibility text, icon text, icon_color text,
  created_at timestamptz, updated_at timestamptz,
  projects_count bigint, admins_count bigint, invitations_count bigint, is_admin boolean, my_permissions text[]);
comment on type public.group_item is 'A group as the caller may know it: with the projects that the caller reads, and its admins for who may see them.';

create type public.group_page as (items public.group_item[], total bigint);
comment on type public.group_page is 'A page of groups, and how many there are in all.';

create function private.groups_shown(shown public.groups[])
returns public.group_item[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return array(
    select row(s.id, s.workspace_id, s.name, s.slug, s.description, s.visibility, s.icon, s.icon_color, s.created_at, s.updated_at,
      (select count(*) from private.projects_with('project_read') p where p.group_id = s.id),
      case when held.sees_admins then (select count(*) from public.group_admins ga where ga.group_id = s.id) end,
      case when held.sees_admins then cardinality(private.invited_to_group(s.id)) end,
      exists (select 1 from public.group_admins ga where ga.group_id = s.id and ga.user_id = me),
      held.permissions)::public.group_item
    from unnest(shown) with ordinality s
    cross join lateral (select private.group_permissions(me, s.id) as permissions offset 0) mine
    cross join lateral (select mine.permissions, 'group_member_read' = any (mine.permissions) as sees_admins) held
    order by s.ordinality
  );
end
$$;
comment on function private.groups_shown is 'Groups, in the order given, as the caller may know them.';

create function public.list_groups(p_workspace_id bigint, p_search text default null, p_limit integer default 200, p_offset integer default 0)
returns public.group_page
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceProjectsView');
  mine constant bigint[] := array(select private.group_ids_with('group_view'));
begin
  return (
    with shown as (
      select g from public.groups g
      where g.workspace_id = p_workspace_id and (sees_all or g.id = any (mine))
        and (coalesce(btrim(p_search), '') = '' or g.name ilike private.like_pattern(p_search))
    ), page as (
      select g from shown order by lower((g).name), (g).id
      limit private.page_size(p_limit, 200, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select row(
      (select private.groups_shown(array_agg(g order by lower((g).name), (g).id)) from page),
      (select count(*) from shown))::public.group_page);
end
$$;
comment on function public.list_groups is 'The groups of a workspace that the caller may see, by name, with their counts and what the caller may do in each.';

create function public.group_details(p_group_id bigint)
returns public.group_item
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_view');
  return (select (private.groups_shown(array_agg(g)))[1] from public.groups g where g.id = p_group_id);
end
$$;
comment on function public.group_details is 'One group.';

-- # Grants

grant execute on function public.list_groups, public.group_details to authenticated;
