// Between a SCIM user or group and what the database keeps of it.
import type { Json } from '../../_shared/domain/database.gen.ts'
import { invalid } from './errors.ts'
import { isObject, type Resource } from './values.ts'

/** What the database is told of somebody (public.svc_save_scim_user). Throws invalidValue. */
export function personOf(resource: Resource): Record<string, Json> {
  const { userName, externalId = null, active = true, ...attributes } = resource
  if (typeof userName !== 'string') throw invalid('invalidValue', 'userName is missing.')
  return {
    user_name: userName.trim(),
    email: addressOf(resource, userName),
    external_id: externalId,
    role: roleOf(resource),
    active,
    attributes,
  }
}

/** What the database is told of a group (public.svc_save_scim_group). Throws invalidValue. */
export function groupOf(resource: Resource): Record<string, Json> {
  const { displayName, externalId = null, members = [] } = resource
  if (typeof displayName !== 'string') throw invalid('invalidValue', 'displayName is missing.')
  const ids = (Array.isArray(members) ? members : []).filter(isObject).map(({ value, type }) => {
    if (typeof value !== 'string' || (typeof type === 'string' && type.toLowerCase() !== 'user'))
      throw invalid('invalidValue', 'Members of a group are users, by their id.')
    return value
  })
  return { display_name: displayName, external_id: externalId, members: ids }
}

function addressOf(resource: Resource, userName: string): string {
  const emails = valuesOf(resource, 'emails').filter(({ value }) => typeof value === 'string')
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => String(type).toLowerCase() === 'work') ??
    emails[0]
  const address = String(chosen?.value ?? userName).trim()
  if (!address.includes('@'))
    throw invalid('invalidValue', 'An e-mail address is missing: in emails, or as userName.')
  return address
}

function roleOf(resource: Resource): string | null {
  const roles = valuesOf(resource, 'roles')
  const chosen = roles.find(({ primary }) => primary === true) ?? roles[0]
  if (!chosen || typeof chosen.value !== 'string') return null
  return roleName(chosen.value).trim().toLowerCase()
}

// Entra ID sends an assignment of a role as JSON within the text.
function roleName(value: string): string {
  if (!value.startsWith('{')) return value
  try {
    const role: unknown = JSON.parse(value)
    return isObject(role) && typeof role.value === 'string' ? role.value : value
  } catch {
    return value
  }
}

function valuesOf(resource: Resource, name: string): Resource[] {
  const values = resource[name]
  return Array.isArray(values) ? values.filter(isObject) : []
}
