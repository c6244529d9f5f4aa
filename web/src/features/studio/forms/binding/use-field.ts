// What is typed into one field: kept apart from the text until a pause or the end, never over what others wrote.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Path, Range, Refused } from '../../../../../../editing/types.ts'
import { commit } from './commit.ts'
import { removeEdits, setEdits } from './edits.ts'
import { useForm } from './form-context.tsx'
import { usePart, usePath } from './use-part.ts'

/** How long a pause in typing is until it is written, ms. */
const pause = 300
/** The page may end, or ends. Phones end a page that is hidden without a word. */
const ends = ['beforeunload', 'pagehide', 'visibilitychange'] as const

/** How a value is typed. A text that is no value of this kind is refused with a sentence. */
export interface Codec {
  show: (value: unknown) => string
  /** `undefined`: the value is taken away. */
  read: (text: string) => { value: unknown } | { problem: string }
}

export interface FieldOptions {
  codec: Codec
  /** How many of the objects around it go with the field, once they hold nothing else. */
  prune?: number | undefined
}

interface Draft {
  text: string
  /** What the field showed when typing began, or when it was last written. */
  base: string
  isDirty: boolean
}

export interface Field {
  text: string
  value: unknown
  isReadOnly: boolean
  /** Something was typed that is not in the text yet. */
  isUnsent: boolean
  /** The part cannot be read now; what is shown was its last good value. */
  broken: Refused | null
  /** Why what was typed is not in the text: `at` is where to look. */
  problem: { message: string; at: Range | null } | null
  /** What somebody else wrote here meanwhile. */
  theirs: string | null
  type: (text: string) => void
  /** Writes at once. */
  flush: () => void
  /** Ends the editing: what cannot be written stays. */
  leave: () => void
  focus: () => void
  keepMine: () => void
  takeTheirs: () => void
}

/** Binds a field to a place of the description. */
export function useField(path: Path, { codec, prune = 0 }: FieldOptions): Field {
  const { source, look } = useForm()
  const place = usePath(path)
  const part = usePart(place)
  const [draft, setDraftState] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<Field['problem']>(null)
  const latest = useRef<Draft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const setDraft = useCallback((next: Draft | null) => {
    latest.current = next
    setDraftState(next)
  }, [])

  const shown = codec.show(part.value)
  const isOurs = draft !== null && (draft.isDirty || draft.base === shown)
  const theirs =
    draft?.isDirty && draft.base !== shown && draft.text !== shown && !part.problem ? shown : null

  const now = useRef({ source, look, place, codec, prune })
  now.current = { source, look, place, codec, prune }

  /** Writes the draft, unless somebody else was here first; `over` writes all the same. */
  const write = useCallback(
    (over = false) => {
      clearTimeout(timer.current)
      const typed = latest.current
      const at = now.current
      if (!typed?.isDirty || at.source.readOnly) return
      const standing = at.codec.show(at.look(at.place))
      if (!over && standing !== typed.base) return
      const read = at.codec.read(typed.text)
      if ('problem' in read) return setProblem({ message: read.problem, at: null })
      const edits =
        standing === typed.text && read.value !== undefined
          ? []
          : read.value === undefined
            ? removeEdits(at.look, at.place, at.prune)
            : setEdits(at.look, at.place, read.value)
      const refused = commit(at.source, edits)
      if (refused) {
        const place = refused.at ?? at.source.description.range(at.place) ?? at.source.description.range([])
        return setProblem({ message: refused.reason, at: place })
      }
      setProblem(null)
      setDraft({ text: typed.text, base: at.codec.show(at.look(at.place)), isDirty: false })
    },
    [setDraft],
  )

  // What was typed is not lost with the field, as long as what it belongs to is there.
  useEffect(
    () => () => {
      const { look, place } = now.current
      if (
        place.length < 2 ||
        look(place.slice(0, Math.max(1, place.length - 1 - now.current.prune))) !== undefined
      )
        write()
      clearTimeout(timer.current)
    },
    [write],
  )

  // Nor with the page: before the others that listen for its end put aside what is written (desk/Lines.tsx).
  const isUnsent = draft?.isDirty ?? false
  useEffect(() => {
    if (!isUnsent) return
    const onEnd = ({ type }: Event) => {
      if (type !== 'visibilitychange' || document.visibilityState === 'hidden') write()
    }
    for (const end of ends) window.addEventListener(end, onEnd, { capture: true })
    return () => {
      for (const end of ends) window.removeEventListener(end, onEnd, { capture: true })
    }
  }, [isUnsent, write])

  return {
    text: isOurs ? draft.text : shown,
    value: part.value,
    isReadOnly: source.readOnly || part.problem !== null,
    isUnsent,
    broken: part.problem,
    problem,
    theirs,
    type: (text) => {
      if (source.readOnly) return
      const known = latest.current
      const base = known && (known.isDirty || known.base === shown) ? known.base : shown
      setDraft({ text, base, isDirty: true })
      setProblem(null)
      clearTimeout(timer.current)
      // An empty field is one where something else is about to be typed: its key goes, or gets quotes, at the end only.
      if (text !== '') timer.current = setTimeout(() => write(), pause)
    },
    flush: () => write(),
    focus: () => source.awareness.edit(place),
    leave: () => {
      write()
      source.awareness.edit(null)
      if (latest.current && !latest.current.isDirty) setDraft(null)
    },
    keepMine: () => write(true),
    takeTheirs: () => {
      clearTimeout(timer.current)
      setProblem(null)
      setDraft(null)
    },
  }
}
