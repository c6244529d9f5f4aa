// A description in the Studio in Chromium: opening it, typing in its code and in its forms, what it holds in memory.
import type { BrowserContext, Page } from '@playwright/test'
import type { RunningStack } from '../../support/stack.ts'
import type { BenchContext } from '../bench.ts'
import { ask } from './import.ts'

export interface Desk {
  /** Address of the project in the Studio. */
  address: string
  /** Of its branch, whose desk is set up. */
  branchId: number
  fileId: string
}

export interface Felt {
  /** From asking for the document to its painted code, ms each. */
  opens: number[]
  /** From a key to the paint behind it, ms each; at the start, in the middle and at the end of the text. */
  keys: number[]
  /** From leaving a changed field of a form to the paint behind it, ms each. */
  forms: number[]
  /** What the page holds after a collection, MB. */
  heapMb: number
}

/** Where the one file of an imported project is edited. */
export async function deskOf(stack: RunningStack, origin: string, projectSlug: string): Promise<Desk> {
  const [found] = await ask<{ branch: string }>(
    stack,
    'select b.id as branch from public.branches b join public.projects p on p.id = b.project_id where p.slug = $1',
    [projectSlug],
  )
  return { address: `${origin}/studio/${projectSlug}`, branchId: Number(found?.branch), fileId: '' }
}

/** The file of a desk: there is a row of it once the Studio was opened. */
export async function fileOf(stack: RunningStack, desk: Desk): Promise<Desk> {
  const [found] = await ask<{ id: string }>(
    stack,
    'select id from public.documents where branch_id = $1 order by size desc limit 1',
    [desk.branchId],
  )
  return { ...desk, fileId: found?.id ?? '' }
}

/** A page with the file on its desk, once its code is painted; and how long that took. */
export async function openCode(
  context: BrowserContext,
  { address, branchId, fileId }: Desk,
): Promise<{ page: Page; ms: number }> {
  const page = await context.newPage()
  await page.addInitScript(
    ([key, desk]) => window.sessionStorage.setItem(key ?? '', desk ?? ''),
    [`waymark-desk-${branchId}`, JSON.stringify({ tabs: [fileId], active: fileId, view: 'code' })],
  )
  await page.goto(address, { waitUntil: 'commit' })
  const ms = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!document.querySelector('.cm-line')) await frame()
    await frame()
    const painted = performance.now()
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('doc?document='))
    return painted - (asked?.startTime ?? 0)
  })
  return { page, ms }
}

/** Types at three places of the code; the milliseconds to the paint behind each key. */
export async function typed(page: Page, sample: BenchContext['sample'], count: number): Promise<number[]> {
  await page.evaluate(watchKeys)
  for (const place of [0, 0.5, 1]) {
    await page.locator('.cm-scroller').evaluate((scroller, share) => {
      scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight)
    }, place)
    await page.evaluate(twoFrames)
    const lines = page.locator('.cm-line')
    await lines.nth(Math.floor((await lines.count()) / 2)).click()
    await page.keyboard.press('End')
    for (let key = 0; key < count; key++) {
      await sample(() => page.keyboard.press(key % 2 === 0 ? ' ' : 'Backspace'))
      await page.evaluate(twoFrames)
    }
  }
  // The first key of a place builds what the next ones use.
  return page.evaluate(() => window.waymarkPaints ?? [])
}

/** Changes a field of a form again and again; the milliseconds from leaving it to the paint behind it. */
export async function changed(page: Page, sample: BenchContext['sample'], count: number): Promise<number[]> {
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  // The form follows the caret, which stands at the end of the text, and so does the outline: its first row is out of sight.
  const outline = page.getByRole('tree', { name: 'Outline' })
  await outline.press('Home')
  await outline.press('Enter')
  const field = page.getByRole('textbox', { name: 'Title', exact: true })
  await field.waitFor()
  await page.evaluate(watchKeys)
  const paints: number[] = []
  for (let edit = 0; edit < count; edit++) {
    await field.fill(`Title ${edit}`)
    await page.evaluate(twoFrames)
    await sample(() => page.keyboard.press('Tab'))
    await page.evaluate(twoFrames)
    paints.push(...(await page.evaluate(() => (window.waymarkPaints ?? []).slice(-1))))
  }
  return paints
}

/** What scripts of a page hold after a collection, MB; workers apart. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

declare global {
  interface Window {
    /** Of each key, the milliseconds until its frame was painted; missing until somebody watches. */
    waymarkPaints?: number[]
  }
}

// In the page: notes when each key's frame has been painted.
function watchKeys(): void {
  if (window.waymarkPaints) {
    window.waymarkPaints.length = 0
    return
  }
  const paints: number[] = []
  window.waymarkPaints = paints
  window.addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => paints.push(performance.now() - timeStamp)
        port2.postMessage(null)
      }),
    true,
  )
}

async function twoFrames(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
}
