// One service that somebody else runs, behind our gateway: upstream's own server in place of ours.
import type { Service } from '../service.ts'
import { forward } from './forward.ts'

// As long as the gateway lets a slow upload take.
const PATIENCE_MS = 600_000

/** The service, its requests answered by the server at `address` (http); itself where there is none. */
export function servedAt<S extends Service>(service: S, address: string | undefined): S {
  if (address === undefined) return service
  const { hostname: host, port, pathname } = new URL(address)
  const below = pathname.replace(/\/$/, '')
  const handle: Service['handle'] = (req, res, path) =>
    forward(req, res, { host, port: Number(port || 80), path: below + path, timeoutMs: PATIENCE_MS })
  return { ...service, handle }
}
