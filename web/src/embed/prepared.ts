// The configuration of the installation that the script is from, and then what reads it.
import { giveConfig } from '../shared/config/given.ts'
import { scriptOrigin } from './script-origin.ts'

let loading: Promise<typeof import('./show.tsx')> | undefined

/** What shows documentation; tried again where it could not be loaded. */
export function prepared(): Promise<typeof import('./show.tsx')> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load() {
  // The configuration is a script that sets a global: the page keeps what it had there.
  const before = window.__WAYMARK__
  await import(/* @vite-ignore */ `${scriptOrigin}/config.js`)
  const config = window.__WAYMARK__ ?? {}
  if (before === undefined) delete window.__WAYMARK__
  else window.__WAYMARK__ = before
  // It takes the API to be where its page is, unless it names another place.
  const isHere = !config.supabaseUrl || config.supabaseUrl === window.location.origin
  giveConfig({ ...config, supabaseUrl: isHere ? scriptOrigin : (config.supabaseUrl ?? '') })
  return import('./show.tsx')
}
