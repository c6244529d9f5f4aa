import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Path } from '../../../../../editing/types.ts'
import { paths } from '../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import type { LinePlace, OpenDocument } from '../documents/open-document.ts'
import { formatOf } from '../documents/open-document.ts'
import type { DocumentStore } from '../documents/store.ts'
import { useOpenDocument } from '../documents/use-open-document.ts'
import { countsOf } from '../language/panels/ProblemsPanel.tsx'
import type { ShownPlan } from '../language/protocol.ts'
import { Panes } from '../layout/Panes.tsx'
import { ProblemCount } from '../layout/ProblemCount.tsx'
import { StatusBar } from '../layout/StatusBar.tsx'
import { TabBar } from '../layout/TabBar.tsx'
import type { StudioBranch, StudioFile, StudioOpening, StudioProject } from '../model.ts'
import { nameOf } from '../model.ts'
import { type Command, written } from '../palette/commands.ts'
import { PublishProgress } from '../publish/PublishProgress.tsx'
import { useBranches } from '../queries.ts'
import { FilesPane } from '../tree/FilesPane.tsx'
import { VersionMenu } from '../versions/VersionMenu.tsx'
import { DocumentArea, hasForm } from './DocumentArea.tsx'
import { EmptyProject } from './EmptyProject.tsx'
import { Outline } from './slots.ts'
import { TopBar } from './TopBar.tsx'
import { useArrival } from './use-arrival.ts'
import { useDesk } from './use-desk.ts'
import { useLanguage } from './use-language.ts'
import { useShortcuts } from './use-shortcuts.ts'

const PublishDialog = lazy(() =>
  import('../publish/PublishDialog.tsx').then((m) => ({ default: m.PublishDialog })),
)
const CommitDialog = lazy(() => import('../git/CommitDialog.tsx').then((m) => ({ default: m.CommitDialog })))
const CommitProgress = lazy(() =>
  import('../git/CommitProgress.tsx').then((m) => ({ default: m.CommitProgress })),
)
const BringTogether = lazy(() =>
  import('../git/BringTogether.tsx').then((m) => ({ default: m.BringTogether })),
)
const HistoryDialog = lazy(() =>
  import('../versions/HistoryDialog.tsx').then((m) => ({ default: m.HistoryDialog })),
)
const CompareDialog = lazy(() =>
  import('../versions/CompareDialog.tsx').then((m) => ({ default: m.CompareDialog })),
)
const CreateVersionDialog = lazy(() =>
  import('../versions/CreateVersionDialog.tsx').then((m) => ({ default: m.CreateVersionDialog })),
)
const CommandPalette = lazy(() =>
  import('../palette/CommandPalette.tsx').then((m) => ({ default: m.CommandPalette })),
)
const ShortcutsDialog = lazy(() =>
  import('../palette/ShortcutsDialog.tsx').then((m) => ({ default: m.ShortcutsDialog })),
)
const BottomPanel = lazy(() => import('./BottomPanel.tsx'))
const RenameDialog = lazy(() =>
  import('../language/panels/RenameDialog.tsx').then((m) => ({ default: m.RenameDialog })),
)
const PlanDialog = lazy(() =>
  import('../language/panels/PlanDialog.tsx').then((m) => ({ default: m.PlanDialog })),
)
const PreviewPanel = lazy(() =>
  import('../preview/PreviewPanel.tsx').then((m) => ({ default: m.PreviewPanel })),
)
const UnsentDialog = lazy(() =>
  import('../layout/UnsentDialog.tsx').then((m) => ({ default: m.UnsentDialog })),
)

interface Props {
  opening: StudioOpening
  project: StudioProject
  branch: StudioBranch
  readOnly: boolean
  store: DocumentStore
  files: readonly StudioFile[]
  pathOf: (id: string) => string | undefined
}

type Open =
  | 'publish'
  | 'together'
  | 'history'
  | 'compare'
  | 'version'
  | 'files'
  | 'commands'
  | 'shortcuts'
  | 'unsent'
  | null
type Side = 'files' | 'document' | 'preview'

const root: Path = []

/** All that one works with: files, tabs, form and code, versions, and what is said of them. */
export function Desk({ opening, project, branch, readOnly: isReader, store, files, pathOf }: Props) {
  const isSmall = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  // A phone shows what there is; it is written on larger screens.
  const readOnly = isReader || isSmall
  const desk = useDesk(branch.id, files)
  const [open, setOpen] = useState<Open>(null)
  const [creating, setCreating] = useState<{ template?: string; folder?: string } | null>(null)
  const [place, setPlace] = useState<(LinePlace & { offset: number }) | null>(null)
  const [at, setAt] = useState<{ id: string; path: Path } | null>(null)
  const [side, setSide] = useState<Side>('files')
  const [jobId, setJobId] = useState<string | null>(null)
  const [commitId, setCommitId] = useState<string | null>(null)
  const branches = useBranches(project.id).data ?? []
  const navigate = useNavigate()
  const { can } = useProjectPermissions(project.id)
  const live = useMemo(() => files.filter(({ deleted_at }) => deleted_at === null), [files])
  const changed = files.filter((file) => file.changed).length
  const tabs = desk.tabs.flatMap((id) => live.find((file) => file.id === id) ?? [])
  const active = tabs.find(({ id }) => id === desk.active)
  const path = at && at.id === active?.id ? at.path : root
  const opened = useOpenDocument(active?.kind === 'text' ? active.id : null)
  const document = useMemo(() => (opened && readOnly ? { ...opened, readOnly } : opened), [opened, readOnly])
  const withForm = document !== undefined && hasForm(document)
  const openFile = (id: string) => {
    desk.open(id)
    setSide('document')
  }
  const goTo = (id: string, to: Path) => {
    openFile(id)
    setAt({ id, path: to })
  }
  useArrival({ branch, files, isEmpty: desk.active === null, onOpen: goTo })
  /** In the form it opens, in the code it is shown. */
  const showAt = (shown: OpenDocument, to: Path) => {
    const range = desk.view === 'code' ? shown.description?.range(to) : null
    if (range) desk.open(shown.id, { range: { from: range.from, to: range.from } })
    goTo(shown.id, to)
    if (range) desk.open(shown.id, { range: { from: range.from, to: range.from } })
  }
  const offset = useRef(0)
  offset.current = place?.offset ?? 0
  const language = useLanguage({
    projectId: project.id,
    branchSlug: branch.slug,
    store,
    files,
    front: active,
    readOnly,
    here: () => (active ? { id: active.id, range: { from: offset.current, to: offset.current } } : null),
    onGo: (id, range) => {
      desk.open(id, { range })
      setSide('document')
    },
  })
  const counts = countsOf(language.problems)
  const [isPreviewed, setPreviewed] = useState(true)
  const preview =
    document && isPreviewed && document.format !== 'text' ? (
      <Suspense fallback={null}>
        <PreviewPanel
          client={language.client}
          analysis={language.analysis}
          document={document}
          at={withForm && desk.view === 'form' ? path : null}
          offset={place?.offset ?? 0}
        />
      </Suspense>
    ) : null
  const shownSide = side === 'preview' && !preview ? 'document' : side
  const close = () => setOpen(null)
  // What comes from a repository is committed there.
  const isCommitted = project.type === 'vcs' && opening.mode === 'readWrite' && !readOnly
  const isVersioned = project.type === 'web' && opening.can_create_branch && !readOnly

  const commands: Command[] = [
    ...live.map((file) => ({
      id: file.id,
      kind: 'file' as const,
      label: nameOf(file.path),
      about: file.path,
      run: () => openFile(file.id),
    })),
    ...actions(),
  ]

  function actions(): Command[] {
    const command = (id: string, label: string, run: () => void, keys?: string): Command => ({
      id,
      kind: 'command',
      label,
      run,
      keys: keys && written(keys),
    })
    const own = readOnly
      ? []
      : [
          command('new', 'New file…', () => setCreating({})),
          command(
            'publish',
            isCommitted ? 'Commit…' : opening.can_publish ? 'Publish…' : 'Changes…',
            () => setOpen('publish'),
            'Mod+Shift+Enter',
          ),
          ...(document ? [command('undo', 'Undo what I wrote', () => document.model.undo(), 'Mod+Z')] : []),
          ...(document ? [command('redo', 'Redo what I wrote', () => document.model.redo())] : []),
        ]
    return [
      ...own,
      ...(isVersioned ? [command('version', 'New version…', () => setOpen('version'))] : []),
      ...(withForm
        ? [
            command(
              'view',
              desk.view === 'form' ? 'Show the code' : 'Show the form',
              toggleView,
              'Mod+Shift+U',
            ),
          ]
        : []),
      ...(active ? [command('close', 'Close the file', () => desk.close(active.id), 'Alt+W')] : []),
      command('search', 'Search in all files', () => language.actions.searchAll(''), 'Mod+Shift+F'),
      command('problems', 'Problems', () => language.showPanel('problems'), 'Mod+Shift+M'),
      command('changes', 'Changes since it was published', () => language.showPanel('changes')),
      command('preview', isPreviewed ? 'Hide the preview' : 'Show the preview', () =>
        setPreviewed(!isPreviewed),
      ),
      ...(active?.kind === 'text' && !readOnly
        ? [command('format', 'Format the file', () => language.actions.format(active.path))]
        : []),
      command('history', 'History…', () => setOpen('history')),
      command('docs', 'Read the documentation', () => void navigate(paths.docs(project.slug))),
      ...(can('project_settings_view')
        ? [
            command(
              'settings',
              'Settings of the project',
              () => void navigate(paths.projectSettings(project.slug)),
            ),
          ]
        : []),
      command('shortcuts', 'Keyboard shortcuts', () => setOpen('shortcuts')),
    ]
  }

  function toggleView() {
    desk.show(desk.view === 'form' ? 'code' : 'form')
  }

  useShortcuts({
    'Mod+p': () => setOpen('files'),
    'Mod+Shift+p': () => setOpen('commands'),
    F1: () => setOpen('commands'),
    'Mod+s': () => {
      store.flush()
      store.retryNow()
    },
    'Mod+Shift+u': toggleView,
    'Mod+Shift+e': () => window.document.querySelector<HTMLElement>('[role="tree"] [tabindex="0"]')?.focus(),
    'Mod+Shift+f': () => language.actions.searchAll(''),
    'Mod+Shift+m': () => language.showPanel('problems'),
    'Alt+w': () => active && desk.close(active.id),
    'Mod+Shift+Enter': () => setOpen('publish'),
  })

  const filesPane = (
    <FilesPane
      project={project}
      branchId={branch.id}
      files={files}
      active={desk.active}
      readOnly={readOnly}
      creating={creating}
      onCreating={setCreating}
      onOpen={openFile}
      onMove={language.actions.moveWith}
    />
  )
  const outline =
    document?.description && active?.path.endsWith('toc.json') === false ? (
      <Box
        sx={{
          flex: 1.4,
          minHeight: 0,
          overflow: 'auto',
          borderTop: 1,
          borderColor: 'divider',
          display: 'flex',
          flexDirection: 'column',
        }}
      >
        <Suspense fallback={null}>
          <Outline
            document={document}
            path={path}
            onOpen={(to) => showAt(document, to)}
            onEditInCode={(range) => desk.open(document.id, { range })}
            onRename={(to, name) => language.actions.renameAt(document.path, to, name)}
          />
        </Suspense>
      </Box>
    ) : null
  const replace = (plan: ShownPlan) => void language.actions.apply(plan).catch(language.fail)
  const left = (
    <>
      {filesPane}
      {outline}
    </>
  )
  const middle = (
    <>
      {tabs.length > 0 ? (
        <Box
          sx={{
            display: 'flex',
            flex: 'none',
            borderBottom: 1,
            borderColor: 'divider',
            backgroundColor: 'background.default',
          }}
        >
          <TabBar files={tabs} active={desk.active} onOpen={openFile} onClose={desk.close} />
          {withForm ? (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={desk.view}
              aria-label="How the file is shown"
              onChange={(_event, view) => view && desk.show(view)}
              sx={{ m: 0.5, '& .MuiToggleButton-root': { py: 0, px: 1.25, textTransform: 'none' } }}
            >
              <ToggleButton value="form">Form</ToggleButton>
              <ToggleButton value="code">Code</ToggleButton>
            </ToggleButtonGroup>
          ) : null}
        </Box>
      ) : null}
      <Box
        id="studio-document"
        role={active ? 'tabpanel' : undefined}
        aria-labelledby={active ? `tab-${active.id}` : undefined}
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          backgroundColor: 'background.paper',
        }}
      >
        {active ? (
          <DocumentArea
            projectId={project.id}
            branchSlug={branch.slug}
            file={active}
            view={desk.view}
            readOnly={readOnly}
            path={path}
            reveal={desk.reveal}
            onPlace={setPlace}
            onPath={(to) => setAt({ id: active.id, path: to })}
            onReveal={(reveal) => desk.open(active.id, reveal)}
            onRename={(to, name) => language.actions.renameAt(active.path, to, name)}
            extensions={language.extensions}
          />
        ) : live.length === 0 && !readOnly ? (
          <EmptyProject
            project={project}
            branchId={branch.id}
            onOpen={openFile}
            onCreating={() => setCreating({})}
          />
        ) : (
          <Nothing isEmpty={live.length === 0} />
        )}
      </Box>
      <Suspense fallback={null}>
        {language.panel ? (
          <BottomPanel
            language={language}
            front={active?.path ?? null}
            readOnly={readOnly}
            onReplace={replace}
          />
        ) : null}
      </Suspense>
    </>
  )

  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
      }}
    >
      <TopBar
        project={project}
        branch={branch}
        version={
          <VersionMenu
            project={project}
            branch={branch}
            onCreate={isVersioned ? () => setOpen('version') : null}
            onHistory={() => setOpen('history')}
            onCompare={opening.view === 'live' ? () => setOpen('compare') : null}
          />
        }
        changed={changed}
        word={isCommitted ? 'Commit' : opening.can_publish && !readOnly ? 'Publish' : null}
        pathOf={pathOf}
        onGoTo={openFile}
        onPalette={() => setOpen('files')}
        onPublish={() => setOpen('publish')}
      />
      {isReader && opening.message ? (
        <Alert severity="info" sx={{ borderRadius: 0, py: 0 }}>
          {opening.message}
        </Alert>
      ) : null}
      {jobId ? (
        <PublishProgress jobId={jobId} project={project} branch={branch} onClose={() => setJobId(null)} />
      ) : null}
      {commitId ? (
        <Suspense fallback={null}>
          <CommitProgress
            id={commitId}
            project={project}
            branches={branches}
            onClose={() => setCommitId(null)}
          />
        </Suspense>
      ) : null}
      {isSmall ? (
        <>
          <Tabs
            value={shownSide}
            onChange={(_event, next: Side) => setSide(next)}
            variant="fullWidth"
            aria-label="Parts of the Studio"
          >
            <Tab value="files" label="Files" />
            <Tab value="document" label={active ? nameOf(active.path) : 'Document'} />
            {preview ? <Tab value="preview" label="Preview" /> : null}
          </Tabs>
          <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
            {shownSide === 'files' ? left : shownSide === 'preview' ? preview : middle}
          </Box>
        </>
      ) : (
        <Panes left={left} right={preview}>
          {middle}
        </Panes>
      )}
      <StatusBar
        store={store}
        place={active && (desk.view === 'code' || !withForm) ? place : null}
        format={active?.kind === 'text' ? formatOf(active.path) : null}
        eol={active?.kind === 'text' ? active.eol : null}
        readOnly={readOnly}
        onUnsent={() => setOpen('unsent')}
        onShortcuts={() => setOpen('shortcuts')}
      >
        <ProblemCount
          counts={counts}
          onShow={() => language.showPanel(language.panel === 'problems' ? null : 'problems')}
        />
      </StatusBar>
      <Suspense fallback={null}>
        {open === 'publish' && isCommitted ? (
          <CommitDialog
            project={project}
            branch={branch}
            files={files}
            mayCreateBranch={opening.can_create_branch}
            isSaved={!store.hasUnsent}
            onCommitted={setCommitId}
            onBringTogether={() => setOpen('together')}
            onClose={close}
          />
        ) : null}
        {open === 'together' ? (
          <BringTogether project={project} branch={branch} files={files} store={store} onClose={close} />
        ) : null}
        {open === 'publish' && !isCommitted ? (
          <PublishDialog
            project={project}
            branch={branch}
            files={files}
            canPublish={opening.can_publish && !readOnly}
            isSaved={!store.hasUnsent}
            problems={counts.error + counts.warning}
            onPublished={setJobId}
            onBringTogether={readOnly ? null : () => setOpen('together')}
            onClose={close}
          />
        ) : null}
        {open === 'history' ? (
          <HistoryDialog
            project={project}
            branch={branch}
            mayRestore={!readOnly && project.type !== 'vcs'}
            onRestored={() => setOpen('publish')}
            onClose={close}
          />
        ) : null}
        {open === 'compare' ? <CompareDialog project={project} branch={branch} onClose={close} /> : null}
        {open === 'version' ? (
          <CreateVersionDialog project={project} branch={branch} onClose={close} />
        ) : null}
        {open === 'files' || open === 'commands' ? (
          <CommandPalette commands={commands} start={open === 'commands' ? '>' : ''} onClose={close} />
        ) : null}
        {language.renaming ? (
          <RenameDialog
            client={language.client}
            subject={language.renaming}
            onApply={language.actions.apply}
            onClose={() => language.onRenaming(null)}
          />
        ) : null}
        {language.asked ? (
          <PlanDialog
            title={language.asked.title}
            plan={language.asked.plan}
            action={language.asked.action}
            onApply={() => language.asked?.settle(true)}
            onClose={() => language.asked?.settle(false)}
          />
        ) : null}
        {open === 'shortcuts' ? <ShortcutsDialog onClose={close} /> : null}
        {open === 'unsent' ? <UnsentDialog store={store} pathOf={pathOf} onClose={close} /> : null}
      </Suspense>
    </Box>
  )
}

function Nothing({ isEmpty }: { isEmpty: boolean }) {
  return (
    <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 3 }}>
      <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
        {isEmpty
          ? 'There are no files in this project yet.'
          : `Open a file from the list, or press ${written('Mod+P')}.`}
      </Typography>
    </Box>
  )
}
