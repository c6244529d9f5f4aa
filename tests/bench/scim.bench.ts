// An identity provider brings a company of 2,000 in 20 groups, as providers do: each person is looked for, then made; and again,
// where each is found and replaced by what is there. The second run writes no row of the product.
import { aProvider, type List, type Provider, type Resource } from '../functions/scim/support.ts'
import { sql } from '../functions/support/people.ts'
import type { StackInfo } from '../support/stack.ts'
import { atMost, type BenchContext, type Row, timed } from './bench.ts'
import { inTurns } from './support/crowd.ts'

const COMMAND = 'npm run bench scim'
const PEOPLE = 2_000
const GROUPS = 20
const AT_ONCE = 8
/** What counts requests: how many a token made in this minute, and when it was last used. */
const counters = ['private.throttle', 'private.scim_tokens']

export default async function bench({ stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const provider = await aProvider(stack)
  const first = await timed(() => sync(provider))
  // On a fast machine both would be more than a token may ask in a minute: that minute passes.
  await sql(stack, `delete from private.throttle where key like 'scim:%'`)
  const [mark] = await sql<{ at: string; wal: string }>(
    stack,
    'select pg_current_xact_id()::text as at, pg_current_wal_lsn()::text as wal',
  )
  const second = await timed(() => sync(provider))
  const written = await rowsSince(stack, mark?.at ?? '0')
  const [wal] = await sql<{ kb: number }>(
    stack,
    'select (pg_wal_lsn_diff(pg_current_wal_lsn(), $1) / 1024)::float8 as kb',
    [mark?.wal],
  )
  return [
    atMost(`SCIM: ${PEOPLE} people and ${GROUPS} groups, for the first time`, first / 1000, 's', 60, COMMAND),
    atMost('SCIM: the same again', second / 1000, 's', 60, COMMAND),
    atMost('SCIM: rows that the second run wrote', written, 'rows', 0, COMMAND),
    atMost('SCIM: WAL of the whole instance meanwhile', wal?.kb ?? Number.NaN, 'KB', undefined, COMMAND),
  ]
}

async function sync({ send }: Provider): Promise<void> {
  const ids: string[] = []
  let person = 0
  await inTurns(PEOPLE, AT_ONCE, async () => {
    const n = person++
    const userName = `person-${n}@company.example`
    const given = {
      userName,
      externalId: `ext-${n}`,
      active: true,
      displayName: `Person ${n}`,
      name: { givenName: 'Person', familyName: String(n) },
      emails: [{ primary: true, type: 'work', value: userName }],
    }
    ids[n] = await placed(send, '/Users', `userName eq "${userName}"`, given)
  })
  let group = 0
  await inTurns(GROUPS, AT_ONCE, async () => {
    const n = group++
    const displayName = `Department ${n}`
    const members = ids.filter((_, at) => at % GROUPS === n).map((value) => ({ value }))
    await placed(send, '/Groups', `displayName eq "${displayName}"`, {
      displayName,
      externalId: `group-${n}`,
      members,
    })
  })
}

async function placed(send: Provider['send'], path: string, filter: string, given: object): Promise<string> {
  const found = await send('GET', `${path}?excludedAttributes=members&filter=${encodeURIComponent(filter)}`)
  const id = found.json<List>().Resources[0]?.id
  const answer = await (id ? send('PUT', `${path}/${id}`, given) : send('POST', path, given))
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.json<Resource>().id
}

/** Rows of any table of the product, in every workspace, but of counters. */
async function rowsSince(stack: StackInfo, transaction: string): Promise<number> {
  const tables = await sql<{ name: string }>(
    stack,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private') order by 1`,
  )
  let rows = 0
  for (const { name } of tables.filter((table) => !counters.includes(table.name))) {
    const [counted] = await sql<{ n: number }>(
      stack,
      `select count(*)::integer as n from ${name} where xmin::text::bigint >= $1::bigint % 4294967296`,
      [transaction],
    )
    if (counted?.n) console.warn(`${name}: ${counted.n} rows`)
    rows += counted?.n ?? 0
  }
  return rows
}
