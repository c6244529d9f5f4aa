import { lazy, Suspense } from 'react'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { Flavour } from '../flavours.ts'
import { type Kind, platformOf } from '../kinds.ts'
import { EmptyForm } from './EmptyForm.tsx'
import { ImportForm } from './ImportForm.tsx'

// One brings a parser of YAML along, the others what talks to Git hosts.
const SpectralForm = lazy(() => import('./SpectralForm.tsx'))
const ProviderForm = lazy(() => import('../git/ProviderForm.tsx'))
const PlatformForm = lazy(() => import('./PlatformForm.tsx'))
const NewRepositoryForm = lazy(() => import('../git/NewRepositoryForm.tsx'))

interface Props {
  flavour: Flavour
  kind: Kind
  onDone: (slug: string) => void
  /** Projects were made of repositories that are there. */
  onAdded: (slugs: string[]) => void
}

/** What a kind asks, and how its project is made. */
export function KindForm(props: Props) {
  return (
    <Suspense fallback={<Spinner />}>
      <FormOf {...props} />
    </Suspense>
  )
}

function FormOf({ flavour, kind, onDone, onAdded }: Props) {
  if (kind.id === 'import' || kind.id === 'postman')
    return <ImportForm key={kind.id} kind={kind.id} onDone={onDone} />
  if (kind.id === 'spectral') return <SpectralForm onDone={onDone} />
  if (kind.id === 'git') return <ProviderForm onAdded={onAdded} />
  const platform = platformOf(kind.id)
  if (platform) return <PlatformForm source={platform} />
  if (kind.id === 'git-blank') return <NewRepositoryForm flavour={flavour} onDone={onDone} />
  return <EmptyForm flavour={flavour} kind={kind} onDone={onDone} />
}
