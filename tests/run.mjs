// `npm test`: everything that must hold, one after the other, and one line at the end that counts it.
// Plain JavaScript without dependencies: on a fresh clone it installs them first, and the programs of requirements.mjs.
//   npm test                  all of it
//   npm run test:fast         what needs no database, under a minute
//   npm test -- lint db e2e   the named checks only
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from '../stack/bin/install.mjs'
import { findNode } from '../stack/bin/runtime.mjs'
import { ensureRequirements } from './requirements.mjs'
import { countPlaywright, countVitest } from './run-counts.mjs'
import { makeScratchFolder } from './scratch-folder.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Reports, databases, instances: gone with the run.
const scratch = makeScratchFolder()

// The same programs are started hundreds of times.
const compiled = join(root, 'node_modules/.cache/node')
const SOURCES = ['analysis', 'cli', 'editing', 'lint', 'stack', 'supabase', 'web', 'worker']
const modules = (path) => join(root, 'node_modules', path)
const vitestReport = join(scratch, 'vitest.json')
const playwrightReport = join(scratch, 'playwright.json')

const vitest = (projects) => ({
  args: [
    modules('vitest/vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  count: () => countVitest(vitestReport),
})

const PROJECTS = ['unit', 'web', 'db', 'stack', 'contract', 'functions', 'doors', 'worker']
const checks = {
  types: { args: [join(root, 'tests/types.mjs')] },
  lint: { args: [modules('@biomejs/biome/bin/biome'), 'check', '.'] },
  dependencies: {
    args: [
      modules('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      ...SOURCES.filter((folder) => existsSync(join(root, folder))),
    ],
  },
  'function-types': { args: [join(root, 'tests/functions/deno-check.ts')] },
  vitest: vitest(PROJECTS),
  ...Object.fromEntries(PROJECTS.map((project) => [project, vitest([project])])),
  'unit-and-web': vitest(['unit', 'web']),
  e2e: {
    args: [modules('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: () => countPlaywright(playwrightReport),
  },
}
const ALL = ['types', 'lint', 'dependencies', 'function-types', 'vitest', 'e2e']
const FAST = ['types', 'lint', 'dependencies', 'unit-and-web']

const asked = process.argv.slice(2)
const names = asked.length === 0 ? ALL : asked[0] === 'fast' ? FAST : asked
const unknown = names.filter((name) => !(name in checks))
if (unknown.length > 0) {
  console.error(`There is no check "${unknown[0]}"; there are ${Object.keys(checks).join(', ')}.`)
  removeScratch()
  process.exit(1)
}

try {
  ensureRequirements(names)
  await ensureInstalled(root)
  process.exitCode = await runAll(findNode(root))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  removeScratch()
}

// What was ended by force may write for a moment longer.
function removeScratch() {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

async function runAll(node) {
  // What only reads the sources takes a core each; a suite takes the machine.
  const reading = names.filter((name) => !checks[name].count)
  const lanes = [reading.filter((name) => name === 'types'), reading.filter((name) => name !== 'types')]
  const read = await Promise.all(lanes.map((lane) => inTurn(node, lane, 'pipe')))
  const suites = await inTurn(
    node,
    names.filter((name) => checks[name].count),
    'inherit',
  )
  const results = [...read.flat(), ...suites]
  const failures = results.flatMap((result) => result.failures)
  if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log('\n── summary')
  for (const { name, passed, failed, skipped, seconds } of results) {
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`)
  }
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

async function inTurn(node, lane, output) {
  const results = []
  for (const name of lane) {
    if (output === 'inherit') console.log(`\n── ${name}`)
    const started = Date.now()
    const { code, printed } = await run(node, checks[name], output)
    if (output === 'pipe') console.log(`\n── ${name}\n${printed}`.trimEnd())
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    results.push({ name, seconds, ...outcome(checks[name], code) })
  }
  return results
}

// A check without a count is one test. A suite that ran no test, or ended badly without naming a failed one,
// has failed: silence is not success.
function outcome({ count }, code) {
  if (!count) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] }
  const { passed, failed, skipped, failures } = count()
  const silent = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: silent ? 1 : failed, skipped, failures }
}

// With `pipe`, what it printed comes with its code: two checks at once would print through each other.
function run(node, { args, env }, output) {
  return new Promise((resolve) => {
    const path = [dirname(node), process.env.PATH].join(delimiter)
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      stdio: ['inherit', output, output],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env, TMPDIR: scratch, PATH: path },
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        printed += text
      })
    }
    child.once('error', (error) => {
      console.error(error.message)
      resolve({ code: 1, printed })
    })
    child.once('close', (code) => resolve({ code: code ?? 1, printed }))
  })
}
