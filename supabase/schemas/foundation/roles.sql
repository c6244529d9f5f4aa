-- Roles and permissions: the matrices as data. Policies, functions and the client read these tables.

-- # Tables

-- Enum order is rank, lowest first, so that greatest() and least() choose roles.
create type public.workspace_role as enum ('guest', 'viewer', 'maker', 'admin', 'billing', 'owner');
create type public.project_role as enum ('guest', 'viewer', 'editor', 'admin', 'owner', 'workspace_global_admin');
create type public.project_member_role as enum ('guest', 'viewer', 'editor', 'admin', 'owner', 'inherit');
create type public.team_role as enum ('member', 'admin');
create type public.project_team_role as enum ('viewer', 'editor', 'admin');

create table public.workspace_role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.workspace_role_permissions is 'What each workspace role may do. project_export is the role of workspace tokens.';
create index workspace_role_permissions_permission_idx on public.workspace_role_permissions (permission, role);

create table public.project_role_permissions (
  role public.project_role not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.project_role_permissions is 'What each effective project role may do.';
create index project_role_permissions_permission_idx on public.project_role_permissions (permission, role);

create table public.group_role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.group_role_permissions is 'What a group admin, a member and a workspace global admin may do in a group.';

create table public.team_role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.team_role_permissions is 'What a team admin, a member and others may do in a team.';

create table public.workspace_role_project_roles (
  workspace_role public.workspace_role primary key,
  implied_role public.project_role,
  inherited_role public.project_role not null,
  highest_role public.project_role not null
);
comment on table public.workspace_role_project_roles is 'What a workspace role means in projects: by itself on internal and public ones, for a membership of inherit, and at most.';

insert into public.workspace_role_project_roles (workspace_role, implied_role, inherited_role, highest_role) values
  ('owner', 'editor', 'editor', 'owner'),
  ('billing', 'editor', 'editor', 'owner'),
  ('admin', 'editor', 'editor', 'owner'),
  ('maker', 'editor', 'editor', 'owner'),
  ('viewer', 'guest', 'viewer', 'viewer'),
  ('guest', null, 'guest', 'guest');

do $load$
declare
  matrix constant jsonb := $matrix${
  "about": "The role to permission matrices. They are data: migrations load them into tables, row-level security and the web client read those tables, and tests are generated from this file. Where the specification leaves a cell open, this file is the decision.",
  "workspace_roles_high_to_low": ["owner", "billing", "admin", "maker", "viewer", "guest"],
  "machine_roles": ["project_export"],
  "editor_roles": ["owner", "billing", "admin", "maker"],
  "read_only_roles": ["viewer", "guest"],
  "workspace_permissions": {
    "WorkspaceFullMember": ["owner", "billing", "admin", "maker", "viewer"],
    "WorkspaceExplorerView": ["owner", "billing", "admin", "maker", "viewer"],
    "WorkspaceProjectsView": ["owner", "billing", "admin", "maker", "viewer"],
    "WorkspaceTeamsView": ["owner", "billing", "admin", "maker", "viewer"],
    "WorkspaceProjectsCreate": ["owner", "billing", "admin", "maker"],
    "WorkspaceStyleGuideProjectsCreate": ["owner", "billing", "admin", "maker"],
    "WorkspaceTeamCreate": ["owner", "admin", "maker"],
    "WorkspaceMembersRead": ["owner", "billing", "admin", "maker"],
    "WorkspaceMembersInvite": ["owner", "billing", "admin", "maker"],
    "WorkspaceAutomationLogsView": ["owner", "billing", "admin", "maker"],
    "WorkspaceMembersPromote": ["owner", "admin"],
    "WorkspaceMembersApprove": ["owner", "admin"],
    "WorkspaceSettingsRead": ["owner", "billing", "admin"],
    "WorkspaceSettingsCreateUpdateDelete": ["owner", "billing", "admin"],
    "WorkspaceEmailDomainCreateUpdateDelete": ["owner", "admin"],
    "WorkspaceIntegrationCreateUpdateDelete": ["owner", "admin"],
    "WorkspaceOauthClientCreateUpdateDelete": ["owner", "admin"],
    "WorkspaceDefaultStyleGuidesCreate": ["owner", "admin"],
    "WorkspaceActivityRead": ["owner", "admin"],
    "WorkspaceGroupsCreate": ["owner", "admin"],
    "WorkspaceGlobalAdmin": ["owner", "admin"],
    "WorkspaceBilling": ["owner", "billing"],
    "WorkspaceDelete": ["owner"],
    "WorkspaceProjectsExport": ["project_export"]
  },
  "project_roles_high_to_low": ["workspace_global_admin", "owner", "admin", "editor", "viewer", "guest"],
  "project_permissions": {
    "project_read": ["workspace_global_admin", "owner", "admin", "editor", "viewer", "guest"],
    "project_published_branch_read": [
      "workspace_global_admin",
      "owner",
      "admin",
      "editor",
      "viewer",
      "guest"
    ],
    "project_unpublished_branch_read": ["workspace_global_admin", "owner", "admin", "editor", "viewer"],
    "project_contents_update": ["workspace_global_admin", "owner", "admin", "editor"],
    "project_branch_create_delete": ["workspace_global_admin", "owner", "admin", "editor"],
    "project_branch_update": ["workspace_global_admin", "owner", "admin", "editor"],
    "project_automation_logs_read": ["workspace_global_admin", "owner", "admin", "editor"],
    "project_settings_view": ["workspace_global_admin", "owner", "admin", "editor"],
    "project_members_add": ["workspace_global_admin", "owner", "admin", "editor", "viewer"],
    "project_viewer_add": ["workspace_global_admin", "owner", "admin", "editor", "viewer"],
    "project_editor_add": ["workspace_global_admin", "owner", "admin", "editor"],
    "project_admin_add": ["workspace_global_admin", "owner", "admin"],
    "project_member_delete": ["workspace_global_admin", "owner", "admin"],
    "project_group_update": ["workspace_global_admin", "owner", "admin"],
    "project_update": ["workspace_global_admin", "owner", "admin"],
    "project_ownership_update": ["workspace_global_admin", "owner"],
    "project_delete": ["workspace_global_admin", "owner"],
    "project_leave": ["admin", "editor", "viewer", "guest"]
  },
  "group_permissions": {
    "group_view": ["workspace_global_admin", "admin", "member"],
    "group_projects_add": ["workspace_global_admin", "admin", "member_who_may_create_projects"],
    "group_update": ["workspace_global_admin", "admin"],
    "group_delete": ["workspace_global_admin", "admin"],
    "group_member_add": ["workspace_global_admin", "admin"],
    "group_member_read": ["workspace_global_admin", "admin"],
    "group_member_delete": ["workspace_global_admin", "admin"],
    "group_settings_view": ["workspace_global_admin", "admin"],
    "group_projects_remove": ["workspace_global_admin", "admin"],
    "group_leave": ["admin"]
  },
  "team_permissions": {
    "team_view": ["workspace_global_admin", "admin", "member", "workspace_member"],
    "team_settings_update": ["workspace_global_admin", "admin"],
    "team_member_add": ["workspace_global_admin", "admin"],
    "team_member_delete": ["workspace_global_admin", "admin"],
    "team_user_add": ["workspace_global_admin", "admin"],
    "team_admin_add": ["workspace_global_admin", "admin"],
    "team_delete": ["workspace_global_admin", "admin"],
    "team_leave": ["admin", "member"]
  },
  "effective_project_role": [
    "1. WorkspaceGlobalAdmin gives workspace_global_admin.",
    "2. Otherwise take the highest of: the direct project membership; the role that each of the user's teams has on the project; admin when the user is an admin of the project's group; and, where the project is internal or public, what the workspace role gives by itself: editor for owner, billing, admin and maker, guest (published branches only) for viewer, nothing for guest.",
    "3. A direct membership of 'inherit' means editor for owner, billing, admin and maker, viewer for viewer, guest for guest.",
    "4. A workspace viewer is capped at project viewer and a workspace guest at project guest, whatever step 2 gives.",
    "5. Nobody else has a role, except that anyone, signed in or not, reads the published branches of a public project while the workspace allows public projects and is not locked, and the holder of a branch's share token reads that branch while sharing is on."
  ],
  "invite_roles": [
    "WorkspaceMembersPromote: any role at or below the caller's own; owner only by an owner.",
    "WorkspaceMembersInvite without promote: the caller's own role, but never above maker, or guest.",
    "A guest invitation needs the guests feature of the plan."
  ],
  "role_change_rules": [
    "Nobody changes their own role or removes themselves.",
    "Nobody changes or removes a member who outranks them.",
    "Only an owner gives or takes the owner role; the last owner can be neither demoted nor removed.",
    "A role change or an approval that would pass the plan's seat limit is refused with 402 PAYMENT_REQUIRED and changes nothing."
  ],
  "project_member_rules": [
    "A member adds others at the member's own role or lower (project_viewer_add, project_editor_add, project_admin_add say which).",
    "There is exactly one owner. Making another member owner needs a confirmation and makes the previous owner an admin.",
    "When a project's owner is removed from the workspace or becomes a guest, whoever did that becomes the owner.",
    "The owner cannot leave before the ownership has passed on."
  ]
}$matrix$;
begin
  insert into public.workspace_role_permissions (permission, role)
  select cell.key, role from jsonb_each(matrix -> 'workspace_permissions') cell, jsonb_array_elements_text(cell.value) role;
  insert into public.project_role_permissions (permission, role)
  select cell.key, role::public.project_role from jsonb_each(matrix -> 'project_permissions') cell, jsonb_array_elements_text(cell.value) role;
  insert into public.group_role_permissions (permission, role)
  select cell.key, role from jsonb_each(matrix -> 'group_permissions') cell, jsonb_array_elements_text(cell.value) role;
  insert into public.team_role_permissions (permission, role)
  select cell.key, role from jsonb_each(matrix -> 'team_permissions') cell, jsonb_array_elements_text(cell.value) role;
end
$load$;

create table private.workspace_role_reach (
  workspace_role public.workspace_role not null,
  permission text not null,
  visibility text not null,
  primary key (workspace_role, permission, visibility)
);
comment on table private.workspace_role_reach is 'Which project permissions a workspace role gives by itself, on projects of which visibility: a global admin''s on private ones too. Derived from the matrices, so that policies read one table.';
alter table private.workspace_role_reach enable row level security;

insert into private.workspace_role_reach (workspace_role, permission, visibility)
select r.workspace_role, p.permission, listed.visibility
from public.workspace_role_project_roles r
join public.project_role_permissions p on p.role = r.implied_role
cross join (values ('internal'), ('public')) listed (visibility)
union
select r.workspace_role, p.permission, every.visibility
from public.workspace_role_project_roles r
join public.workspace_role_permissions g on g.role = r.workspace_role::text and g.permission = 'WorkspaceGlobalAdmin'
join public.project_role_permissions p on p.role = 'workspace_global_admin'
cross join (values ('internal'), ('public'), ('private')) every (visibility);

-- # Rules

alter table public.workspace_role_permissions enable row level security;
alter table public.project_role_permissions enable row level security;
alter table public.group_role_permissions enable row level security;
alter table public.team_role_permissions enable row level security;
alter table public.workspace_role_project_roles enable row level security;

create policy "Signed-in people read the matrix" on public.workspace_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.project_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.group_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.team_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.workspace_role_project_roles for select to authenticated using (true);

-- # Grants

grant select on
  public.workspace_role_permissions, public.project_role_permissions, public.group_role_permissions, public.team_role_permissions,
  public.workspace_role_project_roles
to authenticated;
