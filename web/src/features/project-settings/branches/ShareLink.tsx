import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { paths } from '../../../shared/config/paths.ts'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import type { Branch } from '../model.ts'
import { type BranchShare, useBranchShare, useShareBranch } from './share-link.ts'

const dayMs = 86_400_000
const lifetimes = [
  { value: '', label: 'Never' },
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '365', label: 'After a year' },
]
const asItIs = 'as-it-is'

/** Lets anybody read this branch by a link that cannot be guessed, until it ends or is revoked. */
export function ShareLink({ branch, word }: { branch: Branch; word: 'Version' | 'Branch' }) {
  const share = useBranchShare(branch.id)
  const change = useShareBranch(branch.id)
  const noun = word.toLowerCase()
  const titleId = useId()
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <div>
        <Typography id={titleId} variant="subtitle2">
          Share link
        </Typography>
        <Typography variant="body2" color="textSecondary">
          Whoever has the link reads this {noun}, and nothing else, without signing in.
        </Typography>
      </div>
      {share.isError ? <FormError>The link could not be loaded.</FormError> : null}
      {share.data?.enabled && share.data.token ? (
        <OpenLink share={share.data} token={share.data.token} change={change} />
      ) : share.data ? (
        <Button
          variant="outlined"
          size="small"
          sx={{ justifySelf: 'start' }}
          loading={change.isPending}
          onClick={() => change.mutate({ enabled: true, expiresAt: null })}
        >
          Create link
        </Button>
      ) : null}
    </Box>
  )
}

interface OpenProps {
  share: BranchShare
  token: string
  change: ReturnType<typeof useShareBranch>
}

function OpenLink({ share, token, change }: OpenProps) {
  const link = new URL(paths.shared(token), window.location.origin).href
  const expiresAt = share.expires_at
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  // An end that has passed would be refused: another link starts without one.
  const end = isOver ? null : expiresAt
  const expireAfter = (days: string) =>
    change.mutate({
      enabled: true,
      expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
    })
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', pt: 1 }}>
      <TextField
        label="Link"
        value={link}
        onFocus={(event) => event.target.select()}
        slotProps={{
          input: {
            readOnly: true,
            endAdornment: (
              <InputAdornment position="end">
                <CopyButton text={link} label="Copy the link" />
              </InputAdornment>
            ),
          },
        }}
      />
      <TextField
        select
        label="Ends"
        value={expiresAt === null ? '' : asItIs}
        disabled={change.isPending}
        onChange={({ target }) => expireAfter(target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        {expiresAt === null ? null : (
          <MenuItem value={asItIs} disabled>
            {isOver ? 'It has ended ' : ''}
            <RelativeTime at={expiresAt} />
          </MenuItem>
        )}
        {lifetimes.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          size="small"
          disabled={change.isPending}
          onClick={() => change.mutate({ enabled: true, expiresAt: end, isNewLink: true })}
        >
          New link
        </Button>
        <Button
          variant="outlined"
          color="error"
          size="small"
          disabled={change.isPending}
          onClick={() => change.mutate({ enabled: false, expiresAt: null })}
        >
          Revoke link
        </Button>
      </Box>
      <Typography variant="caption" color="textSecondary">
        A new link, or revoking it, ends this one at once.
      </Typography>
    </Box>
  )
}
