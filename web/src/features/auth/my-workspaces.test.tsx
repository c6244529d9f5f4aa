// @vitest-environment-options { "url": "http://waymark.localhost:3000/auth/sign-in" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ada, renderAt } from '../../shared/testing/render.tsx'
import { fakeServer, tokenFor } from '../../shared/testing/server.ts'
import { MyWorkspacesPage } from './pages/MyWorkspacesPage.tsx'

const open = (account: typeof ada | null) => {
  fakeServer({
    'POST /api/v1/auth/access-token': { token: tokenFor(3600) },
    'POST /rest/v1/rpc/me': account,
  })
  return renderAt('/', <MyWorkspacesPage />)
}

it('says who has no workspace yet', async () => {
  open(ada)
  await screen.findByText('ada@example.com')
  expect(screen.getByRole('link', { name: 'Create a workspace' })).toBeTruthy()
})

it('stands when the account of the session is gone', async () => {
  const { client } = open(null)
  const read = () => client.getQueriesData({ queryKey: ['me'] }).map(([, data]) => data)
  await waitFor(() => expect(read()).toContain(null))
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
})
