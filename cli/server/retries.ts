import { setTimeout as sleep } from 'node:timers/promises'

/** What may succeed a moment later: no answer, or one that says "not now". */
export class PassingError extends Error {
  /** How long the server asks to wait, where it does. */
  readonly waitSeconds: number | undefined

  constructor(message: string, waitSeconds?: number) {
    super(message)
    this.name = 'PassingError'
    this.waitSeconds = waitSeconds
  }
}

export interface RetryOptions {
  /** Attempts in all. */
  attempts?: number
  wait?: (seconds: number) => Promise<unknown>
  /** Called before each wait. */
  onRetry?: (error: PassingError, seconds: number) => void
}

/** The longest that a command waits for a server without being asked by a person. */
const MOST_SECONDS = 60

const forSeconds = (seconds: number) => sleep(seconds * 1000)

/**
 * Tries again what failed for a moment: after 1, 2, 4 and 8 seconds (each somewhat off, so that many scripts do not
 * come back together), or when the server says, if that is within a minute. Throws the last failure.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { attempts = 5, wait = forSeconds, onRetry }: RetryOptions = {},
): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof PassingError) || made >= attempts) throw error
      const seconds = error.waitSeconds ?? 2 ** (made - 1) * (0.75 + Math.random() / 2)
      if (seconds > MOST_SECONDS) throw error
      onRetry?.(error, seconds)
      await wait(seconds)
    }
  }
}

/** The seconds that a Retry-After header asks for, which is a number or a date. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = header.endsWith('GMT') ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}
