// What the plans' features are called, in the order of the page. Owners are shown only where they are limited.
export const limitNames: Record<string, string> = {
  members: 'Members',
  editors: 'Makers+',
  viewers: 'Viewers',
  guests: 'Guests',
  owners: 'Owners',
  projects: 'Projects',
  teams: 'Teams',
}

export const toggleNames: Record<string, string> = {
  private_projects: 'Private projects',
  multi_branch: 'Several branches a project',
  whitelisted_domains: 'Approved email domains',
  custom_domain: 'Custom domain',
  custom_theme: 'Custom theme',
  favicon: 'Favicon',
  whitelabel: 'Remove branding',
  google_tag_manager: 'Google Tag Manager',
  localizejs: 'Localize',
  redirects: 'Redirects',
  hosted_mocking: 'Hosted mocking',
  style_guides: 'Shared style guides',
  design_library: 'Component libraries',
  groups: 'Groups',
  custom_git_integration: 'Self-hosted Git',
  saml_ldap_integration: 'SSO (LDAP and SAML)',
  scim: 'Provisioning by SCIM',
  activity_logs: 'Activity logs',
  oauth_client_apps: 'Catalog API access',
  invoicing: 'Invoicing',
  custom_terms: 'Custom terms',
  account_manager: 'Account manager',
  priority_support: 'Priority support',
}

/** What people call a feature of the catalogue. */
export function featureName(name: string): string {
  return toggleNames[name] ?? limitNames[name] ?? name
}
