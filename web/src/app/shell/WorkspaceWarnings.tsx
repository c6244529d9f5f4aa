import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type { WorkspaceState } from '../../shared/data/workspace-state.ts'

const LockedInfoDialog = lazy(() => import('./LockedInfoDialog.tsx'))

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

const lockReasons = {
  failed_payment: 'The payment method associated with this workspace has failed.',
  overusage: 'This workspace is on the Free plan.',
} as const

/** The banners of a workspace that will be locked or deleted, and the dialog of one that is locked. */
export default function WorkspaceWarnings({ state }: { state: WorkspaceState }) {
  return (
    <>
      {state.lock_at && !state.locked ? <LockPending state={state} at={state.lock_at} /> : null}
      {state.locked && !state.is_closed_to_me ? <Locked state={state} /> : null}
      {state.delete_at ? <DeletionPending at={state.delete_at} /> : null}
    </>
  )
}

function LockPending({ state, at }: { state: WorkspaceState; at: string }) {
  const { can } = usePermissions()
  return (
    <Alert
      severity="warning"
      variant="filled"
      square
      role="status"
      action={
        can('WorkspaceBilling') ? (
          <Button
            component={Link}
            to={paths.admin.billing}
            color="inherit"
            size="small"
            sx={{ whiteSpace: 'nowrap' }}
          >
            Go to billing
          </Button>
        ) : null
      }
    >
      {state.lock_reason ? `${lockReasons[state.lock_reason]} ` : ''}
      All members other than the oldest owner will lose access to this workspace on {day.format(new Date(at))}
      .
    </Alert>
  )
}

/** Tells the oldest owner, the only member whom the lock lets in, that the workspace is locked. */
function Locked({ state }: { state: WorkspaceState }) {
  const { can } = usePermissions()
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <Suspense fallback={null}>
      <LockedInfoDialog
        action={can('WorkspaceBilling') ? { label: 'Go to billing', to: paths.admin.billing } : null}
        onClose={() => setClosed(true)}
      >
        {state.lock_reason ? `${lockReasons[state.lock_reason]} ` : ''}
        All other members have lost access to this workspace.
      </LockedInfoDialog>
    </Suspense>
  )
}

function DeletionPending({ at }: { at: string }) {
  const workspace = useWorkspace()
  const { can } = usePermissions()
  const cancel = useChange({
    run: () => rpc('cancel_workspace_deletion', { p_workspace_id: workspace.id }),
    changes: ['workspace-state'],
    failure: (error) => messageOf(error),
  })
  const mayCancel = can('WorkspaceDelete')
  return (
    <Alert
      severity="error"
      variant="filled"
      square
      role="status"
      action={
        mayCancel ? (
          <Button color="inherit" size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel deletion
          </Button>
        ) : null
      }
    >
      This workspace and everything in it will be deleted on {day.format(new Date(at))}.
    </Alert>
  )
}
