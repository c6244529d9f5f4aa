// What operators do by hand: look, give, take back, replay, check. Each leaves an event in the activity of the workspace.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { customerOfEvent, eventRead } from '../../supabase/functions/_shared/billing/events.ts'
import { readAndApply } from '../../supabase/functions/_shared/billing/reading.ts'
import { stripeClient } from '../../supabase/functions/_shared/billing/stripe.ts'
import { checkBilling } from './check.ts'
import { closeCheckouts } from './checkouts.ts'
import { type Db, only, storeOf } from './store.ts'
import { billTrueUps } from './true-up.ts'

type Work = (db: Db) => Promise<void>

async function connected(work: Work): Promise<void> {
  const dbUrl = process.env.SUPABASE_DB_URL
  if (!dbUrl) throw new Error('SUPABASE_DB_URL is missing.')
  const db = new pg.Client({ connectionString: dbUrl, application_name: 'waymark-billing' })
  await db.connect()
  try {
    await work(db)
  } finally {
    await db.end()
  }
}

const options = {
  included: { type: 'string' },
  'seat-price': { type: 'string' },
  until: { type: 'string' },
  days: { type: 'string' },
  note: { type: 'string' },
} as const

function read(args: string[], names: string[]) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (positionals.length !== names.length) throw new Error(`This needs: ${names.join(' ')}`)
  return { values, words: positionals }
}

function whole(value: string | undefined, name: string): number | null {
  if (value === undefined) return null
  if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} needs a whole number.`)
  return Number(value)
}

function date(value: string | undefined): string | null {
  if (value === undefined) return null
  if (Number.isNaN(Date.parse(value))) throw new Error('--until needs a date such as 2027-12-31.')
  return new Date(value).toISOString()
}

async function workspaceId(db: Db, slug = ''): Promise<number> {
  const { rows } = await db.query<{ id: string }>('select id from public.workspaces where slug = $1', [slug])
  if (!rows[0]) throw new Error(`There is no workspace "${slug}".`)
  return Number(rows[0].id)
}

/** `show SLUG` */
export function show(args: string[]): Promise<void> {
  const { words } = read(args, ['SLUG'])
  return connected(async (db) => {
    const id = await workspaceId(db, words[0])
    const { rows } = await db.query<Record<string, unknown>>(
      `select w.slug, p.name as plan, a.*, w.locked, w.lock_at, w.lock_reason,
         private.feature_usage(w.id, 'members') as members, private.feature_usage(w.id, 'projects') as projects
       from public.workspaces w join public.billing_accounts a on a.workspace_id = w.id
       join public.billing_products p on p.id = a.billing_product_id where w.id = $1`,
      [id],
    )
    const said = Object.entries(only(rows)).filter(([, value]) => value !== null)
    for (const [name, value] of said)
      console.log(
        `${name.padEnd(32)}${value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : value}`,
      )
    const { rows: events } = await db.query<{
      id: string
      type: string
      received_at: Date
      error: string | null
      is_done: boolean
    }>(
      `select e.id, e.type, e.received_at, e.error, e.processed_at is not null as is_done from private.stripe_events e
       join public.billing_accounts a on a.stripe_customer_id = e.customer_id where a.workspace_id = $1 order by e.received_at desc limit 20`,
      [id],
    )
    for (const event of events)
      console.log(
        `${event.received_at.toISOString()}  ${event.id}  ${event.type}${event.is_done ? '' : '  not applied'}${event.error ? `: ${event.error}` : ''}`,
      )
  })
}

/** `contract SLUG PLAN --included N --seat-price CENTS --until DATE --note TEXT` */
export function contract(args: string[]): Promise<void> {
  const { values, words } = read(args, ['SLUG', 'PLAN'])
  return connected(async (db) => {
    const id = await workspaceId(db, words[0])
    const stripe = await stripeClient()
    if (stripe) await closeCheckouts(db, stripe, id, 0)
    await db.query('select private.set_contract($1, $2, $3, $4, $5, $6)', [
      id,
      words[1],
      whole(values.included, 'included'),
      whole(values['seat-price'], 'seat-price'),
      date(values.until),
      values.note ?? '',
    ])
    console.log(`${words[0]} is on ${words[1]} by contract.`)
  })
}

/** `end-contract SLUG --note TEXT` */
export function endContract(args: string[]): Promise<void> {
  const { values, words } = read(args, ['SLUG'])
  return connected(async (db) => {
    await db.query('select private.end_contract($1, $2)', [
      await workspaceId(db, words[0]),
      values.note ?? '',
    ])
    console.log(`${words[0]} is on the Free plan.`)
  })
}

/** `trial SLUG PLAN --days N --note TEXT` */
export function trial(args: string[]): Promise<void> {
  const { values, words } = read(args, ['SLUG', 'PLAN'])
  const days = whole(values.days, 'days') ?? 14
  return connected(async (db) => {
    await db.query('select private.give_trial($1, $2, $3, $4)', [
      await workspaceId(db, words[0]),
      words[1],
      days,
      values.note ?? '',
    ])
    console.log(`${words[0]} tries ${words[1]} for ${days} days.`)
  })
}

/** `replay EVENT --note TEXT`: an event of Stripe once more, also one that never came. */
export function replay(args: string[]): Promise<void> {
  const { values, words } = read(args, ['EVENT'])
  return connected(async (db) => {
    const stripe = await stripeClient()
    if (!stripe) throw new Error('STRIPE_SECRET_KEY is missing.')
    const event = await stripe.events.retrieve(words[0] ?? '')
    await db.query('select private.forget_event($1)', [event.id])
    await readAndApply(storeOf(db), stripe, {
      customer: customerOfEvent(event),
      event: eventRead(event),
      isLive: event.livemode,
    })
    await db.query('select private.note_replay($1, $2)', [event.id, values.note ?? ''])
    console.log(`${event.id} (${event.type}) is applied.`)
  })
}

/** `check [SLUG]`: one account, or all of them, against Stripe. */
export function check(args: string[]): Promise<void> {
  const all = args.length === 0
  const { words } = read(args, all ? [] : ['SLUG'])
  return connected(async (db) => {
    const stripe = await stripeClient()
    const ids = all ? await accounts(db) : [await workspaceId(db, words[0])]
    let repaired = 0
    for (const id of ids) {
      const what = await checkBilling(db, stripe, id)
      if (what.length === 0) continue
      repaired++
      console.log(`Workspace ${id}: repaired ${what.join(', ')}.`)
    }
    if (all) await billTrueUps(db, stripe)
    console.log(`${ids.length} checked, ${repaired} repaired.`)
  })
}

async function accounts(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select workspace_id as id from public.billing_accounts where stripe_customer_id is not null or managed_by = 'contract' order by 1`,
  )
  return rows.map(({ id }) => Number(id))
}
