// One visit of a page with an empty cache: how long until an operation can be read, and what that took.
import type { Browser } from '@playwright/test'

export interface Visit {
  /** Milliseconds from navigation to painted operation; infinite where it never came. */
  ms: number
  /** KiB as they were transferred. */
  allKiB: number
  scriptKiB: number
  /** MB of JavaScript heap afterwards, collected. */
  heapMb: number
  /** Milliseconds of tasks that kept the page from answering, beyond 50 each. */
  blockedMs: number
}

export const PATIENCE_MS = 90_000

// Chromium's own "Fast 4G" of its developer tools.
const FAST_4G = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
}

declare global {
  interface Window {
    blockedMs?: number
  }
}

/** Opens an address in a context of its own and waits for a sentence of the operation. */
export async function visit(
  browser: Browser,
  address: string,
  { sentence, slow }: { sentence: string; slow: boolean },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Performance.enable')
    if (slow) await cdp.send('Network.emulateNetworkConditions', FAST_4G)
    const scripts = new Set<string>()
    let [all, script] = [0, 0]
    cdp.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId)
    })
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      all += encodedDataLength
      if (scripts.has(requestId)) script += encodedDataLength
    })
    await page.addInitScript(() => {
      window.blockedMs = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.blockedMs = (window.blockedMs ?? 0) + duration - 50
      }).observe({ type: 'longtask', buffered: true })
    })
    await page.goto(address, { waitUntil: 'commit' })
    const painted = await page
      .getByText(sentence)
      .first()
      .waitFor({ timeout: PATIENCE_MS })
      .then(() => page.evaluate(afterPaint))
      .catch(() => Number.POSITIVE_INFINITY)
    if (!Number.isFinite(painted)) return NEVER
    const blockedMs = await page.evaluate(() => window.blockedMs ?? 0)
    await cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
    return { ms: painted, allKiB: all / 1024, scriptKiB: script / 1024, heapMb: heap / 1e6, blockedMs }
  } finally {
    await context.close()
  }
}

const NEVER: Visit = {
  ms: Number.POSITIVE_INFINITY,
  allKiB: Number.NaN,
  scriptKiB: Number.NaN,
  heapMb: Number.NaN,
  blockedMs: Number.NaN,
}

// Runs in the page: what was found in one frame has been painted in the next.
async function afterPaint(): Promise<number> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now()
}
