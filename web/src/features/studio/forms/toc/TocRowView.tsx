import Article from '@mui/icons-material/ArticleOutlined'
import ChevronRight from '@mui/icons-material/ChevronRight'
import DragIndicator from '@mui/icons-material/DragIndicator'
import Folder from '@mui/icons-material/FolderOutlined'
import HorizontalRule from '@mui/icons-material/HorizontalRule'
import IconButton from '@mui/material/IconButton'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { RowMenu } from '../../../../shared/ui/table/RowMenu.tsx'
import { keptTextCodec } from '../binding/codecs.ts'
import { removeEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { action, destructive } from '../fields/actions.tsx'
import { TextField } from '../fields/TextField.tsx'
import type { Step, TocKind, TocRow } from './toc-model.ts'
import { Part, Row } from './toc-style.ts'

type Place = 'before' | 'inside' | 'after'

interface Props {
  row: TocRow
  isReadOnly: boolean
  isDragged: boolean
  onDrag: (row: TocRow | null) => void
  onDrop: (row: TocRow, place: Place) => void
  onKeyDown: (event: KeyboardEvent, row: TocRow) => void
  onToggle: () => void
  onStep: (step: Step) => void
  onAdd: (kind: TocKind) => void
}

const icons = { item: Article, group: Folder, divider: HorizontalRule, other: HorizontalRule }
const names = { item: 'page', group: 'group', divider: 'divider', other: 'entry' }

/** One entry of the table of contents. */
export function TocRowView({
  row,
  isReadOnly,
  isDragged,
  onDrag,
  onDrop,
  onKeyDown,
  onToggle,
  onStep,
  onAdd,
}: Props) {
  const { run, look, sayDeleted } = useForm()
  const [over, setOver] = useState<Place | null>(null)
  const Icon = icons[row.kind]
  const name = row.title || names[row.kind]
  const placeOf = (event: DragEvent<HTMLElement>): Place => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - box.top) / Math.max(1, box.height)
    if (row.kind === 'group' && share > 0.3 && share < 0.7) return 'inside'
    return share < 0.5 ? 'before' : 'after'
  }
  const remove = () => {
    if (run(removeEdits(look, row.path)) === null) sayDeleted(name)
  }
  return (
    <Row
      role="row"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
      data-over={over ?? undefined}
      data-dragged={isDragged || undefined}
      style={{ paddingLeft: 4 + row.depth * 20 }}
      onKeyDown={(event: KeyboardEvent) => onKeyDown(event, row)}
      onDragOver={(event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        setOver(placeOf(event))
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        setOver(null)
        onDrop(row, placeOf(event))
      }}
    >
      <Part role="gridcell" className="handle">
        {isReadOnly ? null : (
          <span
            draggable
            title="Drag to move"
            aria-hidden="true"
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', row.title)
              onDrag(row)
            }}
            onDragEnd={() => onDrag(null)}
          >
            <DragIndicator fontSize="compact" />
          </span>
        )}
        {row.kind === 'group' ? (
          <IconButton
            size="small"
            aria-label={`${row.isOpen ? 'Close' : 'Open'} ${name}`}
            onClick={onToggle}
            sx={{ p: 0.25 }}
          >
            <ChevronRight fontSize="compact" sx={{ transform: row.isOpen ? 'rotate(90deg)' : 'none' }} />
          </IconButton>
        ) : null}
        <Icon fontSize="compact" titleAccess={names[row.kind]} color="disabled" />
      </Part>
      <Part role="gridcell" className="title">
        <TextField
          path={[...row.path, 'title']}
          label={`Title of ${name}`}
          codec={keptTextCodec}
          isLabelHidden
          isBare
          isStrong={row.kind !== 'item'}
        />
      </Part>
      {row.kind === 'item' ? (
        <Part role="gridcell" className="uri">
          <TextField
            path={[...row.path, 'uri']}
            label={`File of ${name}`}
            codec={keptTextCodec}
            isLabelHidden
            isBare
            isMono
            placeholder="docs/start.md"
          />
        </Part>
      ) : null}
      <Part role="gridcell" className="buttons">
        {isReadOnly ? null : (
          <RowMenu
            tabIndex={0}
            label={`Actions of ${name}`}
            actions={[
              ...(row.kind === 'group'
                ? [
                    action('Add page inside', () => onAdd('item')),
                    action('Add group inside', () => onAdd('group')),
                  ]
                : []),
              action('Move up', () => onStep('up'), row.position === 1 ? 'It is the first.' : null),
              action('Move down', () => onStep('down'), row.position === row.size ? 'It is the last.' : null),
              action('Move out of its group', () => onStep('out'), row.depth === 0 ? 'It is in none.' : null),
              action('Move into the group above', () => onStep('in')),
              destructive('Delete', remove),
            ]}
          />
        )}
      </Part>
    </Row>
  )
}
