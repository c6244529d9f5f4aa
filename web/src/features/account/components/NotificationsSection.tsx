import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Membership, useWorkspace } from '../../../shared/data/workspace.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { setDigest, useGuestDigest } from '../queries.ts'
import { useKeepMe } from '../use-keep-me.ts'
import { Section } from './Section.tsx'

/** The daily digest of this workspace; guests see it only where it is sent to them. */
export function NotificationsSection({ membership }: { membership: Membership }) {
  const workspace = useWorkspace()
  const toast = useToast()
  const { refresh } = useKeepMe()
  const isGuest = membership.role === 'guest'
  const sentToGuests = useGuestDigest(isGuest).data ?? false
  const change = useCallback(
    async (receive: boolean) => {
      try {
        await setDigest(workspace.id, receive)
        await refresh()
        toast.success(`You have ${receive ? 'subscribed to' : 'unsubscribed from'} the daily summary`)
      } catch {
        toast.error('Something went wrong, please try again later')
      }
    },
    [workspace.id, refresh, toast],
  )
  useAskedByLink(change)
  return (
    <Section title="Notifications">
      {isGuest && !sentToGuests ? null : (
        <FormControlLabel
          control={
            <Switch
              checked={membership.receive_daily_summary}
              onChange={(_event, checked) => void change(checked)}
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

/** `?daily_summary=unsubscribe` or `subscribe`, applied once and taken out of the address. */
function useAskedByLink(change: (receive: boolean) => Promise<void>): void {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('daily_summary')
  const done = useRef(false)
  useEffect(() => {
    if (done.current || (asked !== 'subscribe' && asked !== 'unsubscribe')) return
    done.current = true
    setQuery(
      (current) => {
        current.delete('daily_summary')
        return current
      },
      { replace: true },
    )
    void change(asked === 'subscribe')
  }, [asked, change, setQuery])
}
