// Calls to the API of one Git host with one caller's credentials: bounded, checked, failures by name.

import type { z } from 'zod'
import { fetchOutgoing, type OutgoingAnswer } from '../net/outgoing.ts'
import { basicHeader, below } from './calls.ts'
import type { Bytes } from './model.ts'
import { GitRefusal } from './outcome.ts'
import type { ProviderSettings } from './provider.ts'

/** What calls are made with. Neither form is ever part of an address. */
export type GitAccess =
  | {
      type: 'oauth'
      accessToken: string
      /**
       * Called once when the host says that the token has ended: renews it (`renewGrant`), keeps the result and answers
       * with the new access token, or with null where it cannot be renewed. It must let one caller at a time renew:
       * hosts that rotate refresh tokens take each once.
       */
      renew?: ((stale: string) => Promise<string | null>) | undefined
    }
  | { type: 'basic'; username: string; password: string }

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | boolean | undefined>
  json?: unknown
  form?: FormData
  accept?: string
  headers?: Record<string, string>
  mostBytes?: number
  /** The address below which the path is; the API's unless said otherwise. */
  base?: string
}

export interface ApiAnswer<T> {
  body: T
  headers: Headers
}

const listBytes = 16 * 1024 * 1024

export class Api {
  readonly settings: ProviderSettings
  readonly access: GitAccess
  #renewing: Promise<string | null> | undefined
  #token: string

  /** How this kind of host is brought a name and a token; by basic authentication unless said otherwise. */
  readonly #byPassword: (username: string, password: string) => string

  constructor(
    settings: ProviderSettings,
    access: GitAccess,
    byPassword: (username: string, password: string) => string = basicHeader,
  ) {
    this.settings = settings
    this.access = access
    this.#byPassword = byPassword
    this.#token = access.type === 'oauth' ? access.accessToken : ''
  }

  /** Calls, and checks the answer's shape. */
  async call<S extends z.ZodType>(
    path: string,
    schema: S,
    request: ApiRequest = {},
  ): Promise<ApiAnswer<z.output<S>>> {
    const answer = await this.#ask(path, request)
    const read = schema.safeParse(answer.bytes.length === 0 ? undefined : answer.json())
    if (!read.success)
      throw new GitRefusal('malformed', `${this.#host(request)} answered something unexpected.`)
    return { body: read.data, headers: answer.headers }
  }

  /** Reads a file's bytes. */
  async bytes(path: string, request: ApiRequest & { mostBytes: number }): Promise<Bytes> {
    return (await this.#ask(path, { accept: '*/*', ...request })).bytes
  }

  /** The `Authorization` of this caller now. */
  authorization(): string {
    const { access } = this
    return access.type === 'oauth'
      ? `Bearer ${this.#token}`
      : this.#byPassword(access.username, access.password)
  }

  /** The access token of now; of OAuth. */
  token(): string {
    return this.#token
  }

  async #ask(path: string, request: ApiRequest): Promise<OutgoingAnswer> {
    const used = this.#token
    const first = await this.#once(path, request)
    if (!isUnauthenticated(first)) return succeeded(first, this.#host(request))
    if (this.access.type === 'basic') throw new GitRefusal('bad_credentials', 'Invalid username or password')
    const fresh = await this.#renewed(used)
    const second = fresh === null ? first : await this.#once(path, request)
    if (isUnauthenticated(second))
      throw new GitRefusal('reconnect', 'Looks like your access token is expired')
    return succeeded(second, this.#host(request))
  }

  /** The token after one that has ended; calls that find it so together renew it together. */
  async #renewed(ended: string): Promise<string | null> {
    if (this.#token !== ended) return this.#token
    const { access } = this
    if (access.type !== 'oauth' || !access.renew) return null
    this.#renewing ??= access.renew(ended)
    try {
      const fresh = await this.#renewing
      if (fresh !== null) this.#token = fresh
      return fresh
    } finally {
      this.#renewing = undefined
    }
  }

  async #once(path: string, request: ApiRequest): Promise<OutgoingAnswer> {
    const { method = 'GET', query = {}, json, form, accept = 'application/json', headers = {} } = request
    const url = new URL(below(request.base ?? this.settings.apiUrl, path))
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const encoded = form ? await encodedForm(form) : json === undefined ? undefined : jsonBody(json)
    return fetchOutgoing(url.href, {
      method,
      headers: {
        accept,
        authorization: this.authorization(),
        'user-agent': 'Waymark',
        ...encoded?.headers,
        ...headers,
      },
      ...(encoded ? { body: encoded.body } : {}),
      mostBytes: request.mostBytes ?? listBytes,
      follow: 'origin',
    })
  }

  #host({ base }: ApiRequest): string {
    return new URL(base ?? this.settings.apiUrl).host
  }
}

/** Azure DevOps answers 203 with its sign-in page where a token has ended. */
function isUnauthenticated({ status }: OutgoingAnswer): boolean {
  return status === 401 || status === 203
}

function succeeded(answer: OutgoingAnswer, host: string): OutgoingAnswer {
  const { status, headers } = answer
  if (status < 300) return answer
  // GitHub says 403 for what others say 429 for ("Rate limits for the REST API").
  const spent = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')
  if (status === 429 || (status === 403 && spent))
    throw new GitRefusal('rate_limited', `${host} asks to wait before the next call.`, waitOf(headers))
  if (status === 403) throw new GitRefusal('forbidden', `${host} does not allow this with these credentials.`)
  if (status === 404 || status === 410) throw new GitRefusal('not_found', `${host} does not have this.`)
  if (status === 409 || status === 412) throw new GitRefusal('conflict', `${host} has something else by now.`)
  if (status < 500) throw new GitRefusal('invalid', `${host} did not accept this.`)
  throw new GitRefusal('unreachable', `${host} answered with status ${status}.`)
}

/** How long a host asks to wait: in seconds, until a date (RFC 9110 §10.2.3), or until its count begins anew. */
function waitOf(headers: Headers): number {
  const said = headers.get('retry-after') ?? ''
  const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? ''
  const until = /^\d{9,11}$/.test(reset) ? Number(reset) * 1000 : Date.parse(said)
  const seconds = /^\d{1,6}$/.test(said) ? Number(said) : Math.ceil((until - Date.now()) / 1000)
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 60, 1), 3600)
}

function jsonBody(json: unknown) {
  return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
}

async function encodedForm(form: FormData) {
  const encoded = new Response(form)
  return {
    body: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}
