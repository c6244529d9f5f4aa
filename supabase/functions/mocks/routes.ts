import { cors } from 'hono/cors'
import { createRouter, type Router } from '../_shared/http/router.ts'
import { mockServer } from './routes/answer.ts'
import { unsavedMock } from './routes/unsaved.ts'

/** Any page may call, with any header, and reads all of the answer; never with cookies. */
export const openToAll = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'],
  exposeHeaders: ['*'],
  maxAge: 3_600,
})

/** Everything below /functions/v1/mocks. */
export function mocksRoutes(): Router {
  const router = createRouter()
  unsavedMock(router)
  mockServer(router)
  return router
}
