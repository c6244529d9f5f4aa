// What integrations may call: never our own network, however an address is spelled.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowed, requireOutside } from './outgoing.ts'

const lookup = vi.hoisted(() => vi.fn())
vi.mock('node:dns/promises', () => ({ lookup }))

let settings: Record<string, string>
beforeEach(() => {
  settings = {}
  vi.stubGlobal('Deno', { env: { get: (name: string) => settings[name] } })
  lookup.mockReset().mockResolvedValue([{ address: '203.0.113.7', family: 4 }])
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
    'https://localhost',
    'https://intranet',
  ])('%s is inside', (address) => {
    expect(() => allowed(address)).toThrow(inside)
  })

  it.each(['https://169.254.169.254', 'https://[::ffff:169.254.169.254]', 'https://[fe80::1]'])(
    '%s is refused whatever an operator allows',
    (address) => {
      settings.WAYMARK_ALLOW_HTTP_PROVIDERS = '1'
      expect(() => allowed(address)).toThrow('This address is not allowed.')
    },
  )

  it.each([
    'https://git.example',
    'https://fcbank.example',
    'https://features.example',
    'https://198.51.100.1',
  ])('%s is outside', (address) => {
    expect(allowed(address).href).toBe(`${address}/`)
  })
})

describe('a name', () => {
  const asked = (address: string) => requireOutside(new URL(address))

  it('is refused for where it leads', async () => {
    lookup.mockResolvedValue([
      { address: '203.0.113.7', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
    await expect(asked('https://rebound.example')).rejects.toThrow(inside)
    lookup.mockResolvedValue([{ address: '169.254.169.254', family: 4 }])
    await expect(asked('https://rebound.example')).rejects.toThrow('This address is not allowed.')
  })

  it('may lead inside where the operator says so', async () => {
    lookup.mockResolvedValue([{ address: '10.0.0.5', family: 4 }])
    settings.WAYMARK_PRIVATE_PROVIDER_HOSTS = 'directory.corp.example:636'
    await asked('http://directory.corp.example:636')
    await expect(asked('http://directory.corp.example:389')).rejects.toThrow(inside)
  })

  it('that leads nowhere is for the call to find out', async () => {
    lookup.mockRejectedValue(new Error('ENOTFOUND'))
    await asked('https://nowhere.example')
  })
})
