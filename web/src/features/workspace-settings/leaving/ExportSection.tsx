import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { messageOf } from '../../../shared/data/api.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import {
  isBeingMade,
  useDownloadExport,
  useExportWorkspace,
  useWorkspaceExports,
  type WorkspaceExport,
} from './export-queries.ts'

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Everything in the workspace as one archive, at any time; for owners. */
export function ExportSection() {
  const { can } = usePermissions()
  const mayExport = can('WorkspaceDelete')
  const exports = useWorkspaceExports(mayExport)
  const start = useExportWorkspace()
  if (!mayExport) return null
  const isMaking = exports.data?.some(isBeingMade) ?? false
  return (
    <SettingsSection
      title="Export"
      description="Files of all projects, members, groups, teams, settings and activity as one ZIP archive of JSON and CSV, which another installation can import. What belongs to this installation is not in it: secrets and tokens, SCIM, the custom domain, the plan, open invitations, share links, stars and earlier states of files. Only you can download it, for a day."
      action={
        <Button
          variant="outlined"
          loading={start.isPending}
          disabled={isMaking || exports.isPending}
          onClick={() => start.mutate()}
        >
          Export everything
        </Button>
      }
    >
      {exports.isError ? (
        <Callout severity="error" action={<Button onClick={() => void exports.refetch()}>Try again</Button>}>
          {messageOf(exports.error)}
        </Callout>
      ) : null}
      {exports.isPending ? <Skeleton variant="rounded" height={48} /> : null}
      {exports.data && exports.data.length > 0 ? (
        <Box
          component="ul"
          aria-label="Exports of today"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
        >
          {exports.data.map((made) => (
            <ExportRow key={made.id} made={made} />
          ))}
        </Box>
      ) : null}
    </SettingsSection>
  )
}

function ExportRow({ made }: { made: WorkspaceExport }) {
  const download = useDownloadExport()
  const date = when.format(new Date(made.created_at))
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        p: 1.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography>{date}</Typography>
        <Typography variant="body2" color="textSecondary" role="status">
          {words(made)}
        </Typography>
      </Box>
      {isBeingMade(made) ? <CircularProgress size={20} aria-label="Being made" /> : null}
      {made.status === 'success' ? (
        <Button
          startIcon={<DownloadIcon />}
          loading={download.isPending}
          loadingPosition="start"
          aria-label={`Download the export of ${date}`}
          onClick={() => download.mutate(made)}
        >
          Download
        </Button>
      ) : null}
    </Box>
  )
}

function words({ status, size, expires_at: until }: WorkspaceExport): string {
  if (status === 'failed') return 'This export failed. Please try again.'
  if (status !== 'success') return 'Being made. You can leave this page.'
  return `${sizeOf(size)}, to be downloaded until ${when.format(new Date(until))}`
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 1 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${megabytes.toFixed(1)} MB`
}
