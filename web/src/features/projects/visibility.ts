import type { GroupRow } from '../../shared/data/projects.ts'
import type { Choice } from '../../shared/ui/forms/FormSelect.tsx'

export interface VisibilityRules {
  privateAllowed: boolean
  publicAllowed: boolean
  group: GroupRow | undefined
}

/** Why a visibility cannot be had, in the specification's words; null when it can (spec 2 §5). */
export function blockedBecause(visibility: string, rules: VisibilityRules): string | null {
  if (visibility === 'private' && !rules.privateAllowed) return 'Unable to create a private project'
  if (visibility !== 'public') return null
  if (!rules.publicAllowed) return 'Unable to set project visibility to public'
  if (rules.group?.visibility === 'internal') {
    return 'Project is associated with an internal group and cannot be made public'
  }
  return null
}

const labels = {
  internal: 'Internal: everybody in the workspace',
  private: 'Private: only who is given access',
  public: 'Public: anybody with the link',
} as const

/** The three visibilities; those that cannot be had say why. */
export function visibilityChoices(rules: VisibilityRules): Choice[] {
  return Object.entries(labels).map(([value, label]) => {
    const reason = blockedBecause(value, rules)
    return { value, label: reason ? `${label} (${reason})` : label, disabled: reason !== null }
  })
}
