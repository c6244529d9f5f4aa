import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import type { Me } from '../../../shared/data/me.ts'
import { download } from '../../../shared/ui/download.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { exportAccount } from '../queries.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

/** One's data: take it along, or have it deleted with the account. */
export function DataSection({ me }: { me: Me }) {
  const [deleting, setDeleting] = useState(false)
  const exporting = useChange({
    run: exportAccount,
    onDone: (data) =>
      download(
        `waymark-${me.username}.json`,
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      ),
    failure: (error) => messageOf(error),
  })
  return (
    <Section isTopic title="Your data">
      <Typography variant="body2" color="textSecondary">
        The export holds your profile, addresses, memberships, sessions and what you did, as JSON.
      </Typography>
      <Button
        variant="outlined"
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
        sx={{ justifySelf: 'start' }}
      >
        Export my data
      </Button>
      <Button
        variant="outlined"
        color="error"
        onClick={() => setDeleting(true)}
        sx={{ justifySelf: 'start' }}
      >
        Delete my account
      </Button>
      {deleting ? <DeleteAccountDialog me={me} onClose={() => setDeleting(false)} /> : null}
    </Section>
  )
}
