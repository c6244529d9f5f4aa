// What people are told where a constraint of the database refused something.
import type { ConstraintSentences } from './errors.ts'

const sameIntegration =
  'Integration for this provider with the same name, Host URL or API URL already exists or some settings are invalid.'

const takenEmail = {
  message:
    'This email has already been associated with an account. If you believe this is an error, please contact support.',
  field: 'email',
  code: 'CONFLICT',
} as const

/** Constraint → its sentence, the field of the form it belongs to, and the code. */
export const constraints: ConstraintSentences = {
  check_workspaces_home_content_length: {
    message: 'Home content length cannot be more than 30,000 characters.',
    field: 'home_content',
    code: 'VALIDATION_ERROR',
  },
  email_check: {
    message: 'Invalid email, please make sure that it is formatted correctly.',
    field: 'email',
    code: 'VALIDATION_ERROR',
  },
  emails_email_key: takenEmail,
  emails_user_id_email_key: takenEmail,
  workspaces_slug_is_valid: {
    message: 'This workspace name is reserved, or not allowed. Please choose a different one.',
    field: 'slug',
    code: 'VALIDATION_ERROR',
  },
  // Word for word as the specification has it.
  check_workspaces_slug: {
    message:
      'Workspace slugs can only include numbers, letters, and dashes, and must be less that 28 characters long.',
    field: 'slug',
    code: 'VALIDATION_ERROR',
  },
  projects_workspace_id_slug_idx: {
    message: 'A project with this slug already exists in this workspace. Please choose a different value.',
    field: 'slug',
    code: 'CONFLICT',
  },
  users_username_key: {
    message: 'This username is already taken. Please choose a different one.',
    field: 'username',
    code: 'CONFLICT',
  },
  check_users_username: {
    message:
      'Usernames can only include lowercase letters, numbers, and dashes, and need at least 2 characters.',
    field: 'username',
    code: 'VALIDATION_ERROR',
  },
  check_projects_name: {
    message: 'Project names must be between 1 and 75 characters long.',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  check_projects_slug: {
    message: 'Must be at least two characters, and contain only letters, numbers and -',
    field: 'slug',
    code: 'VALIDATION_ERROR',
  },
  check_projects_description: {
    message: 'The tagline cannot be more than 250 characters.',
    field: 'description',
    code: 'VALIDATION_ERROR',
  },
  check_branches_default_is_published: {
    message: 'The default branch is always listed.',
    field: 'is_published',
    code: 'VALIDATION_ERROR',
  },
  check_groups_name: {
    message: 'Must be no more than 100 characters',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  workspace_integrations_workspace_id_name_key: {
    message: 'This name is associated with another integration. Please choose a different name.',
    field: 'name',
    code: 'CONFLICT',
  },
  workspace_integrations_host_url_key: { message: sameIntegration, field: 'hostUrl', code: 'CONFLICT' },
  workspace_integrations_api_url_key: { message: sameIntegration, field: 'apiUrl', code: 'CONFLICT' },
  check_workspace_integrations_config: { message: sameIntegration, code: 'VALIDATION_ERROR' },
  check_workspace_integrations_name: {
    message:
      'Integration names must be between 1 and 100 characters long, the built-in one between 2 and 20.',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  workspace_integrations_entry_point_key: {
    message:
      'Integration for this provider with the same entry point is already exists or some settings are invalid.',
    field: 'entryPoint',
    code: 'CONFLICT',
  },
  approved_domains_workspace_id_domain_key: {
    message: 'This domain has already been approved.',
    field: 'domain',
    code: 'CONFLICT',
  },
  check_approved_domains_domain: {
    message: 'Must be a valid domain name',
    field: 'domain',
    code: 'VALIDATION_ERROR',
  },
  groups_workspace_id_name_key: {
    message: 'A group with this name already exists in this workspace. Please choose a different value.',
    field: 'name',
    code: 'CONFLICT',
  },
  check_groups_description: {
    message: 'Must be no more than 300 characters.',
    field: 'description',
    code: 'VALIDATION_ERROR',
  },
  check_teams_name: {
    message: 'Must be no more than 100 characters',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  check_teams_description: {
    message: 'Must be no more than 300 characters.',
    field: 'description',
    code: 'VALIDATION_ERROR',
  },
  check_machine_principals_name: {
    message: 'Must be no more than 200 characters.',
    field: 'name',
    code: 'VALIDATION_ERROR',
  },
  machine_principals_workspace_id_name_key: {
    message: 'A token with this name already exists in this workspace. Please choose a different value.',
    field: 'name',
    code: 'CONFLICT',
  },
  teams_workspace_id_name_key: {
    message: 'A team with this name already exists in this workspace. Please choose a different value.',
    field: 'name',
    code: 'CONFLICT',
  },
}
