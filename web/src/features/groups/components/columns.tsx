import Typography from '@mui/material/Typography'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import type { Column } from '../../../shared/ui/table/types.ts'
import { flavorLabels, type Project } from '../model.ts'
import type { MoreLine, TableRow } from '../rows.ts'
import type { SectionId } from '../use-sections.ts'
import { GroupCell } from './GroupCell.tsx'
import { MoreCell } from './MoreCell.tsx'
import { ProjectCell } from './ProjectCell.tsx'
import { VisibilityLabel } from './VisibilityLabel.tsx'

interface Behaviour {
  /** Details stand beside the table: they say the rest. */
  isNarrow: boolean
  isPinned: (project: Project) => boolean
  onToggle: (section: SectionId) => void
  onSeen: (row: MoreLine) => void
}

/** The table's columns; the ids of those that sort are the server's names. */
export function columnsOf({ isNarrow, isPinned, onToggle, onSeen }: Behaviour): Column<TableRow>[] {
  const columns: Column<TableRow>[] = [
    {
      id: 'name',
      label: 'Project',
      sortable: true,
      flex: 3,
      minWidth: 220,
      render: (row) => {
        if (row.kind === 'group') {
          return <GroupCell row={row} onToggle={() => onToggle(row.group?.id ?? null)} />
        }
        if (row.kind === 'more') return <MoreCell row={row} onSeen={() => onSeen(row)} />
        return <ProjectCell project={row.project} isPinned={isPinned(row.project)} />
      },
    },
    {
      id: 'visibility',
      label: 'Visibility',
      width: 130,
      wideOnly: true,
      render: (row) => {
        const shown = row.kind === 'project' ? row.project : row.kind === 'group' ? row.group : null
        return shown ? <VisibilityLabel visibility={shown.visibility} /> : null
      },
    },
    {
      id: 'type',
      label: 'Type',
      width: 160,
      wideOnly: true,
      render: (row) => (row.kind === 'project' ? <Text>{flavorLabels[row.project.flavor]}</Text> : null),
    },
    {
      id: 'owner',
      label: 'Owner',
      flex: 1,
      minWidth: 120,
      wideOnly: true,
      render: (row) => (row.kind === 'project' ? <Text>{row.project.owner?.display_name}</Text> : null),
    },
    {
      id: 'updated_at',
      label: 'Last Edit',
      sortable: true,
      width: 140,
      wideOnly: true,
      render: (row) =>
        row.kind === 'project' ? (
          <Text>
            <RelativeTime at={row.project.updated_at} />
          </Text>
        ) : null,
    },
  ]
  return isNarrow ? columns.slice(0, 2) : columns
}

function Text({ children }: { children: React.ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" noWrap>
      {children}
    </Typography>
  )
}
