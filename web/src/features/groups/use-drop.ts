// Dragging projects onto groups with the mouse. The menu's "Move to group…" is the way without one.
import { type DragEvent, useState } from 'react'
import { canInGroup, canLeaveGroup, type Group, type Project } from './model.ts'
import { groupRowId, rowIdOf, type TableRow } from './rows.ts'
import type { Move } from './use-moves.ts'

interface Options {
  rows: TableRow[]
  groups: Group[]
  /** What goes along when this project is dragged. */
  draggedWith: (project: Project) => Project[]
  onDrop: (move: Move) => void
}

/** Handlers for what holds the table; `over` is the row id of the group that would take the projects. */
export function useDrop({ rows, groups, draggedWith, onDrop }: Options) {
  const [dragged, setDragged] = useState<Project | null>(null)
  const [over, setOver] = useState<string | null>(null)

  const targetOf = (event: DragEvent): Group | null | undefined => {
    const row = rows.find((one) => rowIdOf(one) === rowIdAt(event))
    if (!row || !dragged) return undefined
    const group = groupOf(row, groups)
    if ((group?.id ?? null) === (dragged.group?.id ?? null)) return undefined
    const mayDrop = group
      ? canInGroup(group, 'group_projects_add')
      : canLeaveGroup(
          dragged,
          groups.find(({ id }) => id === dragged.group?.id),
        )
    return mayDrop ? group : undefined
  }
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return {
    over,
    handlers: {
      onDragStart: (event: DragEvent) => {
        const row = rows.find((one) => rowIdOf(one) === rowIdAt(event))
        setDragged(row?.kind === 'project' ? row.project : null)
      },
      onDragOver: (event: DragEvent) => {
        const group = targetOf(event)
        setOver(group === undefined ? null : groupRowId(group?.id ?? null))
        if (group === undefined) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
      },
      onDragEnd: end,
      onDrop: (event: DragEvent) => {
        const group = targetOf(event)
        if (group === undefined || !dragged) return end()
        event.preventDefault()
        onDrop({ projects: draggedWith(dragged), group })
        end()
      },
    },
  }
}

/** The grid marks its rows with their ids. */
function rowIdAt(event: DragEvent): string | undefined {
  const row = (event.target as Element).closest<HTMLElement>('[data-id]')
  return row?.dataset.id
}

function groupOf(row: TableRow, groups: Group[]): Group | null {
  if (row.kind === 'group') return row.group
  const id = row.kind === 'more' ? row.section : (row.project.group?.id ?? null)
  return groups.find((group) => group.id === id) ?? null
}
