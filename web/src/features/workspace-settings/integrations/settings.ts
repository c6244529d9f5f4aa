// What each kind of integration is configured with. Names are those of the API.
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'

export type SettingName =
  | 'hostUrl'
  | 'apiUrl'
  | 'clientId'
  | 'clientSecret'
  | 'tenantId'
  | 'defaultVisibility'
  | 'url'
  | 'startTls'
  | 'caCert'
  | 'bindDN'
  | 'bindCredentials'
  | 'searchBase'
  | 'searchFilter'
  | 'usernameAttribute'
  | 'entryPoint'
  | 'issuer'
  | 'identifierFormat'
  | 'cert'
  | 'idpIssuer'
  | 'emailAttribute'
  | 'firstNameAttribute'
  | 'lastNameAttribute'
  | 'disableRequestedAuthnContext'
  | 'allowIdpInitiated'

export interface Setting {
  name: SettingName
  label: string
  type: 'text' | 'url' | 'directory-url' | 'secret' | 'multiline' | 'switch' | 'visibility'
  required?: boolean
  help?: string
  placeholder?: string
  initial?: string
}

export type ConfigType = 'default' | 'custom'
export type AuthType = 'basic' | 'oauth'

const url = (name: SettingName, label: string, placeholder: string): Setting => ({
  name,
  label,
  type: 'url',
  required: true,
  placeholder,
})
const text = (name: SettingName, label: string, more: Partial<Setting> = {}): Setting => ({
  name,
  label,
  type: 'text',
  ...more,
})

const visibility: Setting = {
  name: 'defaultVisibility',
  label: 'Default visibility of repositories',
  type: 'visibility',
  initial: 'private',
}
const client: Setting[] = [
  text('clientId', 'Client ID', { required: true }),
  { name: 'clientSecret', label: 'Client Secret', type: 'secret', required: true },
]
const ownHost = (host: string, api: string): Setting[] => [
  url('hostUrl', 'Host URL', host),
  url('apiUrl', 'API URL', api),
]

const names: Setting[] = [
  text('emailAttribute', 'Email attribute', { placeholder: 'mail' }),
  text('firstNameAttribute', 'First name attribute', { placeholder: 'givenName' }),
  text('lastNameAttribute', 'Last name attribute', { placeholder: 'sn' }),
]

const directory: Setting[] = [
  {
    name: 'url',
    label: 'LDAP URL',
    type: 'directory-url',
    required: true,
    placeholder: 'ldaps://ldap.example.com',
  },
  {
    name: 'startTls',
    label: 'Encrypt with StartTLS',
    type: 'switch',
    help: 'For addresses that begin with ldap://.',
  },
  {
    name: 'caCert',
    label: 'CA certificate',
    type: 'multiline',
    help: 'PEM, where the directory’s certificate is your own.',
  },
  text('bindDN', 'Bind DN', { required: true, placeholder: 'cn=reader,dc=example,dc=com' }),
  { name: 'bindCredentials', label: 'Bind Credentials', type: 'secret', required: true },
  text('searchBase', 'Search base', { required: true, placeholder: 'ou=people,dc=example,dc=com' }),
  text('searchFilter', 'Search filter', {
    required: true,
    initial: '(|(uid={{username}})(mail={{username}}))',
    help: '{{username}} stands for what is typed at sign-in.',
  }),
  text('usernameAttribute', 'Username attribute', { placeholder: 'uid' }),
  ...names,
]

const identityProvider: Setting[] = [
  url('entryPoint', 'Entry point', 'https://idp.example.com/sso/saml'),
  text('issuer', 'Issuer', {
    required: true,
    help: 'How the identity provider knows this application, often called entity ID or audience.',
  }),
  text('identifierFormat', 'Identifier format', {
    required: true,
    initial: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  }),
  {
    name: 'cert',
    label: 'Certificate',
    type: 'multiline',
    required: true,
    help: 'The identity provider’s signing certificate. Several may stand under each other.',
  },
  text('idpIssuer', 'Identity provider’s issuer', { help: 'When given, answers of others are refused.' }),
  ...names,
  {
    name: 'disableRequestedAuthnContext',
    label: 'Do not ask for a kind of authentication',
    type: 'switch',
    help: 'Some providers, such as ADFS, want this.',
  },
  {
    name: 'allowIdpInitiated',
    label: 'Allow sign-in that starts at the identity provider',
    type: 'switch',
  },
]

/** The settings of an integration, in the order of the form. */
export function settingsOf(kind: IntegrationKind, configType: ConfigType, authType: AuthType): Setting[] {
  if (kind === 'builtin') return []
  if (kind === 'ldap') return directory
  if (kind === 'saml') return identityProvider
  if (kind === 'azure_devops_server')
    return [...ownHost('https://azure.example.com', 'https://azure.example.com'), visibility]
  if (kind === 'bitbucket_data_center') {
    const hosts = ownHost('https://bitbucket.example.com', 'https://bitbucket.example.com/rest/api/1.0')
    return [...hosts, ...(authType === 'oauth' ? client : []), visibility]
  }
  if (configType === 'default') return [visibility]
  if (kind === 'github')
    return [
      ...ownHost('https://github.example.com', 'https://github.example.com/api/v3'),
      ...client,
      visibility,
    ]
  if (kind === 'gitlab')
    return [
      ...ownHost('https://gitlab.example.com', 'https://gitlab.example.com/api/v4'),
      ...client,
      visibility,
    ]
  if (kind === 'azure_devops_services') return [...client, text('tenantId', 'Tenant ID'), visibility]
  return [...client, visibility]
}

/** Whether the platform's own registration with the host can be used instead of one's own. */
export function hasDefault(kind: IntegrationKind): boolean {
  return ['github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services'].includes(kind)
}

/** Which feature of the plan a kind in a configuration needs, if any. */
export function featureOf(kind: IntegrationKind, configType: ConfigType): string | null {
  if (kind === 'saml' || kind === 'ldap') return 'saml_ldap_integration'
  if (kind === 'builtin') return null
  return hasDefault(kind) && configType === 'default' ? null : 'custom_git_integration'
}

/** Shown for a secret that is kept; sent back it changes nothing. */
export const maskedSecret = '********'
