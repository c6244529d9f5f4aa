import type { Path } from '../../../../../../editing/types.ts'
import { removeEdits, startsWith } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { addOperationEdits, reasonAgainstPath } from '../openapi/paths.ts'
import { rename } from '../openapi/rename.ts'
import type { OutlineRow } from './outline-rows.ts'

/** What can be done with a row of the outline. */
export function useOutlineActions(current: Path) {
  const { source, look, keys, run, refuse, onOpen, onRename, sayDeleted } = useForm()
  const isNamed = (row: OutlineRow) => row.kind === 'path' || row.kind === 'component'
  return {
    canRename: (row: OutlineRow) => !source.readOnly && isNamed(row),
    canDelete: (row: OutlineRow) =>
      !source.readOnly && (isNamed(row) || row.kind === 'operation' || row.kind === 'tag'),
    reasonAgainst: (row: OutlineRow, name: string): string | null => {
      const taken = keys(row.path.slice(0, -1)).map(String)
      const others = taken.filter((other) => other !== row.label)
      if (row.path[0] === 'paths') return reasonAgainstPath(name, others)
      return others.includes(name) ? `There is “${name}” already.` : null
    },
    rename: (row: OutlineRow, name: string): void => {
      void rename({ source, look, onRename }, row.path, name).then(({ refused, isDone }) => {
        refuse(refused)
        if (isDone && startsWith(current, row.path))
          onOpen([...row.path.slice(0, -1), name, ...current.slice(row.path.length)])
      })
    },
    remove: (row: OutlineRow): void => {
      // `paths` is asked for by the specification; what components lie in is not.
      const prune = row.kind === 'component' || row.kind === 'tag' ? row.path.length - 1 : 0
      if (run(removeEdits(look, row.path, prune))) return
      sayDeleted(row.label)
      if (startsWith(current, row.path)) onOpen(row.kind === 'operation' ? row.path.slice(0, -1) : [])
    },
    addOperation: (path: Path, method: string): void => {
      if (run(addOperationEdits(look, path, method)) === null) onOpen([...path, method])
    },
  }
}
