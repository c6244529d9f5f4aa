import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { LookRow } from './LookRow.tsx'

const LandingDialog = lazy(() => import('./LandingDialog.tsx'))

/** The page that people come home to, and the editor that it is written in. */
export function LandingRow({ kept, canEdit }: { kept: string | null; canEdit: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <LookRow
        title="Landing Page"
        help={
          kept
            ? 'Members read what you wrote when they come to the workspace.'
            : 'Members see their projects when they come to the workspace. Write a page of your own instead.'
        }
        action={
          <Button variant="outlined" disabled={!canEdit} onClick={() => setOpen(true)}>
            Edit landing page
          </Button>
        }
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <LandingDialog kept={kept ?? ''} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
