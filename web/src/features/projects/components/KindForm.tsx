import type { Flavour } from '../flavours.ts'
import type { Kind } from '../kinds.ts'
import { EmptyForm } from './EmptyForm.tsx'
import { ImportForm } from './ImportForm.tsx'

interface Props {
  flavour: Flavour
  kind: Kind
  onDone: (slug: string) => void
}

/** What a kind asks, and how its project is made. */
export function KindForm(props: Props) {
  if (props.kind.id === 'import') return <ImportForm onDone={props.onDone} />
  return <EmptyForm {...props} />
}
