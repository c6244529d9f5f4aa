-- Sharing: giving projects to people, taking them back, moving them into groups, pinning them.

create function private.rank_of_adding(role public.project_member_role)
returns text
language sql
immutable
set search_path = ''
as $$
  select case role
    when 'admin' then 'project_admin_add'
    when 'editor' then 'project_editor_add'
    when 'owner' then 'project_ownership_update'
    else 'project_viewer_add'
  end
$$;
comment on function private.rank_of_adding is 'The permission that giving a project role needs.';

create function private.role_to_give(role public.project_member_role, workspace_role public.workspace_role)
returns public.project_member_role
language sql
immutable
set search_path = ''
as $$
  select case when role <> 'inherit' then role when workspace_role in ('viewer', 'guest') then 'viewer' else 'editor' end
$$;
comment on function private.role_to_give is 'inherit gives what the workspace role means, so it needs the right to give that.';

create function public.set_project_member(p_project_id bigint, p_user_id bigint, p_role public.project_member_role)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  theirs public.workspace_role;
  present public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  -- Not for share: note_given may change the row, and two who give the same person something would wait for each other.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id for no key update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, theirs)));
  select pm.role into present from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
  if present = p_role then
    return;
  end if;
  if present = 'owner' then
    perform private.problem('USER_IS_OWNER', 403, 'The owner of a project keeps it until somebody else becomes the owner.');
  end if;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(present, theirs)));
  end if;
  if p_role = 'owner' then
    if theirs in ('viewer', 'guest') then
      perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests cannot own a project.', 'user_id');
    end if;
    update public.project_members pm set role = 'admin' where pm.project_id = p_project_id and pm.role = 'owner';
  end if;
  insert into public.project_members as pm (project_id, user_id, role) values (p_project_id, p_user_id, p_role)
  on conflict (project_id, user_id) do update set role = excluded.role;
end
$$;
comment on function public.set_project_member is 'Gives a workspace member a role in a project, at the caller''s own role or lower. A new owner makes the previous one an admin.';

create function public.leave_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_leave');
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = private.current_user_id();
  if not found then
    perform private.problem('NOT_FOUND', 404, 'You are not a member of this project.');
  end if;
end
$$;
comment on function public.leave_project is 'Gives up one''s own direct membership; not for the owner.';

create function public.move_project(p_project_id bigint, p_group_id bigint, p_confirm boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  turns_internal boolean := false;
begin
  select * into project from public.projects p where p.id = p_project_id;
  if p_group_id is not null or project.group_id is null or not coalesce(
    private.can_in_workspace(project.workspace_id, 'WorkspaceGlobalAdmin')
    or project.group_id in (select private.group_ids_with('group_projects_remove')), false) then
    perform private.require_in_project(p_project_id, 'project_group_update');
  end if;
  select * into project from public.projects p where p.id = p_project_id for update;
  if p_group_id is not null then
    perform private.require_may_add_to_group(project.workspace_id, p_group_id);
    turns_internal := project.visibility = 'public'
      and (select g.visibility = 'internal' from public.groups g where g.id = p_group_id for share);
  end if;
  if turns_internal and not p_confirm then
    return jsonb_build_object('moved', false, 'confirmation_required', true, 'visibility_changed', false);
  end if;
  update public.projects p
  set group_id = p_group_id, visibility = case when turns_internal then 'internal' else p.visibility end
  where p.id = p_project_id;
  return jsonb_build_object('moved', true, 'confirmation_required', false, 'visibility_changed', turns_internal);
end
$$;
comment on function public.move_project is 'Moves a project into a group, or out of any with null. An internal group turns a public project internal: that needs p_confirm.';

create function private.require_may_add_to_group(workspace_id bigint, group_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.groups g where g.id = require_may_add_to_group.group_id and g.workspace_id = require_may_add_to_group.workspace_id)
    or not private.can_in_workspace(workspace_id, 'WorkspaceProjectsView') and group_id not in (select private.group_ids_with('group_view')) then
    perform private.problem('NOT_FOUND', 404, 'Group Not Found', 'group_id');
  end if;
  if not (
    private.can_in_workspace(workspace_id, 'WorkspaceGlobalAdmin')
    or private.can_in_workspace(workspace_id, 'WorkspaceProjectsCreate')
    or group_id in (select private.group_ids_with('group_projects_add'))
  ) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot add projects to this group.', 'group_id');
  end if;
end
$$;
comment on function private.require_may_add_to_group is 'Group admins, global admins and members who may create projects add projects to a group.';

create function public.pin_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_read');
  insert into public.project_pins (project_id, user_id, position)
  select p_project_id, private.current_user_id(), coalesce(max(pp.position) + 1, 0)
  from public.project_pins pp where pp.user_id = private.current_user_id()
  on conflict (user_id, project_id) do nothing;
end
$$;
comment on function public.pin_project is 'Keeps a project at the top of the caller''s sidebar.';

create function public.unpin_project(p_project_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.project_pins pp
  using public.projects p
  where pp.project_id = p_project_id and pp.user_id = private.current_user_id() and p.id = pp.project_id and private.reaches(p.workspace_id)
$$;
comment on function public.unpin_project is 'Takes a project off the caller''s pinned ones.';

grant execute on function
  public.set_project_member, public.leave_project, public.move_project, public.pin_project, public.unpin_project
to authenticated;
