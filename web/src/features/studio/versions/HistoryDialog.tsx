import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { useCallback, useId, useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { readStateText } from '../content.ts'
import { Sides } from '../layout/Sides.tsx'
import { DiffNote, TextDiff } from '../layout/TextDiff.tsx'
import { type CommitFile, isImage, type StudioBranch, type StudioProject } from '../model.ts'
import type { Analysis } from '../preview/analysis-client.ts'
import { ComparedPages } from '../preview/ComparedPages.tsx'
import { ComparedTexts } from '../preview/ComparedTexts.tsx'
import { useCommitFiles, useCommits, useRestoreCommit } from '../queries.ts'
import { stateFiles } from '../releases/compare.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  analysis: Analysis
  mayRestore: boolean
  /** After a state was restored: what differs now is shown. */
  onRestored: () => void
  onClose: () => void
}

/** What was published of a version, the latest first; each state can be compared and brought back. */
export function HistoryDialog({ project, branch, analysis, mayRestore, onRestored, onClose }: Props) {
  const id = useId()
  const commits = useCommits(branch.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const restore = useRestoreCommit(branch.id)
  const shown = commits.data?.find(({ sha }) => sha === chosen) ?? commits.data?.[0]
  // What came together with others was never read by itself.
  const before = commits.data
    ?.slice(shown ? commits.data.indexOf(shown) + 1 : 0)
    .find(({ analyzed_at }) => analyzed_at !== null)
  const isGit = project.type === 'vcs'
  const [shownSha, beforeSha] = [shown?.sha ?? null, before?.sha ?? null]
  const load = useCallback(async () => {
    const texts = (sha: string | null) =>
      sha === null ? [] : stateFiles(project.id, branch.slug, branch.id, sha)
    const [then, now] = await Promise.all([texts(beforeSha), texts(shownSha)])
    return then && now ? { before: then, now } : null
  }, [project.id, branch.slug, branch.id, beforeSha, shownSha])
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="lg">
      <DialogTitle id={id}>History of {branch.name}</DialogTitle>
      <DialogContent sx={{ minHeight: 320 }}>
        {commits.isPending ? <Spinner /> : null}
        {commits.error ? <ReadFault error={commits.error} onRetry={() => void commits.refetch()} /> : null}
        {commits.data?.length === 0 ? (
          <Typography color="textSecondary">
            {isGit
              ? 'No commit of this branch was read yet.'
              : 'Nothing was published yet. Every time you publish, the state is kept here and can be brought back.'}
          </Typography>
        ) : null}
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, gap: 3 }}>
          <List
            dense
            aria-label="States"
            sx={{
              width: { md: 300 },
              flex: 'none',
              maxHeight: { xs: 220, md: 480 },
              overflow: 'auto',
              py: 0,
            }}
          >
            {commits.data?.map((commit) => (
              <ListItem key={commit.sha} disablePadding>
                <ListItemButton
                  selected={commit.sha === shown?.sha}
                  onClick={() => setChosen(commit.sha)}
                  sx={{ display: 'grid', gap: 0.25, minWidth: 0 }}
                >
                  <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
                    {commit.message.trim().split('\n')[0] || (isGit ? 'No message' : 'Published')}
                  </Typography>
                  <Typography variant="caption" color="textSecondary" noWrap>
                    {isGit ? `${commit.sha.slice(0, 7)} ` : ''}
                    {commit.author_name ? `${commit.author_name}, ` : ''}
                    <RelativeTime at={commit.committed_at ?? commit.created_at} />
                  </Typography>
                </ListItemButton>
              </ListItem>
            ))}
          </List>
          {shown ? (
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Sides
                key={shown.sha}
                meaning={<ComparedTexts analysis={analysis} load={load} since="the state before" />}
                pages={
                  <ComparedPages
                    analysis={analysis}
                    load={load}
                    names={{ before: 'the state before', now: 'this state' }}
                  />
                }
                files={
                  <ChangedFiles
                    projectId={project.id}
                    branch={branch}
                    sha={shown.sha}
                    before={before?.sha ?? null}
                  />
                }
              />
            </Box>
          ) : null}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        {mayRestore && shown && shown.analyzed_at !== null ? (
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
        All files become what they were then, for everybody who edits here.{' '}
        {isGit
          ? 'It is a change like others, to be committed.'
          : 'Readers see it once you publish; before that you can compare each file with what is published now.'}
      </ConfirmDialog>
    </Dialog>
  )
}

interface ChangedFilesProps {
  projectId: number
  branch: StudioBranch
  sha: string
  before: string | null
}

/** Which files a state changed, against the one before it, and of one of them what. */
function ChangedFiles({ projectId, branch, sha, before }: ChangedFilesProps) {
  const now = useCommitFiles(branch.id, sha)
  const then = useCommitFiles(branch.id, before)
  const [open, setOpen] = useState<string | null>(null)
  if (now.isPending || (before !== null && then.isPending)) return <Spinner />
  if (!now.data) return <ReadFault error={now.error} onRetry={() => void now.refetch()} />
  const lines = compared(then.data ?? [], now.data)
  if (now.data.length === 0) {
    return (
      <Typography color="textSecondary">
        The files of this state are not kept: it is long ago, or came together with later ones.
      </Typography>
    )
  }
  const shown = lines.find(({ path }) => path === open)
  const textIn = (state: string | null, path: string) =>
    state === null ? '' : readStateText(projectId, branch.slug, state, path)
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3" gutterBottom>
        {now.data.length === 1 ? 'One file' : `${now.data.length} files`}
        {lines.length > 0 ? ', changed by it:' : ''}
      </Typography>
      <List dense aria-label="Files of this state" sx={{ maxHeight: 200, overflow: 'auto', py: 0 }}>
        {lines.map(({ path, how }) => (
          <ListItem key={path} disablePadding>
            <ListItemButton selected={path === open} onClick={() => setOpen(path)}>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {path} <span>({how})</span>
              </Typography>
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {shown ? (
        <Box sx={{ mt: 1, height: 360, display: 'flex', border: 1, borderColor: 'divider', borderRadius: 1 }}>
          {isImage(shown.path) ? (
            <DiffNote>This file is not text.</DiffNote>
          ) : (
            <TextDiff
              key={shown.path}
              path={shown.path}
              query={{
                key: ['studio-state-diff', { branchId: branch.id, sha, before, path: shown.path }],
                read: () =>
                  Promise.all([
                    shown.how === 'new' ? '' : textIn(before, shown.path),
                    shown.how === 'deleted' ? '' : textIn(sha, shown.path),
                  ]),
              }}
            />
          )}
        </Box>
      ) : null}
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
