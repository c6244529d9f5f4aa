// Installs exactly what package-lock.json says, when node_modules is missing or says something else.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs `npm ci` where needed, with npm's own progress; throws one sentence when it fails. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  console.log('Installing what package-lock.json lists (a few minutes the first time) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const result = spawnSync(npm, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`)
  if (result.status !== 0) throw new Error('npm ci did not succeed; its messages are above.')
}

/** Whether every package of the lock file that belongs on this platform is there in its version. */
export function isInstalled(root) {
  const installed = readLock(join(root, 'node_modules/.package-lock.json'))
  if (!installed) return false
  const wanted = readLock(join(root, 'package-lock.json'))
  if (!wanted) throw new Error('package-lock.json is missing: the clone is not complete.')
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    const found = installed.packages[path]
    // What npm leaves out on this platform is optional and bound to another one.
    if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true
    return found.version === entry.version && existsSync(join(root, path))
  })
}

function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
