// Where Try It keeps what was typed: on this device, apart for each workspace and account.
import { privatePrefix } from '../../../shared/data/private-storage.ts'

/** Whose it is; a visitor's is that of the browser. */
export interface KeptFor {
  workspaceId: number
  viewer: string | null
}

type Kind = 'values' | 'servers' | 'bodies'

// What may say more than its writer thinks goes when they sign out.
const keyOf = ({ workspaceId, viewer }: KeptFor, kind: Kind): string =>
  `${kind === 'bodies' ? privatePrefix : ''}waymark-try-it-${kind}-${workspaceId}-${viewer ?? 'visitor'}`

/** What is kept; of what another release wrote, the lists that are lists. */
export function read<Kept extends object>(owner: KeptFor, kind: Kind, nothing: Kept): Kept {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(owner, kind)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return nothing
    const sound = Object.entries(stored).filter(
      ([name, value]) => !Array.isArray(nothing[name as keyof Kept]) || Array.isArray(value),
    )
    return { ...nothing, ...Object.fromEntries(sound) }
  } catch {
    return nothing
  }
}

/** Keeps it. */
export function write(owner: KeptFor, kind: Kind, kept: object): void {
  try {
    window.localStorage.setItem(keyOf(owner, kind), JSON.stringify(kept))
  } catch {
    // Without storage, or in a full one, values last as long as the page.
  }
}
