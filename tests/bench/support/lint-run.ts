// One lint with spectral:oas, in a process of its own, since memory only has a meaning in one:
// node lint-run.ts ROOT ours|spectral FILE
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

type Lint = typeof import('../../../lint/index.ts')
type Core = typeof import('@stoplight/spectral-core')
type Parsers = typeof import('@stoplight/spectral-parsers')
type Rulesets = typeof import('@stoplight/spectral-rulesets')

export interface MeasuredLint {
  seconds: number
  cpuSeconds: number
  peakMb: number
  found: number
  /** Of code, path, range, severity and message of all that was found. */
  digest: string
}

interface Said {
  code: string | number
  path: (string | number)[]
  message: string
  range: object
}

const [root = '', who = '', file = ''] = process.argv.slice(2)
const content = readFileSync(file, 'utf8')
const path = basename(file)

async function ours(): Promise<Said[]> {
  const { lintText, readRuleset } = (await import(join(root, 'lint/index.ts'))) as Lint
  const files = {
    read: (name: string) => (name === '.spectral.yaml' ? 'extends: spectral:oas' : undefined),
  }
  return lintText({ path, content }, readRuleset('.spectral.yaml', files), files)
}

async function spectral(): Promise<Said[]> {
  const require = createRequire(join(root, 'package.json'))
  const { Document, Spectral }: Core = require('@stoplight/spectral-core')
  const { Json, Yaml }: Parsers = require('@stoplight/spectral-parsers')
  const { oas }: Rulesets = require('@stoplight/spectral-rulesets')
  const linter = new Spectral()
  linter.setRuleset({ extends: [oas as never] })
  const source = `/${path}`
  return linter.run(
    path.endsWith('.json') ? new Document(content, Json, source) : new Document(content, Yaml, source),
  )
}

const started = performance.now()
const before = process.cpuUsage()
const found = await (who === 'ours' ? ours() : spectral())
const { user, system } = process.cpuUsage(before)
const lines = found.map(({ code, path: at, range, message }) => JSON.stringify([code, at, range, message]))
const measured: MeasuredLint = {
  seconds: (performance.now() - started) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakMb: process.resourceUsage().maxRSS / 1024,
  found: found.length,
  digest: createHash('sha256').update(lines.sort().join('\n')).digest('hex'),
}
console.log(JSON.stringify(measured))
