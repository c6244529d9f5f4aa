import type { Server } from 'node:http'
import type { App } from '../gateway/app.ts'

/** Serves the app by Vite behind the gateway; hot reload uses the gateway's own port. */
export async function serveByVite(root: string, server: Server, cleanUp: AsyncDisposableStack): Promise<App> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: `${root}/vite.config.ts`,
    appType: 'spa',
    server: { middlewareMode: true, ws: { server } },
  })
  cleanUp.defer(() => vite.close())
  return vite.middlewares
}
