#!/usr/bin/env node
// Starts the command in a Node that reads TypeScript, which Node does from 22.18 on: this one, else the one that npm
// installed beside the dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  const { main } = await import('../main.ts')
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

function installedNode() {
  try {
    const home = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    return [join(home, 'bin/node'), join(home, 'bin/node.exe')].find((path) => existsSync(path))
  } catch {
    return undefined
  }
}
