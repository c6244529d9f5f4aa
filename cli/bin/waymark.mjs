#!/usr/bin/env node
// Starts the command: in the package that npm has, the one file that it was made into; in a checkout the sources, in a
// Node that reads TypeScript, which Node does from 22.18 on: this one, else the one that npm installed beside the
// dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packed = new URL('../dist/main.mjs', import.meta.url)
const isPackage = !existsSync(new URL('../main.ts', import.meta.url)) && existsSync(packed)
const [major, minor] = process.versions.node.split('.').map(Number)
if (isPackage || major > 22 || (major === 22 && minor >= 18)) {
  // Keeps what was compiled, which is most of a short run: 0.3 s become 0.1.
  const folder = cacheFolder()
  if (folder) module.enableCompileCache?.(folder)
  const { main } = await import(isPackage ? packed.href : '../main.ts')
  process.exitCode = await main(process.argv.slice(2))
} else {
  const node = installedNode()
  if (!node) {
    console.error(`waymark: Node ${process.versions.node} is too old: install Node 22.18 or newer.`)
    process.exit(70)
  }
  const { status, signal } = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (signal) process.kill(process.pid, signal)
  process.exitCode = status ?? 70
}

// The user's own, since code is run from it; none where there is no place for one.
function cacheFolder() {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'waymark')
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (error.code !== 'EEXIST') return undefined
  }
  return folder
}

function installedNode() {
  try {
    const home = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    return [join(home, 'bin/node'), join(home, 'bin/node.exe')].find((path) => existsSync(path))
  } catch {
    return undefined
  }
}
