// The language at the desk: what is wrong, where things are used, and changes over several files.
import type { Extension } from '@codemirror/state'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Subject } from '../../../../../editing/references/index.ts'
import type { Range } from '../../../../../editing/types.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { readContent } from '../content.ts'
import type { DocumentStore } from '../documents/store.ts'
import { type LanguageClient, startLanguage } from '../language/client.ts'
import { languageExtensions } from '../language/extensions.ts'
import { Mirror } from '../language/mirror.ts'
import type { FileHits, ShownPlan, TextFile } from '../language/protocol.ts'
import { useLiveLint } from '../lint/use-live-lint.ts'
import type { StudioFile } from '../model.ts'
import { type Analysis, startAnalysis } from '../preview/analysis-client.ts'
import { type Around, type DeskActions, deskActions } from './language-actions.ts'
import { publishedFiles } from './published.ts'

export type Panel = 'problems' | 'search' | 'uses' | 'changes'

/** Changes of several files that somebody is asked about. */
interface AskedPlan {
  title: string
  action: string
  plan: ShownPlan
  settle: (isWanted: boolean) => void
}

export interface LanguageDesk {
  client: LanguageClient
  analysis: Analysis
  /** The files as they were published last, given those of now. */
  loadBase: (now: readonly TextFile[]) => Promise<readonly TextFile[]>
  /** What of the rules cannot be said here. */
  rulesNote: string | null
  panel: Panel | null
  showPanel: (panel: Panel | null) => void
  /** What the search begins with; another object begins anew. */
  searched: { text: string }
  found: { subject: Subject; uses: readonly FileHits[] | null } | null
  renaming: Subject | null
  onRenaming: (subject: Subject | null) => void
  asked: AskedPlan | null
  extensions: readonly Extension[] | undefined
  actions: DeskActions
  fail: (error: unknown) => void
}

interface Given {
  projectId: number
  branchSlug: string
  store: DocumentStore
  files: readonly StudioFile[]
  /** The file in front. */
  front: StudioFile | undefined
  readOnly: boolean
  here: () => { id: string; range: Range } | null
  onGo: (id: string, range: Range) => void
}

/** Follows the working copy with a worker of its own. */
export function useLanguage(given: Given): LanguageDesk {
  const { projectId, branchSlug, store, files, front } = given
  const toast = useToast()
  const [client] = useState(startLanguage)
  const [analysis] = useState(startAnalysis)
  const [panel, showPanel] = useState<Panel | null>(null)
  const [searched, setSearched] = useState({ text: '' })
  const [found, setFound] = useState<LanguageDesk['found']>(null)
  const [renaming, onRenaming] = useState<Subject | null>(null)
  const [asked, setAsked] = useState<AskedPlan | null>(null)

  const around: Around = {
    ...given,
    onUses: (subject, uses) => {
      setFound({ subject, uses })
      showPanel('uses')
    },
    onRename: onRenaming,
    onSearch: (text) => {
      setSearched({ text })
      showPanel('search')
    },
    confirm: (plan, title, action) =>
      new Promise((resolve) => {
        const settle = (isWanted: boolean) => {
          setAsked(null)
          resolve(isWanted)
        }
        setAsked({ plan, title, action, settle })
      }),
    tell: toast.info,
    fail: (error) => toast.error(error instanceof Error ? error.message : messageOf(error)),
  }
  const latest = useRef(around)
  latest.current = around
  const [actions] = useState(() => deskActions(client, () => latest.current))

  const mirror = useRef<Mirror | null>(null)
  useEffect(() => {
    // React mounts twice while developing: a worker that was stopped begins anew.
    if (client.state === 'down') client.restart()
    const made = new Mirror({
      client,
      store,
      read: async (file) => plain(await (await readContent(projectId, branchSlug, file)).text()),
    })
    mirror.current = made
    made.setFiles(latest.current.files)
    store.mergeBy({
      merge: (asked) => client.ask('merge', asked),
      repair: (asked) => client.ask('repair', asked),
    })
    return () => {
      store.mergeBy(null)
      made.close()
      client.stop()
      analysis.stop()
    }
  }, [client, analysis, store, projectId, branchSlug])
  const loadBase = useCallback(
    (now: readonly TextFile[]) => publishedFiles(projectId, branchSlug, latest.current.files, now),
    [projectId, branchSlug],
  )
  useEffect(() => mirror.current?.setFiles(files), [files])
  useEffect(() => client.setFront(front?.path ?? null), [client, front?.path])

  const path = front?.kind === 'text' ? front.path : null
  const rulesNote = useLiveLint({
    client,
    projectId,
    front: path,
    isEditor: !given.readOnly,
    offset: () => latest.current.here()?.range.from ?? 0,
  })
  const extensions = useMemo(
    () => (path === null ? undefined : [languageExtensions(client, path, actions)]),
    [client, path, actions],
  )
  return {
    client,
    analysis,
    loadBase,
    rulesNote,
    panel,
    showPanel,
    searched,
    found,
    renaming,
    onRenaming,
    asked,
    extensions,
    actions,
    fail: around.fail,
  }
}

/** As the editor has it: a mark and other line endings are no part of the text. */
function plain(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}
