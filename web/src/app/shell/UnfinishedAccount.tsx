import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { type Me, useMe } from '../../shared/data/me.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

interface Reminder {
  text: string
  label: string
  to: string
}

/** Reminds of what an account still lacks: who left sign-up halfway may have no password to come back with. */
export function UnfinishedAccount() {
  const me = useMe().data
  const workspace = useWorkspace()
  const [closed, setClosed] = useState(false)
  const reminder = me && reminderFor(me, workspace.id)
  if (!reminder || closed) return null
  return (
    <Alert
      severity="info"
      square
      role="status"
      action={
        <>
          <Button
            component={Link}
            to={reminder.to}
            color="inherit"
            size="small"
            sx={{ whiteSpace: 'nowrap' }}
          >
            {reminder.label}
          </Button>
          <Button color="inherit" size="small" onClick={() => setClosed(true)}>
            Later
          </Button>
        </>
      }
    >
      {reminder.text}
    </Alert>
  )
}

/** Owners came by the sign-up's wizard and go on in it; others, who may sign in without a password, only lack a name. */
function reminderFor(me: Me, workspaceId: number): Reminder | undefined {
  const role = me.memberships.find((one) => one.workspace_id === workspaceId)?.role
  if (role === 'owner' && !me.is_account_info_collected) {
    const text = me.has_password
      ? 'Your account is not set up yet.'
      : 'Your account has no password yet: without one you cannot sign in again.'
    return { text, label: 'Finish setting up', to: paths.welcome.account }
  }
  if (me.first_name) return undefined
  return {
    text: `Your team sees you as ${me.username}.`,
    label: 'Add your name',
    to: paths.account.basics,
  }
}
