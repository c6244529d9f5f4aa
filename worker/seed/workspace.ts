// The workspace and its people. Only here the seed uses the database itself: sign-up proves an address by a code
// from a mail, which a script cannot read on every installation.
import type { ClientBase } from 'pg'
import { type DemoPerson, emailOf, PEOPLE, passwordOf, WORKSPACE } from './demo.ts'
import type { Platform } from './platform.ts'

const PLAN = 'pro_team'

/** Makes workspace, accounts and memberships, or finds them; null when the slug belongs to somebody else. */
export async function ensureWorkspace(db: ClientBase, platform: Platform): Promise<{ id: number } | null> {
  const held = await db.query<{ id: string; is_demo: boolean }>(
    `select w.id, exists (
       select 1 from public.workspace_members m join public.emails e on e.user_id = m.user_id
       where m.workspace_id = w.id and m.role = 'owner' and e.email = $2) as is_demo
     from public.workspaces w where w.slug = $1`,
    [WORKSPACE.slug, emailOf(PEOPLE[0])],
  )
  const [found] = held.rows
  if (found && !found.is_demo) return null
  const accounts = await ensureAccounts(db, platform)
  const id = found ? Number(found.id) : await createWorkspace(db, accounts.get('owner') ?? '')
  for (const [role, account] of accounts)
    await db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, $3::public.workspace_role)
       on conflict do nothing`,
      [id, account, role],
    )
  return { id }
}

async function ensureAccounts(db: ClientBase, platform: Platform): Promise<Map<DemoPerson['role'], string>> {
  const accounts = new Map<DemoPerson['role'], string>()
  for (const person of PEOPLE) {
    const email = emailOf(person)
    const authId = await platform.ensureCredential(email, passwordOf(person))
    const { rows } = await db.query<{ id: string }>('select private.ensure_user($1, $2) as id', [
      authId,
      email,
    ])
    await db.query('update public.users set has_password = true where auth_id = $1', [authId])
    accounts.set(person.role, rows[0]?.id ?? '')
  }
  return accounts
}

async function createWorkspace(db: ClientBase, owner: string): Promise<number> {
  await db.query('begin')
  try {
    const { rows } = await db.query<{ id: string }>('select id from private.create_workspace($1, $2, $3)', [
      owner,
      WORKSPACE.slug,
      WORKSPACE.name,
    ])
    const id = rows[0]?.id
    await db.query(
      `update public.billing_accounts a set billing_product_id = p.id, included_members = p.included_members
       from public.billing_products p where p.name = $2 and a.workspace_id = $1`,
      [id, PLAN],
    )
    await db.query('commit')
    return Number(id)
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}
