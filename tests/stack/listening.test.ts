// Where the gateway listens: functions, worker and /health find it on this machine whatever address it was told.
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Gateway } from '../../stack/gateway/index.ts'
import { readSettings } from '../../stack/supervisor/settings.ts'
import { startGateway } from '../support/gateway.ts'

const gateways: Gateway[] = []
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()))
})

async function listening(address: string): Promise<number> {
  const { gateway, port } = await startGateway({}, address)
  gateways.push(gateway)
  return port
}

function health(host: string, port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const req = request({ host, port, path: '/health', agent: false })
    req.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    req.once('response', (res) => {
      res.resume()
      resolve(res.statusCode ?? 0)
    })
    req.end()
  })
}

describe('a request that names no one host', () => {
  const answerTo = (port: number, ...hosts: string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      const headers = [...hosts.map((host) => `Host: ${host}`), 'Connection: close']
      socket.end(`GET /health HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })

  it.each([
    [['waymark.localhost', 'other.localhost']],
    [['waymark.localhost:24100.evil.example']],
    [['a b']],
    [['user@waymark.localhost']],
  ])('%j is a problem of its own', async (hosts) => {
    const answer = await answerTo(await listening('127.0.0.1'), ...hosts)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('application/problem+json')
  })

  it('and one that does is answered', async () => {
    const port = await listening('127.0.0.1')
    for (const host of ['demo.waymark.localhost:3000', '[::1]:3000', 'a_b.localhost'])
      expect(await answerTo(port, host)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a gateway that was told where to listen', () => {
  it.each(['127.0.0.1', '127.0.0.2', '0.0.0.0', '::1', '::'])(
    'at %s is there, and where its own parts call',
    async (address) => {
      const port = await listening(address)
      const outside = { '0.0.0.0': '127.0.0.3', '::': '::1' }[address] ?? address
      expect([await health(outside, port), await health('127.0.0.1', port)]).toEqual([200, 200])
    },
  )

  it('is nowhere else', async () => {
    expect(await health('127.0.0.3', await listening('127.0.0.2'))).toBe('ECONNREFUSED')
  })

  it('lets go of both addresses', async () => {
    const port = await listening('127.0.0.2')
    await gateways.pop()?.close()
    expect([await health('127.0.0.2', port), await health('127.0.0.1', port)]).toEqual([
      'ECONNREFUSED',
      'ECONNREFUSED',
    ])
  })

  it('may be told an address of IPv6 in brackets', () => {
    expect(readSettings({ WAYMARK_LISTEN: '[::1]' }, '/', 3000).listen).toBe('::1')
  })
})
