import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { useStyleGuides } from '../../shared/style-guides/queries.ts'
import { ProjectIcon } from '../../shared/ui/ProjectIcon.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import type { Column } from '../../shared/ui/table/types.ts'
import type { GovernedProject, useGovernedProjects } from './queries.ts'
import type { View } from './use-view.ts'

const flavours: Record<string, string> = { design: 'API', design_library: 'Component Library' }
const mostChips = 3

const noneSelected: ReadonlySet<string> = new Set()

interface Props {
  projects: ReturnType<typeof useGovernedProjects>
  view: View
  onManage: (projects: GovernedProject[]) => void
}

/** The projects that can have style guides, and which each has. */
export function ProjectsTable({ projects, view, onManage }: Props) {
  const [selected, setSelected] = useState(noneSelected)
  const guides = useStyleGuides()
  const rows = projects.data ?? []
  const names = useMemo(() => new Map(guides.data?.map(({ id, name }) => [id, name])), [guides.data])
  const columns = useMemo(() => columnsOf(names), [names])
  const chosen = rows.filter(({ id }) => selected.has(String(id)))
  return (
    <DataTable
      label="Projects"
      rows={rows}
      rowId={({ id }) => String(id)}
      columns={columns}
      isLoading={projects.isPending || projects.isPlaceholderData}
      error={projects.isError ? messageOf(projects.error) : null}
      onRetry={() => void projects.refetch()}
      selected={selected}
      onSelectedChange={setSelected}
      bulkActions={[{ label: 'Manage Style Guides', onSelect: () => onManage(chosen) }]}
      rowActions={[{ label: 'Manage Style Guides', onSelect: (row) => onManage([row]) }]}
      onRowClick={(row) => onManage([row])}
      isFiltered={view.isFiltered}
      onResetFilters={view.reset}
      emptyText="There are no projects yet."
      onEndReached={() => {
        if (projects.hasNextPage && !projects.isFetchingNextPage) void projects.fetchNextPage()
      }}
      isLoadingMore={projects.isFetchingNextPage}
    />
  )
}

const columnsOf = (names: ReadonlyMap<number, string>): Column<GovernedProject>[] => [
  {
    id: 'name',
    label: 'Project',
    flex: 1,
    minWidth: 170,
    render: (project) => <ProjectName project={project} />,
  },
  {
    id: 'guides',
    label: 'Style Guides',
    flex: 2,
    minWidth: 150,
    render: (project) => <Guides project={project} names={names} />,
  },
  {
    id: 'visibility',
    label: 'Visibility',
    width: 120,
    wideOnly: true,
    render: ({ visibility }) => (
      <Typography variant="body2" color="textSecondary" sx={{ textTransform: 'capitalize' }}>
        {visibility}
      </Typography>
    ),
  },
]

function ProjectName({ project }: { project: GovernedProject }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <ProjectIcon name={project.icon_name} colour={project.icon_color} size="row" />
      <Box sx={{ minWidth: 0, lineHeight: 1.35 }}>
        <Typography variant="body2" noWrap title={project.name}>
          {project.name}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {flavours[project.flavor]}
        </Typography>
      </Box>
    </Box>
  )
}

function Guides({ project, names }: { project: GovernedProject; names: ReadonlyMap<number, string> }) {
  const { style_guide_ids: ids, style_guide_versions: versions } = project
  const said = (id: number, index: number) =>
    [names.get(id) ?? '…', versions[index]].filter(Boolean).join(' ')
  if (ids.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        None
      </Typography>
    )
  const shown = ids.slice(0, mostChips)
  const all = ids.map(said).join(', ')
  return (
    <Box sx={{ display: 'flex', gap: 0.5, minWidth: 0, overflow: 'hidden' }} title={all}>
      {shown.map((id, index) => (
        <Chip key={id} size="small" variant="outlined" label={said(id, index)} sx={{ minWidth: 0 }} />
      ))}
      {ids.length > shown.length ? (
        <Chip size="small" label={`+${ids.length - shown.length}`} sx={{ flex: 'none' }} />
      ) : null}
    </Box>
  )
}
