import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, declaredRowsOf } from '../../../_shared/db/rest.ts'
import { pushedTask } from '../../../_shared/db/service-git.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { type TaskWithLinesRow, taskColumns, taskLineSchema, taskSchema, taskView } from '../../model/task.ts'

const answerSchema = taskSchema
  .extend({
    lines: z
      .array(taskLineSchema)
      .meta({ description: 'What the task said, in order (at most 1000 lines).' }),
  })
  .meta({ id: 'TaskWithLines', description: 'A task and its log.' })

const lineColumns = Object.keys(taskLineSchema.shape).join(', ')

const maxLines = 1000

const route = createRoute({
  method: 'get',
  path: '/tasks/{job_id}',
  tags: ['Tasks'],
  summary: 'Get a task',
  description:
    'A task with its log. Ask again until `status` is `success` or `failed`. A CI token reads the tasks of its project.',
  operationId: 'getTask',
  security: bearer,
  request: {
    params: z.object({
      job_id: z.string().meta({ format: 'uuid', example: '3f1d9a52-8a53-4d0e-9d0b-6f0a1b2c3d4e' }),
    }),
  },
  responses: { 200: jsonAnswer('The task.', answerSchema), ...problems(400, 401, 404) },
})

/** GET /tasks/{job_id} */
export function getTask(app: Router): void {
  app.openapi(route, async (c) => {
    const jobId = c.req.valid('param').job_id
    if (!z.uuid().safeParse(jobId).success) throw refusal('INVALID_ID', 'malformed task ID')
    const { pushesTo } = c.get('caller')
    const row = pushesTo ? await pushedTask(pushesTo.project_id, jobId) : await ofPerson(c, jobId)
    if (!row) throw refusal('NOT_FOUND', 'Task not found.')
    const { task_log_lines, ...task } = row
    return c.json({ ...taskView(task), lines: task_log_lines }, 200)
  })
}

async function ofPerson(c: AppContext, jobId: string): Promise<TaskWithLinesRow | null> {
  signedIn(c)
  return declaredRowsOf<TaskWithLinesRow | null>(
    await asCaller(c)
      .from('task_logs')
      .select(`${taskColumns}, task_log_lines(${lineColumns})`)
      .eq('job_id', jobId)
      .order('seq', { referencedTable: 'task_log_lines' })
      .limit(maxLines, { referencedTable: 'task_log_lines' })
      .maybeSingle(),
  )
}
