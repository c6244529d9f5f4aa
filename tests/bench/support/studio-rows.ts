// What people feel of the Studio: GitHub's 13 MB beside 12 kB in one run, and ten people at one text.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import playwright from '../../../playwright.config.ts'
import type { RunningStack } from '../../support/stack.ts'
import { atMost, type BenchContext, median, percentile, type Row } from '../bench.ts'
import { importProject } from './import.ts'
import { signedIn } from './signed-in.ts'
import { amongEditors } from './studio-editors.ts'
import { changed, type Desk, deskOf, type Felt, fileOf, heapOf, openCode, typed } from './studio-screen.ts'
import { aWorkspace, type BenchWorkspace } from './workspace.ts'

const COMMAND = 'npm run bench studio'
const HOST = 'github-13mb.json'
const SMALL = 'todo-12kb.yaml'
const LOADS = 5
const KEYS = 40
const EDITS = 20
const EDITORS = Number(process.env.BENCH_EDITORS ?? 10)
const TURNS = 25

/** The rows of the Studio in a browser. */
export async function screenRows(context: BenchContext): Promise<Row[]> {
  const stack = await context.stack()
  const workspace = await aWorkspace(stack)
  const origin = `http://${workspace.slug}.${stack.baseHost}`
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const first = await signedIn(browser, origin, workspace)
    const storageState = await first.context().storageState()
    await first.close()
    const people = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
    const desk = (name: string, path: string) => importedDesk(stack, workspace, people, { name, path })
    const small = await desk(SMALL, join(context.root, 'tests/fixtures', SMALL))
    const large = await desk(HOST, await context.fixture(HOST))
    const few = await feltOf(people, small, context)
    const many = await feltOf(people, large, context)
    return [...feltRows(few, many), ...(await editorRows(people, small))]
  } finally {
    await browser.close()
  }
}

async function importedDesk(
  stack: RunningStack,
  workspace: BenchWorkspace,
  people: BrowserContext,
  { name, path }: { name: string; path: string },
): Promise<Desk> {
  const { projectSlug } = await importProject(stack, workspace, { name, text: await readFile(path, 'utf8') })
  const origin = `http://${workspace.slug}.${stack.baseHost}`
  const desk = await deskOf(stack, origin, projectSlug)
  // Whoever opens it first makes the working copy, and the text's first snapshot.
  const page = await people.newPage()
  await page.goto(desk.address)
  await page.getByRole('tree', { name: 'Files' }).waitFor()
  await page.close()
  const known = await fileOf(stack, desk)
  const first = await openCode(people, known)
  await first.page.close()
  return known
}

async function feltOf(people: BrowserContext, desk: Desk, { sample }: BenchContext): Promise<Felt> {
  const opens: number[] = []
  for (let load = 0; load < LOADS; load++) {
    const { page, ms } = await sample(() => openCode(people, desk))
    opens.push(ms)
    if (load < LOADS - 1) {
      await page.close()
      continue
    }
    const keys = await typed(page, sample, KEYS)
    const heapMb = await heapOf(page)
    const forms = await changed(page, sample, EDITS)
    await page.close()
    return { opens, keys, forms, heapMb }
  }
  throw new Error('Nothing was opened.')
}

/** Goals for a quiet machine stand in the names; what is held is the ratio of one run. */
function feltRows(few: Felt, many: Felt): Row[] {
  const p95 = (values: number[]) => percentile(values, 0.95)
  const row = (name: string, value: number, unit: string, bound?: number) =>
    atMost(name, value, unit, bound, COMMAND)
  return [
    row(`Opening ${HOST} in the Studio, median (goal 1,000)`, median(many.opens), 'ms'),
    row(`Opening ${SMALL} in the Studio, median`, median(few.opens), 'ms'),
    row('What 13 MB cost opening', median(many.opens) / median(few.opens), '×', 10),
    row(`From a key to its paint, ${HOST}, p95 (goal 30)`, p95(many.keys), 'ms'),
    row(`From a key to its paint, ${SMALL}, p95`, p95(few.keys), 'ms'),
    row('What 13 MB cost a key', p95(many.keys) / p95(few.keys), '×', 1.7),
    row(`From a field of a form to its paint, ${HOST}, p95 (goal 80)`, p95(many.forms), 'ms'),
    row(`From a field of a form to its paint, ${SMALL}, p95`, p95(few.forms), 'ms'),
    row('What 13 MB cost a field of a form', p95(many.forms) / p95(few.forms), '×', 2.5),
    row(`What a page with ${HOST} holds`, many.heapMb, 'MB', 80),
    row(`What a page with ${SMALL} holds`, few.heapMb, 'MB'),
  ]
}

async function editorRows(people: BrowserContext, desk: Desk): Promise<Row[]> {
  const screens = await Promise.all(Array.from({ length: EDITORS }, () => openCode(people, desk)))
  const pages = screens.map(({ page }) => page)
  try {
    const two = await amongEditors(pages.slice(0, 2), { turns: TURNS, keysASecond: 5 })
    const all = await amongEditors(pages, { turns: TURNS, keysASecond: 5 })
    const p95 = (values: number[]) => percentile(values, 0.95)
    return [
      atMost(
        `From a key to the others' screens, ${EDITORS} editors at 5 keys a second, p95 (goal 150)`,
        p95(all),
        'ms',
        undefined,
        COMMAND,
      ),
      atMost("From a key to the other's screen, two editors, p95", p95(two), 'ms', undefined, COMMAND),
      atMost(`What ${EDITORS} editors cost beside two`, p95(all) / p95(two), '×', 5, COMMAND),
    ]
  } finally {
    await Promise.all(pages.map((page) => page.close()))
  }
}
