// Everything that an installation holds, counted: each table of ours, of Auth and of Storage, with a sum over its rows.
import type { World } from './world.ts'

/** What comes and goes by itself, or is kept on purpose when a workspace is gone. */
const LEFT_OUT = [
  // Counters of limits.
  'private.throttle',
  // Sessions that ended are known until their tokens would have expired.
  'private.ended_sessions',
  // What was said.
  'private.outbox_mails',
  // Partitions, whose rows their parent counts.
  'private.activity_events_default',
]

export type Census = Record<string, string>

/** Table → how many rows, and a sum over them. */
export async function census({ db }: World): Promise<Census> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'private', 'auth', 'storage')
     order by 1`,
  )
  const counted: Census = {}
  for (const { name } of tables.filter((table) => !LEFT_OUT.includes(table.name))) {
    const { rows } = await db.query<{ said: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, '|' order by to_jsonb(t)::text)), '') as said from ${name} t`,
    )
    counted[name] = rows[0]?.said ?? ''
  }
  return counted
}
