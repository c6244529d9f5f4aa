// What this tab knows of the code it asked for: going back must neither send another nor lose what was typed.

const minutesValid = 15
const key = (email: string) => `signup-code:${email.toLowerCase()}`

interface Memory {
  sentAt: number
  code: string
}

function read(email: string): Memory | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(key(email)) ?? 'null') as Memory | null
  } catch {
    return null
  }
}

/** Whether this tab had a code sent to the address that can still be valid. */
export function codeIsOut(email: string, now = Date.now()): boolean {
  const memory = read(email)
  return memory !== null && now - memory.sentAt < minutesValid * 60_000
}

/** Notes that a code was sent just now; one typed before is void. */
export function noteCodeSent(email: string): void {
  window.sessionStorage.setItem(key(email), JSON.stringify({ sentAt: Date.now(), code: '' }))
}

/** Keeps a code that the server accepted in principle (the URL was taken meanwhile). */
export function keepCode(email: string, code: string): void {
  const sentAt = read(email)?.sentAt ?? Date.now()
  window.sessionStorage.setItem(key(email), JSON.stringify({ sentAt, code }))
}

/** The code kept for an address, or ''. */
export function keptCode(email: string): string {
  return codeIsOut(email) ? (read(email)?.code ?? '') : ''
}

/** Forgets everything about an address once its code is used. */
export function forgetCode(email: string): void {
  window.sessionStorage.removeItem(key(email))
}
