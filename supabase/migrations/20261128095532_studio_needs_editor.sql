set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.studio_access(branch public.branches)
 RETURNS private.studio_access
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  permissions constant text[] := array(select m.permission from public.my_project_permissions(branch.project_id) m);
  is_linked constant boolean := branch.id in (select private.shared_branch_ids());
  may_read constant boolean := 'project_read' = any (permissions) or is_linked;
  has_service_account constant boolean := exists (select 1 from public.project_service_accounts a where a.project_id = branch.project_id);
  may_update boolean := 'project_contents_update' = any (permissions);
  is_maker boolean;
  access private.studio_access;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  is_maker := private.can_in_workspace(project.workspace_id, 'WorkspaceProjectsCreate');
  may_update := may_update and (project.type <> 'vcs' or has_service_account or is_maker);
  access.mode := private.studio_mode(project.type, may_update, may_read, has_service_account or exists (
    select 1 from public.project_repositories r
    join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = private.current_user_id()
    where r.project_id = project.id));
  access.reason := case
    when access.mode = 'notEditable' then 'studio_not_editable'
    when access.mode = 'connect' then 'studio_connect_account'
    when access.mode <> 'readWrite' and project.is_read_only then 'project_over_plan'
    when access.mode <> 'readWrite' and not is_maker then 'studio_needs_maker'
    when access.mode = 'readOnly' then 'studio_needs_editor'
  end;
  if access.mode in ('readOnly', 'readWrite') then
    access.view := private.studio_view('project_unpublished_branch_read' = any (permissions),
      is_linked or branch.is_published and 'project_published_branch_read' = any (permissions),
      'project_published_branch_read' = any (permissions) and private.can_in_workspace(project.workspace_id, 'WorkspaceFullMember'));
    if access.view is null then
      access.mode := 'none';
      access.reason := 'studio_holds_internal';
    end if;
  end if;
  return access;
end
$function$;

insert into private.reasons (reason, code, status, sentence, field) values
  ('studio_needs_editor', 'INSUFFICIENT_PERMISSIONS', 403, 'You can read this project, but not change it. Ask an administrator of the project for permission to edit it.', null);
