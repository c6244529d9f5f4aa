// Which call leads where, and what it asks of its caller first.
import type { Handler } from './context.ts'
import { AuthError } from './errors.ts'
import { createUser, deleteUser, getUserById, updateUserById } from './routes/admin-users.ts'
import { generateLink } from './routes/generate-link.ts'
import { listUsers } from './routes/list-users.ts'
import { logout } from './routes/logout.ts'
import { getSettings, health } from './routes/settings.ts'
import { signup } from './routes/signup.ts'
import { token } from './routes/token.ts'
import { getUser, updateUser } from './routes/user.ts'
import { verify } from './routes/verify.ts'

export interface Route {
  handler: Handler
  access: 'open' | 'bearer' | 'service'
  limit?: 'token' | 'verify'
}

const open = (handler: Handler, limit?: Route['limit']): Route => ({
  handler,
  access: 'open',
  ...(limit && { limit }),
})
const bearer = (handler: Handler, limit?: Route['limit']): Route => ({
  handler,
  access: 'bearer',
  ...(limit && { limit }),
})
const service = (handler: Handler): Route => ({ handler, access: 'service' })

const ROUTES: Record<string, Record<string, Route>> = {
  '/health': { GET: open(health) },
  '/settings': { GET: open(getSettings) },
  '/signup': { POST: open(signup, 'token') },
  '/token': { POST: open(token, 'token') },
  '/verify': { POST: open(verify, 'verify') },
  '/user': { GET: bearer(getUser), PUT: bearer(updateUser, 'verify') },
  '/logout': { POST: bearer(logout) },
  '/admin/users': { GET: service(listUsers), POST: service(createUser) },
  '/admin/users/{id}': {
    GET: service(getUserById),
    PUT: service(updateUserById),
    DELETE: service(deleteUser),
  },
  '/admin/generate_link': { POST: service(generateLink) },
}

/** Finds the route of a call and the id in its path; throws 404 or 405. */
export function findRoute(method: string, pathname: string): { route: Route; id: string } {
  const id = /^\/admin\/users\/([^/]+)$/.exec(pathname)?.[1] ?? ''
  const methods = ROUTES[id ? '/admin/users/{id}' : pathname.replace(/(?<=.)\/$/, '')]
  if (!methods) throw new AuthError(404, 'not_found', `No such path: ${pathname}`)
  const route = methods[method]
  if (!route) throw new AuthError(405, 'method_not_allowed', `${method} is not allowed here`)
  return { route, id }
}
