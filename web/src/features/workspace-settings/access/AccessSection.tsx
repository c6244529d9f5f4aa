import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { usePermissions } from '../../../shared/data/me.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { fieldWidth } from '../../../shared/ui/sizes.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import { type AccessSettings, useAccessSettings, useChangeAccess } from './queries.ts'

/** Whether strangers may ask to join, guests get the digest, and idle people are signed out. */
export function AccessSection() {
  const settings = useAccessSettings()
  const canEdit = usePermissions().can('WorkspaceSettingsCreateUpdateDelete')
  return (
    <SettingsSection title="Workspace Settings" isReadOnly={!canEdit}>
      {settings.isPending ? <Skeleton variant="rounded" height={120} /> : null}
      {settings.isError ? <ReadFault error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {settings.data ? <AccessFields settings={settings.data} canEdit={canEdit} /> : null}
    </SettingsSection>
  )
}

function AccessFields({ settings, canEdit }: { settings: AccessSettings; canEdit: boolean }) {
  const change = useChangeAccess()
  const save = (next: Partial<AccessSettings>, setting: string) => change.mutate({ settings: next, setting })
  const disabled = !canEdit || change.isPending
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <FormControlLabel
        label="Allow Join Requests"
        control={
          <Switch
            checked={!settings.join_requests_disabled}
            disabled={disabled}
            onChange={(_event, allowed) => save({ join_requests_disabled: !allowed }, 'Allow Join Requests')}
          />
        }
      />
      <FormControlLabel
        label="Send Daily Digest to Guests"
        control={
          <Switch
            checked={settings.guests_receive_daily_digest}
            disabled={disabled}
            onChange={(_event, sent) =>
              save({ guests_receive_daily_digest: sent }, 'Send Daily Digest to Guests')
            }
          />
        }
      />
      <TextField
        select
        label="Sign out people who are idle"
        value={String(settings.idle_timeout_seconds ?? '')}
        disabled={disabled}
        onChange={(event) =>
          save({ idle_timeout_seconds: Number(event.target.value) || null }, 'Sign out people who are idle')
        }
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ mt: 1.5, maxWidth: fieldWidth }}
      >
        {timeouts(settings.idle_timeout_seconds).map(({ seconds, label }) => (
          <MenuItem key={label} value={String(seconds ?? '')}>
            {label}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}

const offered = [
  { seconds: null, label: 'Never' },
  { seconds: 900, label: 'After 15 minutes' },
  { seconds: 1800, label: 'After 30 minutes' },
  { seconds: 3600, label: 'After 1 hour' },
  { seconds: 14_400, label: 'After 4 hours' },
  { seconds: 28_800, label: 'After 8 hours' },
  { seconds: 86_400, label: 'After 1 day' },
]

// A time set by the API may be any.
function timeouts(current: number | null) {
  if (offered.some(({ seconds }) => seconds === current)) return offered
  return [...offered, { seconds: current, label: `After ${current} seconds` }]
}
