// The calls to Supabase Auth that end in a session. They carry the secret key, and with it the person's
// address: GoTrue limits by address, and all of these calls come from ours.
import { config } from '../config.ts'
import { keyHeaders } from '../db/keys.ts'
import { tooManyRequests, unavailable } from '../http/problem.ts'

export interface Session {
  accessToken: string
  refreshToken: string
  /** ISO 8601. */
  expiresAt: string
  authId: string
}

/** A refusal of GoTrue; `code` is its error_code, e.g. invalid_credentials. */
export class AuthRefusal extends Error {
  override name = 'AuthRefusal'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`)
    this.status = status
    this.code = code
  }
}

interface CallOptions {
  client: string | null
  method?: string
  body?: unknown
  /** Access token of the person, for calls on their own behalf. */
  bearer?: string
}

const timeoutMs = 20_000

/** Calls `/auth/v1{path}`. Throws AuthRefusal for its 4xx (429 as our problem), an Error for anything else. */
export async function callAuth<T>(path: string, options: CallOptions): Promise<T> {
  const response = await fetch(`${config().supabaseUrl}/auth/v1${path}`, {
    method: options.method ?? 'POST',
    headers: {
      ...keyHeaders(config().serviceKey, options.bearer),
      'Content-Type': 'application/json',
      ...(options.client ? { 'Sb-Forwarded-For': options.client } : {}),
    },
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause) => {
    throw unavailable(cause)
  })
  const text = await response.text()
  if (response.ok) return (text ? JSON.parse(text) : undefined) as T
  if (response.status === 429) throw tooManyRequests(Number(response.headers.get('retry-after')) || 60)
  throw refusalOf(response.status, text)
}

function refusalOf(status: number, text: string): Error {
  const body = parsed(text)
  const code =
    [body.error_code, body.code, body.error].find((value) => typeof value === 'string') ?? 'unknown'
  const message = String(body.msg ?? body.message ?? body.error_description ?? '')
  if (status >= 500) {
    const cause = new Error(`Auth answered ${status} ${code}: ${message}`)
    return status === 500 ? cause : unavailable(cause)
  }
  return new AuthRefusal(status, String(code), message)
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
