// Everything that the parts of the desk share: what is open, what is in front, and what may be done with it.
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo, useState } from 'react'
import type { Path } from '../../../../../editing/types.ts'
import { hasForm, type OpenDocument } from '../documents/open-document.ts'
import type { DocumentStore } from '../documents/store.ts'
import { useOpenDocument } from '../documents/use-open-document.ts'
import type { StudioBranch, StudioFile, StudioOpening, StudioProject } from '../model.ts'
import { Caret } from './caret.ts'
import { useArrival } from './use-arrival.ts'
import { useDesk, type View } from './use-desk.ts'
import { useLanguage } from './use-language.ts'

export interface StageProps {
  opening: StudioOpening
  project: StudioProject
  branch: StudioBranch
  /** By the access mode or the address; a phone reads only as well. */
  readOnly: boolean
  store: DocumentStore
  files: readonly StudioFile[]
  pathOf: (id: string) => string | undefined
}

/** The dialog that is open. */
export type OpenDialog =
  | 'publish'
  | 'together'
  | 'pull'
  | 'branch'
  | 'host-branches'
  | 'history'
  | 'compare'
  | 'version'
  | 'releases'
  | 'release'
  | 'files'
  | 'commands'
  | 'shortcuts'
  | 'unsent'
  | 'try-rules'
  | null

/** What a phone shows of the three panes. */
export type Side = 'files' | 'document' | 'preview' | 'comments'

export type Stage = ReturnType<typeof useStage>

const root: Path = []

export function useStage({ opening, project, branch, readOnly: isReader, store, files, pathOf }: StageProps) {
  const isSmall = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true })
  // A phone shows what there is; it is written on larger screens.
  const readOnly = isReader || isSmall
  const desk = useDesk(branch.id, files)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [creating, setCreating] = useState<{ template?: string; folder?: string } | null>(null)
  const [caret] = useState(() => new Caret())
  const [at, setAt] = useState<{ id: string; path: Path } | null>(null)
  const [side, setSide] = useState<Side>('files')
  const [jobId, setJobId] = useState<string | null>(null)
  const [commitId, setCommitId] = useState<string | null>(null)
  const [isPreviewed, setPreviewed] = useState(true)
  const [isCommented, setCommented] = useState(false)
  const live = useMemo(() => files.filter(({ deleted_at }) => deleted_at === null), [files])
  const byId = useMemo(() => new Map(live.map((file) => [file.id, file])), [live])
  const tabs = desk.tabs.flatMap((id) => byId.get(id) ?? [])
  const active = tabs.find(({ id }) => id === desk.active)
  const opened = useOpenDocument(active?.kind === 'text' ? active.id : null)
  const document = useMemo(() => (opened && readOnly ? { ...opened, readOnly } : opened), [opened, readOnly])
  const openFile = (id: string) => {
    desk.open(id)
    setSide('document')
  }
  const goTo = (id: string, to: Path) => {
    openFile(id)
    setAt({ id, path: to })
  }
  useArrival({ branch, files, isEmpty: desk.active === null, onOpen: goTo })
  const language = useLanguage({
    projectId: project.id,
    branchSlug: branch.slug,
    store,
    files,
    front: active,
    readOnly,
    here: () => {
      const offset = caret.place?.offset ?? 0
      return active ? { id: active.id, range: { from: offset, to: offset } } : null
    },
    onGo: (id, range) => {
      desk.open(id, { range })
      setSide('document')
    },
  })
  const path = at && at.id === active?.id ? at.path : root
  /** The same place in the other view. */
  const showAs = (view: View) => {
    const { description, id } = document ?? {}
    if (description && id && view === 'code' && path.length > 0) {
      const range = description.range(path)
      if (range) return desk.open(id, { range: { from: range.from, to: range.from } })
    } else if (description && id && view === 'form' && caret.place) {
      setAt({ id, path: description.pathAt(caret.place.offset) })
    }
    desk.show(view)
  }
  return {
    opening,
    project,
    branch,
    store,
    files,
    pathOf,
    isReader,
    isSmall,
    readOnly,
    desk,
    language,
    /** The files that are not deleted. */
    live,
    tabs,
    active,
    document,
    hasForm: document !== undefined && hasForm(document),
    /** Where in the file in front one is. */
    path,
    /** The same for who writes code. */
    caret,
    setPath: (id: string, path: Path) => setAt({ id, path }),
    openFile,
    /** In the form it opens, in the code it is shown. */
    showAt: (shown: OpenDocument, to: Path) => {
      const range = desk.view === 'code' ? shown.description?.range(to) : null
      goTo(shown.id, to)
      if (range) desk.open(shown.id, { range: { from: range.from, to: range.from } })
    },
    showAs,
    toggleView: () => showAs(desk.view === 'form' ? 'code' : 'form'),
    dialog,
    setDialog,
    creating,
    setCreating,
    side,
    setSide,
    jobId,
    setJobId,
    commitId,
    setCommitId,
    isPreviewed,
    setPreviewed,
    /** The comments stand in the place of the preview. */
    isCommented,
    setCommented,
    // What comes from a repository is committed there.
    isCommitted: project.type === 'vcs' && opening.mode === 'readWrite' && !readOnly,
    isVersioned: project.type === 'web' && opening.can_create_branch && !readOnly,
  }
}
