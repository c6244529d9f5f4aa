// What people feel of the Studio: GitHub's 13 MB beside 12 kB in one run, and ten people at one text.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import playwright from '../../../playwright.config.ts'
import type { RunningStack } from '../../support/stack.ts'
import { atMost, type BenchContext, median, percentile, type Row } from '../bench.ts'
import { importProject } from './import.ts'
import { signedIn } from './signed-in.ts'
import { amongEditors } from './studio-editors.ts'
import { type ProgramEditor, programEditors } from './studio-programs.ts'
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
const WARM_TURNS = 5

/** The rows of the Studio in a browser. */
export async function screenRows(context: BenchContext): Promise<Row[]> {
  const stack = await context.stack()
  const workspace = await aWorkspace(stack)
  const origin = `http://${workspace.slug}.${stack.baseHost}`
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
  try {
    const aPerson = async () => {
      const page = await signedIn(browser, origin, workspace)
      const storageState = await page.context().storageState()
      await page.close()
      return browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
    }
    const people = await aPerson()
    const desk = (name: string, path: string) => importedDesk(stack, workspace, people, { name, path })
    const small = await desk(SMALL, join(context.root, 'tests/fixtures', SMALL))
    const large = await desk(HOST, await context.fixture(HOST))
    const few = await feltOf(people, small, context)
    const many = await feltOf(people, large, context)
    await people.close()
    const screen = async () => (await openCode(await aPerson(), small)).page
    const programs = (count: number) => programEditors(stack, workspace, small, count)
    return [...feltRows(few, many), ...(await editorRows(screen, programs))]
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

/**
 * Two people in windows of their own (Chromium lets the clocks of tabs behind another one tick once a second), and then eight
 * editors more that are programs: ten windows on one machine would measure how fast it paints. What is measured is the paint
 * in the two windows of what the nine others typed.
 */
async function editorRows(
  screen: () => Promise<Page>,
  programsOf: (count: number) => Promise<ProgramEditor[]>,
): Promise<Row[]> {
  const screens = [await screen(), await screen()]
  const programs: ProgramEditor[] = []
  const p95 = (values: number[]) => percentile(values, 0.95)
  const pace = { screens, keysASecond: 5 }
  try {
    await amongEditors({ ...pace, name: 'warm', turns: WARM_TURNS })
    const two = p95((await amongEditors({ ...pace, name: 'two', turns: TURNS })).painted)
    programs.push(...(await programsOf(EDITORS - screens.length)))
    await amongEditors({ ...pace, programs, name: 'warm all', turns: WARM_TURNS })
    const { painted, heard } = await amongEditors({ ...pace, programs, name: 'all', turns: TURNS })
    const all = p95(painted)
    const row = (name: string, value: number, unit: string, bound?: number) =>
      atMost(name, value, unit, bound, COMMAND)
    return [
      row(
        `From a key to the others' screens, ${EDITORS} editors at 5 keys a second (two windows, the rest programs), p95 (goal 150)`,
        all,
        'ms',
      ),
      row('From a key to the texts of the programs among them, p95', p95(heard), 'ms'),
      row("From a key to the other's screen, two editors, p95", two, 'ms'),
      row(`What ${EDITORS} editors cost beside two`, all / two, '×', 5),
    ]
  } finally {
    await Promise.all(programs.map((program) => program.close()))
    await Promise.all(screens.map((page) => page.context().close()))
  }
}
