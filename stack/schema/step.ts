// What leads from one database to another, by upstream's differ.
import { type Plan, plan, renderPlanFiles, resolveProfile, supabaseProfile } from '@supabase/pg-delta'
import pg from 'pg'
import { connect } from '../postgres/connect.ts'
import { catalogueOf, differences } from './catalogue.ts'

export interface Step {
  /** One text a transaction: a value added to an enum can be used after the commit only. */
  texts: string[]
  /** The statements that lose data. */
  losses: string[]
}

export interface FoundStep {
  step: Step
  /** What is still different when the step was taken: rows, and what the differ does not manage. */
  unseen: string[]
}

const LOSS = '-- LOSES DATA. Keep first what is still needed, or say why nothing is.\n'

/**
 * Finds what leads from one database to another (addresses of a superuser), and takes the step in the first as the role
 * that owns it, so that it is known where it leads.
 */
export async function findStep(from: string, owner: string, to: string): Promise<FoundStep> {
  const step = await stepBetween(from, to)
  await on(owner, async (client) => {
    for (const text of step.texts) await client.query(`begin; ${text}\n; commit`)
  })
  const unseen = differences(await on(from, readAll), await on(to, readAll))
  return { step, unseen }
}

const readAll = (client: pg.Client) => catalogueOf(client)

/** The statements from the database at `from` to the one at `to`; both addresses are a superuser's. */
export async function stepBetween(from: string, to: string): Promise<Step> {
  const source = new pg.Pool({ connectionString: from })
  const target = new pg.Pool({ connectionString: to })
  try {
    const profile = await resolveProfile(source, supabaseProfile)
    const before = await profile.extract(source)
    const after = await profile.extract(target)
    // A renamed column reads like one that went and one that came: which it is, a person says by hand.
    return written(plan(before.factBase, after.factBase, { ...profile.planOptions, renames: 'off' }))
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

function written(planned: Plan): Step {
  const losses = planned.actions.filter(({ dataLoss }) => dataLoss !== 'none').map(({ sql }) => sql)
  const { files } = renderPlanFiles(planned, { allowDrops: true })
  const texts = files.map(({ contents }) =>
    losses.reduce((text, sql) => text.replace(`${sql};`, () => `${LOSS}${sql};`), contents.trim()),
  )
  return { texts, losses }
}

async function on<T>(address: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(address)
  return run(client).finally(() => client.end())
}
