// Custom domains without name servers: what a look of the worker would have found is put where it keeps it.
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import type { StackInfo } from '../../support/stack.ts'
import { call } from './call.ts'
import { sql, unique, type Workspace } from './people.ts'

/** The host of a domain, as browsers name it. */
export const hostOf = (stack: StackInfo, domain: string) => `${domain}:${stack.port}`
export const originOf = (stack: StackInfo, domain: string) => `http://${hostOf(stack, domain)}`

/** What DNS says of a workspace's domain, two minutes after the look before. */
export async function look(
  stack: StackInfo,
  { id }: Pick<Workspace, 'id'>,
  found: { proof?: string; route?: string } = {},
): Promise<string | undefined> {
  const what = { proof: 'found', route: 'found', addresses: [], ...found }
  await sql(
    stack,
    `update private.custom_domains set looked_at = looked_at - interval '2 minutes' where workspace_id = $1`,
    [decodeId('wk', id)],
  )
  const [row] = await sql<{ outcome: string }>(
    stack,
    'select private.keep_domain_look(c.workspace_id, c.token, $2) as outcome from private.custom_domains c where c.workspace_id = $1',
    [decodeId('wk', id), JSON.stringify(what)],
  )
  return row?.outcome
}

/** Serves a workspace at a domain that no other test uses. */
export async function aDomain(stack: StackInfo, workspace: Workspace): Promise<string> {
  const domain = `${unique('docs')}.customer.example`
  const claim = await call(stack, `/workspaces/${workspace.id}/custom-domain`, {
    token: workspace.owner.token,
    json: { domain_name: domain },
  })
  if (claim.status !== 201) throw new Error(claim.text)
  const outcome = await look(stack, workspace)
  if (outcome !== 'verified') throw new Error(`The domain is ${outcome}.`)
  return domain
}
