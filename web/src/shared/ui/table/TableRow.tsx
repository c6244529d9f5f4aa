import { GridRow, type GridRowProps } from '@mui/x-data-grid'
import type { DragEvent } from 'react'
import type { Entry } from './entries.ts'
import { useTableView } from './table-view.ts'

/** A line of the grid that may be the open one, and may be dragged elsewhere. */
export function TableRow(props: GridRowProps) {
  const view = useTableView()
  const { of, isDetail } = props.row as Entry
  if (isDetail) return <GridRow {...props} className="detail" />
  const text = view.dragText(of)
  const isActive = view.isActive(of)
  const startDrag = (event: DragEvent) => {
    event.dataTransfer.setData('text/plain', text ?? '')
    event.dataTransfer.effectAllowed = 'move'
  }
  return (
    <GridRow
      {...props}
      {...(isActive ? { className: 'active', 'aria-current': true } : {})}
      {...(text === null ? {} : { draggable: true, onDragStart: startDrag })}
    />
  )
}
