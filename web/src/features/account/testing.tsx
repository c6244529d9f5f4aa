// For tests: somebody with three addresses in a workspace, and the account's pages. Import after ../../shared/testing/host.ts.
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { acme, ada, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, json, tokenFor } from '../../shared/testing/server.ts'
import AccountRoutes from './routes.tsx'
import UnsubscribeRoutes from './unsubscribe-routes.tsx'

export const second = {
  id: 2,
  email: 'ada@work.example',
  is_primary: false,
  confirmed_at: '2026-01-01T00:00:00Z',
}
export const pending = { id: 3, email: 'new@example.com', is_primary: false, confirmed_at: null }
export const membership = {
  workspace_id: 7,
  slug: 'acme',
  name: 'Acme',
  logo_url: null,
  role: 'maker',
  receive_daily_summary: true,
}

/** Who is signed in. */
export const accountOf = (more: object = {}) => ({
  ...ada,
  emails: [...ada.emails, second, pending],
  memberships: [membership],
  ...more,
})

/** What the server says of them. */
export const accountAnswers = (): Answers => ({
  'POST /rest/v1/rpc/workspace_by_slug': acme,
  'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
  'POST /rest/v1/rpc/me': accountOf(),
  'GET /api/v1/auth/sessions': { items: [] },
})

export const openAccount = (path: string) =>
  renderAt(
    path,
    <>
      <Routes>
        <Route path="/account/unsubscribe" element={<UnsubscribeRoutes />} />
        <Route path="/account/*" element={<AccountRoutes />} />
      </Routes>
      <ToastLog />
    </>,
  )

/** The row of an address. */
export async function rowOf(email: string) {
  const row = (await screen.findByText(email)).closest('li')
  if (!row) throw new Error(`no row of ${email}`)
  return within(row)
}
