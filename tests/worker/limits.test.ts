// A small file may describe a huge documentation, and few bytes may be named often: both are bounded, and said.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientBase } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describeFiles } from '../../worker/analyze/describe.ts'
import { fetchUploads } from '../../worker/analyze/files.ts'
import type { Order } from '../../worker/analyze/protocol.ts'
import { createStorage, type Storage } from '../../worker/storage.ts'

function sharing(operations: number, descriptionLength: number) {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, n) => [
      `/things/${n}`,
      { get: { responses: { 200: { $ref: '#/components/responses/Fat' } } } },
    ]),
  )
  const components = { responses: { Fat: { description: 'x'.repeat(descriptionLength) } } }
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Fat', version: '1' }, paths, components })
  return [{ path: 'reference/fat.json', bytes: Buffer.from(text), hash: Buffer.alloc(32) }]
}

test('a response shared by many operations cannot fill the database', () => {
  expect(() => describeFiles(sharing(3_000, 100_000), () => {})).toThrow(
    'The documentation of these files would be larger than 256 MB. Split them into smaller descriptions.',
  )
})

test('a large description within the limit is taken', () => {
  expect(describeFiles(sharing(300, 1_000), () => {}).nodes).toHaveLength(301)
})

test('one upload named a thousand times cannot fill the memory', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ path: `docs/${n}.md`, object: 'one' }))
  const db = { query: async () => ({ rows }) } as unknown as ClientBase
  let downloads = 0
  const storage = {
    async download(_bucket: string, _path: string, most: number) {
      downloads++
      return most < 10 * 1024 * 1024 ? 'too large' : Buffer.alloc(10 * 1024 * 1024)
    },
  } as unknown as Storage
  await expect(fetchUploads(db, storage, { jobId: 'job' } as Order, () => {})).rejects.toThrow(
    'The files of an import may have at most 50 MB together.',
  )
  expect(downloads).toBe(6)
})

test('an object larger than was allowed is not read to its end', async () => {
  const chunk = Buffer.alloc(1024 * 1024)
  const total = 1_000
  let sent = 0
  const server = createServer((_req, res) => {
    // Without a length, as a chunked upload comes back from a server that never measured it.
    const send = () => {
      while (!res.destroyed && sent < total) {
        sent++
        if (!res.write(chunk)) return void res.once('drain', send)
      }
      res.end()
    }
    send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const supabaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storage = createStorage({ supabaseUrl, serviceKey: 'key' })
  expect(await storage.download('uploads', 'endless', 5 * chunk.length)).toBe('too large')
  expect(sent).toBeLessThan(total / 2)
})
