import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { CreatedToken } from '../../../shared/ui/tokens/CreatedToken.tsx'
import { useAuditWebhook } from './queries.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookState } from './WebhookState.tsx'

const about =
  'New activity is sent to an address of yours, such as that of a SIEM: signed, in batches, in order, at least once. What is not taken is sent again for three days.'

/** The webhook that sends the activity on: its address, how it goes, and its secret, shown once. */
export function WebhookSection() {
  const webhook = useAuditWebhook(true)
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <SettingsSection
      title="Webhook"
      description={about}
      action={
        webhook.data === null ? (
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAsking(true)}>
            Add webhook
          </Button>
        ) : null
      }
    >
      {webhook.isPending ? <Skeleton variant="rounded" height={72} /> : null}
      {webhook.isError ? <ReadFault error={webhook.error} onRetry={() => void webhook.refetch()} /> : null}
      {webhook.data === null ? (
        <Typography color="textSecondary">The activity is sent nowhere yet.</Typography>
      ) : null}
      {webhook.data ? (
        <WebhookState webhook={webhook.data} onChange={() => setAsking(true)} onSecret={setSecret} />
      ) : null}
      {isAsking ? (
        <WebhookDialog
          kept={webhook.data?.url ?? null}
          onSecret={setSecret}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {secret === null ? null : (
        <Dialog open aria-labelledby={titleId}>
          <DialogTitle id={titleId}>Secret of the webhook</DialogTitle>
          <CreatedToken label="Secret" token={secret} onClose={() => setSecret(null)} />
        </Dialog>
      )}
    </SettingsSection>
  )
}
