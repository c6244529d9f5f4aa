// A task: what the worker was asked to do and how it went.
import { z } from '@hono/zod-openapi'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import { idSchema, timestamp } from '../../_shared/http/describe.ts'

const errorSchema = z
  .object({
    message: z.string().meta({ description: 'A sentence for people.' }),
    file: z.string().optional().meta({ example: 'reference/todos.json' }),
    line: z.int().optional().meta({ description: 'Where in the file, counted from 1.', example: 1204 }),
    column: z.int().optional().meta({ example: 17 }),
    waits_for: z.enum(['credentials', 'push']).optional().meta({
      description:
        'The analysis is queued again by itself once the project has new credentials, or by the first push to its empty repository.',
    }),
  })
  .meta({ id: 'TaskError' })

const payloadSchema = z
  .looseObject({
    progress: z
      .object({ phase: z.string(), done: z.int(), total: z.int() })
      .optional()
      .meta({ description: 'While running.' }),
    error: errorSchema.optional().meta({
      description: 'After a failure, for instance what is wrong with the file, and where.',
    }),
  })
  .meta({
    description: '`progress` while running, counts after success, `error` after a failure.',
    example: { progress: { phase: 'describe', done: 400, total: 1223 } },
  })

export const taskSchema = z
  .object({
    job_id: z.uuid(),
    task_id: z.enum(['analyze', 'deleteBranch', 'migrate']).meta({ example: 'analyze' }),
    project_id: idSchema('prj').nullable(),
    branch_id: idSchema('br').nullable(),
    branch_ref: z.string().nullable().meta({ example: 'refs/heads/main' }),
    event: z
      .enum(['manual', 'push', 'pullRequestOpened', 'pullRequestSynchronised', 'pullRequestMerged'])
      .nullable(),
    status: z.enum(['queued', 'running', 'success', 'failed']).meta({ example: 'running' }),
    payload: payloadSchema,
    started_at: timestamp.nullable(),
    duration_ms: z.int().nullable().meta({ example: 1840 }),
    created_at: timestamp,
    source: z.enum(['upload', 'git', 'studio']).meta({ description: 'Where the content comes from.' }),
    commit_hash: z.string().nullable(),
    pull_request: z
      .object({ number: z.int(), title: z.string(), target: z.string() })
      .partial()
      .nullable()
      .meta({ description: 'The pull request that the analysis is for.' }),
  })
  .meta({ id: 'Task' })

/** What a call answers that has a task do the work. */
export const queuedSchema = z
  .object({ job_id: z.uuid().meta({ description: 'The task: see `GET /tasks/{job_id}`.' }) })
  .meta({ id: 'Queued' })

/** What a task said. */
export const taskLineSchema = z.object({
  seq: z.int().meta({ example: 1 }),
  level: z.enum(['info', 'warn', 'error']),
  message: z.string().meta({ example: 'Found 27 operations and 12 schemas.' }),
  at: timestamp,
  rule: z.string().nullable().meta({ description: 'What kind of finding it is.' }),
  path: z
    .string()
    .nullable()
    .meta({ description: 'The file that it is about.', example: 'reference/todos.yaml' }),
  line_number: z.int().nullable(),
  column_number: z.int().nullable(),
})

declare module '../../_shared/db/service.ts' {
  interface ServiceResults {
    svc_pushed_task: TaskWithLinesRow | null
  }
}

declare module '../../_shared/db/rest.ts' {
  interface Results {
    import_files: RowOf<'queued_import'>
    track_branch: RowOf<'queued_import'>
    delete_branch: RowOf<'queued_import'>
  }
}

export type TaskView = z.infer<typeof taskSchema>

/** A task and its log, as rows. */
export type TaskWithLinesRow = RowOf<
  'pushed_task',
  'project_id' | 'branch_id' | 'branch_ref' | 'started_at' | 'duration_ms' | 'commit_hash',
  Pick<TaskView, 'task_id' | 'event' | 'status' | 'payload' | 'source' | 'pull_request'> & {
    task_log_lines: RowOf<
      'pushed_task_line',
      'rule' | 'path' | 'line_number' | 'column_number',
      Pick<z.infer<typeof taskLineSchema>, 'level'>
    >[]
  }
>

export type TaskRow = Omit<TaskWithLinesRow, 'task_log_lines'>

export const taskColumns = Object.keys(taskSchema.shape).join(', ')

/** A row as the API shows it. */
export function taskView(row: TaskRow): TaskView {
  return {
    ...row,
    project_id: row.project_id === null ? null : encodeId('prj', row.project_id),
    branch_id: row.branch_id === null ? null : encodeId('br', row.branch_id),
  }
}
