import { type ReactNode, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import type { MenuEntry } from '../../../../shared/ui/table/table-view.ts'
import { isRecord, startsWith } from '../binding/edits.ts'
import { type ComponentKind, componentsAt } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { action } from './actions.tsx'
import { ExtractDialog } from './ExtractDialog.tsx'

export interface Extraction {
  /** Entries of a menu for what stands at a path; none for what is a component, or refers to one. */
  entries: (path: Path, name: string) => MenuEntry[]
  /** The dialog, while it asks for a name. */
  dialog: ReactNode
}

/** Makes components of what stands somewhere, of one kind. */
export function useExtract(kind: ComponentKind | undefined): Extraction {
  const { flavour, look } = useForm()
  const [asked, setAsked] = useState<{ path: Path; name: string } | null>(null)
  const home = kind === undefined ? [] : componentsAt(flavour, kind)
  return {
    entries: (path, name) => {
      if (home.length === 0 || (startsWith(path, home) && path.length === home.length + 1)) return []
      const value = look(path)
      if (!isRecord(value) || typeof value.$ref === 'string') return []
      return [action('Extract to a component…', () => setAsked({ path, name }))]
    },
    dialog:
      asked && kind !== undefined ? (
        <ExtractDialog path={asked.path} kind={kind} name={asked.name} onClose={() => setAsked(null)} />
      ) : null,
  }
}
