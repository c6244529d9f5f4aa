// What the Studio does when one operation of a large description was changed, without the pause before it: which part it
// is, what rules find in it, and where that stands.
import { readFile } from 'node:fs/promises'
import type { FromWorker, Method, Requests } from '../../../web/src/features/studio/language/protocol.ts'
import { LanguageServer } from '../../../web/src/features/studio/language/server/language-server.ts'
import { LintWork } from '../../../web/src/features/studio/lint/lint-work.ts'
import type { Found, FromLint, LintedText } from '../../../web/src/features/studio/lint/protocol.ts'
import { median } from '../bench.ts'

const PATH = 'reference/api.json'
const EDITS = 20

/** Milliseconds of CPU from a change to its findings, in the middle and at most: both workers together. */
export async function liveLint(file: string): Promise<{ middle: number; most: number; found: number }> {
  let text = await readFile(file, 'utf8')
  const [language, lint] = [languageOf(), lintOf()]
  language.receive({ type: 'text', path: PATH, text })
  await lint.receive({ type: 'guides', guides: [] })
  const times: number[] = []
  let found = 0
  for (let edit = 0; edit < EDITS; edit++) {
    const at = text.indexOf('"summary": "', Math.floor((text.length / 2 / EDITS) * edit)) + 12
    text = `${text.slice(0, at)}x${text.slice(at)}`
    const before = process.cpuUsage()
    language.receive({ type: 'change', path: PATH, changes: [{ from: at, to: at, insert: 'x' }] })
    const ruled = await language.ask('ruled', { path: PATH, offset: at })
    if (!ruled) throw new Error('There is nothing for rules there.')
    const { text: part, others } = ruled
    const said = await lint.lint({ path: PATH, text: part, others, isPart: ruled.part !== null })
    const paths = said.map(({ path }) => path)
    const places = await language.ask('places', { path: PATH, part: ruled.part, paths })
    found += places.filter((place) => place !== null).length
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  // The first one makes Spectral's code fast.
  const later = times.slice(1)
  return { middle: median(later), most: Math.max(...later), found }
}

function languageOf() {
  const waiting = new Map<number, (answer: unknown) => void>()
  let last = 0
  const server = new LanguageServer((message: FromWorker) => {
    if (message.type === 'answer') waiting.get(message.id)?.(message.answer)
  })
  return {
    receive: server.receive.bind(server),
    ask: <Name extends Method>(method: Name, ask: Requests[Name]['ask']) =>
      new Promise<Requests[Name]['answer']>((resolve) => {
        waiting.set(++last, resolve as (answer: unknown) => void)
        server.receive({ type: 'ask', id: last, method, ask })
      }),
  }
}

function lintOf() {
  let resolve: (found: readonly Found[]) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const work = new LintWork((message: FromLint) =>
    'found' in message ? resolve(message.found) : fail(new Error(message.failed)),
  )
  return {
    receive: work.receive.bind(work),
    lint: (linted: LintedText) =>
      new Promise<readonly Found[]>((done, failed) => {
        ;[resolve, fail] = [done, failed]
        void work.receive({ type: 'lint', id: 1, linted })
      }),
  }
}
