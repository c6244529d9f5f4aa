import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { CommitFile, StudioBranch } from '../model.ts'
import { useCommitFiles, useCommits, useRestoreCommit } from '../queries.ts'

interface Props {
  branch: StudioBranch
  mayRestore: boolean
  /** After a state was restored: what differs now is shown. */
  onRestored: () => void
  onClose: () => void
}

/** What was published of a version, the latest first; each state can be compared and brought back. */
export function HistoryDialog({ branch, mayRestore, onRestored, onClose }: Props) {
  const id = useId()
  const commits = useCommits(branch.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const restore = useRestoreCommit(branch.id)
  const shown = commits.data?.find(({ sha }) => sha === chosen) ?? commits.data?.[0]
  const newer = commits.data && shown ? commits.data[commits.data.indexOf(shown) + 1] : undefined
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md">
      <DialogTitle id={id}>History of {branch.name}</DialogTitle>
      <DialogContent sx={{ minHeight: 320 }}>
        {commits.isPending ? <Spinner /> : null}
        {commits.error ? <ReadFault error={commits.error} onRetry={() => void commits.refetch()} /> : null}
        {commits.data?.length === 0 ? (
          <Typography color="textSecondary">
            Nothing was published yet. Every time you publish, the state is kept here and can be brought back.
          </Typography>
        ) : null}
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 3 }}>
          <List
            dense
            sx={{
              width: { md: 300 },
              flex: 'none',
              maxHeight: { xs: 220, md: 480 },
              overflow: 'auto',
              py: 0,
            }}
          >
            {commits.data?.map((commit) => (
              <ListItemButton
                key={commit.sha}
                selected={commit.sha === shown?.sha}
                onClick={() => setChosen(commit.sha)}
                sx={{ display: 'grid', gap: 0.25 }}
              >
                <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
                  {commit.message.trim() || 'Published'}
                </Typography>
                <Typography variant="caption" color="textSecondary" noWrap>
                  {commit.author_name ? `${commit.author_name}, ` : ''}
                  <RelativeTime at={commit.committed_at ?? commit.created_at} />
                </Typography>
              </ListItemButton>
            ))}
          </List>
          {shown ? <ChangedFiles branchId={branch.id} sha={shown.sha} before={newer?.sha ?? null} /> : null}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        {mayRestore && shown ? (
          <Button variant="contained" onClick={() => setAsking(true)}>
            Restore this state…
          </Button>
        ) : null}
      </DialogActions>
      <ConfirmDialog
        open={isAsking}
        title="Restore this state?"
        confirmLabel="Restore"
        onConfirm={async () => {
          if (shown) await restore.mutateAsync(shown.sha)
          onRestored()
          onClose()
        }}
        onClose={() => setAsking(false)}
      >
        All files become what they were then, for everybody who edits here. Readers see it once you publish;
        before that you can compare each file with what is published now.
      </ConfirmDialog>
    </Dialog>
  )
}

interface ChangedFilesProps {
  branchId: number
  sha: string
  before: string | null
}

/** Which files a state changed, against the one before it. */
function ChangedFiles({ branchId, sha, before }: ChangedFilesProps) {
  const now = useCommitFiles(branchId, sha)
  const then = useCommitFiles(branchId, before)
  if (now.isPending || (before !== null && then.isPending)) return <Spinner />
  if (!now.data) return <ReadFault error={now.error} onRetry={() => void now.refetch()} />
  const lines = compared(then.data ?? [], now.data)
  if (now.data.length === 0) {
    return <Typography color="textSecondary">The files of this state are not kept any more.</Typography>
  }
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle2" gutterBottom>
        {now.data.length === 1 ? 'One file' : `${now.data.length} files`}
        {lines.length > 0 ? ', changed by it:' : ''}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 420, overflow: 'auto' }}>
        {lines.map(({ path, how }) => (
          <Typography key={path} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {path} <span>({how})</span>
          </Typography>
        ))}
      </Box>
    </Box>
  )
}

function compared(before: CommitFile[], now: CommitFile[]): { path: string; how: string }[] {
  const old = new Map(before.map(({ path, hash }) => [path, hash]))
  const present = new Set(now.map(({ path }) => path))
  return [
    ...now.flatMap(({ path, hash }) => {
      if (!old.has(path)) return [{ path, how: 'new' }]
      return old.get(path) === hash ? [] : [{ path, how: 'edited' }]
    }),
    ...before.flatMap(({ path }) => (present.has(path) ? [] : [{ path, how: 'deleted' }])),
  ]
}
