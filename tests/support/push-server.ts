// A server as strict as the real one about what pushes send, whose answers a test can spoil.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { KEPT_MS } from '../../stack/http/kept.ts'

export const TOKEN = `wmci_${'t0ken-_'.repeat(6)}x`

/** What comes in place of an answer; 'reset' breaks the connection. */
export type Spoiled = 'reset' | { status: number; headers?: Record<string, string>; body?: object | string }

export interface PushServer {
  url: string
  /** `POST push/manifest` and so on, in order. */
  calls: string[]
  /** What each upload brought, by path. */
  uploads: string[][]
  /** The manifest that came last. */
  manifest: { branch: string; commit: string | null; files: { path: string; sha256: string }[] } | undefined
  /** Answered in turn in place of what is asked for. */
  spoiled: Map<string, Spoiled[]>
  /** The states of the task, in turn; the last one stays. */
  task: object[]
  stop(): Promise<void>
}

/** Starts one on a free loopback port. */
export async function startPushServer(): Promise<PushServer> {
  const held = new Set<string>()
  const state: PushServer = {
    url: '',
    calls: [],
    uploads: [],
    manifest: undefined,
    spoiled: new Map(),
    task: [{ status: 'success', payload: { counts: { http_operation: 2 } }, duration_ms: 5, lines: [] }],
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (request, response) => {
    answer(state, held, request, response).catch((error) => {
      send(response, 400, problem(400, String(error)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

async function answer(
  state: PushServer,
  held: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const called = `${request.method} ${request.url?.replace('/api/v1/', '').replace(/\/job-1$/, '')}`
  state.calls.push(called)
  const body = await buffer(request)
  const spoiled = state.spoiled.get(called)?.shift()
  if (spoiled === 'reset') return void request.socket.destroy()
  if (spoiled) return send(response, spoiled.status, spoiled.body ?? '', spoiled.headers)
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    return send(response, 401, problem(401, 'The token is not valid.'))
  const type = request.headers['content-type'] ?? ''
  if (called === 'POST push/manifest') {
    if (type !== 'application/json') throw new Error('no JSON')
    state.manifest = JSON.parse(body.toString())
    const missing = hashesOf(state).filter((hash) => !held.has(hash))
    const workspace = { name: 'Acme', slug: 'acme' }
    return send(response, 200, {
      project: { name: 'Pets', slug: 'pets' },
      workspace,
      missing,
      job_id: null,
    })
  }
  if (called === 'POST push') {
    await take(state, held, new Response(body, { headers: { 'content-type': type } }))
    return send(response, 202, { job_id: 'job-1', branch: state.manifest?.branch })
  }
  if (called === 'GET tasks')
    return send(response, 200, {
      job_id: 'job-1',
      ...(state.task.length > 1 ? state.task.shift() : state.task[0]),
    })
  send(response, 404, problem(404, `There is nothing at ${request.url}.`))
}

async function take(state: PushServer, held: Set<string>, form: Response): Promise<void> {
  const parts = [...(await form.formData()).entries()]
  const [first, ...files] = parts
  if (first?.[0] !== 'manifest' || typeof first[1] !== 'string') throw new Error('Send the manifest first.')
  state.manifest = JSON.parse(first[1])
  const paths: string[] = []
  for (const [field, file] of files) {
    if (field !== 'file' || typeof file === 'string') throw new Error(`no file: ${field}`)
    const hash = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex')
    if (hash !== file.name) throw new Error('The content of a file is not what its name says.')
    if (held.has(hash)) throw new Error('This is here already.')
    held.add(hash)
    paths.push(
      ...(state.manifest?.files ?? []).filter(({ sha256 }) => sha256 === hash).map(({ path }) => path),
    )
  }
  if (hashesOf(state).some((hash) => !held.has(hash))) throw new Error('A file is missing.')
  state.uploads.push(paths.sort())
}

function hashesOf({ manifest }: PushServer): string[] {
  return [...new Set(manifest?.files.map(({ sha256 }) => sha256))]
}

/** A refusal as the real server writes it. */
export function problem(status: number, detail: string): object {
  return { type: 'VALIDATION_ERROR', title: 'The request is not valid.', status, detail }
}

function send(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
