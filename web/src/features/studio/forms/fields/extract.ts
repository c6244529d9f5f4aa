// Components of what is written where it is used. Pure.
import type { Edit, Path } from '../../../../../../editing/types.ts'
import { addEdits, type Look } from '../binding/edits.ts'
import { type ComponentKind, componentsAt, type Flavour, referenceTo } from '../binding/flavour.ts'

/** Makes a component of `value`, which stands at a path, and refers to it there. */
export function extractEdits(
  look: Look,
  path: Path,
  { kind, name, value }: { kind: ComponentKind; name: string; value: unknown },
  flavour: Flavour,
): Edit[] {
  const home = componentsAt(flavour, kind)
  return [
    ...addEdits(look, home, name, value),
    { type: 'set', path, value: { $ref: referenceTo([...home, name]) } },
  ]
}
