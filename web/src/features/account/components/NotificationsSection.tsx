import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { type Membership, useMe } from '../../../shared/data/me.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { useGuestDigest, useMentionMails, useMentionMailsChange } from '../queries.ts'
import { useDigestChange } from '../use-digest-change.ts'

/** The mails of this workspace; guests see the digest only where it is sent to them, and comments never. */
export function NotificationsSection({ membership }: { membership: Membership }) {
  const change = useDigestChange()
  const me = useMe().data
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
      {isGuest || !me ? null : <MentionMails userId={me.id} />}
      <Typography variant="body2" color="textSecondary">
        Communication preferences are managed from the bottom of the emails you receive.
      </Typography>
    </Section>
  )
}

function MentionMails({ userId }: { userId: number }) {
  const mails = useMentionMails(userId)
  const change = useMentionMailsChange(userId)
  return (
    <FormControlLabel
      control={
        <Switch
          checked={mails.data ?? true}
          disabled={mails.data === undefined}
          onChange={(_event, checked) => change.mutate(checked)}
        />
      }
      label="Send me a mail when somebody mentions me, and about proposals that I write or review"
    />
  )
}
