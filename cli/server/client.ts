// Calls of a Waymark server: what it answers, or what keeps it from answering, as errors that say what to do next.
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { PassingError, retryAfter } from './retries.ts'

export interface ServerCall {
  method?: 'GET' | 'POST'
  json?: unknown
  /** A body that is read as it is sent. */
  stream?: { body: ReadableStream<Uint8Array>; type: string }
  /** How long the answer may take. */
  seconds?: number
  /** In place of the token. */
  cookie?: string
}

/** An object of JSON of which nothing else is known. */
export type Answer = Record<string, unknown>

export function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A server with the token that opens it, where one does. The token is sent to it and shown nowhere. */
export class ServerClient {
  readonly address: URL
  readonly #token: string | undefined

  constructor(address: URL, token?: string) {
    this.address = address
    this.#token = token
  }

  /**
   * What the server answers: an object, and what `isOurs` says of it, for other servers answer JSON too. Throws
   * PassingError for what may succeed later, and CliError for the rest.
   */
  async json<T>(path: string, call: ServerCall = {}, isOurs: (answer: Answer) => boolean = () => true) {
    const answer = parsed(await this.text(path, call))
    if (!isAnswer(answer) || !isOurs(answer)) throw this.strange(200)
    return answer as T
  }

  /** The whole answer. Throws as `json` does. */
  async text(path: string, call: ServerCall = {}): Promise<string> {
    const answer = await this.send(path, call)
    return answer.text().catch((error) => {
      throw new PassingError(`The answer of ${this.address.host} broke off: ${reasonOf(error)}.`)
    })
  }

  /** The answer as it comes, for what is passed on. Throws as `json` does. */
  async send(path: string, call: ServerCall): Promise<Response> {
    const answer = await this.answer(path, call)
    if (answer.ok) return answer
    throw await this.refusal(answer)
  }

  /** The answer, whatever it is. Throws PassingError where there is none. */
  answer(path: string, { method, json, stream, seconds = 60, cookie }: ServerCall): Promise<Response> {
    const headers: Record<string, string> = { accept: '*/*' }
    if (cookie !== undefined) headers.cookie = cookie
    else if (this.#token !== undefined) headers.authorization = `Bearer ${this.#token}`
    const type = json === undefined ? stream?.type : 'application/json'
    if (type) headers['content-type'] = type
    const body = json === undefined ? stream?.body : JSON.stringify(json)
    const request: RequestInit = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      // The token is for this address, and for no other that it may name.
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds * 1000),
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    }
    return fetch(new URL(`api/v1/${path}`, this.address), request).catch((error) => {
      throw new PassingError(`${this.address.host} cannot be reached: ${reasonOf(error)}.`)
    })
  }

  /** What an answer that is no success means, to be thrown. */
  async refusal(answer: Response): Promise<Error> {
    const { status } = answer
    const said = this.withoutToken(await sentenceOf(answer))
    if (status === 429 || status === 502 || status === 503 || status === 504) {
      const message = said || `${this.address.host} answers ${status}.`
      return new PassingError(message, retryAfter(answer.headers.get('retry-after')))
    }
    if (status >= 300 && status < 400) return this.elsewhere(answer)
    if (said === '') return this.strange(status)
    const advice = ADVICE[status] ?? 'Correct what it says and run the command again.'
    return new CliError(`The server refuses (${status}): ${said}`, advice, exitCodeOf(status))
  }

  private elsewhere(answer: Response): CliError {
    const to = URL.parse(answer.headers.get('location') ?? '', this.address.href)
    const advice = to ? `If that is right, give --url ${to.origin}.` : 'Give its own address as --url.'
    return new CliError(
      `${this.address.host} sends on to another address, where the token is not sent.`,
      advice,
      EXIT.usage,
    )
  }

  private strange(status: number): CliError {
    const message = `${this.address.host} does not answer like a Waymark server (${status}).`
    const advice = 'Check the address: --url (or WAYMARK_URL) is that of your workspace in the browser.'
    return new CliError(message, advice, EXIT.unavailable)
  }

  // Nobody would send it back but who means ill, or a proxy that shows what it got.
  private withoutToken(text: string): string {
    return this.#token === undefined ? text : text.replaceAll(this.#token, '(the token)')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ADVICE: Record<number, string> = {
  401: 'Check that the token is whole and still holds: a project has one CI token, and a new one ends the one before. Where you are signed in, do it again: waymark login',
  402: 'Ask an owner of the workspace to change its plan, or push to a branch that it has.',
  403: 'Use a token that may do this: a CI token pushes to its own project, a workspace token reads.',
  404: 'Check the names, and that the token is of the same workspace.',
  409: 'Look at the settings of the project: what its content comes from is decided there.',
  413: 'Leave files out by "exclude" in .stoplight.json, or push a folder of the project by --directory.',
}

function exitCodeOf(status: number): number {
  if (status === 401 || status === 402 || status === 403) return EXIT.refused
  if (status >= 500) return EXIT.unavailable
  return status === 404 ? EXIT.noInput : EXIT.data
}

/** The sentence of a problem (RFC 9457) with those of its fields; empty where the answer is none. */
async function sentenceOf(answer: Response): Promise<string> {
  const problem: unknown = await answer.json().catch(() => null)
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return ''
  const errors = 'errors' in problem && Array.isArray(problem.errors) ? problem.errors : []
  const fields = errors
    .slice(0, 5)
    .map((field: { field?: unknown; message?: unknown }) => `${field?.field}: ${field?.message}`)
    .filter((text) => !text.endsWith(`: ${problem.detail}`))
  return [String(problem.detail), ...fields].join(' ')
}

/** What kept a request from being answered, in few words. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'it took too long'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? (code || 'the connection broke off')
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there (ECONNREFUSED)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
  EAI_AGAIN: 'its name cannot be looked up now (EAI_AGAIN)',
  ECONNRESET: 'the connection broke off (ECONNRESET)',
  UND_ERR_SOCKET: 'the connection broke off',
}
