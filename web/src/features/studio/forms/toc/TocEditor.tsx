import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Edit, Path } from '../../../../../../editing/types.ts'
import { appendEdits, setEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart } from '../binding/use-part.ts'
import { FormSection } from '../fields/FormSection.tsx'
import { Line, Nothing } from '../fields/style.ts'
import { TocRowView } from './TocRowView.tsx'
import {
  freshEntry,
  moveEdits,
  type Step,
  stepEdits,
  type TocKind,
  type TocRow,
  tocRows,
} from './toc-model.ts'
import { TocTree } from './toc-style.ts'

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' }
/** Rows that are rendered at first; each is a form of its own. */
const shownAtFirst = 120

/** The order of the documentation's pages: groups, pages and dividers, moved by dragging or with Alt and the arrows. */
export function TocEditor() {
  const { source, look, run, say } = useForm()
  const { value, problem } = usePart([])
  const [closed, setClosed] = useState<Record<string, boolean>>({})
  const [shown, setShown] = useState(shownAtFirst)
  const [dragged, setDragged] = useState<TocRow | null>(null)
  const rows = useMemo(() => tocRows(value, (key) => closed[key] !== true), [value, closed])
  const isReadOnly = source.readOnly || problem !== null
  const add = (kind: TocKind, list: Path = ['items']) => {
    const isEmpty = look([]) === undefined || look([]) === null
    run(
      isEmpty ? setEdits(look, [], { items: [freshEntry(kind)] }) : appendEdits(look, list, freshEntry(kind)),
    )
  }
  const perform = (edits: Edit[] | null, row: TocRow) => {
    if (!edits || edits.length === 0 || run(edits)) return
    say(`${row.title} was moved.`)
  }
  const onKeyDown = (event: KeyboardEvent, row: TocRow) => {
    const step = event.altKey ? steps[event.key] : undefined
    if (!step || isReadOnly) return
    event.preventDefault()
    perform(stepEdits(value, row, step), row)
  }
  const drop = (target: TocRow, place: 'before' | 'inside' | 'after') => {
    if (!dragged) return
    const list = target.path.slice(0, -1)
    const index = Number(target.path.at(-1))
    const edits =
      place === 'inside'
        ? moveEdits(value, dragged.path, [...target.path, 'items'], target.inside)
        : moveEdits(value, dragged.path, list, place === 'before' ? index : index + 1)
    perform(edits, dragged)
    setDragged(null)
  }
  return (
    <FormSection
      title="Table of contents"
      hint="What readers find in the sidebar, in this order. Drag entries, or move them with Alt and the arrow keys."
    >
      {rows.length === 0 ? (
        <Nothing>Nothing in it yet: the sidebar lists every page by itself.</Nothing>
      ) : null}
      {rows.length > 0 ? (
        <TocTree role="treegrid" aria-label="Table of contents" aria-readonly={isReadOnly || undefined}>
          {rows.slice(0, shown).map((row) => (
            <TocRowView
              key={row.key}
              row={row}
              isReadOnly={isReadOnly}
              isDragged={dragged?.key === row.key}
              onDrag={setDragged}
              onDrop={drop}
              onKeyDown={onKeyDown}
              onToggle={() => setClosed((known) => ({ ...known, [row.key]: row.isOpen }))}
              onStep={(step) => perform(stepEdits(value, row, step), row)}
              onAdd={(kind) => add(kind, [...row.path, 'items'])}
            />
          ))}
        </TocTree>
      ) : null}
      {rows.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + shownAtFirst * 4)} sx={{ justifySelf: 'start' }}>
          Show more of {(rows.length - shown).toLocaleString('en')} others
        </Button>
      ) : null}
      {isReadOnly ? null : (
        <Line>
          <Button size="small" startIcon={<AddIcon />} onClick={() => add('item')}>
            Add page
          </Button>
          <Button size="small" startIcon={<AddIcon />} onClick={() => add('group')}>
            Add group
          </Button>
          <Button size="small" startIcon={<AddIcon />} onClick={() => add('divider')}>
            Add divider
          </Button>
        </Line>
      )}
    </FormSection>
  )
}
