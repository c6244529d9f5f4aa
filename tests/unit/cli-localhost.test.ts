// The addresses that a Waymark on a laptop shows lead to it, whatever the machine's resolver knows of them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { ServerClient } from '../../cli/server/client.ts'
import { resolveLocalhost } from '../../cli/server/localhost.ts'

beforeAll(resolveLocalhost)

it('asks a workspace below localhost on this machine, by its own name', async () => {
  const server = createServer((req, res) => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ host: req.headers.host, token: req.headers.authorization }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const client = new ServerClient(new URL(`http://demo.waymark.localhost:${port}/`), 'wmci_x')
    expect(await client.json('users/me')).toEqual({
      host: `demo.waymark.localhost:${port}`,
      token: 'Bearer wmci_x',
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
