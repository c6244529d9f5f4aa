// What integrations may call: never our own network, however an address is spelled.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowed, checkedLookup, fetchOutgoing, requireOutside } from './outgoing.ts'

const { system, dns } = vi.hoisted(() => ({ system: vi.fn(), dns: vi.fn() }))
vi.mock('./resolve.ts', () => ({ addressesBySystem: system, addressesByDns: dns }))

let settings: Record<string, string>
beforeEach(() => {
  settings = {}
  vi.stubGlobal('Deno', { env: { get: (name: string) => settings[name] } })
  dns.mockReset().mockResolvedValue([{ address: '93.184.215.14', family: 4 }])
  system.mockReset().mockResolvedValue([])
})
afterEach(() => vi.unstubAllGlobals())

const inside = 'Addresses of private networks are not allowed on this installation.'

describe('an address', () => {
  it.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://[fd12::1]',
    'https://10.1.2.3',
    'https://198.18.0.1',
    'https://[::7f00:1]',
    'https://[::ffff:0:7f00:1]',
    'https://[64:ff9b:1::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[2001:0:5ef5:79fd::1]',
    'https://[fec0::1]',
    'https://[ff02::1]',
    'https://[100::1]',
    'https://[2001:db8::1]',
    'https://[4000::1]',
    'https://[::]',
    'https://0.0.0.0',
    'https://100.64.0.1',
    'https://192.0.2.1',
    'https://203.0.113.1',
    'https://224.0.0.1',
    'https://240.0.0.1',
    'https://255.255.255.255',
    'https://127.0.0.1.',
    'https://localhost',
    'https://localhost.',
    'https://LOCALHOST',
    'https://db.localhost.',
    'https://db.internal.',
    'https://intranet',
    'https://intranet.',
  ])('%s is inside', (address) => {
    expect(() => allowed(address)).toThrow(inside)
  })

  it.each([
    'https://169.254.169.254',
    'https://169.254.169.254.',
    'https://[::ffff:169.254.169.254]',
    'https://[::a9fe:a9fe]',
    'https://[64:ff9b::a9fe:a9fe]',
    'https://[2002:a9fe:a9fe::]',
    'https://[fe80::1]',
    'https://[fd00:ec2::254]',
    'https://100.100.100.200',
    'https://168.63.129.16',
    'https://192.0.0.192',
    'https://metadata.google.internal.',
  ])('%s is refused whatever an operator allows', (address) => {
    settings.WAYMARK_ALLOW_HTTP_PROVIDERS = '1'
    expect(() => allowed(address)).toThrow('This address is not allowed.')
  })

  it.each([
    'https://git.example',
    'https://fcbank.example',
    'https://features.example',
    'https://93.184.215.14',
    'https://[2606:4700::1111]',
  ])('%s is outside', (address) => {
    expect(allowed(address).href).toBe(`${address}/`)
  })
})

describe('a name', () => {
  const asked = (address: string) => checkedLookup(new URL(address))

  it('is refused for where it leads', async () => {
    dns.mockResolvedValue([
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
    await expect(asked('https://rebound.example')).rejects.toThrow(inside)
    dns.mockResolvedValue([{ address: '169.254.169.254', family: 4 }])
    await expect(asked('https://rebound.example')).rejects.toThrow('This address is not allowed.')
  })

  it('may lead inside where the operator says so', async () => {
    system.mockResolvedValue([{ address: '10.0.0.5', family: 4 }])
    dns.mockResolvedValue([{ address: '10.0.0.5', family: 4 }])
    settings.WAYMARK_PRIVATE_PROVIDER_HOSTS = 'directory.corp.example:636'
    await asked('http://directory.corp.example:636')
    await expect(asked('http://directory.corp.example:389')).rejects.toThrow(inside)
  })

  it('that leads nowhere is refused', async () => {
    dns.mockResolvedValue([])
    await expect(asked('https://nowhere.example')).rejects.toThrow('nowhere.example could not be reached.')
  })

  it('is asked for once: the call goes to the address that was checked', async () => {
    settings.WAYMARK_ALLOW_HTTP_PROVIDERS = '1'
    const server = createServer((req, res) => res.end(JSON.stringify({ host: req.headers.host })))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      // What it says later leads elsewhere.
      system.mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      const answer = await fetchOutgoing(`http://rebound.example:${port}/`)
      expect(answer.json()).toEqual({ host: `rebound.example:${port}` })
      expect(system).toHaveBeenCalledOnce()
    } finally {
      server.close()
    }
  })
})

it('a private host that is open to integrations is not open to what anybody names', () => {
  settings = { WAYMARK_PRIVATE_PROVIDER_HOSTS: 'git.corp.internal 10.1.2.3:8443' }
  for (const address of ['https://git.corp.internal/a.yaml', 'https://10.1.2.3:8443/a.yaml']) {
    expect(allowed(address).href).toBe(address)
    expect(() => requireOutside(address)).toThrow(inside)
  }
  expect(() => requireOutside('https://example.com/a.yaml')).not.toThrow()
})

it('a redirect leads to no private host either that is open to integrations, and tells another server no secret', async () => {
  settings = { WAYMARK_ALLOW_HTTP_PROVIDERS: '1', WAYMARK_PRIVATE_PROVIDER_HOSTS: 'git.corp.internal' }
  const told: IncomingHttpHeaders[] = []
  const inner = await listening((req, res) => {
    told.push(req.headers)
    res.writeHead(302, { Location: 'https://git.corp.internal/a' }).end()
  })
  const outer = await listening((req, res) => {
    told.push(req.headers)
    res.writeHead(302, { Location: inner.url }).end()
  })
  try {
    const headers = { accept: 'text/yaml', authorization: 'Bearer secret' }
    await expect(fetchOutgoing(outer.url, { headers, follow: 'anywhere' })).rejects.toThrow(inside)
    expect(told.map(({ accept, authorization }) => [accept, authorization])).toEqual([
      ['text/yaml', 'Bearer secret'],
      ['text/yaml', undefined],
    ])
    await expect(fetchOutgoing(outer.url, { headers, follow: 'origin' })).rejects.toThrow(
      'answered with a redirect.',
    )
  } finally {
    inner.server.close()
    outer.server.close()
  }
})

describe('redirects on the way to an answer', () => {
  it('count to its size', async () => {
    settings = { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' }
    const answering = await listening(({ url }, res) => {
      if (url === '/') res.writeHead(302, { Location: '/file' })
      res.end('a'.repeat(600))
    })
    try {
      const { text } = await fetchOutgoing(answering.url, { mostBytes: 1_200, follow: 'origin' })
      expect(text).toHaveLength(600)
      await expect(fetchOutgoing(answering.url, { mostBytes: 1_199, follow: 'origin' })).rejects.toThrow(
        'answered with too much.',
      )
    } finally {
      answering.server.close()
    }
  })

  it('take of its time', async () => {
    settings = { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' }
    const times: AbortController[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const time = new AbortController()
      times.push(time)
      return time.signal
    })
    const answering = await listening(({ url }, res) => {
      if (url === '/') return void res.writeHead(302, { Location: '/file' }).end()
      // The time of the first call is over.
      times[0]?.abort()
      res.end('late')
    })
    try {
      await expect(fetchOutgoing(answering.url, { follow: 'origin' })).rejects.toThrow(
        /did not answer in time|stopped answering/,
      )
    } finally {
      timeout.mockRestore()
      answering.server.close()
    }
  })
})

async function listening(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
