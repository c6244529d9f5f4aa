// Traces on their way to the operator's collector. Whoever sent them has their answer by then: a collector that hangs is no
// reason to keep a browser waiting. What a slow one does not take in time is dropped, so that little ever waits here.

const timeoutMs = 5_000
/** With the bound of a body, 8 MB at most. */
const mostUnderWay = 16

/** Of the hosted platform, where a function goes on after its answer as long as something that it names is under way. */
interface Platform {
  EdgeRuntime?: { waitUntil(work: Promise<unknown>): void }
}

let underWay = 0

/** Begins to pass a body of traces on; false where it is dropped, because too many are under way. */
export function forwardTraces(
  collector: string,
  contentType: string,
  body: Uint8Array<ArrayBuffer>,
): boolean {
  if (underWay >= mostUnderWay) return false
  underWay += 1
  const work = passOn(`${collector.replace(/\/+$/, '')}/v1/traces`, contentType, body).finally(() => {
    underWay -= 1
  })
  ;(globalThis as Platform).EdgeRuntime?.waitUntil(work)
  return true
}

async function passOn(address: string, contentType: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': contentType },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
  } catch {
    // Nobody waits for it, and nobody could do anything about it.
  }
}
