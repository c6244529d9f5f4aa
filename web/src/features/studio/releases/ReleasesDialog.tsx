import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useCallback, useContext, useId, useState } from 'react'
import { nextVersion } from '../../../shared/data/versions.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { RowMenu } from '../../../shared/ui/table/RowMenu.tsx'
import { DocsPartsContext } from '../desk/slots.ts'
import type { TextFile } from '../language/protocol.ts'
import type { StudioBranch, StudioProject } from '../model.ts'
import type { Analysis } from '../preview/analysis-client.ts'
import { useBranches } from '../queries.ts'
import { CompareReleases } from './CompareReleases.tsx'
import { releasedFiles, saidVersion } from './compare.ts'
import { notesOf } from './next-release.ts'
import { type Release, useChangeNotes, useCreateRelease, useDeleteRelease, useReleases } from './queries.ts'
import { ReleasedExamples } from './ReleasedExamples.tsx'
import { ReleaseForm, type Suggestion } from './ReleaseForm.tsx'

interface Props {
  project: StudioProject
  branch: StudioBranch
  analysis: Analysis
  /** The files as they are published now. */
  published: () => Promise<readonly TextFile[]>
  mayRelease: boolean
  /** Whether it opens with a new one. */
  isNew: boolean
  onClose: () => void
}

type Shown = 'list' | 'new' | 'compare' | Release

/** The versions that were given out, with their notes; new ones of what is published now. */
export function ReleasesDialog(props: Props) {
  const { project, branch, analysis, published, mayRelease, isNew, onClose } = props
  const id = useId()
  const [shown, setShown] = useState<Shown>(isNew && mayRelease ? 'new' : 'list')
  const releases = useReleases(project.id)
  const branches = useBranches(project.id)
  const create = useCreateRelease(project.id, branch.slug)
  const change = useChangeNotes()
  const list = releases.data
  const slugs = branches.data
  const suggest = useCallback(async (): Promise<Suggestion> => {
    const now = await published()
    const last = list?.find(({ is_prerelease }) => !is_prerelease) ?? list?.[0] ?? null
    const guess = (remark: string | null): Suggestion => ({
      version: nextVersion(last?.version ?? null, null, saidVersion(now)),
      notes: '',
      level: null,
      remark,
    })
    if (!last) return guess('The first release of this project.')
    const slug = slugs?.find((one) => one.id === last.branch_id)?.slug
    try {
      const before = slug ? await releasedFiles(project.id, slug, last) : null
      if (!before) return guess(`What ${last.version} was is not kept any more: choose the number yourself.`)
      const changes = await analysis.ask({ type: 'changes', before, now })
      return {
        version: nextVersion(last.version, changes.level, saidVersion(now)),
        notes: notesOf(changes),
        level: changes.level,
        remark: changes.level
          ? `since ${last.version}.`
          : `Nothing that clients notice changed since ${last.version}.`,
      }
    } catch {
      return guess(`It could not be found out what has changed since ${last.version}.`)
    }
  }, [published, list, slugs, analysis, project.id])

  const body = () => {
    if (shown === 'list')
      return (
        <ReleaseList
          releases={list}
          branchName={(branchId) => slugs?.find((one) => one.id === branchId)?.name ?? ''}
          mayRelease={mayRelease}
          onEdit={setShown}
        />
      )
    if (shown === 'compare')
      return (
        <CompareReleases
          projectId={project.id}
          branch={branch}
          branches={slugs ?? []}
          releases={list ?? []}
          analysis={analysis}
          published={published}
          onBack={() => setShown('list')}
        />
      )
    const release = shown === 'new' ? null : shown
    const done = { onSuccess: () => setShown('list') }
    return (
      <ReleaseForm
        release={release}
        suggest={suggest}
        error={release ? change.error : create.error}
        isPending={create.isPending || change.isPending}
        notice={release ? null : <ReleasedExamples projectId={project.id} published={published} />}
        onSave={(version, notes) =>
          release ? change.mutate({ id: release.id, notes }, done) : create.mutate({ version, notes }, done)
        }
        onCancel={() => setShown('list')}
      />
    )
  }
  return (
    <Dialog
      open
      onClose={shown === 'list' || shown === 'compare' ? onClose : undefined}
      aria-labelledby={id}
      maxWidth={shown === 'compare' ? 'lg' : 'md'}
    >
      <DialogTitle id={id}>{titleOf(shown, branch)}</DialogTitle>
      <DialogContent sx={{ minHeight: 280, pt: '8px !important', display: 'flex', flexDirection: 'column' }}>
        {releases.isPending || branches.isPending ? <Spinner /> : null}
        {releases.error ? <ReadFault error={releases.error} onRetry={() => void releases.refetch()} /> : null}
        {list && slugs ? body() : null}
      </DialogContent>
      {shown === 'list' ? (
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            Close
          </Button>
          {list && list.length > 0 ? <Button onClick={() => setShown('compare')}>Compare…</Button> : null}
          {mayRelease ? (
            <Button
              variant="contained"
              startIcon={<AddIcon />}
              disabled={!list || branch.last_analyzed_at === null}
              onClick={() => setShown('new')}
            >
              New release
            </Button>
          ) : null}
        </DialogActions>
      ) : null}
    </Dialog>
  )
}

function titleOf(shown: Shown, branch: StudioBranch): string {
  if (shown === 'compare') return 'Compare releases'
  return shown === 'new' ? `Release ${branch.name}` : 'Releases'
}

interface ListProps {
  releases: readonly Release[] | undefined
  branchName: (branchId: number) => string
  mayRelease: boolean
  onEdit: (release: Release) => void
}

function ReleaseList({ releases = [], branchName, mayRelease, onEdit }: ListProps) {
  const { renderMarkdown } = useContext(DocsPartsContext)
  const remove = useDeleteRelease()
  const [asked, setAsked] = useState<Release | null>(null)
  if (releases.length === 0)
    return (
      <Typography color="textSecondary">
        No release yet. A release gives what is published now a version number and notes, which readers and
        programs can ask for.
      </Typography>
    )
  return (
    <Box
      component="ul"
      aria-label="Releases"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2.5 }}
    >
      {releases.map((release) => (
        <Box component="li" key={release.id} sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
            <Typography variant="h3" component="h3" sx={{ overflowWrap: 'anywhere' }}>
              {release.version}
            </Typography>
            {release.is_prerelease ? <Chip size="small" label="Pre-release" /> : null}
            <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
              {branchName(release.branch_id)}, <RelativeTime at={release.created_at} />
            </Typography>
            {mayRelease ? (
              <RowMenu
                tabIndex={0}
                label={`Actions of ${release.version}`}
                actions={[
                  entry('Edit the notes', () => onEdit(release), false),
                  entry('Delete', () => setAsked(release), true),
                ]}
              />
            ) : null}
          </Box>
          <Notes text={release.notes} render={renderMarkdown} />
        </Box>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title={`Delete ${asked?.version ?? ''}?`}
        confirmLabel="Delete"
        onConfirm={async () => {
          if (asked) await remove.mutateAsync(asked.id)
        }}
        onClose={() => setAsked(null)}
      >
        The number and its notes go; what is published stays. Programs that ask for this version get no answer
        any more.
      </ConfirmDialog>
    </Box>
  )
}

function Notes({ text, render }: { text: string; render: ((markdown: string) => ReactNode) | undefined }) {
  if (text.trim() === '')
    return (
      <Typography variant="body2" color="textSecondary">
        Without notes.
      </Typography>
    )
  return (
    <Box sx={{ typography: 'body2', overflowWrap: 'anywhere', '& h2': { typography: 'subtitle2' } }}>
      {render ? render(text) : <Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>}
    </Box>
  )
}

const entry = (label: string, onSelect: () => void, isDestructive: boolean) => ({
  label,
  onSelect,
  icon: null,
  isDestructive,
  disabledBecause: null,
})
