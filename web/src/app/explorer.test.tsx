// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
// What the app puts into the panel of the explorer: the documentation of a node, to read.
import '../shared/testing/host.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BranchNode } from '../features/docs/components/BranchNode.tsx'
import { anOperation, stubView } from '../features/docs/testing.tsx'
import { acme, OnWorkspace, renderAt } from '../shared/testing/render.tsx'
import { fakeServer, problem } from '../shared/testing/server.ts'
import { BranchNodeSlot, BranchNodeView } from '../shared/ui/branch-node-slot.tsx'

it('documents a node with parameters, bodies and responses, and runs nothing that it says', async () => {
  stubView()
  fakeServer({
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => problem(400, 'VALIDATION_ERROR', 'none'),
  })
  const node = anOperation('List', {
    description: 'Lists <img src=x onerror=alert(1)> **all** pets, see [intro](./docs/intro.md)',
    request: { query: [{ name: 'limit', style: 'form', schema: { type: 'integer', maximum: 100 } }] },
    responses: [
      {
        code: '200',
        description: 'The pets',
        contents: [
          {
            mediaType: 'application/json',
            schema: { type: 'object', properties: { breed: { type: 'string' } } },
          },
        ],
      },
    ],
  })
  renderAt(
    '/explore/pets/x',
    <OnWorkspace>
      <BranchNodeSlot value={BranchNode}>
        <BranchNodeView
          project={{ id: 3, slug: 'pets' }}
          branch={{ id: 30, slug: 'v2', last_analyzed_at: null }}
          node={node}
        />
      </BranchNodeSlot>
    </OnWorkspace>,
  )
  await screen.findByText('limit')
  await screen.findByText('breed')
  expect((await screen.findByText('all')).tagName).toBe('STRONG')
  expect(document.querySelector('[onerror]')).toBeNull()
  expect(screen.getByRole('link', { name: 'intro' }).getAttribute('href')).toContain(
    '/docs/pets/branches/v2/',
  )
})
