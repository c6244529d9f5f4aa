import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import type { Me } from '../../../shared/data/me.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { exportAccount } from '../queries.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

/** One's data: take it along, or have it deleted with the account. */
export function DataSection({ me }: { me: Me }) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      save(`waymark-${me.username}.json`, JSON.stringify(await exportAccount(), null, 2))
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <Section isTopic title="Your data">
      <Typography variant="body2" color="textSecondary">
        The export holds your profile, addresses, memberships, sessions and what you did, as JSON.
      </Typography>
      <Button variant="outlined" loading={busy} onClick={() => void download()} sx={{ justifySelf: 'start' }}>
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

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
