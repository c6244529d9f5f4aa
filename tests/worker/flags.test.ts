// Operators switch a flag for one workspace; the others stay as the installation has it.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import known from '../../supabase/functions/_shared/domain/flags.json' with { type: 'json' }
import { list } from '../../worker/flags/flags.ts'
import { aWorld, type World } from './support/world.ts'

const MAIN = resolve(import.meta.dirname, '../../worker/flags/main.ts')

let world: World
let slug: string
beforeEach(async () => {
  world = await aWorld()
  const { rows } = await world.db.query<{ slug: string }>(
    'select slug from public.workspaces where id = $1',
    [world.workspaceId],
  )
  slug = rows[0]?.slug ?? ''
})
afterEach(() => world.end())

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], {
    env: { ...process.env, SUPABASE_DB_URL: world.place.dbUrl },
  })

/** What `list` says of each flag in an installation of these. */
async function listed(installed: string | undefined): Promise<Record<string, string[]>> {
  const said: Record<string, string[]> = {}
  for (const line of (await list(world.db, [], installed)).split('\n')) {
    const [, flag] = /^(\w+): /.exec(line) ?? []
    if (flag) said[flag] = []
    else Object.values(said).at(-1)?.push(line.trim().replace(/ {2,}/, ' '))
  }
  return said
}

/** What screens are told. */
const flagsOf = async (of: string) => {
  const { rows } = await world.db.query<{ flags: unknown }>(
    `select public.workspace_by_slug($1) -> 'flags' as flags`,
    [of],
  )
  return rows[0]?.flags
}

describe('flags', () => {
  it('are switched on, off and back in one workspace, each change told once', async () => {
    const other = 'left-alone'
    await world.aWorkspace(other)
    const set = (state: string) => run('set', slug, 'ssg_disabled', state)
    expect((await set('on')).stdout).toBe(`ssg_disabled is on in ${slug}.\n`)
    await set('on')
    expect(await flagsOf(slug)).toEqual({ ssg_disabled: true })
    expect(await flagsOf(other)).toEqual({})
    expect(await listed('auto_invite_committers')).toEqual({
      ssg_disabled: ['(the installation) off', `${slug} on`],
      profitwell_cancellation_flow: ['(the installation) off'],
      auto_invite_committers: ['(the installation) on'],
    })
    expect((await listed(undefined)).ssg_disabled).toEqual([
      '(the installation) not known here: WAYMARK_FLAGS is not set',
      `${slug} on`,
    ])
    await set('off')
    expect(await flagsOf(slug)).toEqual({ ssg_disabled: false })
    await set('default')
    expect(await flagsOf(slug)).toEqual({})
    const { rows } = await world.db.query<{ metadata: unknown }>(
      `select metadata from public.activity_events where workspace_id = $1 and type = 'workspace.flag.changed' order by id`,
      [world.workspaceId],
    )
    expect(rows.map(({ metadata }) => metadata)).toEqual([
      { flag: 'ssg_disabled', old: 'default', new: 'on' },
      { flag: 'ssg_disabled', old: 'on', new: 'off' },
      { flag: 'ssg_disabled', old: 'off', new: 'default' },
    ])
  })

  it('are known to the database as they are to the product', async () => {
    for (const flag of Object.keys(known)) await run('set', slug, flag, 'off')
    const none = Object.fromEntries(Object.keys(known).map((flag) => [flag, false]))
    expect(await flagsOf(slug)).toEqual(none)
    await expect(
      world.db.query('select private.set_workspace_flag($1, $2, true)', [world.workspaceId, 'ssg_disabeld']),
    ).rejects.toThrow(/check_workspace_flags_flag/)
  })

  it('have an effect each, and a test that looks at it', () => {
    const web = resolve(import.meta.dirname, '../../web/src')
    const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => ({ isTest: /\.test\.tsx?$/.test(file), text: readFileSync(resolve(web, file), 'utf8') }))
    const idle = Object.keys(known).filter(
      (flag) =>
        !sources.some(({ isTest, text }) => !isTest && text.includes(`isOn('${flag}'`)) ||
        !sources.some(({ isTest, text }) => isTest && text.includes(flag)),
    )
    expect(idle).toEqual([])
  })

  it.each([
    [['set', 'nobody-here', 'ssg_disabled', 'on'], 'There is no workspace "nobody-here".'],
    [['list', 'nobody-here'], 'There is no workspace "nobody-here".'],
    [['set', '', 'ssg_disabeld', 'on'], 'not "ssg_disabeld".'],
    [['set', '', 'ssg_disabled', 'yes'], 'A flag is on, off or default, not "yes".'],
    [['set', ''], 'This needs: set WORKSPACE FLAG on|off|default'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const ran = run(...args.map((arg) => arg || slug))
    await expect(ran).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) })
    expect(await flagsOf(slug)).toEqual({})
  })
})
