// Answers as the client likes them: encoded where it asks, and as they are wherever that would be wrong.
import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forward } from '../../stack/http/forward.ts'
import { sendProblem } from '../../stack/http/problem.ts'
import { send } from '../../stack/http/reply.ts'
import { type RestStack, startRest } from '../support/rest.ts'

const LONG = JSON.stringify({ words: 'waymark '.repeat(1000) })

let rest: RestStack
beforeAll(async () => {
  rest = await startRest(`
    create table public.pages (id int primary key, words text);
    insert into public.pages values (1, '${'waymark '.repeat(1000)}'), (2, 'ä ${'waymark '.repeat(1000)}');
    grant select on public.pages to anon;`)
})
afterAll(() => rest.close())

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  raw: Buffer
}

function get(url: string, headers: Record<string, string>, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const req = request(url, { headers, method })
    req.once('error', reject)
    req.once('response', async (res) => {
      const chunks: Buffer[] = []
      for await (const chunk of res) chunks.push(chunk as Buffer)
      resolve({ status: res.statusCode ?? 0, headers: res.headers, raw: Buffer.concat(chunks) })
    })
    req.end()
  })
}

const BOTH = { 'accept-encoding': 'gzip, deflate, br' }

describe('REST', () => {
  const pages = (query: string, headers: Record<string, string>, method?: string) =>
    get(`${rest.url}/rest/v1/pages?${query}`, headers, method)

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('answers "%s" with %s', async (accept, encoding) => {
    const plain = await pages('select=*', {})
    const got = await pages('select=*', { 'accept-encoding': accept })
    expect([got.headers['content-encoding'], got.headers.vary]).toEqual([encoding, 'Accept-Encoding'])
    const read =
      encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : (raw: Buffer) => raw
    expect(read(got.raw).equals(plain.raw)).toBe(true)
    if (encoding) expect(got.raw.length).toBeLessThan(plain.raw.length / 10)
    expect(Number(got.headers['content-length'])).toBe(got.raw.length)
  })

  it('keeps a window of 256 KiB for a reader, however long they take', async () => {
    const { raw } = await pages('select=*', { 'accept-encoding': 'br' })
    // A stream of Brotli begins with the size of its window (RFC 7932, 9.1): 0011 is 18 bits.
    expect((raw[0] ?? 0) & 0b1111).toBe(0b0011)
  })
  it('leaves what is small, and what is only a head', async () => {
    const small = await pages('select=id', BOTH)
    expect([small.headers['content-encoding'], small.headers.vary]).toEqual([undefined, undefined])
    const head = await pages('select=*', BOTH, 'HEAD')
    expect([head.headers['content-encoding'], head.raw.length]).toEqual([undefined, 0])
  })
})

/** Runs `work` with the port of a server that answers so. */
async function serving<T>(answer: RequestListener, work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    return await work((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('an answer that is still being encoded', () => {
  const reply = { status: 200, headers: { 'Content-Type': 'application/json' }, body: LONG }

  it('gives way to one that has begun meanwhile', async () => {
    let sent: Promise<void> | undefined
    const answer: RequestListener = (_req, res) => {
      sent = send(res, reply, 'GET')
      res.removeHeader('content-encoding')
      res.write('another ')
      sent.finally(() => res.end('answer')).catch(() => undefined)
    }
    const got = await serving(answer, (port) => get(`http://127.0.0.1:${port}/`, BOTH))
    expect(got.raw.toString()).toBe('another answer')
    await expect(sent).resolves.toBeUndefined()
  })

  it('leaves a problem as it is', async () => {
    const answer: RequestListener = (_req, res) => {
      void send(res, reply, 'GET')
      sendProblem(res, 408, 'Request timeout', 'The body of the request came too slowly.')
    }
    const got = await serving(answer, (port) => get(`http://127.0.0.1:${port}/`, BOTH))
    expect([got.headers['content-encoding'], got.status]).toEqual([undefined, 408])
    expect(JSON.parse(got.raw.toString())).toMatchObject({ title: 'Request timeout' })
  })
})

/** What a function that answers `headers` and LONG looks like behind `forward`. */
function through(headers: Record<string, string>, asked: Record<string, string>, status = 200): Promise<Got> {
  const body = { chunks: [], whole: true }
  return serving(
    (_req, res) => res.writeHead(status, headers).end(LONG),
    (to) =>
      serving(
        (req, res) => void forward(req, res, { to, path: '/', body, timeoutMs: 5_000 }),
        (port) => get(`http://127.0.0.1:${port}/`, asked),
      ),
  )
}

const JSON_HEADERS = { 'content-type': 'application/json', 'content-length': String(LONG.length) }

describe('a function', () => {
  it('answers encoded, with a weak validator', async () => {
    const got = await through({ ...JSON_HEADERS, etag: '"one"', vary: 'Origin' }, BOTH)
    expect(got.headers).toMatchObject({
      'content-encoding': 'br',
      etag: 'W/"one"',
      vary: 'Origin, Accept-Encoding',
    })
    expect(brotliDecompressSync(got.raw).toString()).toBe(LONG)
  })
  it.each<[string, Record<string, string>, Record<string, string>, number?]>([
    ['a stream', { 'content-type': 'application/json' }, {}],
    ['what is encoded', { ...JSON_HEADERS, 'content-encoding': 'zstd' }, {}],
    ['a picture', { ...JSON_HEADERS, 'content-type': 'image/png' }, {}],
    ['events', { ...JSON_HEADERS, 'content-type': 'text/event-stream' }, {}],
    ['what nobody may transform', { ...JSON_HEADERS, 'cache-control': 'no-transform' }, {}],
    ['a part of bytes', { ...JSON_HEADERS, 'content-range': `bytes 0-9/${LONG.length}` }, {}, 206],
    ['what comes with a cookie', { ...JSON_HEADERS, 'set-cookie': 'a=b' }, {}],
    ['what was asked by a cookie alone', JSON_HEADERS, { cookie: 'session=secret' }],
  ])('answers %s as it is', async (_, headers, asked, status) => {
    const got = await through(headers, { ...BOTH, ...asked }, status)
    expect(got.raw.toString()).toBe(LONG)
    expect(got.headers['content-encoding']).toBe(headers['content-encoding'])
  })
  it('answers a token beside a cookie encoded: no foreign page can send one', async () => {
    const got = await through(JSON_HEADERS, { ...BOTH, cookie: 'session=secret', authorization: 'Bearer x' })
    expect(got.headers['content-encoding']).toBe('br')
  })
})
