// Who works in the Studio of this host, for when there is no server to ask: whose copies may be shown, and under which name.
import { accountHere } from '../../../shared/data/session.ts'
import { forgetCopies } from '../documents/copies.ts'

/** A person as the Studio names them. */
export interface Me {
  id: number
  name: string
}

interface Known extends Me {
  account: string
}

const key = 'waymark-studio'

/** Whoever is signed in in this browser, if it is who worked here last; null where that is not certain. */
export function knownMe(): Me | null {
  const known = read()
  return known !== null && known.account === accountHere() ? { id: known.id, name: known.name } : null
}

/** Remembers who works here. Copies of somebody else are forgotten. */
export function rememberMe({ id, name }: Me): void {
  const account = accountHere()
  const before = read()
  if (before !== null && before.id !== id) void forgetCopies(before.id)
  if (account !== undefined) write({ id, name, account })
}

/** Whoever worked here has signed out: their copies go. What waits to be sent stays for when they come back. */
export async function forgetMe(): Promise<void> {
  const known = read()
  window.localStorage.removeItem(key)
  if (known) await forgetCopies(known.id)
}

function write(known: Known): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(known))
  } catch {
    // Without storage nothing opens without a server.
  }
}

function read(): Known | null {
  try {
    const known = JSON.parse(window.localStorage.getItem(key) ?? 'null') as Partial<Known> | null
    const { id, name, account } = known ?? {}
    return typeof id === 'number' && typeof name === 'string' && typeof account === 'string'
      ? { id, name, account }
      : null
  } catch {
    return null
  }
}
