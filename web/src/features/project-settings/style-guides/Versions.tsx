import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { StyleGuide } from '../../../shared/style-guides/queries.ts'
import { type StyleGuideVersion, usePin, useVersions } from './queries.ts'

const newest = ''

interface Props {
  projectId: number
  guides: StyleGuide[]
  canChange: boolean
}

/** At which release of its style guides the project stays; those that were never released hold as they stand. */
export function Versions({ projectId, guides, canChange }: Props) {
  const versions = useVersions(projectId)
  const released = guides.flatMap((guide) => {
    const own = (versions.data ?? []).filter(({ style_guide_id }) => style_guide_id === guide.id)
    return own.length > 0 ? [{ guide, own }] : []
  })
  if (released.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h3">Versions of style guides</Typography>
      {released.map(({ guide, own }) => (
        <Version key={guide.id} projectId={projectId} guide={guide} versions={own} canChange={canChange} />
      ))}
    </Box>
  )
}

interface VersionProps {
  projectId: number
  guide: StyleGuide
  versions: StyleGuideVersion[]
  canChange: boolean
}

function Version({ projectId, guide, versions, canChange }: VersionProps) {
  const pin = usePin(projectId)
  const pinned = versions.find(({ is_pinned }) => is_pinned)?.version ?? newest
  const applied = versions.find(({ is_applied }) => is_applied)
  return (
    <TextField
      select
      label={guide.name}
      value={pinned}
      disabled={!canChange || pin.isPending}
      helperText={applied?.notes ? `${applied.version}: ${applied.notes}` : (applied?.version ?? '')}
      onChange={({ target: { value } }) =>
        pin.mutate({ guideId: guide.id, version: value === newest ? null : value })
      }
      slotProps={{
        select: { displayEmpty: true },
        inputLabel: { shrink: true },
        formHelperText: { sx: { overflowWrap: 'anywhere' } },
      }}
    >
      <MenuItem value={newest}>Follow the newest</MenuItem>
      {versions.map(({ version }) => (
        <MenuItem key={version} value={version}>
          Stay at {version}
        </MenuItem>
      ))}
    </TextField>
  )
}
