// Agents that a person let in by OAuth, and how the others learn where to ask for that.
import { isAgentToken, openAgentToken } from '../../_shared/auth/agent-tokens.ts'
import { callerOf } from '../../_shared/auth/caller.ts'
import { identify } from '../../_shared/auth/identify.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { mcpAddressOf, mcpMetadataAddress } from '../../_shared/http/mcp-address.ts'
import { refusal } from '../../_shared/http/problem.ts'

type Next = () => Promise<void>

/** Tells who is refused (401) where to be let in (RFC 9728, section 5.1). */
export async function tellWhereToBeLetIn(c: AppContext, next: Next): Promise<void> {
  await next()
  const metadata = c.res.status === 401 ? mcpMetadataAddress(c) : null
  if (metadata) c.header('WWW-Authenticate', `Bearer resource_metadata="${metadata}", scope="read"`)
}

/** Reads the token of an agent, which is good at the address that it was given for, and at no other route. */
export async function identifyAgent(c: AppContext, next: Next): Promise<void> {
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization')?.trim() ?? '') ?? []
  if (!isAgentToken(shown)) return identify(c, next)
  const opened = await openAgentToken('access', shown)
  if (!opened || opened.resource !== mcpAddressOf(c))
    throw refusal('INVALID_TOKEN', 'The token is not valid here.')
  c.header('Vary', 'Authorization', { append: true })
  c.set('caller', await callerOf(`Bearer ${opened.token}`))
  await next()
}
