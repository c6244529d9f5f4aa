import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { Column } from '../ui/table/types.ts'
import type { Task, useTasks } from './queries.ts'
import { TaskDetails } from './TaskDetails.tsx'
import {
  branchOfRef,
  durationText,
  findingsText,
  statusText,
  taskLabels,
  triggerLabels,
  waitingText,
} from './words.ts'

const statusColours: Record<Task['status'], 'default' | 'info' | 'success' | 'error'> = {
  queued: 'default',
  running: 'info',
  success: 'success',
  failed: 'error',
}

const commitLength = 7

const columnsOf = (showsProject: boolean): Column<Task>[] => [
  {
    id: 'task',
    label: 'Task',
    flex: 2,
    minWidth: 150,
    render: (task) => <TaskCell task={task} showsProject={showsProject} />,
  },
  { id: 'status', label: 'Status', width: 150, render: (task) => <Status task={task} /> },
  {
    id: 'trigger',
    label: 'Trigger',
    flex: 1,
    minWidth: 150,
    wideOnly: true,
    render: (task) => <Trigger task={task} />,
  },
  {
    id: 'started',
    label: 'Started',
    width: 140,
    wideOnly: true,
    render: ({ started_at }) => (
      <Quiet>
        <RelativeTime at={started_at} never="Not yet" />
      </Quiet>
    ),
  },
  {
    id: 'duration',
    label: 'Duration',
    width: 110,
    wideOnly: true,
    render: ({ duration_ms }) => <Quiet>{durationText(duration_ms)}</Quiet>,
  },
]

const withProject = columnsOf(true)
const withoutProject = columnsOf(false)

interface Props {
  label: string
  tasks: ReturnType<typeof useTasks>
  emptyText: string
  /** Tasks of several projects: each says which. */
  showsProject?: boolean
  height?: number
  /** A task that is scrolled to and unfolded. */
  openTask?: string | null
}

/** Tasks, the latest first; one that has begun unfolds to what it says. */
export function TaskTable({ label, tasks, emptyText, showsProject = false, height, openTask }: Props) {
  if (tasks.isPending) {
    return (
      <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: 160 }}>
        <Typography color="textSecondary">Fetching data, hang tight...</Typography>
      </Box>
    )
  }
  return (
    <DataTable
      label={label}
      rows={tasks.data ?? []}
      rowId={({ job_id }) => job_id}
      columns={showsProject ? withProject : withoutProject}
      error={tasks.isError ? 'Something went wrong, no data to display' : null}
      onRetry={() => void tasks.refetch()}
      expanded={(task) => (task.status === 'queued' ? null : <TaskDetails task={task} />)}
      scrollToRowId={openTask}
      emptyText={emptyText}
      onEndReached={() => {
        if (tasks.hasNextPage && !tasks.isFetchingNextPage) void tasks.fetchNextPage()
      }}
      isLoadingMore={tasks.isFetchingNextPage}
      height={height}
    />
  )
}

function TaskCell({ task, showsProject }: { task: Task; showsProject: boolean }) {
  const branch = branchOfRef(task.branch_ref)
  const commit = task.commit_hash?.slice(0, commitLength)
  const about = [showsProject ? task.project?.name : null, branch, commit].filter(Boolean).join(' · ')
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1.35 }}>
      <Typography variant="body2" noWrap>
        {taskLabels[task.task_id]}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div" noWrap title={about}>
        {about}
      </Typography>
    </Box>
  )
}

function Status({ task }: { task: Task }) {
  const findings = findingsText(task.payload)
  return (
    <Box sx={{ minWidth: 0, display: 'grid', justifyItems: 'start', gap: 0.25 }}>
      <Chip
        size="small"
        variant="outlined"
        color={waitingText(task) ? 'warning' : statusColours[task.status]}
        label={statusText(task)}
        // Beside the task on a phone there is no room for the longest on one line.
        sx={{
          height: 'auto',
          minHeight: 24,
          '& .MuiChip-label': { whiteSpace: 'normal', lineHeight: 1.25, py: 0.25 },
        }}
      />
      {task.status === 'success' && findings ? (
        <Typography
          variant="caption"
          sx={{ color: task.payload.errors ? 'error.main' : 'warning.main', lineHeight: 1.2 }}
        >
          {findings}
        </Typography>
      ) : null}
    </Box>
  )
}

function Trigger({ task: { event, pull_request } }: { task: Task }) {
  const request =
    pull_request?.number === undefined ? null : `#${pull_request.number} ${pull_request.title ?? ''}`
  return (
    <Box sx={{ minWidth: 0, lineHeight: 1.35 }}>
      <Quiet>{event ? triggerLabels[event] : ''}</Quiet>
      {request ? (
        <Typography variant="caption" color="textSecondary" component="div" noWrap title={request}>
          {request}
        </Typography>
      ) : null}
    </Box>
  )
}

function Quiet({ children }: { children: React.ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" component="div" noWrap>
      {children}
    </Typography>
  )
}
