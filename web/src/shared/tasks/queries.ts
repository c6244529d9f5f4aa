// Tasks of the worker as people see them: of a workspace or of one project, the latest first, and what each one said.
import { usePages, useRead } from '../data/read.ts'
import { liveKeys, projectTopic, usePolled, workspaceTopic } from '../data/realtime.ts'
import { supabase, unwrap } from '../data/supabase.ts'
import { useWorkspace } from '../data/workspace.tsx'

export interface Task {
  job_id: string
  task_id: 'analyze' | 'deleteBranch' | 'migrate'
  status: 'queued' | 'running' | 'success' | 'failed'
  event: 'manual' | 'push' | 'pullRequestOpened' | 'pullRequestSynchronised' | 'pullRequestMerged' | null
  branch_ref: string | null
  commit_hash: string | null
  pull_request: { number?: number; title?: string } | null
  created_at: string
  started_at: string | null
  duration_ms: number | null
  payload: {
    progress?: { phase?: string; done?: number; total?: number }
    errors?: number
    warnings?: number
    error?: {
      message: string
      file?: string
      line?: number
      column?: number
      waits_for?: 'credentials' | 'push'
    }
  }
  project_id: number | null
  project: { name: string; slug: string } | null
}

export interface TaskLine {
  seq: number
  level: 'info' | 'warn' | 'error'
  message: string
  at: string
  path: string | null
  line_number: number | null
  column_number: number | null
}

export interface TaskFilter {
  /** Of one project; of all of the workspace without it. */
  projectId?: number
  /** Part of a project's name. */
  search?: string
  status?: Task['status'] | null
}

liveKeys({ task_logs: [['tasks']], task_log_lines: [['task-lines']] })

const pageSize = 50
const listPollMs = 10_000
const linesPollMs = 3_000
/** A log that is longer ends here, and says so. */
export const mostLines = 1000

/** The tasks of a project or of the workspace, a page at a time. */
export function useTasks({ projectId, search = '', status = null }: TaskFilter) {
  const workspace = useWorkspace()
  const topic = projectId === undefined ? workspaceTopic(workspace.id) : projectTopic(projectId)
  return usePages({
    key: ['tasks', { projectId, search, status }],
    read: (from) =>
      readTasks(workspace.id, { ...(projectId !== undefined && { projectId }), search, status }, from),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length === pageSize ? pages.length * pageSize : undefined),
    select: ({ pages }) => unique(pages.flat()),
    refetchInterval: usePolled(topic, listPollMs),
  })
}

function readTasks(
  workspaceId: number,
  { projectId, search, status }: TaskFilter,
  from: number,
): Promise<Task[]> {
  const columns =
    'job_id,task_id,status,event,branch_ref,commit_hash,pull_request,created_at,started_at,duration_ms,payload,project_id'
  // Only a search leaves out what has no project.
  const project = search ? 'project:projects!inner(name,slug)' : 'project:projects(name,slug)'
  let tasks = supabase.from('task_logs').select(`${columns},${project}`).eq('workspace_id', workspaceId)
  if (projectId !== undefined) tasks = tasks.eq('project_id', projectId)
  if (status) tasks = tasks.eq('status', status)
  if (search) tasks = tasks.ilike('project.name', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  return unwrap(
    tasks
      .order('created_at', { ascending: false })
      .order('job_id')
      .range(from, from + pageSize - 1)
      .overrideTypes<Task[], { merge: false }>(),
  )
}

/** What began while pages were read moves the others on: each is shown once. */
function unique(tasks: Task[]): Task[] {
  return [...new Map(tasks.map((task) => [task.job_id, task])).values()]
}

/** What a task has said so far, first line first; looked at again while it runs. */
export function useTaskLines(task: Task) {
  const poll = usePolled(projectTopic(task.project_id ?? undefined), linesPollMs)
  return useRead({
    // Its end is the last thing that it says.
    key: ['task-lines', { jobId: task.job_id, status: task.status }],
    read: () =>
      unwrap(
        supabase
          .from('task_log_lines')
          .select('seq,level,message,at,path,line_number,column_number')
          .eq('job_id', task.job_id)
          .order('seq')
          .limit(mostLines)
          .overrideTypes<TaskLine[], { merge: false }>(),
      ),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: task.status === 'running' ? poll : false,
  })
}
