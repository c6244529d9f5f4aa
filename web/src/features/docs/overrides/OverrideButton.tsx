import EditIcon from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { useChange } from '../../../shared/data/change.ts'
import { useDocsSource } from '../components/docs-source.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import type { Layer, OverrideSource } from './layers.ts'

const OverrideDialog = lazyPart(() => import('./OverrideDialog.tsx').then((module) => module.OverrideDialog))

/** Changes what is shown of the page, for who may. */
export function OverrideButton() {
  const { overrides } = useDocsSource()
  return overrides ? <Overriding overrides={overrides} /> : null
}

function Overriding({ overrides }: { overrides: OverrideSource }) {
  const [layers, setLayers] = useState<Layer[] | null>(null)
  const { mutate, isPending } = useChange({
    run: () => overrides.read(),
    onDone: setLayers,
    failure: 'Error reading the page',
  })
  return (
    <>
      <IconButton
        className="link"
        title="Edit title and visibility"
        aria-label="Edit title and visibility"
        aria-haspopup="dialog"
        loading={isPending}
        onClick={() => mutate()}
      >
        <EditIcon fontSize="small" />
      </IconButton>
      {layers ? (
        <Suspense>
          <OverrideDialog overrides={overrides} layers={layers} onClose={() => setLayers(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
