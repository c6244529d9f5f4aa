// What an agent is given: a token of a session, sealed. Only these functions open it, so that it is good for nothing but what they
// take it for: not for REST, GraphQL, Realtime or Storage, which take the token inside.
import { open, seal } from '../secrets/box.ts'

const prefix = 'wmo_'

/** What is sealed: a token, whose it is, and where alone it is good (RFC 8707). */
export interface AgentToken {
  token: string
  authId: string
  sessionId: string
  clientId: string
  resource: string
}

type Kind = 'access' | 'refresh'

/** Whether it looks like a token of an agent. */
export function isAgentToken(text: string): boolean {
  return text.startsWith(prefix)
}

/** Seals a token; what was sealed as one kind does not open as the other. */
export async function sealAgentToken(kind: Kind, token: AgentToken): Promise<string> {
  const { key_id, ciphertext } = await seal(JSON.stringify(token), contextOf(kind))
  const text = ciphertext.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `${prefix}${key_id}.${text}`
}

/** Opens it; null for what was not sealed here, or as another kind. */
export async function openAgentToken(kind: Kind, text: string): Promise<AgentToken | null> {
  const [, key_id, sealed] = /^wmo_([0-9a-f]{8})\.([\w-]{1,6000})$/.exec(text) ?? []
  if (!key_id || !sealed) return null
  try {
    const ciphertext = sealed.replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(await open({ key_id, ciphertext }, contextOf(kind)))
  } catch {
    return null
  }
}

const contextOf = (kind: Kind) => `oauth:${kind}`
