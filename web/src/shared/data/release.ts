// A newer release is noticed by polling and taken over at the next change of route.
import { config } from '../config/config.ts'

/** Time between two looks, ms. */
export const pollMs = 600_000

/** Polls until the installation runs another release than this page; then calls back once and stops. */
export function watchRelease(onNewer: () => void): () => void {
  const timer = setInterval(async () => {
    if (!(await isAnother())) return
    clearInterval(timer)
    onNewer()
  }, pollMs)
  return () => clearInterval(timer)
}

async function isAnother(): Promise<boolean> {
  try {
    const answer = await fetch('/health', { cache: 'no-store' })
    const { version } = (await answer.json()) as { version?: unknown }
    return typeof version === 'string' && version !== config.version
  } catch {
    // Unreachable says nothing of releases.
    return false
  }
}
