import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { type AccountSession, useSessions, useSignOutSession } from '../queries.ts'
import { Row, Rows } from './Row.tsx'

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Where the account is signed in, and the way to end it there. */
export function SessionsSection() {
  const sessions = useSessions()
  const signOut = useSignOutSession()
  const others = sessions.data?.some(({ current }) => !current) ?? false
  return (
    <Section isTopic title="Sessions">
      {sessions.isPending ? <Spinner /> : null}
      {sessions.isError ? (
        <QueryErrorPage error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      <Rows>
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={signOut.isPending}
            onEnd={() => signOut.mutate(session.id)}
          />
        ))}
      </Rows>
      {others ? (
        <Button
          variant="outlined"
          color="error"
          loading={signOut.isPending && signOut.variables === 'others'}
          onClick={() => signOut.mutate('others')}
          sx={{ justifySelf: 'start' }}
        >
          Sign out all other sessions
        </Button>
      ) : null}
    </Section>
  )
}

function SessionRow({ session, busy, onEnd }: { session: AccountSession; busy: boolean; onEnd: () => void }) {
  return (
    <Row>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{session.device}</Typography>
        <Typography variant="body2" color="textSecondary">
          Last seen {time.format(new Date(session.last_seen_at))}
          {session.ip_address ? ` · ${session.ip_address}` : ''}
        </Typography>
      </Box>
      {session.current ? (
        <Chip size="small" color="primary" label="This session" />
      ) : (
        <Button size="small" disabled={busy} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </Row>
  )
}
