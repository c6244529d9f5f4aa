import { pathKey } from '../binding/edits.ts'
import { type ComponentKind, componentsAt } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys } from '../binding/use-part.ts'

/** The names of the components of a kind in this file, in its order. */
export function useComponentNames(kind: ComponentKind): readonly string[] {
  const { flavour } = useForm()
  const path = componentsAt(flavour, kind)
  const keys = useKeys(path)
  return pathKey(path) === '[]' ? [] : keys.map(String)
}
