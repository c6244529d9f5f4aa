import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { KeyboardEvent } from 'react'
import { RowMenu } from './RowMenu.tsx'
import { useTableView } from './table-view.ts'

interface CellProps {
  rowId: string
}

/** What a column shows of a row; dressed by the grid's style, for there are hundreds. */
export function ContentCell({ rowId, columnId }: CellProps & { columnId: string }) {
  return <div className="content">{useTableView().cell(columnId, rowId)}</div>
}

interface ControlProps extends CellProps {
  /** One tab stop a table: the grid says whether it is this one. */
  tabIndex: 0 | -1
}

/** Unfolds a row, where there is something to unfold. */
export function ExpandCell({ rowId, tabIndex }: ControlProps) {
  const view = useTableView()
  if (!view.isExpandable(rowId)) return null
  const isExpanded = view.isExpanded(rowId)
  return (
    <IconButton
      size="small"
      tabIndex={tabIndex}
      aria-label={isExpanded ? 'Collapse' : 'Expand'}
      aria-expanded={isExpanded}
      onClick={(event) => {
        // Unfolding is not opening.
        event.stopPropagation()
        view.toggle(rowId)
      }}
    >
      <ChevronRightIcon fontSize="small" className="chevron" />
    </IconButton>
  )
}

/** The row's actions, if it has any. */
export function ActionsCell({ rowId, tabIndex }: ControlProps) {
  const actions = useTableView().actions(rowId)
  return actions.length > 0 ? <RowMenu actions={actions} tabIndex={tabIndex} /> : null
}

const stop = (event: KeyboardEvent) => event.stopPropagation()

/** What a row unfolds to: as wide as what one sees of the table, however far that is scrolled. */
export function DetailCell({ rowId }: CellProps) {
  const view = useTableView()
  return (
    // Keys typed in here are not the grid's, which would move its focus away.
    <Box
      onKeyDown={stop}
      sx={{
        position: 'sticky',
        left: 0,
        width: 'min(100%, 100cqw)',
        px: 2,
        py: 1.5,
        textAlign: 'start',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      }}
    >
      {view.detail(rowId)}
    </Box>
  )
}
