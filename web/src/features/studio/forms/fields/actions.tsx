import type { MenuEntry } from '../../../../shared/ui/table/table-view.ts'

/** An entry of a menu; `unless` says why it is not to be had. */
export function action(label: string, onSelect: () => void, unless: string | null = null): MenuEntry {
  return { label, onSelect, icon: null, isDestructive: false, disabledBecause: unless }
}

export function destructive(label: string, onSelect: () => void): MenuEntry {
  return { label, onSelect, icon: null, isDestructive: true, disabledBecause: null }
}
