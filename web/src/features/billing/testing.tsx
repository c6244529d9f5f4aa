// The screens of billing, with what their server answers.
import { Route, Routes } from 'react-router-dom'
import { vi } from 'vitest'
import type { BillingAccount } from '../../shared/billing/account.ts'
import { products } from '../../shared/testing/billing.ts'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, json, tokenFor } from '../../shared/testing/server.ts'
import BillingRoutes from './routes.tsx'

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView ??= () => undefined

/** Path of a billing call of the workspace Acme. */
export const call = (method: string, path = '') => `${method} /api/v1/workspaces/d2s6Nw/billing${path}`

const limit = (name: string, max_quantity: number | null, usage: number) => ({
  name,
  type: 'limit',
  max_quantity,
  usage,
  pending: 0,
  allowed: true,
  in_plan: true,
})

/** What the server answers somebody who pays for Acme. */
export function answersFor(account: BillingAccount): Answers {
  return {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [{ role: 'owner', permission: 'WorkspaceBilling' }],
    'POST /rest/v1/rpc/workspace_features': [limit('members', 17, 17), limit('projects', 100, 12)],
    'GET /api/v1/billing/products': { products },
    [call('GET')]: account,
    [call('GET', '/invoices')]: { invoices: [] },
  }
}

/** Opens a page of billing, as the administration does. */
export function openBilling(path = '/admin/billing') {
  return renderAt(
    path,
    <>
      <OnWorkspace>
        <Routes>
          <Route path="/admin/billing/*" element={<BillingRoutes />} />
        </Routes>
      </OnWorkspace>
      <ToastLog />
    </>,
  )
}

/** Where the browser was sent, away from the app. */
export function watchLeaving(): string[] {
  const left: string[] = []
  const { href, origin, host, protocol, pathname } = window.location
  const assign = (target: string) => left.push(target)
  vi.stubGlobal('location', { href, origin, host, protocol, pathname, assign })
  return left
}
