// Between an integration and its form: flat values by the names that the API's refusals use.
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'
import type { Integration, IntegrationInput } from './queries.ts'
import { type AuthType, type ConfigType, maskedSecret, type Setting, settingsOf } from './settings.ts'

export interface IntegrationValues {
  name: string
  enabled: boolean
  allow_user_login: boolean
  allow_user_register: boolean
  config_type: ConfigType
  authType: AuthType
  defaultIdp: boolean
  /** Ticked before the way of signing in to a Bitbucket Data Center changes. */
  understood: boolean
  [setting: string]: string | boolean
}

const kinds: ConfigType[] = ['default', 'custom']
const ways: AuthType[] = ['basic', 'oauth']

/** Every setting that the kind may show, whatever is chosen in the form. */
export function allSettings(kind: IntegrationKind): Setting[] {
  const found = kinds.flatMap((configType) => ways.flatMap((way) => settingsOf(kind, configType, way)))
  return [...new Map(found.map((setting) => [setting.name, setting])).values()]
}

/** What the form starts with. */
export function valuesOf(
  kind: IntegrationKind,
  integration: Integration | null,
  name: string,
): IntegrationValues {
  const config = integration?.config ?? {}
  const settings = allSettings(kind).map((setting) => [setting.name, startOf(setting, integration)] as const)
  return {
    ...Object.fromEntries(settings),
    name: integration?.name ?? name,
    enabled: integration?.enabled ?? true,
    allow_user_login: integration?.allow_user_login ?? true,
    allow_user_register: integration?.allow_user_register ?? true,
    config_type: integration?.config_type ?? 'default',
    authType: config.authType === 'oauth' ? 'oauth' : 'basic',
    defaultIdp: integration?.is_default_idp ?? false,
    understood: false,
  }
}

function startOf(setting: Setting, integration: Integration | null): string | boolean {
  const kept = integration?.config[setting.name]
  if (setting.type === 'switch') return kept === true
  if (setting.type === 'secret') return integration?.has_secrets ? maskedSecret : ''
  return typeof kept === 'string' ? kept : (integration ? '' : setting.initial) || ''
}

/** The configuration that the form says; settings left empty are taken away. */
export function configOf(kind: IntegrationKind, values: IntegrationValues) {
  const config: Record<string, string | boolean | null> = {}
  const secrets: Record<string, string> = {}
  for (const setting of settingsOf(kind, values.config_type, values.authType)) {
    const value = values[setting.name] ?? ''
    if (setting.type === 'secret') secrets[setting.name] = String(value)
    else config[setting.name] = typeof value === 'string' ? value.trim() || null : value
  }
  if (kind === 'bitbucket_data_center') config.authType = values.authType
  if (kind === 'saml' && values.defaultIdp) config.defaultIdp = true
  return { config, secrets }
}

/** Without what is empty: what a new integration, or a trial of one, is sent with. */
export function filled(config: Record<string, string | boolean | null>): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(config).filter((entry): entry is [string, string | boolean] => entry[1] !== null),
  )
}

/** What is sent to keep it. */
export function inputOf(kind: IntegrationKind, values: IntegrationValues): IntegrationInput {
  const { name, enabled, allow_user_login, allow_user_register, config_type } = values
  const ways = { name: name.trim(), enabled, allow_user_login, allow_user_register }
  return kind === 'builtin' ? ways : { ...ways, config_type, ...configOf(kind, values) }
}

/** What is sent to change it: what was changed in the form, and the secrets, of which a masked one stays. */
export function changedInput(
  kind: IntegrationKind,
  values: IntegrationValues,
  changes: Partial<IntegrationValues>,
): Partial<IntegrationInput> {
  const { config, secrets, ...rest } = inputOf(kind, values)
  const isChanged = ([name]: [string, unknown]) => name in changes
  const ways: Partial<IntegrationInput> = Object.fromEntries(Object.entries(rest).filter(isChanged))
  if (!config) return ways
  // Another configuration, or another way to sign in, has settings of its own: all of them count.
  const isOther = 'config_type' in changes || 'authType' in changes
  const changed = isOther ? config : Object.fromEntries(Object.entries(config).filter(isChanged))
  return { ...ways, config: changed, ...(secrets ? { secrets } : {}) }
}

/** What the form held of all that is sent, also of what was not touched; without secrets, which nobody sees. */
export function seenOf(
  { config }: Integration,
  input: Partial<IntegrationInput>,
  known: IntegrationValues,
): Record<string, unknown> {
  const sent = Object.keys({ ...input, ...input.config }).filter((name) => name in known)
  // Without a word of it authentication is basic: what is compared is what is stored.
  const isUnsaid = (name: string) =>
    name === 'authType' && known.authType === 'basic' && config.authType === undefined
  return Object.fromEntries(sent.map((name) => [name, isUnsaid(name) ? null : known[name]]))
}

/** What people call the fields. */
export function labelsOf(kind: IntegrationKind): Record<string, string> {
  const settings = allSettings(kind).map(({ name, label }) => [name, label] as const)
  return {
    ...Object.fromEntries(settings),
    name: 'Name',
    enabled: 'Enabled',
    allow_user_login: 'Sign In',
    allow_user_register: 'Registration',
    config_type: 'Configuration',
    authType: 'Authentication',
    defaultIdp: 'Default IDP',
  }
}
