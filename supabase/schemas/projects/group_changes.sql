-- Changes of groups: making, changing and deleting one.

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

create type public.group_change as ("group" public.group_item, confirmation_required boolean, public_projects integer);
comment on type public.group_change is 'A group after a change, or as it is where the change has to be confirmed because of so many public projects.';

create function public.update_group(
  p_group_id bigint, p_name text default null, p_description text default null, p_visibility text default null,
  p_icon text default null, p_icon_color text default null, p_confirm boolean default false,
  p_seen jsonb default null)
returns public.group_change
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.groups;
  open_projects integer := 0;
begin
  perform private.lock_group_with(p_group_id, 'group_update');
  select * into before from public.groups g where g.id = p_group_id;
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('name', btrim(p_name), 'description', p_description,
    'visibility', p_visibility, 'icon', p_icon, 'icon_color', p_icon_color)), to_jsonb(before),
    before.workspace_id, array['group.updated'], jsonb_build_object('group_id', p_group_id));
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
comment on function public.update_group is 'Changes a group. Made internal, it turns its public projects internal: without p_confirm it then says how many and changes nothing. p_seen: what the caller saw of it, as in update_workspace_settings.';

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
  perform private.lock_group_with(p_group_id, 'group_delete');
  select count(*) into released.projects_released from public.projects p where p.group_id = p_group_id;
  delete from public.groups g where g.id = p_group_id;
  return released;
end
$$;
comment on function public.delete_group is 'Deletes a group; its projects stay, without a group.';

-- # Grants

grant execute on function public.create_group, public.update_group, public.delete_group to authenticated;
