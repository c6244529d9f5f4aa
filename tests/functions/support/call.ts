// Calls of /api/v1 the way clients make them.
import { fetchHost, type HostResponse, type StackInfo } from '../../support/stack.ts'

interface FormFile {
  name: string
  content: string | Buffer
}

export interface Call {
  method?: string
  token?: string
  cookie?: string
  json?: unknown
  form?: Record<string, string | FormFile | FormFile[]>
  headers?: Record<string, string>
  /** Slug of the workspace host, '' for the base host. */
  host?: string
  /** Another address of 127.0.0.0/8 to call from. */
  from?: string
}

export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  trace_id: string
  errors?: { field: string; message: string; line?: number; column?: number }[]
}

/** Calls `/api/v1{path}`; a body makes it a POST unless said otherwise. */
export async function call(stack: StackInfo, path: string, request: Call = {}): Promise<HostResponse> {
  const { token, cookie, json, form, host = '', from } = request
  const headers: Record<string, string> = { ...request.headers }
  if (token) headers.authorization = `Bearer ${token}`
  if (cookie) headers.cookie = cookie
  const body = json !== undefined ? JSON.stringify(json) : form ? await encoded(form, headers) : undefined
  if (json !== undefined) headers['content-type'] ??= 'application/json'
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body))
  const method = request.method ?? (body === undefined ? 'GET' : 'POST')
  return fetchHost(stack, host, `/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(from === undefined ? {} : { from }),
  })
}

/** Status and catalogue code of a refusal, with its sentence: what a client sees of it. */
export function refusalIn(answer: HostResponse): { status: number; type: string; detail: string } {
  const { type, detail } = answer.json<ProblemBody>()
  return { status: answer.status, type, detail }
}

/** The cookie an answer sets, as a browser would send it back; undefined when it removes it or sets none. */
export function cookieIn(answer: HostResponse): string | undefined {
  const [first = ''] = answer.headers['set-cookie'] ?? []
  const [pair = ''] = first.split(';')
  return pair.endsWith('=') || pair === '' ? undefined : pair
}

async function encoded(form: NonNullable<Call['form']>, headers: Record<string, string>): Promise<Buffer> {
  const data = new FormData()
  for (const [field, value] of Object.entries(form)) {
    if (typeof value === 'string') data.append(field, value)
    else
      for (const file of [value].flat()) data.append(field, new Blob([file.content as BlobPart]), file.name)
  }
  const { headers: own, body } = new Request('http://unused.invalid', {
    method: 'POST',
    body: data,
  }) as Request & {
    body: ReadableStream
  }
  headers['content-type'] = own.get('content-type') ?? ''
  return Buffer.from(await new Response(body).arrayBuffer())
}
