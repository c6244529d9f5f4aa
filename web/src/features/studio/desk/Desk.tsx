import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { lazy, Suspense, useMemo } from 'react'
import { CommentsButton } from '../comments/CommentsButton.tsx'
import { type Comments, useComments } from '../comments/use-comments.ts'
import { formatOf } from '../documents/open-document.ts'
import { PullButton } from '../git/PullButton.tsx'
import { countsOf } from '../language/counts.ts'
import { useProblems } from '../language/use-client.ts'
import { Panes } from '../layout/Panes.tsx'
import { ProblemCount } from '../layout/ProblemCount.tsx'
import { StatusBar } from '../layout/StatusBar.tsx'
import { nameOf } from '../model.ts'
import { PreviewPanel } from '../preview/PreviewPanel.tsx'
import { useBranches } from '../queries.ts'
import { VersionMenu } from '../versions/VersionMenu.tsx'
import { type Caret, useCaret } from './caret.ts'
import { LeftPane } from './LeftPane.tsx'
import { MiddlePane } from './MiddlePane.tsx'
import { ReaderNotice } from './ReaderNotice.tsx'
import { TopBar } from './TopBar.tsx'
import { useCommands } from './use-commands.ts'
import { type Side, type Stage, type StageProps, useStage } from './use-stage.ts'

const CommitProgress = lazy(() => import('./asked.ts').then((m) => ({ default: m.CommitProgress })))
const PublishProgress = lazy(() => import('./asked.ts').then((m) => ({ default: m.PublishProgress })))
const CommentsPanel = lazy(() => import('./asked.ts').then((m) => ({ default: m.CommentsPanel })))
const DeskDialogs = lazy(() => import('./asked.ts').then((m) => ({ default: m.DeskDialogs })))

/** All that one works with: files, tabs, form and code, versions, and what is said of them. */
export function Desk(props: StageProps) {
  const stage = useStage(props)
  const comments = useComments(stage)
  const commands = useCommands(stage, comments)
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        position: 'relative',
      }}
    >
      <Top stage={stage} comments={comments} />
      <Body stage={stage} comments={comments} />
      <Bottom stage={stage} />
      <Suspense fallback={null}>
        {stage.dialog || stage.language.renaming || stage.language.asked ? (
          <DeskDialogs stage={stage} commands={commands} />
        ) : null}
      </Suspense>
    </Box>
  )
}

interface PartProps {
  stage: Stage
  comments: Comments
}

function Top({ stage, comments }: PartProps) {
  const { opening, project, branch, files, readOnly, jobId, commitId, setDialog } = stage
  const branches = useBranches(project.id).data ?? []
  return (
    <>
      <TopBar
        project={project}
        branch={branch}
        version={
          <VersionMenu
            project={project}
            branch={branch}
            onCreate={
              stage.isVersioned
                ? () => setDialog('version')
                : stage.isCommitted && opening.can_create_branch
                  ? () => setDialog('branch')
                  : null
            }
            onHostBranches={
              stage.isCommitted && opening.can_create_branch ? () => setDialog('host-branches') : null
            }
            onHistory={() => setDialog('history')}
            onReleases={() => setDialog('releases')}
            onCompare={opening.view === 'live' ? () => setDialog('compare') : null}
          />
        }
        comments={<CommentsButton comments={comments} />}
        changed={files.filter((file) => file.changed).length}
        pull={
          stage.isCommitted ? (
            <PullButton project={project} branch={branch} onOpen={() => setDialog('pull')} />
          ) : null
        }
        word={stage.isCommitted ? 'Commit' : opening.can_publish && !readOnly ? 'Publish' : null}
        pathOf={stage.pathOf}
        onGoTo={stage.openFile}
        onPalette={() => setDialog('files')}
        onPublish={() => setDialog('publish')}
      />
      {stage.isReader && opening.message ? (
        <ReaderNotice reason={opening.reason}>{opening.message}</ReaderNotice>
      ) : null}
      {jobId ? (
        <Suspense fallback={null}>
          <PublishProgress
            jobId={jobId}
            project={project}
            branch={branch}
            onRelease={project.type === 'web' && !readOnly ? () => setDialog('release') : null}
            onClose={() => stage.setJobId(null)}
          />
        </Suspense>
      ) : null}
      {commitId ? (
        <Suspense fallback={null}>
          <CommitProgress
            id={commitId}
            project={project}
            branches={branches}
            onClose={() => stage.setCommitId(null)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Three panes side by side; one at a time on a phone. */
function Body({ stage, comments }: PartProps) {
  const { document, desk, language, active, side, project, branch } = stage
  const unsaved = useMemo(
    () => ({
      workspaceId: project.workspace_id,
      projectId: project.id,
      projectSlug: project.slug,
      branchId: branch.id,
      branchSlug: branch.slug,
    }),
    [project.workspace_id, project.id, project.slug, branch.id, branch.slug],
  )
  const preview =
    document && stage.isPreviewed && document.format !== 'text' ? (
      <PreviewPanel
        client={language.client}
        analysis={language.analysis}
        document={document}
        at={stage.hasForm && desk.view === 'form' ? stage.path : null}
        caret={stage.caret}
        unsaved={unsaved}
      />
    ) : null
  const left = <LeftPane stage={stage} />
  const middle = <MiddlePane stage={stage} comments={comments} />
  const said = comments.threads ? (
    <Suspense fallback={null}>
      <CommentsPanel
        project={stage.project}
        branch={stage.branch}
        comments={comments}
        front={active?.path ?? null}
      />
    </Suspense>
  ) : null
  if (!stage.isSmall) {
    return (
      <Panes left={left} right={said && comments.isOpen ? said : preview}>
        {middle}
      </Panes>
    )
  }
  const isThere = { files: true, document: true, preview: preview !== null, comments: said !== null }
  const shown = isThere[side] ? side : 'document'
  return (
    <>
      <Tabs
        value={shown}
        onChange={(_event, next: Side) => stage.setSide(next)}
        variant="fullWidth"
        aria-label="Parts of the Studio"
      >
        <Tab value="files" label="Files" />
        <Tab value="document" label={active ? nameOf(active.path) : 'Document'} />
        {preview ? <Tab value="preview" label="Preview" /> : null}
        {said ? <Tab value="comments" label="Comments" /> : null}
      </Tabs>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
        {{ files: left, document: middle, preview, comments: said }[shown]}
      </Box>
    </>
  )
}

function Bottom({ stage }: { stage: Stage }) {
  const { store, active, desk, language, readOnly, setDialog } = stage
  const text = active?.kind === 'text' ? active : null
  return (
    <StatusBar
      store={store}
      place={active && (desk.view === 'code' || !stage.hasForm) ? <CaretLine caret={stage.caret} /> : null}
      format={text ? formatOf(text.path) : null}
      eol={text?.eol ?? null}
      readOnly={readOnly}
      onUnsent={() => setDialog('unsent')}
      onShortcuts={() => setDialog('shortcuts')}
    >
      <Problems language={language} />
    </StatusBar>
  )
}

function Problems({ language }: Pick<Stage, 'language'>) {
  const { client, panel, showPanel } = language
  return (
    <ProblemCount
      counts={countsOf(useProblems(client))}
      onShow={() => showPanel(panel === 'problems' ? null : 'problems')}
    />
  )
}

function CaretLine({ caret }: { caret: Caret }) {
  const place = useCaret(caret)
  return place ? (
    <span>
      Ln {place.line}, Col {place.column}
    </span>
  ) : null
}
