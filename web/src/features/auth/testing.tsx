// For tests: a workspace that one may enter by e-mail, and its ways in. Import after ../../shared/testing/host.ts.
import { Route, Routes } from 'react-router-dom'
import { acme, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, problem } from '../../shared/testing/server.ts'
import AuthRoutes from './routes.tsx'

export const refresh = 'POST /api/v1/auth/access-token/d2s6Nw'
export const integrations = 'POST /rest/v1/rpc/login_integrations'
export const nobody = () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided')

export const builtin = {
  id: 1,
  name: 'Email',
  kind: 'builtin',
  allow_user_login: true,
  allow_user_register: true,
  flow: 'builtin',
  is_default_idp: false,
}

/** What the server says to somebody who is not signed in. */
export const strangerAnswers = (): Answers => ({
  'POST /rest/v1/rpc/workspace_by_slug': acme,
  [integrations]: [builtin],
  [refresh]: nobody,
})

export const openAuth = (path: string, state?: unknown) =>
  renderAt(
    state === undefined ? path : ({ pathname: path, state } as never),
    <>
      <Routes>
        <Route path="/auth/*" element={<AuthRoutes />} />
        <Route path="*" element={<p>Arrived</p>} />
      </Routes>
      <ToastLog />
    </>,
  )
