// What the gateway does with a body that nobody wants any more.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net'
import { expect, it } from 'vitest'
import { forward } from '../../stack/http/forward.ts'

const portOf = async (server: { listen(port: number, host: string): unknown; address(): unknown }) => {
  server.listen(0, '127.0.0.1')
  await once(server as never, 'listening')
  return (server.address() as AddressInfo).port
}

it('takes the rest of an upload that was refused before it was read, and answers the next request', async () => {
  // As functions refuse: at once, and without reading on.
  const refusing = createNetServer((socket) => {
    socket.once('data', () => {
      socket.pause()
      socket.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
    })
    socket.on('error', () => undefined)
  })
  const to = await portOf(refusing)
  const gateway = createServer((req, res) =>
    req.method === 'POST' ? forward(req, res, { to, path: '/', timeoutMs: 60_000 }) : res.end('next'),
  )
  const client = connect(await portOf(gateway), '127.0.0.1')
  let heard = ''
  const hears = async (text: string) => {
    while (!heard.includes(text)) heard += String(await once(client, 'data'))
  }
  const body = Buffer.alloc(20 * 1024 * 1024)
  client.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n`)
  client.write(body)
  await hears('403 Forbidden')
  client.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  await hears('next')
  expect(heard).toMatch(/403 Forbidden[\s\S]*200 OK[\s\S]*next$/)
  client.destroy()
  gateway.close()
  refusing.close()
})

it('asks again where a kept connection was closed under a request that only reads, and for nothing else', async () => {
  const heard: string[] = []
  let onThisConnection = 0
  // Closes each connection under its second request, as a server does that has kept it long enough.
  const closing = createServer((req, res) => {
    heard.push(`${req.method} ${req.url}`)
    onThisConnection += 1
    if (onThisConnection === 2) req.socket.destroy()
    else res.end('read')
  }).on('connection', () => {
    onThisConnection = 0
  })
  const to = await portOf(closing)
  const gateway = createServer((req, res) =>
    forward(req, res, { to, path: req.url ?? '/', timeoutMs: 60_000 }),
  )
  const port = await portOf(gateway)
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    await answer.text()
    return answer.status
  }
  expect(await ask('/1')).toBe(200)
  expect(await ask('/2')).toBe(200)
  expect(await ask('/3', { method: 'POST', body: 'once' })).toBe(502)
  expect(heard).toEqual(['GET /1', 'GET /2', 'GET /2', 'POST /3'])
  gateway.close()
  gateway.closeAllConnections()
  closing.close()
  closing.closeAllConnections()
})
