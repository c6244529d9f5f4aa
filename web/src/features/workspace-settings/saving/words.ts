import type { WorkspaceSettings } from '../../../shared/data/settings.ts'
import { timeoutLabel } from '../general/timeouts.ts'

// What the screen shows the other way round.
const inverse = new Set<keyof WorkspaceSettings>([
  'join_requests_disabled',
  'disable_default_styleguide_editing',
])

/** The value of a setting as people read it. */
export function inWords(name: keyof WorkspaceSettings, settings: Partial<WorkspaceSettings>): string {
  const value = settings[name]
  if (name === 'idle_timeout_seconds') return timeoutLabel(settings.idle_timeout_seconds ?? null)
  if (typeof value === 'boolean') return value !== inverse.has(name) ? 'On' : 'Off'
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([key, colour]) => `${key}: ${colour}`)
        .join('\n') || 'None'
    )
  return String(value)
}
