// The same findings as Spectral's own command, on texts and rulesets that reach for all it can do.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { spectralLint } from '../tests/support/spectral.ts'
import { type Finding, type LintFiles, lintText, readRuleset, SEVERITIES } from './index.ts'

const root = resolve(import.meta.dirname, '../tests/fixtures')
const files: LintFiles = {
  read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
}
const texts = [
  ...readdirSync(join(root, 'lint/texts'))
    .filter((name) => name.includes('.'))
    .map((name) => `lint/texts/${name}`),
  'todo-12kb.yaml',
  'project-todos/reference/common/openapi.v1.yaml',
  'project-todos/reference/petstore/openapi.v1.yaml',
]

interface Said {
  code: string
  path: (string | number)[]
  message: string
  severity: number
  range: Finding['range']
  source: string
}

function spectral(ruleset: string): string[] {
  const found = spectralLint<Said>(root, [
    '-r',
    join(root, ruleset),
    ...texts.map((path) => join(root, path)),
  ])
  return found
    .map(({ source, severity, ...said }) =>
      line({ ...said, file: relative(root, source), severity: SEVERITIES[severity] ?? 'off' }),
    )
    .sort()
}

function line({
  code,
  path,
  message,
  severity,
  range,
  file,
}: Pick<Finding, 'code' | 'path' | 'message' | 'range' | 'file'> & { severity: string }): string {
  const { start, end } = range
  // The command reads JSON as if it were YAML, and is off by some characters: of its places there only the line counts.
  const whole = `${start.line}:${start.character}-${end.line}:${end.character}`
  const at = file.endsWith('.json') ? start.line : whole
  return [file, at, severity, code, JSON.stringify(path), message].join(' ')
}

async function ours(path: string): Promise<string[]> {
  const ruleset = readRuleset(path, files)
  const found: string[] = []
  for (const text of texts) {
    const content = files.read(text) ?? ''
    const findings = await lintText({ path: text, content }, ruleset, files, { reportUnknownFormat: true })
    found.push(...findings.map(line))
  }
  return found.sort()
}

it.each(['oas.yaml', 'all.json', 'chosen.yaml', 'functions.yaml', 'overrides.yaml'])(
  'finds by %s what Spectral finds',
  async (name) => {
    const expected = spectral(`lint/rulesets/${name}`)
    expect(expected.length).toBeGreaterThan(5)
    expect(await ours(`lint/rulesets/${name}`)).toEqual(expected)
  },
)
