// Operators switch a flag for one workspace; the others stay as the installation has it.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import known from '../../supabase/functions/_shared/domain/flags.json' with { type: 'json' }
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
    expect((await run('list')).stdout).toMatch(
      new RegExp(`^ssg_disabled: .*\\n  ${slug} +on\\n(.|\\n)*auto_invite_committers: .*\\n  as the inst`),
    )
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
