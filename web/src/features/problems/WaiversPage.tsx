import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useChange } from '../../shared/data/change.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import type { Column } from '../../shared/ui/table/types.ts'
import { useWaivers, type Waiver } from './queries.ts'

const text = (value: string) => (
  <Typography variant="body2" component="span" noWrap title={value}>
    {value}
  </Typography>
)

const columns: Column<Waiver>[] = [
  { id: 'rule', label: 'Rule', flex: 1, minWidth: 120, render: ({ rule }) => text(rule) },
  {
    id: 'project',
    label: 'Project',
    flex: 1,
    minWidth: 100,
    render: ({ project_name }) => text(project_name),
  },
  {
    id: 'reason',
    label: 'Reason',
    flex: 2,
    minWidth: 120,
    wideOnly: true,
    render: ({ reason }) => text(reason),
  },
  {
    id: 'owner',
    label: 'Owner',
    width: 140,
    wideOnly: true,
    render: ({ owner_name }) => text(owner_name ?? 'Nobody any more'),
  },
  {
    id: 'findings',
    label: 'Covers',
    width: 88,
    align: 'right',
    render: ({ findings }) => findings.toLocaleString('en'),
  },
  {
    id: 'until',
    label: 'Last day',
    width: 120,
    render: ({ expires_on, is_over }) => (is_over ? `${expires_on} (over)` : expires_on),
  },
]

/** What is waived in the projects that somebody edits, those that end first before others: /admin/problems/waivers. */
export function WaiversPage() {
  usePageTitle('Waivers')
  const navigate = useNavigate()
  const query = useWaivers()
  const end = useChange({
    run: ({ id }: Waiver) => rpc('end_waiver', { p_id: id }),
    changes: ['governance-waivers', 'governance-report', 'governance-trend', 'problems'],
    success: 'Waiver ended',
    failure: 'Error ending the waiver',
  })
  return (
    <DataTable
      label="Waivers"
      rows={query.data?.pages.flatMap(({ items }) => items) ?? []}
      rowId={({ id }) => String(id)}
      columns={columns}
      isLoading={query.isPending}
      error={query.isError ? 'Something went wrong, no data to display' : null}
      onRetry={() => void query.refetch()}
      emptyText="Nothing is waived"
      rowActions={[
        {
          label: 'Open the project',
          onSelect: ({ project_slug }) => void navigate(paths.docs(project_slug)),
        },
        { label: 'End waiver', destructive: true, onSelect: (waiver) => end.mutate(waiver) },
      ]}
      onEndReached={() => {
        if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
      }}
      isLoadingMore={query.isFetchingNextPage}
    />
  )
}
