import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { networkProblem } from '../data/api.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

export const title = 'Confirm dialog'

function Opened({ children }: { children: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Open
      </Button>
      {children(open, () => setOpen(false))}
    </>
  )
}

/** With the buttons' usual names. */
export function Plain() {
  return (
    <Opened>
      {(open, close) => (
        <ConfirmDialog open={open} title="Approve request" onConfirm={() => undefined} onClose={close}>
          ada@example.com becomes a maker of this workspace.
        </ConfirmDialog>
      )}
    </Opened>
  )
}

/** The name must be typed before it can be deleted. */
export function TypeToConfirm() {
  return (
    <Opened>
      {(open, close) => (
        <ConfirmDialog
          open={open}
          title="Delete team"
          confirmLabel="Delete team"
          destructive
          typeToConfirm="Platform"
          onConfirm={async () => undefined}
          onClose={close}
        >
          The team's members keep what they have been given themselves. This cannot be undone.
        </ConfirmDialog>
      )}
    </Opened>
  )
}

/** Stays open and says what went wrong. */
export function Failing() {
  return (
    <Opened>
      {(open, close) => (
        <ConfirmDialog
          open={open}
          title="Remove member"
          confirmLabel="Remove"
          destructive
          onConfirm={() => Promise.reject(networkProblem())}
          onClose={close}
        >
          Are you sure?
        </ConfirmDialog>
      )}
    </Opened>
  )
}
