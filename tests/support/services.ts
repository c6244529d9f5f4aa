// Services of the stack behind a bare HTTP server, as the gateway would mount them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEPT_MS } from '../../stack/http/kept.ts'
import type { Service } from '../../stack/http/service.ts'

export interface Served {
  /** http://127.0.0.1:PORT */
  url: string
  close(): Promise<void>
}

/** Mounts each service under its prefix ("/auth/v1"); closing ends the services too. */
export async function serve(services: Record<string, Service>): Promise<Served> {
  const mounted = Object.entries(services)
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    const url = req.url ?? '/'
    const found = mounted.find(([prefix]) => url.startsWith(prefix))
    if (!found) return void res.writeHead(404).end()
    const [prefix, service] = found
    void service.handle(req, res, url.slice(prefix.length) || '/')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const [, service] of mounted) await service.close()
    },
  }
}
