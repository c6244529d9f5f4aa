import BlockIcon from '@mui/icons-material/BlockOutlined'
import CheckIcon from '@mui/icons-material/CheckOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { inWords } from '../../../shared/ui/in-words.ts'
import { workspaceRoleDescription } from '../../../shared/ui/roles.ts'
import { useAccess } from '../queries.ts'

/** Why a member may or may not do things in the workspace, in the words of the tables that enforce it. */
export function AccessExplanation({ userId }: { userId: number }) {
  const { data, error, refetch } = useAccess(userId)
  const cannot = data?.cannot ?? []
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 1 }}>
        Access
      </Typography>
      {error && !data ? (
        <Callout severity="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {messageOf(error)}
        </Callout>
      ) : null}
      {data ? (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
          {data.reasons.length === 0 ? <Line icon="no">{capital(data.summary)}</Line> : null}
          {data.reasons.map(({ source, role, sentence }) => (
            <Line key={source} icon="yes">
              {capital(sentence)}: {workspaceRoleDescription(role).toLowerCase()}
            </Line>
          ))}
          {inWords(cannot.map(({ sentence }) => sentence)).map((sentence) => (
            <Line key={sentence} icon="no">
              {capital(sentence)}
            </Line>
          ))}
          {cannot.length === 0 ? <Line icon="yes">May do everything in this workspace</Line> : null}
        </Box>
      ) : null}
      {!data && !error ? <Skeleton variant="rounded" height={120} /> : null}
    </section>
  )
}

function Line({ icon, children }: { icon: 'yes' | 'no'; children: ReactNode }) {
  const Icon = icon === 'yes' ? CheckIcon : BlockIcon
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Icon
        fontSize="small"
        color={icon === 'yes' ? 'success' : 'disabled'}
        aria-hidden
        sx={{ mt: 0.125, flex: 'none' }}
      />
      <Typography variant="body2">{children}</Typography>
    </Box>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
