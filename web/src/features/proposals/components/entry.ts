import type { MenuEntry } from '../../../shared/ui/table/table-view.ts'

/** An entry of a menu. */
export function entry(label: string, onSelect: () => void, isDestructive = false): MenuEntry {
  return { label, onSelect, icon: null, isDestructive, disabledBecause: null }
}
