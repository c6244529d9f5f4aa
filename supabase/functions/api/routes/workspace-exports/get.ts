import { createRoute, z } from '@hono/zod-openapi'
import { archiveBehind, type StoredArchive } from '../../../_shared/db/service-workspace-exports.ts'
import { bearerOptional, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { openStored, streamOf } from '../../../_shared/storage/stored.ts'

const route = createRoute({
  method: 'get',
  path: '/workspace-exports/{link}',
  tags: ['Workspaces'],
  summary: 'Download the archive of a workspace',
  description: 'By a link of five minutes, which the owner who asked for the archive makes in the settings.',
  operationId: 'downloadWorkspaceExport',
  security: bearerOptional,
  request: { params: z.object({ link: z.string().regex(/^[A-Za-z0-9_-]{32}$/, 'This is no link.') }) },
  responses: {
    200: {
      description: 'The archive.',
      content: { 'application/zip': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problems(400, 404, 429, 503),
  },
})

/** GET /workspace-exports/{link} */
export function downloadWorkspaceExport(app: Router): void {
  app.openapi(route, async (c) => {
    await limit(c, 'workspace-export', 30, 300)
    const archive = await archiveBehind(c.req.valid('param').link)
    const first = archive && (await openStored(`${archive.folder}/0`, 'exports'))
    if (!first) throw refusalFor('workspace_export_not_found')
    c.header('Content-Type', 'application/zip')
    c.header('Content-Length', String(archive.size))
    c.header('Content-Disposition', `attachment; filename="${archive.name}"`)
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    return c.newResponse(joined(archive, streamOf(first)), 200)
  })
}

/** The parts as one, each opened when the one before is through. */
function joined(
  { folder, parts }: StoredArchive,
  first: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  let reader = first.getReader()
  let part = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          part += 1
          if (part >= parts) return controller.close()
          const next = await openStored(`${folder}/${part}`, 'exports')
          if (!next) throw new Error(`A part of the archive is gone: ${part}.`)
          reader = streamOf(next).getReader()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
