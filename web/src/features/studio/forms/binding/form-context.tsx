// What every field of a form needs to know, and the ways out of it.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Edit, Key, Path, Range, Refused } from '../../../../../../editing/types.ts'
import { DeletedNotice } from '../../layout/DeletedNotice.tsx'
import { commit } from './commit.ts'
import type { Flavour } from './flavour.ts'
import { type FormSource, PartReader, valueAt, wholeAt } from './source.ts'

export interface FormWays {
  onEditInCode: (range: Range) => void
  onOpen: (path: Path) => void
  /** Markdown as the docs show it, for previews. */
  renderMarkdown?: ((markdown: string) => ReactNode) | undefined
  /** What is to be said above the form of a place. */
  renderAbove?: ((path: Path) => ReactNode) | undefined
  /** Renames what others refer to, with their references; without it only those of this file follow. */
  onRename?: ((path: Path, name: string, more?: readonly Edit[]) => Promise<boolean>) | undefined
}

export interface FormContextValue extends FormWays {
  source: FormSource
  flavour: Flavour
  reader: PartReader
  /** Calls after changes of the text; returns the way to stop. */
  subscribe: (listen: () => void) => () => void
  /** Makes edits; a refusal is shown at the top of the form, and answered. */
  run: (edits: readonly Edit[]) => Refused | null
  /** Shows why something was not done. */
  refuse: (refused: Refused | null) => void
  look: (path: Path) => unknown
  /** As `look`, but nothing where a part of it cannot be read: for what is copied, and for what takes its place. */
  lookAtAll: (path: Path) => unknown
  /** Whether there is anything at a path; cheaper than looking at it. */
  has: (path: Path) => boolean
  /** The members at a path in the order of the text, which objects of JavaScript do not keep. */
  keys: (path: Path) => readonly Key[]
  /** Moves a member to the place that another of the same object or array has. */
  moveTo: (path: Path, other: Key) => void
  /** Tells a screen reader what happened. */
  say: (message: string) => void
  /** Tells everybody what was deleted, with the way to take that back. */
  sayDeleted: (name: string) => void
}

const Context = createContext<FormContextValue | null>(null)

export function useForm(): FormContextValue {
  const value = useContext(Context)
  if (!value) throw new Error('A field needs a form around it.')
  return value
}

interface Props extends FormWays {
  source: FormSource
  flavour: Flavour
  children: ReactNode
  /** When what is shown hears of changes, if not at once. */
  subscribe?: FormContextValue['subscribe']
  /** Shows the refusal of the last edit. */
  renderRefusal: (refused: Refused, dismiss: () => void) => ReactNode
}

/** A form over one document. */
export function FormScope({ source, flavour, children, subscribe, renderRefusal, ...ways }: Props) {
  const [refused, setRefused] = useState<Refused | null>(null)
  const [said, setSaid] = useState('')
  const [deleted, setDeleted] = useState<string | null>(null)
  // With the next step of one's own, undo is that one's.
  useEffect(
    () => source.model.subscribe((_changes, origin) => origin !== 'remote' && setDeleted(null)),
    [source],
  )
  const latest = useRef(ways)
  latest.current = ways
  const reader = useMemo(() => new PartReader(source), [source])
  const look = useCallback((path: Path) => valueAt(source, path), [source])
  const hasRename = ways.onRename !== undefined
  const { renderMarkdown } = ways
  const value = useMemo<FormContextValue>(() => {
    const keys = (path: Path) => source.description.keys(path) ?? []
    const run = (edits: readonly Edit[]) => {
      const refusal = commit(source, edits)
      setRefused(refusal)
      return refusal
    }
    return {
      source,
      flavour,
      reader,
      subscribe: subscribe ?? ((listen) => source.model.subscribe(listen)),
      refuse: setRefused,
      has: (path) => source.description.range(path) !== null,
      look,
      lookAtAll: (path) => wholeAt(source, path),
      keys,
      say: setSaid,
      sayDeleted: (name) => setDeleted(`${name} was deleted.`),
      run,
      moveTo: (path, other) => {
        const index = keys(path.slice(0, -1)).findIndex((key) => String(key) === String(other))
        if (index >= 0) run([{ type: 'move', path, index }])
      },
      onEditInCode: (range) => latest.current.onEditInCode(range),
      onOpen: (path) => latest.current.onOpen(path),
      renderMarkdown,
      ...(hasRename && {
        onRename: async (path, name, more) => (await latest.current.onRename?.(path, name, more)) ?? false,
      }),
    }
  }, [source, flavour, reader, subscribe, look, renderMarkdown, hasRename])
  return (
    <Context.Provider value={value}>
      {refused ? renderRefusal(refused, () => setRefused(null)) : null}
      {children}
      {deleted === null ? null : (
        <DeletedNotice
          message={deleted}
          onUndo={() => source.model.undo()}
          onDismiss={() => setDeleted(null)}
        />
      )}
      <span
        role="status"
        style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {said}
      </span>
    </Context.Provider>
  )
}
