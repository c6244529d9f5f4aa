// All that is known of an event, as people read it: names instead of keys, roles by what they are called, no row numbers.
import { projectRoleLabel, teamRoleLabel, workspaceRoleLabel } from '../../shared/ui/roles.ts'
import type { ActivityEvent } from './queries.ts'
import { actorOf } from './sentences.ts'

export type Detail = [name: string, value: string]

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' })

const names: Record<string, string> = {
  user: 'Person',
  email: 'E-mail',
  old: 'Before',
  via: 'Joined by',
  changed: 'Changed',
  slug: 'Address',
  token: 'Workspace token',
}

const roleLabels: Record<string, (role: string) => string> = {
  workspace: workspaceRoleLabel,
  project: projectRoleLabel,
  team: teamRoleLabel,
  group: teamRoleLabel,
}

/** What an event's details say, in the order of importance. */
export function detailsOf(event: ActivityEvent): Detail[] {
  const { type, created_at, actor_email, ip_address, metadata, origin } = event
  const actor = actorOf(event)
  return [
    ['What', inWords(type)],
    ['Time', moment.format(new Date(created_at))],
    ['Actor', actor_email && actor_email !== actor ? `${actor} (${actor_email})` : actor],
    ['IP address', ip_address ?? 'Unknown'],
    ...(origin?.user_agent ? [['Browser', origin.user_agent] satisfies Detail] : []),
    ...(origin?.method ? [['Signed in by', inWords(origin.method)] satisfies Detail] : []),
    ...changesOf(metadata),
    ...Object.entries(metadata)
      .filter(([key, value]) => !/(^|_)id$/.test(key) && !isOfChanges(key, value))
      .map(([key, value]): Detail => [names[key] ?? inWords(key), wordsFor(event, key, value)]),
  ]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfChanges = (key: string, value: unknown) =>
  key === 'changes' || ((key === 'old' || key === 'new') && isRecord(value))

/** A line for each field that changed: what it was, and is. Settings of a workspace come as two objects. */
function changesOf({ changed, changes, old, new: is }: Record<string, unknown>): Detail[] {
  if (isRecord(changes))
    return Object.entries(changes).map(([field, change]) =>
      isRecord(change) ? changeOf(field, change.old, change.new) : changeOf(field, undefined, change),
    )
  if (!Array.isArray(changed) || !(isRecord(old) || isRecord(is))) return []
  return changed
    .map(String)
    .map((field) =>
      changeOf(field, isRecord(old) ? old[field] : undefined, isRecord(is) ? is[field] : undefined),
    )
}

function changeOf(field: string, was: unknown, is: unknown): Detail {
  return [
    inWords(field),
    `${was === undefined ? 'nothing' : textOf(was)} → ${is === undefined ? 'nothing' : textOf(is)}`,
  ]
}

function wordsFor({ type, metadata }: ActivityEvent, key: string, value: unknown): string {
  const isRole = key === 'role' || (key === 'old' && 'role' in metadata)
  if (isRole && typeof value === 'string') {
    return (roleLabels[type.split('.')[0] ?? ''] ?? workspaceRoleLabel)(value)
  }
  if (key === 'changed' && Array.isArray(value)) return value.map((name) => inWords(String(name))).join(', ')
  if (key === 'via' || key === 'visibility') return inWords(String(value))
  return textOf(value)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** "project.role_changed" as "Project role changed". */
function inWords(text: string): string {
  const words = text.replace(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
