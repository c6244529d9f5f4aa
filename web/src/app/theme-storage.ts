// Where the choice of light or dark is kept: in this host's storage, and in a cookie that the other hosts read.
import type { StorageManager } from '@mui/material/styles'
import { readSharedCookie, writeSharedCookie } from '../shared/data/shared-cookie.ts'

const cookieName = 'theme'
const yearSeconds = 31_536_000
const modes = ['light', 'dark', 'system']

/** The key under which MUI keeps the mode. */
export const modeKey = 'mui-mode'

const isMode = (value: unknown): value is string => typeof value === 'string' && modes.includes(value)

/** Storage of MUI's colour scheme. The cookie wins: it is the last choice made on any host. */
export const themeStorage: StorageManager = ({ key }) => ({
  get: (usual) => {
    const shared = key === modeKey ? readSharedCookie(cookieName) : undefined
    return isMode(shared) ? shared : (stored(key) ?? usual)
  },
  set: (value) => {
    try {
      window.localStorage.setItem(key, value)
    } catch {
      // A full or forbidden storage loses the choice with the page.
    }
    // MUI writes what it has just read as well: only another choice starts the cookie anew.
    if (key === modeKey && isMode(value) && value !== readSharedCookie(cookieName))
      writeSharedCookie(cookieName, value, yearSeconds)
  },
  subscribe: (handler) => {
    const onStorage = (event: StorageEvent) => event.key === key && handler(event.newValue)
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
})

function stored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}
