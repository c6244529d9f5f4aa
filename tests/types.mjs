// Checks the types of each runtime by itself, so that nothing uses what its runtime lacks: two at a time, each after
// its first time only where something changed.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// The longest first. The root's own are the tests, which speak with all runtimes.
const PROJECTS = [
  'web',
  '.',
  'tsconfig.functions.json',
  'stack',
  'worker',
  'cli',
  'analysis',
  'editing',
  'lint',
]

const waiting = [...PROJECTS]
const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
  let failed = 0
  for (let next = waiting.shift(); next; next = waiting.shift()) if ((await check(next)) !== 0) failed++
  return failed
})
const failures = (await Promise.all(lanes)).reduce((sum, failed) => sum + failed, 0)
process.exit(failures > 0 ? 1 : 0)

function check(project) {
  const info = join(root, 'node_modules/.cache/types', `${project.replaceAll(/\W/g, '-')}.tsbuildinfo`)
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', info, '-p', join(root, project)]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, ...args], { cwd: root, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
