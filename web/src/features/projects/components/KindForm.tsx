import { lazy, Suspense } from 'react'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { Flavour } from '../flavours.ts'
import type { Kind } from '../kinds.ts'
import { EmptyForm } from './EmptyForm.tsx'
import { ImportForm } from './ImportForm.tsx'

// It brings a parser of YAML along.
const SpectralForm = lazy(() => import('./SpectralForm.tsx'))

interface Props {
  flavour: Flavour
  kind: Kind
  onDone: (slug: string) => void
}

/** What a kind asks, and how its project is made. */
export function KindForm(props: Props) {
  if (props.kind.id === 'import') return <ImportForm onDone={props.onDone} />
  if (props.kind.id === 'spectral') {
    return (
      <Suspense fallback={<Spinner />}>
        <SpectralForm onDone={props.onDone} />
      </Suspense>
    )
  }
  return <EmptyForm {...props} />
}
