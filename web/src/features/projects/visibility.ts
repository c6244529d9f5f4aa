import { blockedBecause, type VisibilityRules } from '../../shared/data/visibility.ts'
import type { Choice } from '../../shared/ui/forms/FormSelect.tsx'

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
