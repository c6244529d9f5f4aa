import { signedIn } from '../caller.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { badRequest } from '../errors.ts'
import { endSessions, type LogoutScope } from '../sessions.ts'

const SCOPES: LogoutScope[] = ['global', 'local', 'others']

/** POST /logout?scope=global|local|others */
export async function logout(ctx: AuthContext, { res, query, caller }: AuthRequest): Promise<void> {
  const asked = query.get('scope') || 'global'
  const scope = SCOPES.find((known) => known === asked)
  if (!scope) throw badRequest(`Unsupported logout scope "${asked}"`)
  const { user, sessionId } = await signedIn(ctx, caller)
  await endSessions(ctx.pool, user.id, sessionId ? scope : 'global', sessionId)
  res.writeHead(204).end()
}
