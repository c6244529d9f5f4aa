import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import type { Membership } from '../../../shared/data/me.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { useGuestDigest } from '../queries.ts'
import { useDigestChange } from '../use-digest-change.ts'

/** The daily digest of this workspace; guests see it only where it is sent to them. */
export function NotificationsSection({ membership }: { membership: Membership }) {
  const change = useDigestChange()
  const isGuest = membership.role === 'guest'
  const sentToGuests = useGuestDigest(isGuest).data ?? false
  return (
    <Section isTopic title="Notifications">
      {isGuest && !sentToGuests ? null : (
        <FormControlLabel
          control={
            <Switch
              checked={membership.receive_daily_summary}
              onChange={(_event, checked) => change.mutate(checked)}
            />
          }
          label="Send me a daily digest of what changed in this workspace"
        />
      )}
      <Typography variant="body2" color="textSecondary">
        Communication preferences are managed from the bottom of the emails you receive.
      </Typography>
    </Section>
  )
}
