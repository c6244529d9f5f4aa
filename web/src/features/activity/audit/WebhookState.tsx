import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import {
  type AuditWebhook,
  useNewAuditSecret,
  useRemoveAuditWebhook,
  useResumeAuditWebhook,
  useTestAuditWebhook,
} from './queries.ts'

interface Props {
  webhook: AuditWebhook
  onChange: () => void
  onSecret: (secret: string) => void
}

const states = {
  active: { label: 'Active', color: 'success' },
  failing: { label: 'Not taken', color: 'warning' },
  paused: { label: 'Paused', color: 'error' },
  off: { label: 'Off', color: 'default' },
} as const

/** How the webhook goes, and what can be done about it. */
export function WebhookState({ webhook, onChange, onSecret }: Props) {
  const [asked, setAsked] = useState<'secret' | 'remove' | null>(null)
  const test = useTestAuditWebhook()
  const resume = useResumeAuditWebhook()
  const remove = useRemoveAuditWebhook()
  const makeSecret = useNewAuditSecret()
  const close = () => setAsked(null)
  const state = states[webhook.status]
  const newSecret = async () => {
    const { secret } = await makeSecret.mutateAsync()
    if (secret !== null) onSecret(secret)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0, fontWeight: 500 }}>{webhook.url}</Typography>
        <Chip size="small" variant="outlined" label={state.label} color={state.color} />
      </Box>
      <Trouble webhook={webhook} isResuming={resume.isPending} onResume={() => resume.mutate()} />
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 2 }}
      >
        <Fact name="Last delivery">
          {webhook.delivered_at ? <RelativeTime at={webhook.delivered_at} /> : 'None yet'}
        </Fact>
        <Fact name="Delivered">{webhook.delivered.toLocaleString('en')}</Fact>
        <Fact name="Waiting">{webhook.waiting >= 1000 ? '1,000 or more' : webhook.waiting}</Fact>
        <Fact name="Set by">{webhook.creator?.display_name ?? 'Deleted user'}</Fact>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button size="small" onClick={onChange}>
          Change
        </Button>
        <Button size="small" onClick={() => setAsked('secret')}>
          New secret
        </Button>
        <Button size="small" color="error" onClick={() => setAsked('remove')}>
          Remove
        </Button>
      </Box>
      <Box role="status">
        {test.data || test.error ? (
          <Alert severity={test.data?.success ? 'success' : 'error'} variant="outlined">
            {test.data ? test.data.message : messageOf(test.error)}
          </Alert>
        ) : null}
      </Box>
      <ConfirmDialog
        open={asked === 'secret'}
        title="Make a New Secret?"
        confirmLabel="New secret"
        onConfirm={() => newSecret().catch(() => undefined)}
        onClose={close}
      >
        What is sent from now on is signed with the new one. The receiver refuses it until it knows that.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'remove'}
        title="Remove the Webhook?"
        confirmLabel="Remove"
        destructive
        onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        onClose={close}
      >
        The activity is no longer sent to this address. It stays here, and programs read it with audit tokens.
      </ConfirmDialog>
    </>
  )
}

interface TroubleProps {
  webhook: AuditWebhook
  isResuming: boolean
  onResume: () => void
}

/** Why nothing is sent, or was not taken. */
function Trouble({ webhook, isResuming, onResume }: TroubleProps) {
  if (webhook.status === 'active') return null
  if (webhook.status === 'off')
    return <Callout severity="info">Nothing is sent while the plan does not hold the activity.</Callout>
  const again = (
    <Button size="small" variant="outlined" loading={isResuming} onClick={onResume}>
      {webhook.status === 'paused' ? 'Resume' : 'Try now'}
    </Button>
  )
  return (
    <Callout severity={webhook.status === 'paused' ? 'error' : 'warning'} action={again}>
      {webhook.problem}{' '}
      {webhook.status === 'paused' ? (
        'Nothing was taken for three days, so nothing more is sent. Nothing is lost: resumed, it is sent what waits.'
      ) : (
        <>
          It is tried again <RelativeTime at={webhook.next_try_at} />.
        </>
      )}
    </Callout>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0 }}>
        {children}
      </Typography>
    </div>
  )
}
