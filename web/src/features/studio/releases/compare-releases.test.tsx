// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// Two releases beside each other, as somebody asks for them in the list of releases.
import '../../../shared/testing/host.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt } from '../../../shared/testing/render.tsx'
import { type Answers, fakeServer, type ReceivedRequest, tokenFor } from '../../../shared/testing/server.ts'
import { NodeSlot } from '../../../shared/ui/node-slot.tsx'
import type { StudioBranch } from '../model.ts'
import type { Analysis } from '../preview/analysis-client.ts'
import { analysed } from '../preview/analysis-work.ts'
import { aProject } from '../testing.tsx'
import { ReleasesDialog } from './ReleasesDialog.tsx'

const text = (title: string, word: string) =>
  `openapi: 3.0.3\ninfo: {title: Pets, version: "1"}\npaths:\n  /${word}:\n    get:\n      summary: ${title}\n      responses: {"200": {description: OK}}\n`
const path = 'api.yaml'
const branch: StudioBranch = {
  id: 9,
  slug: 'main',
  name: 'main',
  is_default: true,
  is_published: true,
  commit_hash: null,
  last_analyzed_at: '2026-11-22T10:00:00Z',
  yjs_document_id: null,
}
const release = (id: number, version: string, commit_hash: string | null) => ({
  ...{ id, version, commit_hash, branch_id: 9, notes: '', is_prerelease: false },
  created_at: '2026-11-22T10:00:00Z',
})
const analysis: Analysis = {
  ask: async (ask) => analysed(structuredClone(ask)) as never,
  stop: () => undefined,
}
const contentOf = (sha: string) => `GET /api/v1/projects/cHJqOjU/branches/main/commits/${sha}/content`

let answers: Answers
beforeEach(() => {
  const octets = (body: string) => () =>
    new Response(body, { headers: { 'Content-Type': 'application/octet-stream' } })
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': { token: tokenFor(3600) },
    'POST /rest/v1/rpc/me': ada,
    'GET /rest/v1/releases': [
      release(2, '2.0.0', 'two'),
      release(1, '1.0.0', 'one'),
      release(3, '0.1.0', null),
    ],
    'GET /rest/v1/branches': [branch],
    'POST /rest/v1/rpc/commit_files': ({ body }: ReceivedRequest) =>
      new Response(JSON.stringify([{ path, hash: String((body as { p_sha: string }).p_sha) }]), {
        headers: { 'Content-Type': 'application/json' },
      }),
    [contentOf('one')]: octets(text('First pets', 'pets')),
    [contentOf('two')]: octets(text('Second pets', 'pets')),
  }
  fakeServer(answers)
  renderAt(
    '/studio/pets',
    <OnWorkspace>
      <NodeSlot value={({ node }) => <p>Page of {node.name}</p>}>
        <ReleasesDialog
          project={aProject}
          branch={branch}
          analysis={analysis}
          published={async () => [{ path, text: text('Animals', 'animals') }]}
          mayRelease={false}
          isNew={false}
          onClose={() => undefined}
        />
      </NodeSlot>
    </OnWorkspace>,
  )
})

const user = userEvent.setup()

async function choose(label: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

it('begins with the newest beside what is published now, and compares any two as text and as pages', async () => {
  await user.click(await screen.findByRole('button', { name: 'Compare…' }))
  await user.click(await screen.findByRole('tab', { name: 'Pages' }))
  const list = await screen.findByRole('list', { name: 'Pages that differ' })
  expect(list.textContent).toContain('Second pets')
  expect(list.textContent).toContain('Animals')

  await choose('Before', '1.0.0')
  await choose('After', '2.0.0')
  await screen.findByRole('button', { name: path })
  await user.click(screen.getByRole('tab', { name: 'Pages' }))
  const before = await screen.findByRole('region', { name: 'Before, in 1.0.0' })
  expect(within(before).getByText('Page of First pets')).toBeDefined()
  const after = screen.getByRole('region', { name: 'After, in 2.0.0' })
  expect(within(after).getByText('Page of Second pets')).toBeDefined()
})

it('says where a release’s files are not kept, and where both are the same', async () => {
  await user.click(await screen.findByRole('button', { name: 'Compare…' }))
  await choose('Before', '0.1.0')
  await screen.findByText('The files of one of both are not kept any more, or are too many.')
  await choose('Before', '2.0.0')
  await choose('After', '2.0.0')
  await screen.findByText('The texts of both are the same.')
  await user.click(screen.getByRole('button', { name: 'Back to the releases' }))
  await screen.findByRole('list', { name: 'Releases' })
})
