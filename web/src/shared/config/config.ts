// What this installation tells the client (`/config.js` sets window.__WAYMARK__ before the app loads).

/** `ssg_disabled` takes style guides away from those who add projects. */
type Flag = 'ssg_disabled'

export interface WaymarkConfig {
  /** Origin of the Supabase API; '' means the page's own origin. */
  supabaseUrl: string
  anonKey: string
  /** Host (with port) that workspaces hang below: `{slug}.{baseHost}`. */
  baseHost: string
  mode: 'multi_tenant' | 'single_tenant'
  version: string
  inboxUrl?: string
  /** Slug of the only workspace of a single-tenant installation, which lives on the base host itself. */
  workspaceSlug?: string
  /** Share of the browser's traces that is kept, 0 to 1; 1 when absent. */
  traceSampleRate?: number
  /** Switches of the installation that are on. */
  flags?: Flag[]
  termsUrl?: string
  privacyUrl?: string
}

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
    ...window.__WAYMARK__,
  }
}

export const config = readConfig()

/** Whether a switch of the installation is on. */
export function isOn(flag: Flag): boolean {
  return config.flags?.includes(flag) ?? false
}

/** Origin that REST, rpc and storage live on. */
export const apiOrigin = config.supabaseUrl || window.location.origin
