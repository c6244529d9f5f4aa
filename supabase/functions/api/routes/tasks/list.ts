import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, declaredPageOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { linkHeader, pageQuery, rangeOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { readProject } from '../../model/project.ts'
import { type TaskRow, taskColumns, taskSchema, taskView } from '../../model/task.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/tasks',
  tags: ['Tasks'],
  summary: 'List tasks',
  description: 'What the worker did for a project, the latest first.',
  operationId: 'listTasks',
  security: bearer,
  request: { params: idParam('prj'), query: pageQuery },
  responses: {
    200: {
      ...jsonAnswer('A page of tasks.', z.object({ items: z.array(taskSchema) }).meta({ id: 'TaskList' })),
      headers: linkHeader,
    },
    ...problems(400, 401, 404),
  },
})

/** GET /projects/{id}/tasks */
export function listTasks(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', id)
    const page = c.req.valid('query')
    signedIn(c)
    await readProject(c, projectId)
    const answer = await asCaller(c)
      .from('task_logs')
      .select(taskColumns, { count: 'exact' })
      .eq('project_id', projectId)
      .order('created_at', { ascending: false })
      .order('job_id')
      .range(...rangeOf(page))
    const { rows, total } = declaredPageOf<TaskRow>(answer)
    setPageHeaders(c, `/api/v1/projects/${id}/tasks`, page, total)
    return c.json({ items: rows.map(taskView) }, 200)
  })
}
