// The invite dialog's texts and rules (spec 1 §5).

/** For an address that needs no invitation, or has one. */
export const takenText = 'This e-mail has pending invitation or already a member'

const namedAtMost = 3

/** Why the form cannot be sent, naming the first invalid entries; null when all of them are fine. */
export function blockedBy(addresses: { email: string; problem: string | null }[]): string | null {
  const invalid = addresses.filter(({ problem }) => problem !== null).map(({ email }) => email)
  if (invalid.length === 0) return null
  const rest = invalid.length - namedAtMost
  const named = invalid.slice(0, namedAtMost).join(', ')
  return `Cannot send form due to invalid entries: ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}
