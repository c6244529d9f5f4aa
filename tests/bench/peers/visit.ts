// One visit of a page with a browser of its own and an empty cache: how long until an operation can be read, and what
// that took. Some readers end their browser over a large description, and cost nobody but themselves.
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, errors, type Page } from '@playwright/test'
import playwright from '../../../playwright.config.ts'
import { type Watched, watchFor } from './watch.ts'

export interface Reading {
  /** Milliseconds from navigation to painted operation. */
  ms: number
  /** The same until `running` of the visit is there; missing where it names nothing. */
  runningMs: number | undefined
  /** KiB as they were transferred. */
  allKiB: number
  scriptKiB: number
  /** MB of JavaScript heap afterwards, collected. */
  heapMb: number
  /** Milliseconds of tasks that kept the page from answering, beyond 50 each. */
  blockedMs: number
}

/** An operation that nobody could read: its browser ended, or the patience did; after so many seconds. */
export interface Missed {
  why: 'ended' | 'late'
  seconds: number
}

export const PATIENCE_MS = 90_000
/** How long a page that shows the operation may go on loading and working until it is looked at. */
const SETTLING_MS = 30_000
const TOLD_MS = 2_000

// Chromium's own "Fast 4G" of its developer tools.
const FAST_4G = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
}

/** Opens an address and waits for a sentence of the operation. */
export async function visit(
  address: string,
  { slow, ...watched }: Watched & { slow: boolean },
): Promise<Reading | Missed> {
  const server = await chromium.launchServer(playwright.use?.launchOptions ?? {})
  const patience = new AbortController()
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const started = performance.now()
    const missed = (why: Missed['why']) => ({ why, seconds: (performance.now() - started) / 1000 })
    const ended = new Promise<Missed>((resolve) => {
      page.once('crash', () => resolve(missed('ended')))
      browser.once('disconnected', () => resolve(missed('ended')))
    })
    const late = new Promise<Missed>((resolve) => {
      const timer = setTimeout(() => resolve(missed('late')), PATIENCE_MS + SETTLING_MS)
      patience.signal.addEventListener('abort', () => clearTimeout(timer))
    })
    const read = reading(browser, page, address, watched, slow)
      .then((found) => found ?? missed('late'))
      // Calls to a page that ended fail before its end is told.
      .catch(async (error: unknown) => {
        const told = await Promise.race([ended, delay(TOLD_MS)])
        if (told) return told
        throw error
      })
    return await Promise.race([read, ended, late])
  } finally {
    patience.abort()
    // A page that is busy for minutes would keep its browser from closing.
    await server.kill()
  }
}

/** Undefined where the operation was not painted in time. */
async function reading(
  browser: Browser,
  page: Page,
  address: string,
  watched: Watched,
  slow: boolean,
): Promise<Reading | undefined> {
  const cdp = await page.context().newCDPSession(page)
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
  await page.addInitScript(watchFor, watched)
  await page.goto(address, { waitUntil: 'commit', timeout: PATIENCE_MS })
  const until = (noted: 'paintedMs' | 'runningMs', timeout: number) =>
    page
      .waitForFunction((name) => window.watch?.[name] !== undefined, noted, { timeout, polling: 200 })
      .then(() => true)
      .catch((error: unknown) => {
        if (browser.isConnected() && error instanceof errors.TimeoutError) return false
        throw error
      })
  if (!(await until('paintedMs', PATIENCE_MS))) return undefined
  // What is still on its way belongs to the page: it is not read without it.
  if (watched.running !== undefined) await until('runningMs', SETTLING_MS)
  await page.waitForLoadState('networkidle', { timeout: SETTLING_MS / 2 }).catch(() => undefined)
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const watch = await page.evaluate(() => window.watch)
  return {
    ms: watch?.paintedMs ?? Number.NaN,
    runningMs: watch?.runningMs,
    allKiB: all / 1024,
    scriptKiB: script / 1024,
    heapMb: (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6,
    blockedMs: watch?.blockedMs ?? Number.NaN,
  }
}
