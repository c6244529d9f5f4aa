-- Reasons for access: why somebody may or may not do something, from the tables that enforce it.

-- # Tables

create table private.permission_phrases (
  permission text primary key,
  phrase text not null
);
comment on table private.permission_phrases is 'Each permission of the matrices after "cannot".';
alter table private.permission_phrases enable row level security;

insert into private.permission_phrases (permission, phrase) values
  ('project_read', 'see the project'),
  ('project_published_branch_read', 'read published branches'),
  ('project_unpublished_branch_read', 'read unpublished branches'),
  ('project_contents_update', 'edit'),
  ('project_branch_create_delete', 'create or remove branches'),
  ('project_branch_update', 'change branches'),
  ('project_automation_logs_read', 'see automation logs'),
  ('project_settings_view', 'see the settings'),
  ('project_members_add', 'share'),
  ('project_viewer_add', 'add viewers'),
  ('project_editor_add', 'add editors'),
  ('project_admin_add', 'add admins'),
  ('project_member_delete', 'remove members'),
  ('project_group_update', 'move it to another group'),
  ('project_update', 'change the settings'),
  ('project_ownership_update', 'pass on the ownership'),
  ('project_delete', 'delete'),
  ('project_leave', 'leave'),
  ('group_view', 'see the group'),
  ('group_projects_add', 'add projects'),
  ('group_update', 'change the group'),
  ('group_delete', 'delete the group'),
  ('group_member_add', 'add admins'),
  ('group_member_read', 'see the admins'),
  ('group_member_delete', 'remove admins'),
  ('group_settings_view', 'see the settings'),
  ('group_projects_remove', 'remove projects'),
  ('group_leave', 'leave'),
  ('team_view', 'see the team'),
  ('team_settings_update', 'change the team'),
  ('team_member_add', 'add members'),
  ('team_member_delete', 'remove members'),
  ('team_user_add', 'invite people'),
  ('team_admin_add', 'add admins'),
  ('team_delete', 'delete the team'),
  ('team_leave', 'leave'),
  ('WorkspaceFullMember', 'see internal operations and models'),
  ('WorkspaceExplorerView', 'explore'),
  ('WorkspaceProjectsView', 'see internal projects'),
  ('WorkspaceTeamsView', 'see teams'),
  ('WorkspaceProjectsCreate', 'create projects'),
  ('WorkspaceStyleGuideProjectsCreate', 'create style guides'),
  ('WorkspaceTeamCreate', 'create teams'),
  ('WorkspaceMembersRead', 'see the members'),
  ('WorkspaceMembersInvite', 'invite members'),
  ('WorkspaceAutomationLogsView', 'see automation logs'),
  ('WorkspaceMembersPromote', 'change roles'),
  ('WorkspaceMembersApprove', 'approve and remove members'),
  ('WorkspaceSettingsRead', 'see the settings'),
  ('WorkspaceSettingsCreateUpdateDelete', 'change the settings'),
  ('WorkspaceEmailDomainCreateUpdateDelete', 'change approved domains'),
  ('WorkspaceIntegrationCreateUpdateDelete', 'change integrations'),
  ('WorkspaceOauthClientCreateUpdateDelete', 'change workspace tokens'),
  ('WorkspaceDefaultStyleGuidesCreate', 'change default style guides'),
  ('WorkspaceActivityRead', 'see activity'),
  ('WorkspaceGroupsCreate', 'create groups'),
  ('WorkspaceGlobalAdmin', 'administer every project'),
  ('WorkspaceBilling', 'manage billing'),
  ('WorkspaceDelete', 'delete the workspace'),
  ('WorkspaceProjectsExport', 'export projects as a workspace token does');

-- # Rules

create function private.explain_project_role(user_id bigint, project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with project as (
      select p.visibility, p.is_open, m.role as workspace_role
      from public.projects p
      left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project_role.user_id and m.is_open
      where p.id = explain_project_role.project_id
    ), sources as (
      select s.*, least(s.role, case when s.source = 'global' then s.role else s.highest end) as counting,
        s.source <> 'global' and s.role > s.highest as is_capped
      from private.project_role_sources(explain_project_role.user_id, explain_project_role.project_id) s
    ), explained as (
      select s.*, s.counting = max(s.counting) over () as counts,
        case s.source
          when 'global' then format('admin, because workspace %ss administer every project', p.workspace_role)
          when 'workspace' then format('%s, because the project is %s', case when s.counting = 'guest' then p.workspace_role::text else s.counting::text end, p.visibility)
          when 'group' then format('%s, because of the administration of the group %s', s.counting, s.via_name)
          when 'team' then format('%s, because of the team %s', s.counting, s.via_name)
          else case s.given
            when 'owner' then format('%s, because the project belongs to them', s.counting)
            when 'inherit' then format('%s, because the project was shared at the workspace role', s.counting)
            else format('%s, because the project was shared by name', s.counting) end
        end || case when s.is_capped then format(' (not %s: workspace %ss are read-only)', s.role, p.workspace_role) else '' end as sentence
      from sources s cross join project p
    )
    select jsonb_build_object(
      'role', private.effective_project_role(explain_project_role.user_id, explain_project_role.project_id),
      'summary', coalesce(
        (select s.sentence from explained s where s.counts order by s.role desc, s.source = 'workspace', s.source limit 1),
        (select case
          when p.is_open then 'reader of published branches, because the project is public'
          when p.workspace_role is null then 'no access, because only members of the workspace get in'
          when p.visibility = 'private' then 'no access, because the project is private and was not shared with them'
          else format('no access, because workspace %ss see only what was shared with them', p.workspace_role) end from project p)),
      'reasons', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('source', s.source, 'role', s.counting, 'counts', s.counts, 'sentence', s.sentence,
          'team_id', case s.source when 'team' then s.via_id end, 'team', case s.source when 'team' then s.via_name end,
          'group_id', case s.source when 'group' then s.via_id end, 'group', case s.source when 'group' then s.via_name end))
          order by s.counts desc, s.role desc, s.source), '[]') from explained s))
  );
end
$$;
comment on function private.explain_project_role is 'Somebody''s role in a project with everything that gives it, from the sources that the rule itself reads.';

-- # Calls

create function private.cannot(permission text, reason text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('permission', p.permission, 'sentence', 'cannot ' || p.phrase || ': ' || reason)
  from private.permission_phrases p where p.permission = cannot.permission
$$;
comment on function private.cannot is 'A permission that somebody lacks, with the sentence that says why.';

create function private.explain_project(user_id bigint, project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with why as (
    select private.explain_project_role(explain_project.user_id, explain_project.project_id) as answer
  ), facts as (
    select why.answer, (why.answer ->> 'role')::public.project_role as role, m.role as workspace_role, meaning.highest_role, w.locked and not coalesce(m.is_open, false) as is_locked
    from why
    join public.projects p on p.id = explain_project.project_id
    join public.workspaces w on w.id = p.workspace_id
    left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project.user_id
    left join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  ), cells as (
    select permission, min(role) as lowest, max(role) as highest from public.project_role_permissions group by permission
  )
  select facts.answer || jsonb_build_object(
    'summary', case when facts.is_locked then 'no access, because the workspace is locked' else facts.answer ->> 'summary' end,
    'workspace_role', facts.workspace_role,
    'permissions', (
      select coalesce(jsonb_agg(p.permission order by p.permission), '[]') from public.project_role_permissions p where p.role = facts.role),
    'cannot', (
      select jsonb_agg(private.cannot(c.permission, case
        when facts.workspace_role is null then 'they are not a member of the workspace'
        when facts.is_locked then 'the workspace is locked'
        when facts.role is null then facts.answer ->> 'summary'
        when c.permission = 'project_leave' then case
          when facts.role = 'owner' then 'the ownership has to pass on first' else 'workspace owners and admins reach every project' end
        when facts.workspace_role in ('viewer', 'guest') and c.lowest > facts.highest_role
          then format('workspace %ss are read-only', facts.workspace_role)
        else format('it needs the role %s', case c.lowest when 'owner' then 'owner' else c.lowest::text || ' or higher' end)
      end) order by c.permission)
      from cells c
      where not exists (select 1 from public.project_role_permissions p where p.role = facts.role and p.permission = c.permission)))
  from facts
$$;
comment on function private.explain_project is 'Somebodys access to a project: their role with its reasons, what it permits, and why the rest is not permitted.';

create function private.explain_roles(roles text[], permissions text[], matrix jsonb, workspace_role public.workspace_role)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'permissions', to_jsonb(permissions),
    'reasons', (
      select coalesce(jsonb_agg(jsonb_build_object('source', r, 'role', r, 'counts', true, 'sentence', case r
        when 'workspace_global_admin' then format('admin, because workspace %ss administer everything', workspace_role)
        when 'admin' then 'admin, because somebody made them one'
        when 'member' then 'member, because they belong to it'
        when 'workspace_member' then format('reader, because workspace %ss see every team', workspace_role)
        else format('may add projects, because workspace %ss create projects', workspace_role) end) order by r), '[]')
      from unnest(roles) r),
    'cannot', (
      select coalesce(jsonb_agg(private.cannot(c.key, case
        when workspace_role is null then 'they are not a member of the workspace'
        else 'it needs ' || (select string_agg(replace(needed, '_', ' '), ' or ' order by needed) from jsonb_array_elements_text(c.value) needed) end) order by c.key), '[]')
      from jsonb_each(matrix) c where not c.key = any (permissions)))
$$;
comment on function private.explain_roles is 'What the roles of a matrix ({permission: [role]}) give, and what they do not.';

create function public.explain_access(p_user_id bigint, p_kind text, p_object_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  host_id bigint;
  object_name text;
  theirs public.workspace_role;
begin
  case p_kind
    when 'project' then
      perform private.require_in_project(p_object_id, case when p_user_id = me then 'project_read' else 'project_members_add' end);
      select p.workspace_id, p.name into host_id, object_name from public.projects p where p.id = p_object_id;
    when 'group' then
      perform private.require_in_group(p_object_id, case when p_user_id = me then 'group_view' else 'group_member_read' end);
      select g.workspace_id, g.name into host_id, object_name from public.groups g where g.id = p_object_id;
    when 'team' then
      perform private.require_in_team(p_object_id, case when p_user_id = me then 'team_view' else 'team_member_add' end);
      select t.workspace_id, t.name into host_id, object_name from public.teams t where t.id = p_object_id;
    when 'workspace' then
      if p_user_id <> me or private.workspace_role(p_object_id) is null then
        perform private.require_in_workspace(p_object_id, 'WorkspaceMembersRead');
      end if;
      select w.id, w.name into host_id, object_name from public.workspaces w where w.id = p_object_id;
    else
      perform private.problem('VALIDATION_ERROR', 400, 'Access is to a workspace, group, team or project.', 'kind');
  end case;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  return jsonb_build_object('kind', p_kind, 'object', jsonb_build_object('id', p_object_id, 'name', object_name), 'user', private.person(p_user_id))
    || private.explain_access(p_user_id, p_kind, p_object_id);
end
$$;
comment on function public.explain_access is 'Why somebody may or may not do something with a workspace, group, team or project: for oneself, and for who may share it.';

create function private.explain_access(user_id bigint, kind text, object_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
  held text[];
  answer jsonb;
begin
  if kind = 'project' then
    return private.explain_project(user_id, object_id);
  end if;
  select m.role into theirs from public.workspace_members m
  where m.user_id = explain_access.user_id and m.is_open and m.workspace_id = case kind
    when 'workspace' then object_id
    when 'group' then (select g.workspace_id from public.groups g where g.id = object_id)
    else (select t.workspace_id from public.teams t where t.id = object_id) end;
  if kind = 'workspace' then
    answer := private.explain_roles('{}', array(
      select p.permission from public.workspace_role_permissions p where p.role = theirs::text order by 1),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.workspace_role_permissions p where p.role <> 'project_export' group by p.permission) c), theirs);
    return answer || jsonb_build_object('role', theirs, 'workspace_role', theirs,
      'summary', coalesce(theirs::text || ' of the workspace', 'no access, because they are not a member or the workspace is locked'),
      'reasons', case when theirs is null then '[]' else jsonb_build_array(jsonb_build_object('source', 'membership', 'role', theirs, 'counts', true,
        'sentence', theirs::text || ', because that is their role in the workspace')) end);
  end if;
  if kind = 'group' then
    held := array(select private.group_roles(user_id, object_id));
    answer := private.explain_roles(held, private.group_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.group_role_permissions p group by p.permission) c), theirs);
  else
    held := array(select private.team_roles(user_id, object_id));
    answer := private.explain_roles(held, private.team_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.team_role_permissions p group by p.permission) c), theirs);
  end if;
  return answer || jsonb_build_object('role', case
      when 'workspace_global_admin' = any (held) then 'workspace_global_admin'
      when 'admin' = any (held) then 'admin'
      when 'member' = any (held) then 'member'
      when 'workspace_member' = any (held) then 'workspace_member' end,
    'workspace_role', theirs,
    'summary', coalesce(
      (select r ->> 'sentence' from jsonb_array_elements(answer -> 'reasons') r
       order by array_position(array['workspace_global_admin', 'admin', 'member', 'workspace_member'], r ->> 'source') limit 1),
      'no access, because nothing lets them in'));
end
$$;
comment on function private.explain_access is 'The explanation itself, from the tables that enforce it.';

-- # Grants

grant execute on function public.explain_access to authenticated;
