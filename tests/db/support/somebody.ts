// Somebody with a password and an account to protect, as the tests of sessions and credentials need them.
import { service } from './identity.ts'
import type { Caller, Person, World } from './people.ts'

/** Of who was made last: their names and addresses end in it. */
export let number = 0

/** Counts on, for who is made otherwise. */
export function nextNumber(): number {
  number++
  return number
}

/** The primary address of who was made last. */
export const emailOf = (n = number) => `reach-${n}@example.com`

export const password = 'correct horse'

/** Somebody with a password, a workspace of their own and two confirmed addresses. */
export async function somebody(world: World) {
  const who = await world.aPerson(`reach-${nextNumber()}`)
  const house = await world.aWorkspace(`reach-${number}`)
  await world.db.query(
    `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'admin')`,
    [house.id, who.id],
  )
  await world.db.query('insert into public.emails (user_id, email, confirmed_at) values ($1, $2, now())', [
    who.id,
    `second-${number}@example.com`,
  ])
  await permit(world, who)
  await setPassword(world, who, password)
  return { who, house }
}

/** Lets a password be changed, as after a mailed code. */
export const permit = (world: World, who: Person) =>
  service(world, 'svc_permit_password', { p_auth_id: who.authId })

/** As GoTrue does it: the hash under the name that other libraries give it. */
export const setPassword = (world: World, who: Person, to: string) =>
  world.db.query(
    `update auth.users set encrypted_password = '$2b$' || substr(extensions.crypt($2, extensions.gen_salt('bf', 4)), 5) where id = $1`,
    [who.authId, to],
  )

/** Makes a session, and the proof it began with, eleven minutes old. */
export const age = (world: World, who: { sessionId: string }) =>
  world.db.query(
    `with noted as (update private.sessions set proven_at = now() - interval '11 minutes' where session_id = $1)
     update auth.sessions set created_at = now() - interval '11 minutes' where id = $1`,
    [who.sessionId],
  )

/** What happens before each request of theirs. */
export const request = (world: World, who: Caller) =>
  world.as(who, (ask) => ask('select request.check_session()'))

/** The workspaces that they see. */
export const workspacesOf = (world: World, who: Person) =>
  world.as(who, async (ask) =>
    (await ask<{ id: string }>('select id from public.workspaces')).map(({ id }) => Number(id)),
  )
