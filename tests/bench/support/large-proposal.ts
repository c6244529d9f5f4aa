// A proposal that changes two thousand operations, all of which refer to one model: made by imports and the worker's comparison.
import type { StackInfo } from '../../support/stack.ts'
import { api, ask, finished, importProject } from './import.ts'
import { aWorkspace, type BenchWorkspace, json } from './workspace.ts'

export const OPERATIONS = 2_000

const described = (more: object) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Warehouse', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: OPERATIONS }, (_, index) => [
        `/shelves-${index}`,
        {
          get: {
            operationId: `getShelf${index}`,
            summary: `Get shelf ${index}`,
            ...more,
            responses: {
              200: {
                description: 'The shelf.',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Shelf' } } },
              },
            },
          },
        },
      ]),
    ),
    components: { schemas: { Shelf: { type: 'object', properties: { id: { type: 'string' } } } } },
  })
const asked = { parameters: [{ name: 'at', in: 'query', required: true, schema: { type: 'string' } }] }

/** What opens its page: all that its tabs ask for, each after the page itself, as a browser does. */
export async function largeProposal(stack: StackInfo): Promise<() => Promise<void>> {
  const workspace = await aWorkspace(stack)
  const name = 'warehouse.json'
  const { projectId, projectSlug } = await importProject(stack, workspace, { name, text: described({}) })
  const [branch] = await ask<{ id: string }>(
    stack,
    `insert into public.branches (project_id, name, slug, baseline_branch_id)
     select p.id, 'next', 'next', p.default_branch_id from public.projects p where p.workspace_id = $1 and p.slug = $2 returning id`,
    [workspace.id, projectSlug],
  )
  const form = new FormData()
  form.set('file', new Blob([described(asked)], { type: 'application/json' }), name)
  const path = `/projects/${projectId}/branches/next/import`
  const { job_id: job } = await api<{ job_id: string }>(stack, workspace, path, {
    method: 'POST',
    body: form,
  })
  await finished(stack, job)
  const id = await rpc<number>(stack, workspace, 'create_proposal', {
    p_branch_id: Number(branch?.id),
    p_title: 'Ask for a day',
  })
  for (;;) {
    const [known] = await ask<{ nodes: number }>(
      stack,
      'select nodes from private.proposal_comparisons where proposal_id = $1 and is_known',
      [id],
    )
    if (known && known.nodes < OPERATIONS) throw new Error(`Only ${known.nodes} nodes differ.`)
    if (known) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const ofProposal = { p_proposal_id: id }
  return async () => {
    await rpc(stack, workspace, 'proposal_at', {
      p_workspace_id: workspace.id,
      p_project_slug: projectSlug,
      p_branch_slug: 'next',
    })
    await Promise.all(
      ['proposal_discussion', 'proposal_nodes', 'proposal_impact', 'proposal_lint'].map((tab) =>
        rpc(stack, workspace, tab, ofProposal),
      ),
    )
  }
}

const rpc = <T>(stack: StackInfo, { token }: BenchWorkspace, name: string, args: object) =>
  json<T>(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: stack.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
