import DownloadIcon from '@mui/icons-material/Download'
import IconButton from '@mui/material/IconButton'
import { Suspense, useId, useState } from 'react'
import { useChange } from '../../../shared/data/change.ts'
import type { ExportForm } from '../../../shared/data/exports.ts'
import { download } from '../../../shared/ui/download.ts'
import { type ExportSource, useDocsSource } from './docs-source.tsx'
import { lazyPart } from './lazy-part.ts'

const ExportMenu = lazyPart(() => import('./ExportMenu.tsx').then((module) => module.ExportMenu))

/** Hands out the file that the page is of, to who may have it. */
export function ExportButton() {
  const { exports } = useDocsSource()
  return exports ? <Exporting exports={exports} /> : null
}

function Exporting({ exports }: { exports: ExportSource }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const { mutate, isPending } = useChange({
    run: ({ path, form }: { path: string; form: ExportForm }) => exports.read(path, form),
    onDone: ({ name, content }) => download(name, content),
    failure: 'Error exporting the file',
  })
  return (
    <>
      <IconButton
        className="link"
        title="Export"
        aria-label="Export"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        loading={isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <DownloadIcon fontSize="small" />
      </IconButton>
      {anchor ? (
        <Suspense>
          <ExportMenu
            id={id}
            anchor={anchor}
            exports={exports}
            onClose={() => setAnchor(null)}
            onChoose={(path, form) => {
              setAnchor(null)
              mutate({ path, form })
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
