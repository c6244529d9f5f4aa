import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import type { StudioBranch, StudioFile, StudioProject } from '../model.ts'
import { usePublishTask } from '../queries.ts'
import { ReconnectFor } from './HostAccount.tsx'
import { hasNews } from './PullButton.tsx'
import { type HostBranch, type HostCommit, useHostBranch, useLookAtHost, usePull } from './queries.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  files: readonly StudioFile[]
  onBringTogether: () => void
  onCommit: () => void
  onClose: () => void
}

/** What is new at the Git host, what it does to what was changed here, and then: here with it. */
export function PullDialog({ project, branch, files, onBringTogether, onCommit, onClose }: Props) {
  const id = useId()
  const host = useHostBranch(branch.id, project.id)
  const look = useLookAtHost(branch.id)
  const pull = usePull(branch.id)
  const [jobId, setJobId] = useState<string | null>(null)
  const task = usePublishTask(jobId, project.id).data
  const lookOnce = useEffectEvent(() => look.mutate(undefined))
  useEffect(() => lookOnce(), [])
  const isPulling = jobId !== null && task?.status !== 'success' && task?.status !== 'failed'
  const isPulled = task?.status === 'success'
  const found = host.data
  const isLooking = !found || look.isPending || found.status === 'looking'
  const isNew = !isLooking && hasNews(found.status, found.tip, branch) && found.status !== 'gone'
  const failure = look.error ?? pull.error
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm">
      <DialogTitle id={id}>Pull {branch.name}</DialogTitle>
      <DialogContent
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, alignContent: 'start' }}
      >
        <FormError>{failure ? messageOf(failure) : null}</FormError>
        {isPulled ? (
          <Pulled files={files} />
        ) : isPulling ? (
          <Box role="status" sx={{ display: 'grid', gap: 1 }}>
            <Typography>Reading the branch…</Typography>
            <LinearProgress aria-label="Reading the branch" />
          </Box>
        ) : look.isError ? null : isLooking ? (
          <Spinner label="Looking at the Git host" />
        ) : (
          <Found found={found} branch={branch} files={files} />
        )}
        {isLooking || isPulling ? null : (
          <ReconnectFor
            project={project}
            reason={task?.payload.error?.message ?? found.reason}
            onConnected={() => look.mutate(undefined)}
          />
        )}
        {task?.status === 'failed' ? (
          <Callout severity="error" title="The branch could not be read">
            {task.payload.error?.message ?? 'The automation of the project says why.'} Nothing was changed
            here.
          </Callout>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        {isPulled && movedOf(files).length > 0 ? (
          <Button variant="contained" onClick={onBringTogether}>
            Bring together…
          </Button>
        ) : null}
        {!isLooking && found.status === 'gone' ? (
          <Button variant="contained" onClick={onCommit}>
            Commit to a new branch…
          </Button>
        ) : null}
        {!isLooking && !isPulling && !isPulled && (found.status === 'failed' || found.status === 'same') ? (
          <Button onClick={() => look.mutate(undefined)}>Look again</Button>
        ) : null}
        {isNew && !isPulled ? (
          <Button
            variant="contained"
            loading={pull.isPending || isPulling}
            onClick={() => pull.mutate(undefined, { onSuccess: ({ job_id }) => setJobId(job_id) })}
          >
            Pull
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  )
}

const movedOf = (files: readonly StudioFile[]) =>
  files.filter(({ base_moved, changed }) => base_moved && changed)

function Pulled({ files }: { files: readonly StudioFile[] }) {
  const moved = movedOf(files)
  return (
    <Callout
      severity={moved.length === 0 ? 'success' : 'warning'}
      title={moved.length === 0 ? 'Everything is here' : 'Everything is here but what you changed as well'}
    >
      {moved.length === 0
        ? 'The files are as the Git host has them, with your changes on top.'
        : `Yours stands in ${counted(moved.length)} until both are brought together: ${moved.map(({ path }) => path).join(', ')}.`}
    </Callout>
  )
}

function Found({
  found,
  branch,
  files,
}: {
  found: HostBranch
  branch: StudioBranch
  files: readonly StudioFile[]
}) {
  const { status, tip, behind, commits, paths, reason } = found
  if (status === 'failed') {
    return (
      <Callout severity="error" title="The Git host does not say what it has">
        {reason}
      </Callout>
    )
  }
  if (status === 'gone') {
    return (
      <Callout severity="warning" title={`${branch.name} is no longer at the Git host`}>
        Somebody deleted it there. All that you and others wrote stays here; commit it to a new branch to keep
        it in the repository.
      </Callout>
    )
  }
  if (status === 'same' || tip === branch.commit_hash) {
    return (
      <Typography color="textSecondary">
        There is nothing new: {branch.name} stands at <Sha sha={tip ?? ''} /> here and there.
      </Typography>
    )
  }
  const changed = new Set(
    files.filter((file) => file.changed).flatMap((file) => [file.path, file.published_path]),
  )
  return (
    <>
      {status === 'rewritten' ? (
        <Callout severity="warning" title="The history was rewritten at the Git host">
          The commit that you began with is no part of {branch.name} any more. Pulling takes the files as they
          are there now. What you changed here stays, and is brought together with them.
        </Callout>
      ) : (
        <Typography>{newCommits(behind)}</Typography>
      )}
      <Commits commits={commits} />
      {behind !== null && behind > commits.length ? (
        <Typography variant="body2" color="textSecondary">
          … and {behind - commits.length} more.
        </Typography>
      ) : null}
      {paths ? <Paths paths={paths} changed={changed} /> : null}
    </>
  )
}

function newCommits(behind: number | null): string {
  if (behind === null) return 'More than 200 commits are new at the Git host. The newest:'
  return behind === 1 ? 'One commit is new at the Git host:' : `${behind} commits are new at the Git host:`
}

function Commits({ commits }: { commits: readonly HostCommit[] }) {
  return (
    <List dense aria-label="New commits" sx={{ py: 0, maxHeight: 240, overflow: 'auto' }}>
      {commits.map(({ sha, message, author, at }) => (
        <ListItem key={sha} disableGutters sx={{ display: 'grid', gap: 0.25 }}>
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {message.split('\n')[0]?.trim() || 'No message'}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            <Sha sha={sha} /> {author ? `by ${author}` : ''} {at ? <RelativeTime at={at} /> : null}
          </Typography>
        </ListItem>
      ))}
    </List>
  )
}

function Paths({ paths, changed }: { paths: readonly string[]; changed: ReadonlySet<string | null> }) {
  const both = paths.filter((path) => changed.has(path))
  const shown = [...both, ...paths.filter((path) => !changed.has(path))]
  return (
    <Box component="section" aria-label="Files that change" sx={{ display: 'grid', gap: 0.5 }}>
      <Typography variant="subtitle2" component="h3">
        {counted(paths.length)} {paths.length === 1 ? 'changes' : 'change'}
        {both.length > 0 ? `, ${both.length} of them changed here as well` : ''}
      </Typography>
      <List dense sx={{ py: 0, maxHeight: 200, overflow: 'auto' }}>
        {shown.map((path) => (
          <ListItem key={path} disableGutters sx={{ py: 0.25, gap: 1 }}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {path}
            </Typography>
            {changed.has(path) ? (
              <Chip size="small" color="warning" variant="outlined" label="Here too" />
            ) : null}
          </ListItem>
        ))}
      </List>
    </Box>
  )
}

function Sha({ sha }: { sha: string }): ReactNode {
  return (
    <Box component="code" sx={{ fontFamily: monospace }}>
      {sha.slice(0, 7)}
    </Box>
  )
}

function counted(files: number): string {
  return files === 1 ? 'One file' : `${files} files`
}
