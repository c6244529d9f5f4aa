import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { RowMenu } from '../../../../shared/ui/table/RowMenu.tsx'
import { pathOfReference } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { CommentSpot } from '../comment-slot.tsx'
import { DetailsButton } from '../fields/DetailsButton.tsx'
import { ExtractDialog } from '../fields/ExtractDialog.tsx'
import { NameBox } from '../fields/NameBox.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Details } from './Details.tsx'
import { RequiredMark } from './RequiredMark.tsx'
import type { SchemaRow } from './rows.ts'
import { TypeButton } from './TypeButton.tsx'
import { Cell, Item } from './tree-style.ts'
import { useRowActions } from './use-row-actions.ts'

interface Props {
  row: SchemaRow
  isReadOnly: boolean
  onToggle: (key: string, isOpen: boolean) => void
  onMore?: () => void
}

/** One schema of the tree: name, type, whether it has to be there, what it is for; all of the rest below it. */
export const SchemaRowView = memo(
  function SchemaRowView({ row, isReadOnly, onToggle, onMore }: Props) {
    const [isDetailed, setDetailed] = useState(false)
    const id = useId()
    const { onOpen } = useForm()
    const rowActions = useRowActions(row, () => onToggle(row.key, true))
    const type = useRef<HTMLDivElement>(null)
    useEffect(() => rowActions.settle(type.current))
    const of = row.kind === 'root' ? 'the schema' : row.name
    const target = row.reference === null ? null : pathOfReference(row.reference)
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || isReadOnly) return
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        event.preventDefault()
        rowActions.move(event.key === 'ArrowUp' ? -1 : 1)
      }
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        if (!row.isOpenable) return
        event.preventDefault()
        onToggle(row.key, event.key === 'ArrowRight')
      }
    }
    return (
      <Item className="item">
        <Cell
          className="row"
          role="row"
          aria-level={row.depth + 1}
          aria-posinset={row.position}
          aria-setsize={row.size}
          aria-expanded={row.isOpenable ? row.isOpen : undefined}
          data-deprecated={row.isDeprecated || undefined}
          onKeyDown={onKeyDown}
        >
          <Cell className="name" role="gridcell">
            {indents[row.depth]}
            <Chevron row={row} of={of} onToggle={onToggle} />
            {row.kind === 'property' || row.kind === 'named' ? (
              <NameBox
                isBare
                isMono
                label={`Name of ${row.name}`}
                name={row.name}
                isReadOnly={isReadOnly}
                onName={rowActions.rename}
                onEnter={() => rowActions.addBeside()}
                autoFocus={rowActions.addition}
              />
            ) : (
              <span className="given">{row.kind === 'root' ? 'schema' : row.name}</span>
            )}
          </Cell>
          <Cell ref={type} className="type" role="gridcell">
            <TypeButton path={row.path} label={row.label} of={of} />
            {row.kind === 'named' ? (
              <span className="role">{namedRoles[String(row.path.at(-2))] ?? ''}</span>
            ) : null}
            {row.owner ? (
              <RequiredMark row={row} isReadOnly={isReadOnly} onChange={rowActions.require} />
            ) : null}
          </Cell>
          <Cell className="text" role="gridcell">
            {row.kind === 'root' ? null : (
              <TextField
                path={[...row.path, 'description']}
                label={`Description of ${of}`}
                isLabelHidden
                isBare
                placeholder="Description"
              />
            )}
          </Cell>
          <Cell className="buttons" role="gridcell">
            {target ? (
              <Button
                size="small"
                color="inherit"
                onClick={() => onOpen(target)}
                aria-label={`Open ${row.label}`}
                sx={{ minWidth: 0 }}
              >
                Open
              </Button>
            ) : null}
            {row.kind === 'root' ? null : <CommentSpot path={row.path} of={of} />}
            <DetailsButton
              of={of}
              isOpen={isDetailed}
              controls={id}
              onToggle={() => setDetailed(!isDetailed)}
            />
            {isReadOnly ? null : (
              <RowMenu tabIndex={0} label={`Actions of ${of}`} actions={rowActions.entries} />
            )}
          </Cell>
        </Cell>
        {isDetailed ? (
          <Cell role="row" aria-level={row.depth + 2} data-more>
            <Cell className="details" role="gridcell" id={id}>
              <Details path={row.path} />
            </Cell>
          </Cell>
        ) : null}
        {onMore ? (
          <Cell role="row" data-more>
            <Cell className="more" role="gridcell">
              <Button size="small" onClick={onMore}>
                Show more of {row.more.toLocaleString('en')} others
              </Button>
            </Cell>
          </Cell>
        ) : null}
        {rowActions.isExtracting ? (
          <ExtractDialog
            path={row.path}
            kind="schemas"
            name={row.name || 'Model'}
            onClose={rowActions.endExtracting}
          />
        ) : null}
      </Item>
    )
  },
  (before, after) =>
    before.isReadOnly === after.isReadOnly && JSON.stringify(before.row) === JSON.stringify(after.row),
)

/** What a name that somebody gave is one of. */
const namedRoles: Record<string, string> = {
  patternProperties: 'names like this',
  dependentSchemas: 'where it is there',
  $defs: 'definition',
  definitions: 'definition',
}

const indents = Array.from({ length: 48 }, (_, depth) =>
  Array.from({ length: depth }, (_, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all alike
    <span key={level} className="indent" aria-hidden="true" />
  )),
)

function Chevron({ row, of, onToggle }: { row: SchemaRow; of: string; onToggle: Props['onToggle'] }) {
  if (!row.isOpenable) return <span style={{ width: 24, flex: 'none' }} />
  return (
    <IconButton
      size="small"
      aria-label={row.isOpen ? `Close ${of}` : `Open ${of} in the tree`}
      onClick={() => onToggle(row.key, !row.isOpen)}
      sx={{ p: 0.25, mt: 0.5, flex: 'none' }}
    >
      <ChevronRight fontSize="compact" sx={{ transform: row.isOpen ? 'rotate(90deg)' : 'none' }} />
    </IconButton>
  )
}
