// A POST sent again with the same Idempotency-Key gets the first one's answer and does nothing twice.
import { z } from '@hono/zod-openapi'
import { rpc } from '../db/rest.ts'
import type { Json } from '../domain/database.gen.ts'
import type { AppContext } from './context.ts'
import { refusal } from './problem.ts'

interface Begun {
  state: 'new' | 'running' | 'done' | 'mismatch'
  status?: number
  body?: unknown
  claim?: string
}

export interface Outcome<B> {
  status: 200 | 201 | 202
  body: B
}

declare module '../db/rest.ts' {
  interface Results {
    idempotency_begin: Begun
  }
}

/** Well within the half minute after which the database takes a silent request for one that was cut off. */
const renewMs = 5_000

/** The header that `once` honours. */
export const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().max(255).optional().meta({ description: 'Any unique text; kept for a day.' }),
})

/**
 * Does `work` once for the caller's Idempotency-Key, or each time when there is none. `fingerprint` tells
 * whether a repeated key means the same request. What fails may be tried again with the same key.
 * `kept` is what a repetition gets: the answer without what may be shown only once.
 */
export async function once<B>(
  c: AppContext,
  fingerprint: string,
  work: () => Promise<Outcome<B>>,
  kept: (body: B) => B = (body) => body,
): Promise<Outcome<B>> {
  const key = c.req.header('idempotency-key')
  if (!key) return work()
  if (key.length > 255)
    throw refusal('VALIDATION_ERROR', 'The Idempotency-Key may have at most 255 characters.')
  const scope = `${c.req.method} ${c.req.path}`
  const begun = await rpc(c, 'idempotency_begin', { p_scope: scope, p_key: key, p_fingerprint: fingerprint })
  if (begun.state === 'done') {
    c.header('Idempotent-Replayed', 'true')
    return { status: begun.status, body: begun.body } as Outcome<B>
  }
  if (begun.state !== 'new') throw inUse(begun.state)
  const claim = { p_scope: scope, p_key: key, p_claim: begun.claim as string }
  // A request that was cut off with its process says nothing more: then its retry need not wait long.
  const renewal = setInterval(() => void rpc(c, 'idempotency_renew', claim).catch(unkept), renewMs)
  try {
    const outcome = await work()
    const answer = { p_status: outcome.status, p_body: kept(outcome.body) as Json }
    await rpc(c, 'idempotency_finish', { ...claim, ...answer }).catch(unkept)
    return outcome
  } catch (error) {
    await rpc(c, 'idempotency_release', claim).catch(unkept)
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** What came of the work is answered, even where it cannot be kept for a repetition. */
function unkept(): void {}

/** Does a call with a JSON body once; see `once`. */
export async function onceFor<B>(
  c: AppContext,
  json: unknown,
  work: () => Promise<B>,
  kept?: (body: B) => B,
): Promise<B> {
  const fingerprint = await fingerprintOf(JSON.stringify(json))
  const { body } = await once(c, fingerprint, async () => ({ status: 201, body: await work() }), kept)
  return body
}

/** Fingerprint of a JSON body. */
export async function fingerprintOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function inUse(state: 'running' | 'mismatch') {
  return state === 'running'
    ? refusal('CONFLICT', 'A request with this Idempotency-Key is still running. Please try again shortly.')
    : refusal(
        'CONFLICT',
        'This Idempotency-Key was used for another request before. Please choose a new one.',
      )
}
