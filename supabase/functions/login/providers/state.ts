import { sha256Hex } from '../../_shared/auth/browser.ts'

const noncePattern = /^(?:[0-9a-f]{32}|[0-9a-f]{128})$/

/** The nonce of a state: JSON with a hex nonce and perhaps a non-negative integer `pr`, or a bare hex nonce. */
export function nonceOf(state: string): string | null {
  if (noncePattern.test(state)) return state
  try {
    const { nonce, pr } = JSON.parse(state) as { nonce?: unknown; pr?: unknown }
    const goodPr = pr === undefined || (Number.isSafeInteger(pr) && Number(pr) >= 0)
    return typeof nonce === 'string' && noncePattern.test(nonce) && goodPr ? nonce : null
  } catch {
    return null
  }
}

/** Under which the state is kept; null for what is no state. */
export async function stateHashOf(state: string): Promise<string | null> {
  const nonce = nonceOf(state)
  return nonce === null ? null : sha256Hex(nonce)
}
