// What would be charged for nothing, or used for nothing: deleted workspaces, old pages, seats after a downgrade, trials, contracts.
import { describe, expect, it } from 'vitest'
import { connect } from '../../../stack/postgres/connect.ts'
import { checkBilling } from '../../../worker/billing/check.ts'
import { closeCheckouts } from '../../../worker/billing/checkouts.ts'
import { billing, day } from '../support/billing.ts'
import { refusalIn } from '../support/call.ts'
import { aMember, sql, type Workspace } from '../support/people.ts'

const { stack, double, sdk, freeWorkspace, ask, account, checkout, pay, buy, pass, activity } = billing()

const put = (workspace: Workspace, path: string, json: unknown) =>
  ask(workspace, path, { method: 'PUT', json })
const idOf = async ({ slug }: Workspace) =>
  Number(
    (await sql<{ id: string }>(stack, 'select id from public.workspaces where slug = $1', [slug]))[0]?.id,
  )
const page = async (workspace: Workspace, name: string, isTrial = false) => {
  const answer = await checkout(workspace, name, 1, isTrial)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<{ redirect_url: string }>().redirect_url
}
const subscriptions = async (workspace: Workspace) => {
  const [row] = await sql<{ customer: string }>(
    stack,
    'select stripe_customer_id as customer from public.billing_accounts where workspace_id = $1',
    [await idOf(workspace)],
  )
  const { data } = await sdk().subscriptions.list({ customer: row?.customer ?? '' })
  return data.map(({ status }) => status)
}
/** What the database does, in a connection of its own. */
async function connected<T>(work: (db: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
  const db = await connect(stack.dbUrl)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

describe('a workspace that is deleted', () => {
  const deleting = async (workspace: Workspace) =>
    sql(stack, 'delete from public.workspaces where id = $1', [await idOf(workspace)]).then(
      () => 'deleted',
      (error: Error) => error.message,
    )

  it('stays while its plan is charged for, and goes once that is cancelled', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'basic', 1)
    expect(await deleting(workspace)).toMatch(/^The plan of .* is still paid for\. Please cancel it first\.$/)
    expect((await ask(workspace, '/cancel', { json: { reason: 'expensive' } })).status).toBe(200)
    expect(await deleting(workspace)).toBe('deleted')
  })

  it('stays while a page is open on which its plan could be bought, until Stripe has closed that', async () => {
    const workspace = await freeWorkspace()
    await page(workspace, 'basic')
    expect(await deleting(workspace)).toContain('can still be paid')
    await pass(day + 60)
    expect(await deleting(workspace)).toBe('deleted')
  })
})

describe('an old page', () => {
  const aged = async (workspace: Workspace, hours: number) =>
    sql(
      stack,
      `update private.billing_attempts set created_at = created_at - make_interval(hours => $2), taken_until = taken_until - make_interval(hours => $2)
       where workspace_id = $1 and ended_at is null`,
      [await idOf(workspace), hours],
    )

  it('is closed by another one, however old it is', async () => {
    const workspace = await freeWorkspace()
    const first = await page(workspace, 'basic')
    await aged(workspace, 40)
    const second = await page(workspace, 'startup')
    await expect(pay(first)).rejects.toThrow('expired')
    await pay(second)
    await double().webhooks.settled()
    expect(await subscriptions(workspace)).toEqual(['active'])
  })

  it('of the same plan is the same page, and the check closes it at Stripe', async () => {
    const workspace = await freeWorkspace()
    const first = await page(workspace, 'basic')
    await aged(workspace, 40)
    expect(await page(workspace, 'basic')).toBe(first)
    const id = await idOf(workspace)
    await connected((db) => checkBilling(db, sdk(), id))
    await expect(pay(first)).rejects.toThrow('expired')
  })

  it('that was paid beside another is told of at every check, until one is ended', async () => {
    const workspace = await freeWorkspace()
    const first = await page(workspace, 'basic')
    await sql(stack, 'update private.billing_attempts set ended_at = now() where workspace_id = $1', [
      await idOf(workspace),
    ])
    await pay(await page(workspace, 'startup'))
    await pay(first)
    await double().webhooks.settled()
    expect(await subscriptions(workspace)).toEqual(['active', 'active'])
    expect((await activity(workspace)).filter((type) => type === 'billing.twice')).toHaveLength(1)
    const id = await idOf(workspace)
    for (let time = 0; time < 2; time++)
      expect(await connected((db) => checkBilling(db, sdk(), id))).toContain('charged_beside')
    const [beside] = await sql<{ id: string }>(
      stack,
      'select charged_beside[1] as id from public.billing_accounts where workspace_id = $1',
      [id],
    )
    await sdk().subscriptions.cancel(beside?.id ?? '')
    await double().webhooks.settled()
    expect(await connected((db) => checkBilling(db, sdk(), id))).toEqual([])
  })
})

describe('more people than a lower plan has seats for', () => {
  it('are announced with it, locked out two weeks later, and let in once their seats are paid', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'pro_team', 1)
    expect((await put(workspace, '/downgrade', { product_id: 2 })).status).toBe(200)
    for (let n = 0; n < 4; n++) await aMember(stack, workspace, 'maker')
    await pass(32 * day)
    expect(await account(workspace)).toMatchObject({
      product: { name: 'basic' },
      members: { used: 5, included: 3, paid: 0 },
      lock_reason: 'overusage',
    })
    await pass(32 * day)
    await sql(stack, 'select private.apply_locks()')
    expect(await activity(workspace)).toEqual(
      expect.arrayContaining(['workspace.lock_announced', 'workspace.locked']),
    )
    expect((await put(workspace, '/seats', { paid: 2 })).status).toBe(200)
    expect(await account(workspace)).toMatchObject({ members: { paid: 2 }, lock_reason: null })
  })
})

describe('a trial', () => {
  const share = async (from: Workspace, to: Workspace, role: string) =>
    sql(
      stack,
      `insert into public.workspace_members (workspace_id, user_id, role)
       select $2, m.user_id, $3::public.workspace_role from public.workspace_members m where m.workspace_id = $1 and m.role = 'owner'`,
      [await idOf(from), await idOf(to), role],
    )

  it.each(['owner', 'billing'])('has one page for who manages two workspaces, as %s', async (role) => {
    const [one, other] = [await freeWorkspace(), await freeWorkspace()]
    await share(one, other, role)
    const first = await page(one, 'pro_team', true)
    expect(refusalIn(await checkout(other, 'pro_team', 1, true))).toMatchObject({
      status: 409,
      detail: 'The free trial was used already.',
    })
    await pay(first)
    await double().webhooks.settled()
    expect(await account(one)).toMatchObject({ stripe_status: 'trialing' })
    expect(await account(other)).toMatchObject({ trial_available: false })
  })

  it('of who deleted the account is not had again with the same address', async () => {
    const workspace = await freeWorkspace()
    await buy(workspace, 'pro_team', 1, { isTrial: true })
    const again = await freeWorkspace()
    expect(await account(again)).toMatchObject({ trial_available: true })
    const [was] = await sql<{ user: string; email: string }>(
      stack,
      `select e.user_id as user, e.email from public.emails e join public.workspace_members m on m.user_id = e.user_id
       where m.workspace_id = $1 and e.is_primary`,
      [await idOf(workspace)],
    )
    await ask(workspace, '/cancel', { json: { reason: 'expensive' } })
    await sql(stack, 'delete from public.workspaces where id = $1', [await idOf(workspace)])
    await sql(stack, 'delete from auth.users where id = (select auth_id from public.users where id = $1)', [
      was?.user,
    ])
    await sql(
      stack,
      `update public.emails e set email = $2 from public.workspace_members m
       where m.user_id = e.user_id and m.workspace_id = $1 and e.is_primary`,
      [await idOf(again), was?.email],
    )
    expect(await account(again)).toMatchObject({ trial_available: false })
  })
})

describe('a contract', () => {
  const set = async (workspace: Workspace, until: string | null) =>
    sql(stack, `select private.set_contract($1, 'enterprise', 50, 48000, $2, '')`, [
      await idOf(workspace),
      until,
    ])

  it('waits until no page is open on which the plan could be bought beside it', async () => {
    const workspace = await freeWorkspace()
    const open = await page(workspace, 'pro_team')
    await expect(set(workspace, null)).rejects.toThrow('A checkout of the workspace is open')
    const id = await idOf(workspace)
    await connected((db) => closeCheckouts(db, sdk(), id, 0))
    await set(workspace, null)
    await expect(pay(open)).rejects.toThrow('expired')
    expect(await subscriptions(workspace)).toEqual([])
  })

  it('is not one whose time is over, and ends at the check after its time', async () => {
    const workspace = await freeWorkspace()
    await expect(set(workspace, '2020-01-01')).rejects.toThrow('over already')
    await set(workspace, '2100-01-01')
    const id = await idOf(workspace)
    await connected((db) => checkBilling(db, null, id))
    expect(await account(workspace)).toMatchObject({ product: { name: 'enterprise' } })
    await sql(
      stack,
      `update public.billing_accounts set contract_ends_at = now() - interval '1 minute' where workspace_id = $1`,
      [id],
    )
    await connected((db) => checkBilling(db, null, id))
    expect(await account(workspace)).toMatchObject({ product: { name: 'free' } })
  })
})
