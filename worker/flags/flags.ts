import type pg from 'pg'
import known from '../../supabase/functions/_shared/domain/flags.json' with { type: 'json' }

const STATES: Record<string, boolean | null> = { on: true, off: false, default: null }

/** `list [WORKSPACE]`: each flag, what the installation has (`installed` is its WAYMARK_FLAGS), and the workspaces that have it otherwise. */
export async function list(
  db: pg.ClientBase | pg.Pool,
  [slug, ...more]: string[],
  installed: string | undefined,
): Promise<string> {
  if (more.length > 0) throw new Error('This needs: list [WORKSPACE]')
  const id = slug === undefined ? null : await workspaceId(db, slug)
  const { rows } = await db.query<{ slug: string; flag: string; is_on: boolean }>(
    `select w.slug, f.flag, f.is_on from private.workspace_flags f join public.workspaces w on w.id = f.workspace_id
     where $1::bigint is null or w.id = $1 order by w.slug`,
    [id],
  )
  const names = installed?.split(/[\s,]+/)
  const line = (of: string, state: string) => `  ${of.padEnd(28)}${state}`
  return Object.entries(known)
    .flatMap(([name, does]) => {
      const set = rows.filter(({ flag }) => flag === name)
      const states = set.map((row) => line(row.slug, row.is_on ? 'on' : 'off'))
      const ofAll = names ? (names.includes(name) ? 'on' : 'off') : 'not known here: WAYMARK_FLAGS is not set'
      return [`${name}: ${does}`, line('(the installation)', ofAll), ...states]
    })
    .join('\n')
}

/** `set WORKSPACE FLAG on|off|default` */
export async function set(db: pg.ClientBase, words: string[]): Promise<string> {
  const [slug, flag, state, ...more] = words
  if (slug === undefined || flag === undefined || state === undefined || more.length > 0)
    throw new Error('This needs: set WORKSPACE FLAG on|off|default')
  if (!Object.hasOwn(known, flag))
    throw new Error(`The flags are ${Object.keys(known).join(', ')}, not "${flag}".`)
  if (!Object.hasOwn(STATES, state)) throw new Error(`A flag is on, off or default, not "${state}".`)
  await db.query('select private.set_workspace_flag($1, $2, $3)', [
    await workspaceId(db, slug),
    flag,
    STATES[state],
  ])
  return `${flag} is ${state === 'default' ? 'as the installation has it' : state} in ${slug}.`
}

async function workspaceId(db: pg.ClientBase | pg.Pool, slug: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from public.workspaces where slug = $1', [slug])
  if (!rows[0]) throw new Error(`There is no workspace "${slug}".`)
  return rows[0].id
}
