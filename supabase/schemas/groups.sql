-- Groups gather projects: who sees, changes and deletes them.

-- # Tables

create table public.groups (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_groups_name check (length(btrim(name)) between 1 and 100),
  slug text not null,
  description text not null default '' constraint check_groups_description check (length(description) <= 300),
  visibility text not null default 'internal' check (visibility in ('public', 'internal')),
  icon text not null default 'cabinet-filing' check (length(icon) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint groups_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug),
  unique (id, workspace_id)
);
comment on table public.groups is 'Folders of projects with admins of their own.';
create trigger touch before update on public.groups for each row execute function private.touch_updated_at();
alter table public.groups enable row level security;
create trigger log_change after insert or update or delete on public.groups for each row execute function private.log_named_change('group');
select private.announce('public.groups', workspace => 'c.workspace_id', id => 'c.id');

-- # Rules

create function private.slug_from(name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(nullif(btrim(substr(regexp_replace(lower(normalize(name, nfkd)), '[^a-z0-9]+', '-', 'g'), 1, 75), '-'), ''), 'untitled')
$$;
comment on function private.slug_from is 'Letters, digits and dashes of a name, at most 75 characters.';

create function private.set_slug_from_name()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(new.slug, '') = '' then
    new.slug := private.slug_from(new.name) || '-' || substr(md5(new.workspace_id || ':' || new.name), 1, 4);
  end if;
  return new;
end
$$;
comment on function private.set_slug_from_name is 'A group or team made without a slug gets one from its name, with four characters that make it its own.';
create trigger set_slug before insert on public.groups for each row execute function private.set_slug_from_name();

create function private.group_ids_with(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select a.group_id
  from public.group_admins a
  join public.groups g on g.id = a.group_id
  join private.my_memberships() m on m.workspace_id = g.workspace_id
  join public.group_role_permissions p on p.role = 'admin' and p.permission = group_ids_with.permission
  where a.user_id = private.current_user_id()
$$;
comment on function private.group_ids_with is 'Groups that the caller administers with this permission; workspace-wide access is the policies'' own set.';

create function private.workspace_ids_with_all_groups(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select host_id from private.workspace_ids_with('WorkspaceGlobalAdmin') host_id
  where exists (
    select 1 from public.group_role_permissions p
    where p.role = 'workspace_global_admin' and p.permission = workspace_ids_with_all_groups.permission)
$$;
comment on function private.workspace_ids_with_all_groups is 'Workspaces in every group of which the caller has this permission. A set for policies: computed once a statement.';

create policy "Groups are seen by who sees the workspace's projects, and their admins" on public.groups for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsView')))
  or id = any (array(select private.group_ids_with('group_view')))
);
create policy "Groups are changed by their admins" on public.groups for update to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_update')))
  or id = any (array(select private.group_ids_with('group_update')))
)
with check (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_update')))
  or id = any (array(select private.group_ids_with('group_update')))
);
create policy "Groups are deleted by their admins" on public.groups for delete to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_delete')))
  or id = any (array(select private.group_ids_with('group_delete')))
);

create function private.group_roles(user_id bigint, group_id bigint)
returns setof text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select held.role
  from public.groups g
  join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = group_roles.user_id and m.is_open
  cross join lateral (
    select case p.permission
      when 'WorkspaceGlobalAdmin' then 'workspace_global_admin'
      when 'WorkspaceProjectsView' then 'member'
      when 'WorkspaceProjectsCreate' then 'member_who_may_create_projects'
    end as role
    from public.workspace_role_permissions p
    where p.role = m.role::text and p.permission in ('WorkspaceGlobalAdmin', 'WorkspaceProjectsView', 'WorkspaceProjectsCreate')
    union all
    select 'admin' from public.group_admins ga where ga.group_id = g.id and ga.user_id = m.user_id
  ) held
  where g.id = group_roles.group_id;
end
$$;
comment on function private.group_roles is 'What somebody is to a group, in the words of the matrix.';

create function private.group_permissions(user_id bigint, group_id bigint)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select array(
      select distinct p.permission
      from public.group_role_permissions p
      where p.role in (select private.group_roles(group_permissions.user_id, group_permissions.group_id))
      order by 1)
  );
end
$$;
comment on function private.group_permissions is 'All that somebody may do in a group, in order.';

create function private.my_group_permissions(group_id bigint)
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select private.group_permissions(private.current_user_id(), g.id)
  from public.groups g
  where g.id = my_group_permissions.group_id and g.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.my_group_permissions is 'The caller''s permissions in a group of a workspace that their session covers; null elsewhere.';

create function private.can_in_group(group_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select permission = any (coalesce(private.my_group_permissions(group_id), '{}'))
$$;
comment on function private.can_in_group is 'Whether the caller has a permission in one group.';

create function private.require_in_group(group_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_group(group_id, permission) then
    return;
  end if;
  if not private.can_in_group(group_id, 'group_view') then
    perform private.problem('group_not_found');
  end if;
  perform private.problem('not_allowed_in_group');
end
$$;
comment on function private.require_in_group is 'Refuses unless the caller has the permission; 404 for who may not know that the group exists.';

-- # Calls

create function public.create_group(
  p_workspace_id bigint, p_name text, p_description text default '', p_visibility text default 'internal',
  p_icon text default 'cabinet-filing', p_icon_color text default '#7F8197')
returns public.groups
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.groups;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceGroupsCreate');
  perform private.feature_gate(p_workspace_id, 'groups');
  insert into public.groups (workspace_id, name, slug, description, visibility, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), p_visibility, p_icon, p_icon_color)
  returning * into made;
  insert into public.group_admins (group_id, user_id) values (made.id, private.current_user_id());
  return made;
end
$$;
comment on function public.create_group is 'Makes a group; who makes it is its first admin.';

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

create type public.group_change as ("group" public.group_item, confirmation_required boolean, public_projects integer);
comment on type public.group_change is 'A group after a change, or as it is where the change has to be confirmed because of so many public projects.';

create function public.update_group(
  p_group_id bigint, p_name text default null, p_description text default null, p_visibility text default null,
  p_icon text default null, p_icon_color text default null, p_confirm boolean default false)
returns public.group_change
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.groups;
  open_projects integer := 0;
begin
  perform private.require_in_group(p_group_id, 'group_update');
  select * into before from public.groups g where g.id = p_group_id for update;
  if p_visibility = 'internal' and before.visibility = 'public' then
    select count(*) into open_projects from public.projects p where p.group_id = p_group_id and p.visibility = 'public';
  end if;
  if open_projects > 0 and not p_confirm then
    return row((private.groups_shown(array[before]))[1], true, open_projects)::public.group_change;
  end if;
  update public.groups g set
    name = coalesce(btrim(p_name), g.name), description = coalesce(p_description, g.description), visibility = coalesce(p_visibility, g.visibility),
    icon = coalesce(p_icon, g.icon), icon_color = coalesce(p_icon_color, g.icon_color)
  where g.id = p_group_id;
  return row(public.group_details(p_group_id), false, open_projects)::public.group_change;
end
$$;
comment on function public.update_group is 'Changes a group. Made internal, it turns its public projects internal: without p_confirm it then says how many and changes nothing.';

create type public.group_deletion as (projects_released integer);
comment on type public.group_deletion is 'How many projects a deleted group left without a group.';

create function public.delete_group(p_group_id bigint)
returns public.group_deletion
language plpgsql
security definer
set search_path = ''
as $$
declare
  released public.group_deletion;
begin
  perform private.require_in_group(p_group_id, 'group_delete');
  select count(*) into released.projects_released from public.projects p where p.group_id = p_group_id;
  delete from public.groups g where g.id = p_group_id;
  return released;
end
$$;
comment on function public.delete_group is 'Deletes a group; its projects stay, without a group.';

-- # Grants

grant select on public.groups to authenticated;
grant update (name, description, icon, icon_color) on public.groups to authenticated;
grant delete on public.groups to authenticated;

grant execute on function private.group_ids_with to authenticated;
grant execute on function
  private.workspace_ids_with_all_groups, public.create_group, public.list_groups, public.group_details, public.update_group,
  public.delete_group
to authenticated;
