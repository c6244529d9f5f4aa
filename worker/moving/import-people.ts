// Who is who here: the account of each member's address, made where there is none. The import notes those that it made.
import type { ClientBase } from 'pg'
import type { Row } from './format.ts'
import { batches, type Importing, type ImportOptions, inTransaction } from './import-steps.ts'
import { statements } from './statements.ts'

export interface Newcomer {
  member: Row<'members'>
  credential: string
}

/** Those whom nobody here is, each with a credential: Auth makes these, in no transaction of ours. */
export async function newcomersAmong(
  members: Row<'members'>[],
  { db, createCredential }: ImportOptions,
): Promise<Newcomer[]> {
  const { rows } = await db.query<{ email: string }>(
    'select e.email from public.emails e where e.email = any ($1) and e.confirmed_at is not null',
    [members.map(({ email }) => email)],
  )
  const known = new Set(rows.map(({ email }) => email))
  const newcomers: Newcomer[] = []
  for (const member of members)
    if (!known.has(member.email)) newcomers.push({ member, credential: await createCredential(member.email) })
  return newcomers
}

/** Makes their accounts in the transaction of the caller; the ids. */
export async function makeAccounts(db: ClientBase, newcomers: Newcomer[]): Promise<string[]> {
  const ids: string[] = []
  for (const { member, credential } of newcomers) {
    const { rows } = await db.query<{ id: string }>('select private.ensure_user($1, $2) as id', [
      credential,
      member.email,
    ])
    await db.query(statements.account, [member.email, JSON.stringify(member)])
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Makes the accounts of members that are still missing, and answers how many. */
export async function knowPeople(importing: Importing): Promise<number> {
  const { db, archive } = importing
  await db.query(
    'create temporary table if not exists import_people (email text primary key, user_id bigint not null)',
  )
  await db.query('truncate import_people')
  let made = 0
  for await (const members of batches(archive.rows('members'))) {
    const newcomers = await newcomersAmong(members, importing)
    if (newcomers.length > 0)
      await inTransaction(db, async () => {
        await db.query(
          'update private.workspace_imports set account_ids = account_ids || $2::bigint[] where checksum = $1',
          [archive.checksum, await makeAccounts(db, newcomers)],
        )
      })
    made += newcomers.length
    await db.query(
      `insert into import_people select e.email, e.user_id from public.emails e where e.email = any ($1) and e.confirmed_at is not null
       on conflict do nothing`,
      [members.map(({ email }) => email)],
    )
  }
  return made
}
