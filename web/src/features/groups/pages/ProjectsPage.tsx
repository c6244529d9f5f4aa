import Box from '@mui/material/Box'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePermissions } from '../../../shared/data/me.ts'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import type { BulkAction } from '../../../shared/ui/table/types.ts'
import { usePinToggle } from '../../../shared/ui/use-pin-toggle.tsx'
import { rowActionsOf } from '../actions.tsx'
import { CreateActions } from '../components/CreateActions.tsx'
import { columnsOf } from '../components/columns.tsx'
import { GroupPanel } from '../components/GroupPanel.tsx'
import { ProjectPanel } from '../components/ProjectPanel.tsx'
import { ProjectsTable } from '../components/ProjectsTable.tsx'
import { type Asked, Questions } from '../components/Questions.tsx'
import { Toolbar } from '../components/Toolbar.tsx'
import { asRow, type Group, type Project } from '../model.ts'
import { useDrop } from '../use-drop.ts'
import { useMoves } from '../use-moves.ts'
import { useSelection } from '../use-selection.ts'
import { useTableRows } from '../use-table-rows.ts'
import { useView } from '../use-view.ts'

/** The projects of a workspace under their groups, with the details of one of them beside. */
export function ProjectsPage() {
  usePageTitle('Projects')
  const { can } = usePermissions()
  const navigate = useNavigate()
  const view = useView()
  const table = useTableRows(view)
  const pins = usePinToggle()
  const selection = useSelection(table.rows)
  const moves = useMoves(selection.keep)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { groups } = table
  const drop = useDrop({
    rows: table.rows,
    groups,
    draggedWith: selection.withProject,
    onDrop: moves.moveAtOnce,
  })

  const selectFound = async () => {
    const found = (await table.rest?.load()) ?? []
    selection.keep(found.map(({ id }) => id))
  }
  const askToMove = (...projects: Project[]) => setAsked({ kind: 'move', projects })
  const askToDelete = (...projects: Project[]) => setAsked({ kind: 'delete', projects })
  const askToLeave = (group: Group) => setAsked({ kind: 'leave-group', group })
  const askToDeleteGroup = (group: Group) => setAsked({ kind: 'delete-group', group })
  const columns = columnsOf({
    isNarrow: view.details !== null,
    isPinned: pins.isPinned,
    onToggle: table.toggle,
    onSeen: ({ section }) => void table.more(section),
  })
  const rowActions = rowActionsOf({
    groupOf: (project) => groups.find(({ id }) => id === project.group?.id),
    isPinned: pins.isPinned,
    mayCreateProjects: can('WorkspaceProjectsCreate'),
    navigate,
    onPin: (project) => pins.toggle(asRow(project)),
    onMove: askToMove,
    onTakeOut: (project) => moves.moveAtOnce({ projects: [project], group: null }),
    onDelete: askToDelete,
    onGroupSettings: ({ slug }) => view.open({ kind: 'group', slug }, 'settings'),
    onLeave: askToLeave,
    onDeleteGroup: askToDeleteGroup,
  })
  const bulkActions: BulkAction[] = [
    {
      label: 'Move to group…',
      disabledBecause: selection.tooMany,
      onSelect: () => askToMove(...selection.projects),
    },
    {
      label: 'Delete…',
      destructive: true,
      disabledBecause: selection.tooMany,
      onSelect: () => askToDelete(...selection.projects),
    },
  ]
  return (
    <>
      <PageHeader
        title="Projects"
        actions={<CreateActions can={can} onCreateGroup={() => setAsked({ kind: 'create-group' })} />}
      />
      <Toolbar view={view} />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', gap: 2, mt: 2 }}>
        <ProjectsTable
          view={view}
          table={table}
          columns={columns}
          rowActions={rowActions}
          {...(can('WorkspaceGlobalAdmin')
            ? {
                bulk: {
                  actions: bulkActions,
                  selected: selection.ids,
                  onSelect: selection.set,
                  onSelectRest: () => void selectFound(),
                },
              }
            : {})}
          drop={drop}
        />
        {view.details?.kind === 'project' ? (
          <ProjectPanel
            slug={view.details.slug}
            view={view}
            can={can}
            onMove={askToMove}
            onDelete={askToDelete}
          />
        ) : null}
        {view.details?.kind === 'group' ? (
          <GroupPanel
            slug={view.details.slug}
            groups={groups}
            isLoading={table.isReadingGroups}
            view={view}
            onLeave={askToLeave}
            onDelete={askToDeleteGroup}
          />
        ) : null}
      </Box>
      {pins.question}
      <Questions
        asked={asked}
        groups={groups}
        moves={moves}
        view={view}
        onDeleted={selection.keep}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
