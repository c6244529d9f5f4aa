import type { FieldErrors, Resolver } from 'react-hook-form'
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'
import type { Integration } from './queries.ts'
import { type Setting, settingsOf } from './settings.ts'
import type { IntegrationValues } from './values.ts'

const baseAddress = /^https?:\/\/[^\s/@?#\\]+(\/[^\s?#\\]*)?$/i
const pageAddress = /^https?:\/\/[^\s/@?#\\]+(\/[^\s?#\\]*)?(\?[^\s#\\]*)?$/i
const directoryAddress = /^ldaps?:\/\/[^\s/@?#\\]+\/?$/i

/**
 * Checks the form as the database will: which settings are required depends on the kind and on what is
 * chosen in the form, so the rules are data (settings.ts) and not a schema.
 */
export function integrationResolver(
  kind: IntegrationKind,
  others: Integration[],
  initialAuthType: string | null,
): Resolver<IntegrationValues> {
  return (values) => {
    const messages: Record<string, string | null> = {
      name: nameProblem(kind, values.name, others),
      understood: confirmationProblem(values, initialAuthType),
    }
    for (const setting of settingsOf(kind, values.config_type, values.authType))
      messages[setting.name] = settingProblem(setting, values[setting.name])
    if (!messages.entryPoint && takenEntryPoint(values.entryPoint, others))
      messages.entryPoint =
        'This Entry Point is associated with another integration. Please choose a different Entry Point.'
    const wrong = Object.entries(messages).filter(([, message]) => message)
    if (wrong.length === 0) return { values, errors: {} }
    const errors = wrong.map(([name, message]) => [name, { type: 'ERR_VALIDATION_ERROR', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<IntegrationValues> }
  }
}

function nameProblem(kind: IntegrationKind, typed: string, others: Integration[]): string | null {
  const name = typed.trim()
  if (!name) return 'Required'
  if (kind === 'builtin' && name.length < 2) return 'Must be at least 2 Characters'
  if (kind === 'builtin' && name.length > 20) return 'Must be no more than 20 Characters'
  if (name.length > 100) return 'Must be no more than 100 characters'
  return others.some((other) => other.name === name)
    ? 'This name is associated with another integration. Please choose a different name.'
    : null
}

function confirmationProblem(
  { authType, understood }: IntegrationValues,
  initial: string | null,
): string | null {
  return initial !== null && authType !== initial && !understood ? 'Required' : null
}

function settingProblem(setting: Setting, value: string | boolean | undefined): string | null {
  const typed = typeof value === 'string' ? value.trim() : ''
  if (setting.type === 'switch') return null
  if (!typed) return setting.required ? 'Required' : null
  const address = setting.name === 'entryPoint' ? pageAddress : baseAddress
  if (setting.type === 'url' && !address.test(typed)) return 'Must be a valid URL.'
  if (setting.type === 'directory-url' && !directoryAddress.test(typed)) return 'Must be a valid URL.'
  return null
}

function takenEntryPoint(typed: string | boolean | undefined, others: Integration[]): boolean {
  const plain = (address: unknown) => String(address).toLowerCase().replace(/\/+$/, '')
  return others.some(({ kind, config }) => kind === 'saml' && plain(config.entryPoint) === plain(typed))
}
