import { describe, expect, it } from 'vitest'
import { findBrowser, findProgram, type Program } from '../programs.mjs'
import { missingFor, planInstallation, withoutAny } from '../requirements.mjs'

const debian = { isRoot: false, hasApt: true, hasSudo: false }
const missing: Program[] = ['slapd', 'chromium']

describe('what the tests lack', () => {
  it('is nothing to speak of where all is there', () => {
    expect(planInstallation({ ...debian, missing: [] })).toEqual({ kind: 'nothing' })
  })

  it('is installed by root, which is said', () => {
    const plan = planInstallation({ ...debian, missing, isRoot: true })
    expect(plan).toMatchObject({
      kind: 'install',
      sentence: 'The tests need slapd, chromium: installing chromium slapd as root …',
    })
    const commands = plan.kind === 'install' ? plan.commands : []
    // One by one, so that a package that is not known keeps no other one away.
    expect(commands.map((command) => [command[0], command.at(-1)])).toEqual([
      ['apt-get', '-qq'],
      ['env', 'chromium'],
      ['env', 'slapd'],
    ])
  })

  it('is installed by sudo where it asks for no password', () => {
    const plan = planInstallation({ ...debian, missing, hasSudo: true })
    const commands = plan.kind === 'install' ? plan.commands : []
    expect(commands.map((command) => command.slice(0, 2))).toEqual([
      ['sudo', '-n'],
      ['sudo', '-n'],
      ['sudo', '-n'],
    ])
  })

  it('is one sentence to anybody else', () => {
    expect(planInstallation({ ...debian, missing })).toEqual({
      kind: 'refuse',
      sentence: 'The tests need slapd, chromium: run "sudo apt-get install chromium slapd" and this again.',
    })
    expect(planInstallation({ missing, isRoot: true, hasApt: false, hasSudo: true })).toEqual({
      kind: 'refuse',
      sentence: 'The tests need slapd, chromium: install them and run this again.',
    })
  })

  it('names the package where it is called otherwise', () => {
    const plan = planInstallation({ ...debian, missing: ['pgbench'] })
    expect(plan).toMatchObject({ sentence: expect.stringContaining('apt-get install postgresql') })
  })

  it('is what the named checks need, and no more', () => {
    const none = () => undefined
    expect(missingFor(['types', 'lint', 'unit-and-web', 'db'], none)).toEqual([])
    expect(missingFor(['vitest', 'e2e'], none)).toEqual([
      'slapd',
      'openssl',
      'git',
      'caddy',
      'chromium-headless-shell',
    ])
    expect(missingFor(['vitest', 'e2e'], (name) => `/usr/bin/${name}`)).toEqual([])
  })

  it('is gone without where something else serves', () => {
    const lacking: Program[] = ['slapd', 'chromium-headless-shell']
    expect(withoutAny(lacking, () => undefined)).toEqual(lacking)
    expect(withoutAny(lacking, (name) => (name === 'chromium' ? '/usr/bin/chromium' : undefined))).toEqual([
      'slapd',
    ])
  })
})

describe('a program', () => {
  it('is found where its variable says, in the PATH, or not at all', () => {
    expect(findProgram('chromium', { CHROMIUM: process.execPath })).toBe(process.execPath)
    expect(findProgram('caddy', { PATH: '/nowhere', CADDY: '/nowhere/caddy' })).not.toBe('/nowhere/caddy')
    expect(findBrowser({ CHROMIUM: process.execPath })).toBe(process.execPath)
  })
})
