// Which call leads where, and what it asks of its caller first.
import { Routes } from '../http/routes.ts'
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

export interface Call {
  handler: Handler
  access: 'open' | 'bearer' | 'service'
  limit?: 'token' | 'verify'
}

const open = (handler: Handler, limit?: Call['limit']): Call => ({
  handler,
  access: 'open',
  ...(limit && { limit }),
})
const bearer = (handler: Handler, limit?: Call['limit']): Call => ({
  handler,
  access: 'bearer',
  ...(limit && { limit }),
})
const service = (handler: Handler): Call => ({ handler, access: 'service' })

const ROUTES = new Routes<Call>([
  ['GET', '/health', open(health)],
  ['GET', '/settings', open(getSettings)],
  ['POST', '/signup', open(signup, 'token')],
  ['POST', '/token', open(token, 'token')],
  ['POST', '/verify', open(verify, 'verify')],
  ['GET', '/user', bearer(getUser)],
  ['PUT', '/user', bearer(updateUser, 'verify')],
  ['POST', '/logout', bearer(logout)],
  ['GET', '/admin/users', service(listUsers)],
  ['POST', '/admin/users', service(createUser)],
  ['GET', '/admin/users/:id', service(getUserById)],
  ['PUT', '/admin/users/:id', service(updateUserById)],
  ['DELETE', '/admin/users/:id', service(deleteUser)],
  ['POST', '/admin/generate_link', service(generateLink)],
])

/** Finds what a call leads to, and the id in its path; throws 404 or 405. */
export function findRoute(method: string, pathname: string): { call: Call; id: string } {
  const found = ROUTES.find(method, pathname)
  if (found) return { call: found.target, id: found.params.id ?? '' }
  if (!ROUTES.has(pathname)) throw new AuthError(404, 'not_found', `No such path: ${pathname}`)
  throw new AuthError(405, 'method_not_allowed', `${method} is not allowed here`)
}
