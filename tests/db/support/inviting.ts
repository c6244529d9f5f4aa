// Invitations as the tests of them need them: sent, looked up by their token or number, many at once.
import { newestMail, person, service } from './identity.ts'
import type { Person, World } from './people.ts'

interface Item {
  ok: boolean
  code: string | null
  status: number | null
  message: string | null
  field: string | null
}

/** Inviting in a world. */
export function inviting(world: World) {
  /** What a call for many says of each. */
  const each = async (caller: Person, name: string, args: Record<string, unknown>): Promise<Item[]> =>
    (await person<{ results: Item[] }>(world, caller, name, args)).results
  /** Invites an address; the token of its link. */
  const invite = async (
    house: { id: number; owner: Person },
    email: string,
    role = 'maker',
  ): Promise<string> => {
    await person(world, house.owner, 'invite_member', {
      p_workspace_id: house.id,
      p_email: email,
      p_role: role,
    })
    return tokenTo(email)
  }
  const tokenTo = async (email: string): Promise<string> =>
    String((await newestMail(world, email, 'invitation'))?.data.token)
  const lookUp = (token: string) =>
    service<Record<string, unknown> | null>(world, 'svc_invitation', { p_token: token })
  const accept = (token: string, authId: string) =>
    service<Record<string, unknown>>(world, 'svc_accept_invitation', {
      p_token: token,
      p_auth_id: authId,
      p_client: null,
    })
  /** The newest invitation of an address. */
  const idOf = async (workspaceId: number, email: string): Promise<number> => {
    const { rows } = await world.db.query(
      'select id from public.workspace_invitations where workspace_id = $1 and email = $2 order by id desc limit 1',
      [workspaceId, email],
    )
    return Number(rows[0].id)
  }

  return { each, invite, tokenTo, lookUp, accept, idOf }
}
