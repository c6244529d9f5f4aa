// What the suites need besides Node and npm: `npm test` installs it on Debian where it may, or says what to install.
// Plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findProgram, PACKAGES } from './programs.mjs'

/** Programs of each check of tests/run.mjs; the others need none. */
const NEEDED = {
  functions: ['slapd', 'openssl'],
  stack: ['git', 'caddy'],
  e2e: ['chromium-headless-shell', 'slapd', 'openssl', 'git', 'caddy'],
  vitest: ['slapd', 'openssl', 'git', 'caddy'],
}

/** What serves as well, only more slowly, where the program itself cannot be installed. */
const INSTEAD = { 'chromium-headless-shell': 'chromium' }

/**
 * What to do about the missing programs, given what the machine allows: nothing, commands to run (after saying why),
 * or one sentence to end with.
 */
export function planInstallation({ missing, isRoot, hasApt, hasSudo }) {
  if (missing.length === 0) return { kind: 'nothing' }
  const packages = [...new Set(missing.map((program) => PACKAGES[program]))].sort()
  const list = packages.join(' ')
  if (!hasApt)
    return {
      kind: 'refuse',
      sentence: `The tests need ${missing.join(', ')}: install them and run this again.`,
    }
  if (!isRoot && !hasSudo)
    return {
      kind: 'refuse',
      sentence: `The tests need ${missing.join(', ')}: run "sudo apt-get install ${list}" and this again.`,
    }
  const prefix = isRoot ? [] : ['sudo', '-n']
  const as = isRoot ? 'as root' : 'by sudo'
  return {
    kind: 'install',
    sentence: `The tests need ${missing.join(', ')}: installing ${list} ${as} …`,
    // One by one: what a machine's Debian does not know keeps it from nothing else.
    commands: [
      [...prefix, 'apt-get', 'update', '-qq'],
      ...packages.map((name) => [
        ...prefix,
        'env',
        'DEBIAN_FRONTEND=noninteractive',
        // A server that a package starts has no business in a test.
        'RUNLEVEL=1',
        ...['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name],
      ]),
    ],
  }
}

/** The programs that the named checks lack here. */
export function missingFor(checks, find = findProgram) {
  const needed = new Set(checks.flatMap((check) => NEEDED[check] ?? []))
  return [...needed].filter((program) => !find(program))
}

/** Those without which, or what serves instead of them, nothing goes on. */
export function withoutAny(missing, find = findProgram) {
  return missing.filter((program) => !INSTEAD[program] || !find(INSTEAD[program]))
}

/** Installs what the named checks lack; throws the sentence that says what to do where it may not. */
export function ensureRequirements(checks) {
  install(missingFor(checks))
  install(withoutAny(missingFor(checks)).flatMap((program) => INSTEAD[program] ?? []))
  const left = withoutAny(missingFor(checks))
  if (left.length > 0)
    throw new Error(`${left.join(', ')} could not be installed: the messages of apt-get are above.`)
}

function install(missing) {
  const plan = planInstallation({
    missing,
    isRoot: process.getuid?.() === 0,
    hasApt: existsSync('/usr/bin/apt-get'),
    hasSudo: spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0,
  })
  if (plan.kind === 'refuse' && withoutAny(missing).length > 0) throw new Error(plan.sentence)
  if (plan.kind !== 'install') return
  console.log(plan.sentence)
  for (const [command, ...args] of plan.commands) spawnSync(command, args, { stdio: 'inherit' })
}
