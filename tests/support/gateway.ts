// A gateway before services of the test's own, on a free port of this machine.
import type { AddressInfo } from 'node:net'
import { createGateway, type Gateway, type GatewayOptions } from '../../stack/gateway/index.ts'

const CONFIG = { anonKey: '', baseHost: 'localhost', mode: 'multi_tenant', version: '0' }

/** Starts it; whoever asks closes it. */
export async function startGateway(
  options: Partial<GatewayOptions> = {},
  address = '127.0.0.1',
): Promise<{ gateway: Gateway; port: number }> {
  const gateway = await createGateway(
    {
      config: CONFIG,
      keys: { anon: 'a', serviceRole: 's' },
      baseUrl: 'http://localhost',
      trustedHops: 0,
      services: {},
      health: async () => ({ version: '0', status: 'ok', services: {}, since: '' }),
      log: () => undefined,
      ...options,
    },
    0,
    address,
  )
  return { gateway, port: (gateway.server.address() as AddressInfo).port }
}
