// Comments at the desk: the threads of the working copy, where they are, which one is open, and what one is about to say.
import type { Extension } from '@codemirror/state'
import { useTheme } from '@mui/material/styles'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Place } from '../../../../../editing/places/find.ts'
import type { Range } from '../../../../../editing/types.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import type { Stage } from '../desk/use-stage.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import type { StudioFile } from '../model.ts'
import { commentExtensions } from './code-comments.ts'
import { CommentMarks } from './comment-marks.ts'
import { isOfPart } from './marks.ts'
import type { Places, Target, Thread } from './model.ts'
import { useThreads } from './queries.ts'
import { usePlaces } from './use-places.ts'

export interface Draft {
  document: OpenDocument
  epoch: number
  target: Target
}

export interface Comments {
  /** Null for who sees only what is published: comments are about what is being written. */
  threads: readonly Thread[] | null
  error: Error | null
  retry: () => void
  places: Places
  marks: CommentMarks
  unread: number
  isOpen: boolean
  open: () => void
  close: () => void
  selected: number | null
  draft: Draft | null
  endDraft: (made: number | null) => void
  /** The file that a thread is about; undefined where there is none any more. */
  fileOf: (thread: Thread) => StudioFile | undefined
  /** Opens a thread, and shows what it is about. */
  show: (thread: Thread) => void
  fold: () => void
  /** Begins to say something about what one is at; null where there is nothing to be at. */
  begin: (() => void) | null
  beginAt: (target: Target) => void
  next: (by: 1 | -1) => void
  extensions: Extension | undefined
}

const none: readonly Thread[] = []

export function useComments(stage: Stage): Comments {
  const { branch, project, opening, document, active, desk, live, readOnly } = stage
  const isLive = opening.view === 'live'
  const read = useThreads(branch.id, project.id, isLive)
  const threads = read.data ?? none
  const toast = useToast()
  const [marks] = useState(() => new CommentMarks())
  const [selected, setSelected] = useState<number | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  /** What is to be shown once its file is there. */
  const [wanted, setWanted] = useState<number | null>(null)
  const isOpen = stage.side === 'comments' || stage.isCommented
  const epoch = document && stage.store.session(document.id)?.epoch

  const byFile = useMemo(() => {
    const ids = new Map(live.map((file) => [file.id, file]))
    const paths = new Map(live.map((file) => [file.path, file]))
    return (thread: Thread) => ids.get(thread.document_id ?? '') ?? paths.get(thread.path)
  }, [live])
  const frontId = document?.id
  const own = useMemo(
    () => (frontId === undefined ? none : threads.filter((thread) => byFile(thread)?.id === frontId)),
    [threads, byFile, frontId],
  )
  const places = usePlaces({
    document,
    epoch,
    threads: own,
    isSaved: () => frontId !== undefined && stage.store.session(frontId)?.state.status === 'saved',
    mayWrite: !readOnly && isLive,
  })

  useEffect(() => {
    const shown = own.flatMap((thread) => {
      const place = places.get(thread.id)
      if (!place || (thread.is_resolved && thread.id !== selected)) return []
      return [
        {
          id: thread.id,
          range: place.range,
          path: place.path,
          isPart: isOfPart(thread),
          isSelected: thread.id === selected,
        },
      ]
    })
    marks.show(frontId ?? null, shown)
  }, [marks, own, places, selected, frontId])

  const open = () => (stage.isSmall ? stage.setSide('comments') : stage.setCommented(true))
  const reveal = (shown: OpenDocument, place: Place) => {
    if (stage.hasForm && desk.view === 'form' && place.path && shown.description)
      stage.setPath(shown.id, place.path)
    else desk.open(shown.id, { range: { from: place.range.from, to: place.range.from } })
  }
  const show = (thread: Thread) => {
    setSelected(thread.id)
    setDraft(null)
    open()
    const file = byFile(thread)
    if (!file || stage.isSmall) return
    setWanted(thread.id)
    if (file.id !== active?.id) stage.openFile(file.id)
  }
  const revealWanted = useEffectEvent(() => {
    const thread = own.find(({ id }) => id === wanted)
    if (!thread || !document || !places.has(thread.id)) return
    const place = places.get(thread.id)
    setWanted(null)
    if (place) reveal(document, place)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is there, and only then.
  useEffect(() => {
    if (wanted !== null) revealWanted()
  }, [wanted, places, frontId])

  const beginAt = (target: Target) => {
    if (!document || epoch === undefined) return
    setSelected(null)
    setDraft({ document, epoch, target })
    open()
  }
  const begin = () => {
    if (!document) return
    const isForm = stage.hasForm && desk.view === 'form' && document.description !== null
    const isArticle = stage.hasForm && desk.view === 'form'
    const selection = isArticle ? selectionInField() : marks.selection(document.id)
    if (isForm) beginAt({ kind: 'part', path: stage.path })
    else
      beginAt({
        kind: 'range',
        range: selection ?? { from: 0, to: Math.min(document.model.text.length, 200) },
      })
  }
  marks.onOpen = (id) => {
    const thread = threads.find((one) => one.id === id)
    if (thread) show(thread)
  }
  marks.onComment = begin

  // By a mail or a link: ?comment=
  const [search, setSearch] = useSearchParams()
  const asked = search.get('comment')
  const arrive = useEffectEvent(() => {
    const thread = threads.find(({ id }) => String(id) === asked)
    if (thread) show(thread)
    else {
      open()
      toast.info('This comment is not there any more.')
    }
    setSearch(
      (now) => {
        now.delete('comment')
        return now
      },
      { replace: true },
    )
  })
  const isReady = read.data !== undefined
  useEffect(() => {
    if (isReady && asked !== null) arrive()
  }, [isReady, asked])

  const { palette } = useTheme()
  const colours = useMemo(
    () => ({ mark: palette.warning.main, text: palette.warning.contrastText }),
    [palette.warning.main, palette.warning.contrastText],
  )
  const extensions = useMemo(
    () => (isLive && active?.kind === 'text' ? commentExtensions(marks, active.id, colours) : undefined),
    [isLive, marks, active?.id, active?.kind, colours],
  )
  const next = (by: 1 | -1) => {
    const listed = own.filter((thread) => !thread.is_resolved && places.get(thread.id)).sort(byPlace(places))
    const among = listed.length > 0 ? listed : threads.filter((thread) => !thread.is_resolved)
    if (among.length === 0) return toast.info('No comment is open here.')
    const at = among.findIndex(({ id }) => id === selected)
    const thread = among[at < 0 ? (by > 0 ? 0 : among.length - 1) : (at + by + among.length) % among.length]
    if (thread) show(thread)
  }
  return {
    threads: isLive ? threads : null,
    error: read.isError && !read.data ? read.error : null,
    retry: () => void read.refetch(),
    places,
    marks,
    unread: threads.reduce((sum, { unread }) => sum + unread, 0),
    isOpen,
    open,
    close: () => {
      if (stage.isSmall) stage.setSide('document')
      stage.setCommented(false)
      setDraft(null)
      setSelected(null)
    },
    selected,
    draft,
    endDraft: (made) => {
      setDraft(null)
      setSelected(made)
    },
    fileOf: byFile,
    show,
    fold: () => setSelected(null),
    begin: isLive && document ? begin : null,
    beginAt,
    next,
    extensions,
  }
}

/** In the order of the text; those that are nowhere last. */
export function byPlace(places: Places): (a: Thread, b: Thread) => number {
  const offset = ({ id }: Thread) => places.get(id)?.range.from ?? Number.MAX_SAFE_INTEGER
  return (a, b) => offset(a) - offset(b) || a.id - b.id
}

/** What is selected in the source of an article, or the line that one is in. */
function selectionInField(): Range | null {
  const field = window.document.querySelector<HTMLTextAreaElement>('#studio-document textarea')
  if (!field) return null
  const { value, selectionStart: from, selectionEnd: to } = field
  if (from < to) return { from, to }
  const end = value.indexOf('\n', from)
  return { from: value.slice(0, from).lastIndexOf('\n') + 1, to: end < 0 ? value.length : end }
}
