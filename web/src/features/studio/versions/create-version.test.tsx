// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// A new version, as the person who makes it meets it.
import '../../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { acme, ada, OnWorkspace, renderAt } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import type { StudioBranch } from '../model.ts'
import { aProject } from '../testing.tsx'
import { CreateVersionDialog } from './CreateVersionDialog.tsx'

const branch: StudioBranch = {
  id: 9,
  slug: 'main',
  name: 'main',
  is_default: true,
  is_published: true,
  commit_hash: null,
  last_analyzed_at: null,
  yjs_document_id: null,
}

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
  }
  received = fakeServer(answers)
})

const onClose = vi.fn()
async function open() {
  onClose.mockReset()
  const { user } = renderAt(
    '/studio/pets',
    <OnWorkspace>
      <CreateVersionDialog project={aProject} branch={branch} onClose={onClose} />
    </OnWorkspace>,
  )
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'New version' })) }
}

it('is made of what is written in the one that is open', async () => {
  answers['POST /rest/v1/rpc/create_version'] = { id: 12, slug: '2-0', name: '2.0' }
  const { user, dialog } = await open()
  expect(dialog.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2.0 {Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(received.findLast(({ path }) => path.endsWith('create_version'))?.body).toMatchObject({
    p_name: '2.0',
    p_from_branch_id: 9,
  })
})

it('says at its name what is wrong with it, and above the buttons what is wrong else', async () => {
  const refuse = (message: string, details: string) => () =>
    json(409, { code: 'PT409', message, details, hint: 'CONFLICT' })
  answers['POST /rest/v1/rpc/create_version'] = refuse('This name is not possible.', '{"field": "name"}')
  const { user, dialog } = await open()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), '2.0{Enter}')
  await dialog.findByRole('textbox', { name: 'Name', description: 'This name is not possible.' })
  expect(dialog.queryByRole('alert')).toBeNull()
  answers['POST /rest/v1/rpc/create_version'] = refuse('There are too many versions.', '')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('There are too many versions.')
  expect(onClose).not.toHaveBeenCalled()
})
