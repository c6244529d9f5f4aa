// A small company for the golden answers: the same on every instance but for its numbers.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { claimsOf } from '../../support/claims.ts'
import { sharedStack } from '../../support/stack.ts'

export interface Instance {
  url: string
  anonKey: string
  serviceRoleKey: string
  dbUrl: string
}

/** The instance with the product's migrations: the run's own, or the real Supabase that the environment names. */
export function productInstance(): Instance {
  const { SUPABASE_PRODUCT_URL: url = '' } = process.env
  if (!url) {
    const { apiUrl, anonKey, serviceRoleKey, dbUrl } = sharedStack()
    return { url: apiUrl, anonKey, serviceRoleKey, dbUrl }
  }
  const value = (name: string) => {
    const found = process.env[name]
    if (!found) throw new Error(`SUPABASE_PRODUCT_URL needs ${name} beside it.`)
    return found
  }
  return {
    url,
    anonKey: value('SUPABASE_PRODUCT_ANON_KEY'),
    serviceRoleKey: value('SUPABASE_PRODUCT_SERVICE_ROLE_KEY'),
    dbUrl: value('SUPABASE_PRODUCT_DB_URL'),
  }
}

export interface GoldenWorld {
  /** Access tokens by who asks; a visitor has none. */
  tokens: Record<'owner' | 'viewer' | 'visitor', string | undefined>
  workspaceId: string
}

/** Makes the company: three projects (public, internal, private) in and out of a group, a pin, an owner and a viewer. */
export async function aGoldenWorld(instance: Instance): Promise<GoldenWorld> {
  const db = new pg.Client({ connectionString: instance.dbUrl })
  await db.connect()
  try {
    const owner = await aPerson(instance, db)
    const viewer = await aPerson(instance, db)
    const one = async (sql: string, values: unknown[]) => String((await db.query(sql, values)).rows[0]?.id)
    const slug = `golden-${randomBytes(4).toString('hex')}`
    const workspaceId = await one('select id from private.create_workspace($1, $2, $3)', [
      owner.id,
      slug,
      'Golden',
    ])
    await db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')`,
      [workspaceId, viewer.id],
    )
    await db.query('update public.billing_accounts set billing_product_id = 4 where workspace_id = $1', [
      workspaceId,
    ])
    const asOwner = async (sql: string, values: unknown[]) => {
      await db.query('begin')
      await db.query(`select set_config('request.jwt.claims', $1, true)`, [await claimsOf(db, owner)])
      await db.query('set local role authenticated')
      const { rows } = await db.query(sql, values)
      await db.query('commit')
      return rows[0]?.id as string
    }
    const group = await one(
      `insert into public.groups (workspace_id, name, slug, visibility) values ($1, 'Payments', 'payments', 'public') returning id`,
      [workspaceId],
    )
    for (const [name, visibility, inGroup] of [
      ['Orders', 'public', null],
      ['Parts', 'internal', group],
      ['Secret', 'private', null],
    ]) {
      const id = String(
        await asOwner(
          `select (public.create_project($1, $2, p_visibility => $3, p_group_id => $4)).project.id`,
          [workspaceId, name, visibility, inGroup],
        ),
      )
      const branch = await one('select id from public.branches where project_id = $1', [id])
      await db.query(`update public.branches set is_published = true, operation_count = 3 where id = $1`, [
        branch,
      ])
      if (name === 'Orders') await asOwner('select public.pin_project($1)', [id])
    }
    return { tokens: { owner: owner.token, viewer: viewer.token, visitor: undefined }, workspaceId }
  } finally {
    await db.end()
  }
}

async function aPerson({ url, anonKey, serviceRoleKey }: Instance, db: pg.Client) {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const password = randomBytes(9).toString('hex')
  const post = async (path: string, key: string, body: object) => {
    const answer = await fetch(`${url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: string; access_token: string }
  }
  const { id: authId } = await post('admin/users', serviceRoleKey, { email, password, email_confirm: true })
  const { access_token: token } = await post('token?grant_type=password', anonKey, { email, password })
  const { rows } = await db.query('select private.ensure_user($1, $2) as id', [authId, email])
  return { id: rows[0]?.id as string, authId, token }
}
