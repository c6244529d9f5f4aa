// What an upload comes to when Storage refuses it, in the shapes in which Supabase's own server and proxies do.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { SignedIn } from '../auth/caller.ts'
import type { IncomingFile } from '../http/multipart.ts'
import { ownPlace, upload } from './uploads.ts'

type Answer = (req: IncomingMessage, res: ServerResponse) => void

const denied = JSON.stringify({
  statusCode: '403',
  error: 'Unauthorized',
  message: 'new row violates row-level security policy',
})
const refuses: Answer = (_req, res) => void res.writeHead(400).end(denied)
const signs: Answer = (_req, res) => void res.end('{"url":"/object/upload/sign/uploads/1/x?token=t"}')
const breaksOff: Answer = (req) => void req.socket.destroy()

let storage: Server
let takes: Answer
let links: Answer

beforeAll(async () => {
  storage = createServer((req, res) =>
    (req.url?.startsWith('/storage/v1/object/upload/sign/') ? links : takes)(req, res),
  )
  await once(storage.listen(0, '127.0.0.1'), 'listening')
  const settings: Record<string, string> = {
    SUPABASE_URL: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    WAYMARK_URL: 'http://waymark.localhost:3000',
  }
  vi.stubGlobal('Deno', { env: { get: (name: string) => settings[name] } })
})
afterAll(() => {
  vi.unstubAllGlobals()
  storage.closeAllConnections()
  storage.close()
})

function uploadOf(size: number): Promise<unknown> {
  const content = Readable.from(
    Array.from({ length: size / 1_024 }, () => Buffer.alloc(1_024)),
  ) as unknown as IncomingFile['content']
  const file: IncomingFile = { field: 'file', name: 'a.yaml', type: '', content }
  return upload(ownPlace({ authId: 'me', token: 'token' } as SignedIn, 1), file, 0)
}

it('a refusal that arrives as a broken connection is answered as a refusal', async () => {
  takes = breaksOff
  links = refuses
  await expect(uploadOf(1_024 * 1_024)).rejects.toMatchObject({
    problem: { code: 'INSUFFICIENT_PERMISSIONS', status: 403 },
  })
})

it('a connection that broke for another reason is answered as what passes', async () => {
  takes = breaksOff
  links = signs
  await expect(uploadOf(1_024 * 1_024)).rejects.toMatchObject({
    problem: { code: 'SERVICE_UNAVAILABLE', status: 503 },
  })
})

it.each([
  [
    'Storage',
    400,
    '{"statusCode":"413","error":"Payload too large","message":"The object exceeded the size"}',
  ],
  ['a proxy', 413, '<html>413 Request Entity Too Large</html>'],
])('what is too large for %s is answered as that', async (_whom, status, body) => {
  takes = (req, res) => void req.resume().once('end', () => res.writeHead(status).end(body))
  await expect(uploadOf(1_024)).rejects.toMatchObject({ problem: { code: 'PAYLOAD_TOO_LARGE', status: 413 } })
})
