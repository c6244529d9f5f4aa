-- Reasons: what the database says to people, and how a rule says no. Rules answer a reason; its sentence stands here alone.

-- # Tables

create table private.reasons (
  reason text primary key,
  code text,
  status integer,
  sentence text not null,
  field text,
  check ((code is null) = (status is null))
);
comment on table private.reasons is 'Each reason with its sentence for people. With a code and a status it can refuse; without, it explains.';
comment on column private.reasons.sentence is 'Names in braces are filled in by who gives the reason.';
comment on column private.reasons.field is 'The field that the reason is about, where that is always the same.';
alter table private.reasons enable row level security;

create table private.permission_phrases (
  permission text primary key,
  phrase text not null
);
comment on table private.permission_phrases is 'Each permission of the matrices after "cannot".';
alter table private.permission_phrases enable row level security;

do $load$
declare
  catalogue constant jsonb := $reasons${
 "about": "Every sentence that the database says to people, by its reason: what a refusal answers with it (code, status, and the field it is about, where that is always the same), or, without a code, what an explanation is made of. Names in braces are filled in by who gives the reason. permissions: what somebody may not do, after \"cannot\". The chapters name reasons only; so do the edge functions. Not for the browser: it gets the sentences with its answers.",
 "reasons": {
  "access_by_administration": {"sentence": "admin, because workspace {workspace_role}s administer every project"},
  "access_by_group": {"sentence": "{role}, because of the administration of the group {group}"},
  "access_by_name": {"sentence": "{role}, because the project was shared by name"},
  "access_by_ownership": {"sentence": "{role}, because the project belongs to them"},
  "access_by_team": {"sentence": "{role}, because of the team {team}"},
  "access_by_visibility": {"sentence": "{role}, because the project is {visibility}"},
  "access_by_workspace_role": {"sentence": "{role}, because the project was shared at the workspace role"},
  "access_capped": {"sentence": "{access} (not {role}: workspace {workspace_role}s are read-only)"},
  "access_for_everybody": {"sentence": "reader of published branches, because the project is public"},
  "access_kind_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Access is to a workspace, group, team or project.", "field": "kind"},
  "account_connected_to_another_user": {"code": "CONFLICT", "status": 409, "sentence": "This account is already connected to another user."},
  "activity_unchangeable": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "Activity cannot be changed."},
  "address_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be a valid URL."},
  "already_invited_or_member": {"code": "CONFLICT", "status": 409, "sentence": "This e-mail has pending invitation or already a member", "field": "email"},
  "approved_domain_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Domain not found."},
  "authentication_failed": {"code": "TOKEN_ERROR", "status": 400, "sentence": "Encountered an error during authentication"},
  "authentication_url_unknown": {"code": "NOT_FOUND", "status": 404, "sentence": "Unknown authentication url"},
  "branch_not_found": {"code": "BRANCH_NOT_FOUND", "status": 404, "sentence": "Branch not found."},
  "builtin_integration_stays": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The built-in integration cannot be uninstalled."},
  "cannot": {"sentence": "cannot {action}: {reason}"},
  "cannot_before_ownership_passes": {"sentence": "the ownership has to pass on first"},
  "cannot_below_owner": {"sentence": "it needs the role owner"},
  "cannot_below_role": {"sentence": "it needs the role {role} or higher"},
  "cannot_leave_what_role_reaches": {"sentence": "workspace owners and admins reach every project"},
  "cannot_read_only": {"sentence": "workspace {workspace_role}s are read-only"},
  "cannot_while_locked": {"sentence": "the workspace is locked"},
  "cannot_without_membership": {"sentence": "they are not a member of the workspace"},
  "cannot_without_role": {"sentence": "it needs {roles}"},
  "certificate_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be a valid X.509 certificate."},
  "code_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Invalid confirmation code", "field": "code"},
  "config_not_an_object": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The configuration is not an object."},
  "connected_account_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Connected account not found."},
  "count_not_exact": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Rows are counted exactly or not at all: \"Prefer: count=exact\"."},
  "credentials_wrong": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "The email, username or password is incorrect."},
  "current_password_missing": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Please enter your current password.", "field": "current_password"},
  "default_idp_removed": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "You must set another SAML integration as a default IDP provider"},
  "default_idp_unset": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "You must set another SAML integration as a default IDP provider before unsetting this one", "field": "defaultIdp"},
  "domain_already_approved": {"code": "CONFLICT", "status": 409, "sentence": "This domain has already been approved.", "field": "domain"},
  "domain_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be a valid domain name", "field": "domain"},
  "email_changed_elsewhere": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "Addresses are added and changed in the account settings."},
  "email_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Invalid email, please make sure that it is formatted correctly.", "field": "email"},
  "email_not_confirmed": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Please confirm this email before setting it to your primary address.", "field": "email"},
  "email_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "E-mail not found."},
  "email_taken": {"code": "CONFLICT", "status": 409, "sentence": "This email has already been associated with an account. If you believe this is an error, please contact support.", "field": "email"},
  "group_is_internal": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Project is associated with an internal group and cannot be made public", "field": "visibility"},
  "group_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Group Not Found"},
  "guess_not_alone": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "Codes and passwords are asked for and tried by themselves, by a call of this function alone."},
  "guest_as_group_admin": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Guests cannot administer groups", "field": "user_id"},
  "guest_invited_as_group_admin": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Guests cannot administer a group.", "field": "role"},
  "heir_is_removed_too": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The projects can only pass to somebody who stays.", "field": "heir_id"},
  "heir_not_a_member": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The projects can only pass to another member of this workspace.", "field": "heir_id"},
  "import_path_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A file of a project needs a path of at most 1,000 characters, without \"..\".", "field": "file"},
  "import_too_large": {"code": "PAYLOAD_TOO_LARGE", "status": 413, "sentence": "The files of an import may have at most 50 MB together.", "field": "file"},
  "import_without_file": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Choose a file to import.", "field": "file"},
  "integration_name_too_long": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be no more than 20 Characters", "field": "name"},
  "integration_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Integration not found."},
  "invitation_declined": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has been declined."},
  "invitation_expired": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has expired."},
  "invitation_for_another_account": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This invitation is for {invited}. You are signed in as {account}."},
  "invitation_for_somebody_else": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This invitation is for {invited}. You are signed in as somebody else."},
  "invitation_just_sent": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "This invitation was sent a moment ago."},
  "invitation_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Invitation not found."},
  "invitation_used": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has already been used."},
  "invitation_withdrawn": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This invitation has been withdrawn."},
  "invitations_changed_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Between 1 and 500 invitations can be changed at once."},
  "invitations_sent_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Between 1 and 500 invitations can be sent at once."},
  "invite_url_invalid": {"code": "NOT_FOUND", "status": 404, "sentence": "Invalid invite URL"},
  "item_conflict": {"code": "CONFLICT", "status": 409, "sentence": "Something went wrong, please try again"},
  "item_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Something went wrong, please try again"},
  "join_request_denied": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This request has been denied. Invite the person directly instead."},
  "join_request_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Join request not found."},
  "last_confirmed_email": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "The last confirmed e-mail address of an account cannot be removed."},
  "last_group_admin": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "The last admin of a group can be neither removed nor leave."},
  "last_sign_in_integration": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This is the last enabled sign-in integration of this workspace. Enable another one first.", "field": "enabled"},
  "last_workspace_owner": {"code": "USER_IS_OWNER", "status": 403, "sentence": "The last owner of a workspace can be neither demoted nor removed."},
  "many_projects_for_admins_only": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "Only workspace owners and admins change many projects at once."},
  "member_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Member not found."},
  "member_outranks_you": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You cannot change a member who outranks you."},
  "metadata_too_large": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The metadata of an account has at most 1 KB.", "field": "data"},
  "no_access_by_anything": {"sentence": "no access, because nothing lets them in"},
  "no_access_to_private": {"sentence": "no access, because the project is private and was not shared with them"},
  "no_access_to_workspace": {"sentence": "no access, because they are not a member or the workspace is locked"},
  "no_access_unless_shared": {"sentence": "no access, because workspace {workspace_role}s see only what was shared with them"},
  "no_access_while_locked": {"sentence": "no access, because the workspace is locked"},
  "no_access_without_membership": {"sentence": "no access, because only members of the workspace get in"},
  "not_a_project_member": {"code": "NOT_FOUND", "status": 404, "sentence": "You are not a member of this project."},
  "not_a_team_member": {"code": "NOT_FOUND", "status": 404, "sentence": "You are not a member of this team."},
  "not_allowed_in_group": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this group."},
  "not_allowed_in_project": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this project."},
  "not_allowed_in_team": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this team."},
  "not_allowed_in_workspace": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You do not have permission to do this in this workspace."},
  "not_allowed_to_add_to_group": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You cannot add projects to this group.", "field": "group_id"},
  "one_builtin_integration": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A workspace has one built-in integration.", "field": "kind"},
  "only_owner_of_workspaces": {"code": "USER_IS_OWNER", "status": 403, "sentence": "You are the only owner of {workspaces}. Make somebody else an owner first."},
  "only_owners_give_owner": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "Only owners can give the owner role.", "field": "role"},
  "only_owners_take_owner": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "Only owners can take the owner role.", "field": "role"},
  "only_way_to_sign_in": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This is your only way to sign in. Set a password or connect another account first."},
  "order_of_members_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Members are ordered by name, role, created_at or last_seen_at.", "field": "order"},
  "order_of_projects_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Projects are ordered by name or updated_at.", "field": "order"},
  "order_of_teams_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Teams are ordered by name, updated_at, member_count or project_count.", "field": "order_by"},
  "own_membership": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "You cannot change your own role or remove yourself."},
  "owner_not_invited": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Nobody is invited as the owner of a project.", "field": "role"},
  "page_end_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This is not the end of a page.", "field": "after"},
  "password_changed_elsewhere": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "A password is changed in the account settings or by a mailed code."},
  "password_sign_in_off": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This workspace does not allow signing in with e-mail and password."},
  "primary_email_in_use": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "Choose another primary address before removing this one."},
  "primary_email_missing": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "An account needs one primary e-mail address."},
  "private_projects_off": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Unable to create a private project", "field": "visibility"},
  "project_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Project not found"},
  "project_owner_not_a_member": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Only a member of the workspace can own a project.", "field": "role"},
  "project_owner_stays": {"code": "USER_IS_OWNER", "status": 403, "sentence": "The owner of a project keeps it until somebody else becomes the owner."},
  "read_only_as_project_owner": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Viewers and guests cannot own a project."},
  "read_only_as_team_admin": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Viewers and guests can only be members of a team.", "field": "role"},
  "recent_proof_required": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "Confirm that it is you to go on."},
  "requests_answered_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Between 1 and 500 requests can be answered at once."},
  "required": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Required"},
  "role_above_yours": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You can only give roles up to your own.", "field": "role"},
  "role_by_administration": {"sentence": "admin, because workspace {workspace_role}s administer everything"},
  "role_by_appointment": {"sentence": "admin, because somebody made them one"},
  "role_by_belonging": {"sentence": "member, because they belong to it"},
  "role_by_creating_projects": {"sentence": "may add projects, because workspace {workspace_role}s create projects"},
  "role_by_membership": {"sentence": "{role}, because that is their role in the workspace"},
  "role_by_seeing_teams": {"sentence": "reader, because workspace {workspace_role}s see every team"},
  "role_does_not_promote": {"sentence": "Your role does not let you change roles or remove members."},
  "role_in_workspace": {"sentence": "{role} of the workspace"},
  "role_not_yours_nor_guest": {"code": "INSUFFICIENT_PERMISSIONS", "status": 403, "sentence": "You can only invite at your own role, or guests.", "field": "role"},
  "secret_not_encrypted": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A secret is stored encrypted."},
  "secret_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This provider has no such secret."},
  "secrets_not_an_object": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The secrets are not an object.", "field": "secrets"},
  "session_ended": {"code": "INVALID_TOKEN", "status": 401, "sentence": "The session has ended. Please sign in again."},
  "session_ended_by_joining": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out because your account reaches another workspace now. Please sign in again."},
  "session_ended_by_password_change": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out because the password was changed."},
  "session_ended_by_provider_change": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out because the way you signed in has changed. Please sign in again."},
  "session_ended_by_reuse": {"code": "INVALID_TOKEN", "status": 401, "sentence": "Your session was used from another place and has been ended. Please log in again."},
  "session_ended_from_another_device": {"code": "INVALID_TOKEN", "status": 401, "sentence": "You were signed out from another device."},
  "session_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Session not found."},
  "session_of_one_workspace": {"code": "PROOF_REQUIRED", "status": 403, "sentence": "You signed in with the provider of one workspace. Confirm that it is you to change your account."},
  "setting_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This value is not valid."},
  "setting_unknown": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "This provider has no such setting."},
  "sign_in_first": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "Sign in to do this."},
  "sign_in_to_change_account": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "Sign in to change your account."},
  "sign_in_to_connect_account": {"code": "UNAUTHENTICATED", "status": 401, "sentence": "Sign in to connect an account."},
  "sign_up_by_email_off": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "This workspace does not allow signing up by e-mail."},
  "slug_invalid": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must only contain numbers, lowercase letters, or dashes.", "field": "slug"},
  "slug_taken": {"code": "CONFLICT", "status": 409, "sentence": "{slug} already exists. Please input a different URL.", "field": "slug"},
  "survey_not_an_object": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The survey is not an object.", "field": "survey"},
  "team_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Team Not Found"},
  "token_name_too_long": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Must be no more than 200 characters.", "field": "name"},
  "token_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Token not found."},
  "too_many_activity_types": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "At most 100 types can be asked for at once."},
  "too_many_approved_domains": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "A workspace has at most 500 approved domains.", "field": "domain"},
  "too_many_attempts": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "Too many attempts. Please try again later."},
  "too_many_changes_at_once": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "At most 500 can be changed at once."},
  "too_many_channels": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Ask about at most 20 channels.", "field": "p_topics"},
  "too_many_emails": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "An account has at most 20 e-mail addresses.", "field": "email"},
  "too_many_files_waiting": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "Too many of your files wait to be imported. Try again when they are.", "field": "file"},
  "too_many_idempotency_keys": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "At most 1,000 requests a day can carry an Idempotency-Key. Please try again tomorrow, or without one."},
  "too_many_import_files": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "An import may bring at most {limit} files.", "field": "file"},
  "too_many_invitations_today": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "Too many invitations were sent. Please try again tomorrow.", "field": "email"},
  "too_many_join_requests_today": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "You have asked to join too many workspaces today."},
  "upgrade_required": {"code": "PAYMENT_REQUIRED", "status": 402, "sentence": "Your current plan does not allow for this. Please upgrade your plan."},
  "upload_not_found": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "The uploaded file was not found. Please upload it again.", "field": "file"},
  "username_changed_too_often": {"code": "TOO_MANY_REQUESTS", "status": 429, "sentence": "The username was changed too often today. Please try again tomorrow.", "field": "username"},
  "username_not_confirmed": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Type your username to confirm.", "field": "username"},
  "username_taken": {"code": "CONFLICT", "status": 409, "sentence": "This username is already taken. Please choose a different one.", "field": "username"},
  "visibility_not_possible": {"code": "VALIDATION_ERROR", "status": 400, "sentence": "Unable to set project visibility to {visibility}", "field": "visibility"},
  "workspace_not_found": {"code": "NOT_FOUND", "status": 404, "sentence": "Workspace not found."},
  "would_lock_yourself_out": {"code": "ACTION_PROHIBITED", "status": 403, "sentence": "You would lock yourself out. Sign in with an integration of this workspace that stays switched on, then try again."}
 },
 "permissions": {
  "project_read": "see the project",
  "project_published_branch_read": "read published branches",
  "project_unpublished_branch_read": "read unpublished branches",
  "project_contents_update": "edit",
  "project_branch_create_delete": "create or remove branches",
  "project_branch_update": "change branches",
  "project_automation_logs_read": "see automation logs",
  "project_settings_view": "see the settings",
  "project_members_add": "share",
  "project_viewer_add": "add viewers",
  "project_editor_add": "add editors",
  "project_admin_add": "add admins",
  "project_member_delete": "remove members",
  "project_group_update": "move it to another group",
  "project_update": "change the settings",
  "project_ownership_update": "pass on the ownership",
  "project_delete": "delete",
  "project_leave": "leave",
  "group_view": "see the group",
  "group_projects_add": "add projects",
  "group_update": "change the group",
  "group_delete": "delete the group",
  "group_member_add": "add admins",
  "group_member_read": "see the admins",
  "group_member_delete": "remove admins",
  "group_settings_view": "see the settings",
  "group_projects_remove": "remove projects",
  "group_leave": "leave",
  "team_view": "see the team",
  "team_settings_update": "change the team",
  "team_member_add": "add members",
  "team_member_delete": "remove members",
  "team_user_add": "invite people",
  "team_admin_add": "add admins",
  "team_delete": "delete the team",
  "team_leave": "leave",
  "WorkspaceFullMember": "see internal operations and models",
  "WorkspaceExplorerView": "explore",
  "WorkspaceProjectsView": "see internal projects",
  "WorkspaceTeamsView": "see teams",
  "WorkspaceProjectsCreate": "create projects",
  "WorkspaceStyleGuideProjectsCreate": "create style guides",
  "WorkspaceTeamCreate": "create teams",
  "WorkspaceMembersRead": "see the members",
  "WorkspaceMembersInvite": "invite members",
  "WorkspaceAutomationLogsView": "see automation logs",
  "WorkspaceMembersPromote": "change roles",
  "WorkspaceMembersApprove": "approve and remove members",
  "WorkspaceSettingsRead": "see the settings",
  "WorkspaceSettingsCreateUpdateDelete": "change the settings",
  "WorkspaceEmailDomainCreateUpdateDelete": "change approved domains",
  "WorkspaceIntegrationCreateUpdateDelete": "change integrations",
  "WorkspaceOauthClientCreateUpdateDelete": "change workspace tokens",
  "WorkspaceDefaultStyleGuidesCreate": "change default style guides",
  "WorkspaceActivityRead": "see activity",
  "WorkspaceGroupsCreate": "create groups",
  "WorkspaceGlobalAdmin": "administer every project",
  "WorkspaceBilling": "manage billing",
  "WorkspaceDelete": "delete the workspace",
  "WorkspaceProjectsExport": "export projects as a workspace token does"
 }
}$reasons$;
begin
  insert into private.reasons (reason, code, status, sentence, field)
  select r.key, r.value ->> 'code', (r.value ->> 'status')::integer, r.value ->> 'sentence', r.value ->> 'field'
  from jsonb_each(catalogue -> 'reasons') r;
  insert into private.permission_phrases (permission, phrase)
  select key, value from jsonb_each_text(catalogue -> 'permissions');
end
$load$;

-- # Rules

create function private.sentence(reason text, params jsonb default '{}')
returns text
language plpgsql
stable
strict
security definer
set search_path = ''
as $$
declare
  parts text[];
begin
  -- Text and names take turns, and what is filled in is not looked through for names again.
  select regexp_split_to_array(r.sentence, '[{}]') into parts from private.reasons r where r.reason = sentence.reason;
  if not found then
    raise exception using errcode = 'internal_error', message = format('The catalogue has no reason "%s".', reason);
  end if;
  for place in 2..cardinality(parts) by 2 loop
    if params ->> parts[place] is null then
      raise exception using errcode = 'internal_error', message = format('The reason "%s" came without its "%s".', reason, parts[place]);
    end if;
    parts[place] := params ->> parts[place];
  end loop;
  return array_to_string(parts, '');
end
$$;
comment on function private.sentence is 'A reason in words, for people; null for none. An unknown reason, or a name that is left open, is a mistake of ours and fails.';

create function private.refusal(reason text, field text default null, params jsonb default '{}')
returns private.reasons
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  refused private.reasons;
begin
  select * into refused from private.reasons r where r.reason = refusal.reason and r.code is not null;
  if not found then
    raise exception using errcode = 'internal_error', message = format('The catalogue refuses nothing with "%s".', reason);
  end if;
  refused.sentence := private.sentence(reason, params);
  refused.field := coalesce(refusal.field, refused.field);
  return refused;
end
$$;
comment on function private.refusal is 'What a refusal with a reason says, filled in.';

create function private.problem(reason text, field text default null, params jsonb default '{}')
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  refused constant private.reasons := private.refusal(reason, field, params);
begin
  raise exception using
    errcode = 'PT' || refused.status,
    message = refused.sentence,
    hint = refused.code,
    detail = case when refused.field is null then '' else json_build_object('field', refused.field)::text end;
end
$$;
comment on function private.problem is 'Refuses with a reason of the catalogue: PostgREST answers with its status, the facade with problem+json.';

create function private.require_nothing_against(reason text, field text default null)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if reason is not null then
    perform private.problem(reason, field);
  end if;
end
$$;
comment on function private.require_nothing_against is 'Refuses with what a rule answers; null, nothing is against it, goes on.';

create function private.answer_problem(reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  refused constant private.reasons := private.refusal(reason);
begin
  perform set_config('response.status', refused.status::text, true);
  return jsonb_build_object('code', 'PT' || refused.status, 'message', refused.sentence, 'hint', refused.code,
    'details', json_build_object('field', refused.field)::text);
end
$$;
comment on function private.answer_problem is 'A refusal with a reason as an answer, in the shape and with the status of PostgREST''s errors: the transaction, and what it counted, stays.';
