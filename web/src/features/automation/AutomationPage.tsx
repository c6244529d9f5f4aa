import Box from '@mui/material/Box'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Task, useTasks } from '../../shared/tasks/queries.ts'
import { TaskTable } from '../../shared/tasks/TaskTable.tsx'
import { statusLabels } from '../../shared/tasks/words.ts'
import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { TableToolbar } from '../../shared/ui/table/TableToolbar.tsx'

// An empty value would show as none.
const anyStatus = 'any'
const statuses = [
  { value: anyStatus, label: 'Any status' },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

const isStatus = (text: string | null): text is Task['status'] => text !== null && text in statusLabels

/** What the worker did and does for the projects of the workspace. */
export function AutomationPage() {
  usePageTitle('Automation')
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const wanted = params.get('status')
  const status = isStatus(wanted) ? wanted : null
  const change = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const searchFor = useCallback((text: string) => change('search', text.trim() || null), [change])
  const tasks = useTasks({ search, status })
  const isNarrowed = search !== '' || status !== null
  return (
    <>
      <PageHeader
        title="Automation"
        description="Analyses and other tasks of the workspace's projects, the latest first."
      />
      <Box sx={{ mb: 2 }}>
        <TableToolbar
          search={search}
          onSearchChange={searchFor}
          searchLabel="Search by project"
          filters={[
            {
              id: 'status',
              label: 'Status',
              value: status ?? anyStatus,
              options: statuses,
              onChange: (value) => change('status', value === anyStatus ? null : value),
            },
          ]}
        />
      </Box>
      <TaskTable
        label="Tasks"
        tasks={tasks}
        showsProject
        emptyText={isNarrowed ? 'No results. Try another search term.' : 'No events to show here yet.'}
        openTask={params.get('task')}
      />
    </>
  )
}
