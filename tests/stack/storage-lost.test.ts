// What becomes of bytes when the database or the disk fails in the middle of an upload.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVerifier } from '../../stack/jwt.ts'
import { createKeys, publicKeys } from '../../stack/keys.ts'
import { createStorage } from '../../stack/storage/index.ts'
import { testDatabase } from '../support/database.ts'
import { type Served, serve } from '../support/services.ts'

let admin: pg.Pool
let line: Line
let storage: Served
let key: string
const dir = mkdtempSync(join(tmpdir(), 'waymark-storage-lost-'))

beforeAll(async () => {
  const { urls } = await testDatabase('base')
  admin = new pg.Pool({ connectionString: urls.admin, max: 2 })
  const keys = await createKeys()
  key = keys.serviceRoleKey
  line = await aLine(urls.authenticator)
  const verify = createVerifier({ jwtSecret: keys.jwtSecret, jwks: publicKeys(keys.signingKeys) })
  storage = await serve({ '/storage/v1': await createStorage({ dbUrl: line.url, dir, verify }) })
  await call('POST', 'bucket', JSON.stringify({ name: 'kept' }))
})
afterAll(async () => {
  await storage.close()
  line.server.close()
  await admin.end()
  rmSync(dir, { recursive: true, force: true })
})

it('an upload whose connection ends as it is committed is there, with its bytes', async () => {
  line.breakAtCommitOfUpload()
  const answer = await call('POST', 'object/kept/a.txt', 'committed')
  const { rowCount } = await admin.query(`select from storage.objects where name = 'a.txt'`)
  expect([line.isBroken(), answer.status, rowCount]).toEqual([true, 200, 1])
  expect(await (await call('GET', 'object/kept/a.txt')).text()).toBe('committed')
})

it('an upload that is refused leaves neither a row nor bytes', async () => {
  const before = filesIn(dir)
  expect((await call('POST', 'object/kept/a.txt', 'again')).status).toBe(400)
  expect(filesIn(dir)).toEqual(before)
})

it('a disk that takes a part of a write does not pass for one that took it all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-short-write-'))
  const script = `
    import { Readable } from 'node:stream'
    import { openFileStore } from ${JSON.stringify(join(import.meta.dirname, '../../stack/storage/file-store.ts'))}
    const store = await openFileStore(${JSON.stringify(folder)})
    const outcome = await store.write(Readable.from([Buffer.alloc(100_000)]), 1e9).then(({ size }) => size, ({ code }) => code)
    console.log(outcome)`
  // A limit of the size of files does the same as a disk without room: a part is written, and the next write fails.
  const args = ['-c', 'trap "" XFSZ; ulimit -f 40; exec "$@"', 'bash', process.execPath]
  const { stdout } = spawnSync('bash', [...args, '--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('EFBIG')
  expect(filesIn(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

function call(method: string, path: string, body?: string): Promise<Response> {
  const type = path === 'bucket' ? 'application/json' : 'text/plain'
  const headers = { authorization: `Bearer ${key}`, 'content-type': type }
  return fetch(`${storage.url}/storage/v1/${path}`, { method, headers, ...(body !== undefined && { body }) })
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

interface Line {
  url: string
  server: Server
  /** The answer to the commit of the next upload does not arrive, nor anything after it. */
  breakAtCommitOfUpload(): void
  isBroken(): boolean
}

/** A way to the database that can break. */
async function aLine(url: string): Promise<Line> {
  const to = new URL(url)
  let state: 'whole' | 'waits for an upload' | 'about to break' | 'broken' = 'whole'
  const server = createServer((client) => {
    const database = connect(Number(to.port), to.hostname)
    for (const socket of [client, database]) socket.on('error', () => undefined)
    client.on('data', (chunk) => {
      // With this the transaction begins that makes the object.
      if (state === 'waits for an upload' && chunk.includes('pg_advisory_xact_lock')) state = 'about to break'
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      if (state === 'about to break' && chunk.includes('COMMIT\0')) {
        state = 'broken'
        client.destroy()
        database.destroy()
      } else client.write(chunk)
    })
    database.on('close', () => client.destroy())
    client.on('close', () => database.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const here = new URL(url)
  here.hostname = '127.0.0.1'
  here.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: here.href,
    server,
    breakAtCommitOfUpload: () => {
      state = 'waits for an upload'
    },
    isBroken: () => state === 'broken',
  }
}
