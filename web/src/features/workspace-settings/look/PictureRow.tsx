import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useIsInPlan } from './FeatureLock.tsx'
import { LookRow } from './LookRow.tsx'
import type { PictureKind } from './picture-file.ts'

const PictureDialog = lazy(() => import('./PictureDialog.tsx'))

const about = {
  favicon: {
    title: 'Favicon',
    help: 'The icon of browser tabs, 16x16.',
    height: 16,
  },
  logo: {
    title: 'Logo',
    help: 'Beside the name of the workspace, about 250x64 recommended.',
    height: 32,
  },
} as const

interface Props {
  kind: PictureKind
  kept: string | null
  canEdit: boolean
}

/** A picture of the workspace, as it is now, and the dialog that changes it. */
export function PictureRow({ kind, kept, canEdit }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { title, help, height } = about[kind]
  // Any plan has a logo.
  const isInPlan = useIsInPlan(kind)
  return (
    <>
      <LookRow
        title={title}
        help={help}
        locked={isInPlan ? undefined : kind}
        shown={
          kept ? (
            <Box
              component="img"
              src={kept}
              alt={`${title} of the workspace`}
              referrerPolicy="no-referrer"
              sx={{ height, maxWidth: 160, objectFit: 'contain' }}
            />
          ) : null
        }
        action={
          <Button
            variant="outlined"
            disabled={!canEdit || (!isInPlan && !kept)}
            onClick={() => setOpen(true)}
          >
            {`Edit ${kind}`}
          </Button>
        }
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <PictureDialog
            kind={kind}
            title={title}
            help={help}
            kept={kept ?? ''}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
