// What the nine kinds of integration are called.
export const integrationKinds = [
  'builtin',
  'github',
  'gitlab',
  'ldap',
  'saml',
  'bitbucket_cloud',
  'bitbucket_data_center',
  'azure_devops_server',
  'azure_devops_services',
] as const

export type IntegrationKind = (typeof integrationKinds)[number]

/** How signing in with an integration goes on: a form here, or a page of its provider. */
export type SignInFlow = 'builtin' | 'basic' | 'oauth' | 'saml'

export const kindNames: Record<IntegrationKind, string> = {
  builtin: 'Built In',
  github: 'GitHub',
  gitlab: 'GitLab',
  ldap: 'LDAP',
  saml: 'SAML',
  bitbucket_cloud: 'Bitbucket Cloud',
  bitbucket_data_center: 'Bitbucket Data Center',
  azure_devops_server: 'Azure DevOps Server',
  azure_devops_services: 'Azure DevOps',
}

/** Whether a flow leaves for a page of the provider. */
export function leavesTheApp(flow: SignInFlow): boolean {
  return flow === 'oauth' || flow === 'saml'
}

/** What is said where a webhook could not be installed at a host. */
export function webhookFailure(hostName: string): string {
  return `Something went wrong while installing this webhook. You may not have the correct ${hostName} permissions.`
}
