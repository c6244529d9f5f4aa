import { decodeId, encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callAsMe } from '../../shared/data/as-me.ts'
import { useRead } from '../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled } from '../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { type Upload, uploadToApi } from '../../shared/data/upload.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type { Bundle } from '../../shared/import-files/bundle.ts'
import type { FlavourId } from './flavours.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    create_project: MadeProject
  }
}

/** What the database made; `job_id` is the analysis of what was uploaded, if anything was. */
interface MadeProject {
  project: { id: number; name: string; slug: string }
  branch: { id: number; slug: string }
  job_id: string | null
}

const pollMs = 1_000

liveKeys({ task_logs: [['task-log']], task_log_lines: [['task-log']], workspaces: [['web-allowed']] })

export interface ProjectInput {
  name: string
  slug: string
  visibility: string
  flavour: FlavourId
  groupId: number | null
  iconName: string
  iconColour: string
}

export interface CreatedProject {
  project: { id: string; name: string; slug: string }
  branch: { id: string; slug: string }
  job_id: string | null
}

/** Creates a project with nothing in it. */
export function createEmptyProject(workspaceId: number, type: 'web' | 'cli', input: ProjectInput) {
  return rpc('create_project', { ...argumentsOf(workspaceId, input), p_slug: input.slug, p_type: type })
}

/** Creates the project of a repository; its slug is derived from its name. */
export function createGitProject(workspaceId: number, input: ProjectInput, repository: ProjectRepository) {
  return rpc('create_project', {
    ...argumentsOf(workspaceId, input),
    p_type: 'vcs',
    p_repository: repository,
  })
}

function argumentsOf(workspaceId: number, input: ProjectInput) {
  return {
    p_workspace_id: workspaceId,
    p_name: input.name,
    p_visibility: input.visibility,
    p_flavor: input.flavour,
    p_group_id: input.groupId,
    p_icon_name: input.iconName,
    p_icon_color: input.iconColour,
  }
}

/** Which repository a project is made of: what else is known of it, the product has from its host. */
export type ProjectRepository = {
  workspace_integration_id: number
  external_id: string
}

/** Whether the workspace lets projects live here, and not only in repositories. */
export function useWebAllowed() {
  const workspace = useWorkspace()
  return useRead({
    key: ['web-allowed'],
    read: async () => {
      const query = supabase.from('workspaces').select('allow_web_projects').eq('id', workspace.id).single()
      return (await unwrap(query)).allow_web_projects
    },
  })
}

/** Creates a project out of a file, or of many. */
export function createProject(
  workspaceId: number,
  input: ProjectInput,
  source: File | Bundle,
  onProgress: (share: number) => void,
): Upload<CreatedProject> {
  const form = new FormData()
  form.set('name', input.name)
  form.set('slug', input.slug)
  form.set('visibility', input.visibility)
  form.set('flavor', input.flavour)
  form.set('icon_name', input.iconName)
  form.set('icon_color', input.iconColour)
  if (input.groupId !== null) form.set('group_id', encodeId('grp', input.groupId))
  addFiles(form, source)
  return uploadToApi(`/workspaces/${encodeId('wk', workspaceId)}/projects`, form, onProgress)
}

/** Imports other files into a branch of a project that exists. */
export function importFiles(
  target: { projectId: string; branch: string },
  source: File | Bundle,
  onProgress: (share: number) => void,
): Upload<{ job_id: string }> {
  const form = new FormData()
  addFiles(form, source)
  const path = `/projects/${target.projectId}/branches/${encodeURIComponent(target.branch)}/import`
  return uploadToApi(path, form, onProgress)
}

/** A file from a public address, as if it had been chosen. */
export async function fetchFile(workspaceId: number, url: string): Promise<File> {
  const path = `/workspaces/${encodeId('wk', workspaceId)}/fetch-file`
  const fetched = await callAsMe<{ name: string; content: string }>(path, { method: 'POST', json: { url } })
  return new File([fetched.content], fetched.name)
}

/** Many files say first where each goes; the names that a form gives files know no folders. */
function addFiles(form: FormData, source: File | Bundle): void {
  if (source instanceof File) {
    form.set('file', source)
    return
  }
  form.set('paths', JSON.stringify(source.files.map(({ path }) => path)))
  for (const { path, content } of source.files) form.append('file', content, path.replace(/^.*\//, ''))
}

export interface TaskLog {
  status: 'queued' | 'running' | 'success' | 'failed'
  payload: {
    progress?: { phase: string; done: number; total: number }
    error?: { message: string; file?: string; line?: number; column?: number }
  }
  lines: {
    seq: number
    level: 'info' | 'warn' | 'error'
    message: string
    path?: string | null
    line_number?: number | null
    column_number?: number | null
  }[]
}

/**
 * A job's log with its lines, as it comes in until the job is over.
 * @param projectId public id of the project it works on
 */
export function useTaskLog(jobId: string | null, projectId: string | undefined) {
  const poll = usePolled(
    projectTopic(projectId === undefined ? undefined : decodeId('prj', projectId)),
    pollMs,
  )
  return useRead<TaskLog>({
    key: ['task-log', { jobId }],
    read: () =>
      unwrap(
        supabase
          .from('task_logs')
          .select('status,payload,lines:task_log_lines(seq,level,message,path,line_number,column_number)')
          .eq('job_id', jobId ?? '')
          .order('seq', { referencedTable: 'task_log_lines' })
          .single()
          .overrideTypes<TaskLog, { merge: false }>(),
      ),
    enabled: jobId !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : poll),
  })
}

function isOver(log: TaskLog | undefined): boolean {
  return log?.status === 'success' || log?.status === 'failed'
}
