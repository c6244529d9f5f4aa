// Requests to the stack as one of the callers.
import { sharedStack } from '../../support/stack.ts'
import type { Caller } from './callers.ts'
import type { World } from './world.ts'

export interface Answered {
  status: number
  headers: Headers
  text: string
  json: unknown
}

export interface Request {
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** What says who asks: visitors and programs have the public key, and programs the grant that their token is worth. */
export function credentials(world: World, who: Caller): Record<string, string> {
  const apikey = world.anonKey
  if (who === 'anon') return { apikey, authorization: `Bearer ${apikey}` }
  if (who === 'token') return { apikey, authorization: `Bearer ${apikey}`, 'x-waymark-grant': world.grant }
  return { apikey, authorization: `Bearer ${world.people[who].token}` }
}

/** Asks the gateway. */
export async function ask(world: World, who: Caller, path: string, request: Request = {}): Promise<Answered> {
  const { method = 'GET', headers = {}, body } = request
  const response = await fetch(`${sharedStack().apiUrl}${path}`, {
    method,
    headers: {
      ...credentials(world, who),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
