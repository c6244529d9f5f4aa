// What this installation tells the client (`/config.js` sets window.__WAYMARK__ before the app loads).
import { givenConfig } from './given.ts'
import type { WaymarkConfig } from './waymark-config.ts'

declare global {
  interface Window {
    __WAYMARK__?: Partial<WaymarkConfig>
  }
}

/** The installation's configuration; what is absent falls back to the page's own host. */
export function readConfig(): WaymarkConfig {
  return {
    supabaseUrl: '',
    anonKey: '',
    baseHost: window.location.host,
    mode: 'multi_tenant',
    version: '0.0.0',
    ...(givenConfig() ?? window.__WAYMARK__),
  }
}

export const config = readConfig()

/** Origin that REST, rpc and storage live on. */
export const apiOrigin = config.supabaseUrl || window.location.origin
