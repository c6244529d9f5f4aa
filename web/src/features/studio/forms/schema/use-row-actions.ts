import { useState } from 'react'
import type { Edit, Path } from '../../../../../../editing/types.ts'
import type { MenuEntry } from '../../../../shared/ui/table/table-view.ts'
import { appendEdits, freeName, isRecord, pathKey, setEdits } from '../binding/edits.ts'
import { pathOfReference } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { action, destructive } from '../fields/actions.tsx'
import type { SchemaRow } from './rows.ts'
import { addPropertyEdits, removeRowEdits, renamePropertyEdits, requireEdits } from './schema-edits.ts'
import { typeOf } from './types.ts'

/** Properties that were just added here: the box of their name is where one types next. */
const fresh = new Map<string, number>()
let additions = 0
/** Properties that just got another name: their row is another one now, and the focus was in the one before. */
const renamed = new Set<string>()

/** What can be done with a row. */
export function useRowActions(row: SchemaRow, open: () => void) {
  const { look, lookAtAll, run, moveTo, keys, say, sayDeleted } = useForm()
  const [isExtracting, setExtracting] = useState(false)
  const { path, owner, kind } = row
  const parent = path.slice(0, -1)

  const addTo = (schema: Path) => {
    const name = freeName(keys([...schema, 'properties']), 'property')
    fresh.set(pathKey([...schema, 'properties', name]), ++additions)
    if (run(addPropertyEdits(look, schema, name, { type: 'string' })) === null) say(`${name} was added.`)
  }
  const siblings = keys(parent)
  const at = siblings.findIndex((key) => String(key) === String(path.at(-1)))
  const move = (by: number) => {
    const other = siblings[at + by]
    if (other !== undefined && isMovable) moveTo(path, other)
  }
  const isMovable = owner !== null || kind === 'variant' || kind === 'tuple'
  const inline = () => {
    const target = row.reference === null ? null : pathOfReference(row.reference)
    const value = target ? lookAtAll(target) : undefined
    if (value !== undefined) run(setEdits(look, path, value))
  }

  /** Read when the menu opens, for the row itself renders only as what it shows changes. */
  const entriesNow = (): MenuEntry[] => {
    const schema = look(path)
    const { types, combination, reference } = typeOf(schema)
    const isObject =
      reference === null &&
      (types.includes('object') || (isRecord(schema) && types.length === 0 && !combination))
    const entries: MenuEntry[] = []
    if (isObject) {
      entries.push(
        action('Add property inside', () => {
          open()
          addTo(path)
        }),
      )
    }
    if (owner) entries.push(action('Add property beside', () => addTo(owner)))
    if (combination && combination !== 'not') {
      entries.push(
        action('Add variant', () => {
          open()
          run(appendEdits(look, [...path, combination], { type: 'object' }))
        }),
      )
    }
    if (kind === 'variant' || kind === 'tuple')
      entries.push(action('Add one beside', () => run(appendEdits(look, parent, { type: 'string' }))))
    if (isMovable) {
      entries.push(action('Move up', () => move(-1), at <= 0 ? 'It is the first.' : null))
      entries.push(action('Move down', () => move(1), at === siblings.length - 1 ? 'It is the last.' : null))
    }
    if (reference === null) {
      if (kind !== 'root' || path.length > 3)
        entries.push(action('Extract to a component…', () => setExtracting(true)))
    } else {
      const target = pathOfReference(reference)
      const missing =
        target && lookAtAll(target) !== undefined ? null : 'It stands in another file, or nowhere.'
      entries.push(action('Replace by what it refers to', inline, missing))
    }
    if (kind !== 'root') {
      entries.push(
        destructive('Delete', () => {
          if (run(removeRowEdits(look, path, owner)) === null) sayDeleted(row.name)
        }),
      )
    }
    return entries
  }

  return {
    entries: entriesNow(),
    move,
    isExtracting,
    endExtracting: () => setExtracting(false),
    /** Which addition it came with; 0: it was there. */
    addition: fresh.get(row.key) ?? 0,
    /** Puts the focus where it was before the row became another. */
    settle: (element: HTMLElement | null) => {
      fresh.delete(row.key)
      if (!renamed.delete(row.key)) return
      setTimeout(() => {
        if (document.activeElement === document.body) element?.querySelector('button')?.focus()
      })
    },
    addBeside: () => {
      if (owner) addTo(owner)
    },
    require: (isRequired: boolean) => {
      if (owner) run(requireEdits(look, owner, String(path.at(-1)), isRequired))
    },
    rename: (name: string): string | null => {
      if (siblings.some((key) => String(key) === name)) return `There is a property “${name}” already.`
      const edits: Edit[] = owner
        ? renamePropertyEdits(look, path, owner, name)
        : [{ type: 'rename', path, key: name }]
      const key = pathKey([...parent, name])
      renamed.add(key)
      const why = run(edits)?.reason ?? null
      if (why !== null) renamed.delete(key)
      return why
    },
  }
}
