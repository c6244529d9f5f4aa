#!/usr/bin/env node
// Entry of every npm script that runs the stack. Plain JavaScript without dependencies: it must say
// something useful on an old Node and on a fresh clone.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { keep } from './keep.mjs'
import { endWithNpm } from './npm-watch.mjs'
import { findNode } from './runtime.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Waymark needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
}

const [command, ...args] = process.argv.slice(2)
const programs = {
  bench: 'tests/bench/main.ts',
  kills: 'tests/chaos/kills.ts',
  'gen-types': 'stack/codegen/main.ts',
  migration: 'stack/schema/main.ts',
  mutate: 'tests/mutate/main.ts',
  pictures: 'tests/pictures.ts',
}
const KEPT = ['start', 'stack']

endWithNpm()
try {
  await ensureInstalled(root)
  // Each job of the worker is a process that reads much code: read once by one of them, the others are there in a third of
  // the time. Where the folder cannot be written they do without.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
  const program = join(root, programs[command] ?? 'stack/supervisor/main.ts')
  const rest = command in programs ? args : [command ?? 'start', ...args]
  if (KEPT.includes(rest[0]) && !rest.includes('--help')) keep(findNode(root), program, rest)
  else await hand(findNode(root), program, rest)
} catch (error) {
  fail(error.message)
}

// In this very process where it is the right Node already: one process less for as long as the stack runs.
async function hand(node, program, args) {
  if (realpathSync(node) === realpathSync(process.execPath)) {
    process.argv = [process.argv[0], program, ...args]
    await import(pathToFileURL(program).href)
    return
  }
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', program, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Node could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
