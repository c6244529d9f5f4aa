// Another name for a path, a webhook or a component, with everything in this file that refers to it.
import type { Change, Path, Refused } from '../../../../../../editing/types.ts'
import { type Look, together } from '../binding/edits.ts'
import type { FormContextValue } from '../binding/form-context.tsx'
import type { FormSource } from '../binding/source.ts'
import { renamedParameterEdits } from './paths.ts'

/** Renames wherever something refers to it, if the form is told how to, else within the file; answers why not, or null. */
export async function rename(
  { source, look, onRename }: Pick<FormContextValue, 'source' | 'look' | 'onRename'>,
  path: Path,
  name: string,
): Promise<{ refused: Refused | null; isDone: boolean }> {
  if (onRename) {
    const more = path[0] === 'paths' ? renamedParameterEdits(look, path, name) : []
    return { refused: null, isDone: await onRename(path, name, more) }
  }
  const refused = await renameHere(source, look, path, name)
  return { refused, isDone: refused === null }
}

/** Renames within the file; answers why not, or null. Other files are for who knows them all (`FormWays.onRename`). */
async function renameHere(source: FormSource, look: Look, path: Path, name: string): Promise<Refused | null> {
  // The references of a whole file are looked for only when something is renamed.
  const { planRename, References } = await import('../../../../../../editing/references/index.ts')
  const { model, description } = source
  const text = model.text.slice(0, model.text.length)
  const target = { file: source.path, path: path.map(String) }
  const plan = planRename(
    new References([{ path: source.path, text }]),
    { type: path[0] === 'paths' ? 'path' : 'component', target, name: String(path.at(-1)) },
    name,
  )
  if ('refused' in plan) return plan
  const lists: (readonly Change[])[] = plan.files.map((file) => file.changes)
  if (path[0] === 'paths') {
    for (const edit of renamedParameterEdits(look, path, name)) {
      const edited = description.edit(edit)
      if ('refused' in edited) return edited
      lists.push(edited.changes)
    }
  }
  const changes = together(lists)
  if (!changes) return { refused: 'not_safe', reason: 'What refers to it stands in its own name.' }
  if (changes.length > 0) model.apply(changes, 'form')
  return null
}
