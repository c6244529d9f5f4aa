// @vitest-environment-options { "url": "http://docs.example.com/welcome" }
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'

vi.hoisted(() => {
  window.__WAYMARK__ = { mode: 'single_tenant', workspaceSlug: 'acme', baseHost: 'docs.example.com' }
})

import { renderAt } from '../../shared/testing/render.tsx'
import { fakeServer, json, problem } from '../../shared/testing/server.ts'
import SignupRoutes from './routes.tsx'

it('the first visitor of a self-hosted installation creates its workspace', async () => {
  fakeServer({
    'POST /rest/v1/rpc/workspace_by_slug': () => json(200, null),
    'POST /api/v1/auth/access-token': () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided'),
    'POST /rest/v1/rpc/slug_available': { available: true, reason: null },
  })
  renderAt(
    '/welcome/name?email=ada%40example.com',
    <Routes>
      <Route path="/welcome/*" element={<SignupRoutes />} />
    </Routes>,
  )
  const slug = await screen.findByLabelText('Workspace URL')
  expect(slug).toHaveProperty('value', 'acme')
  expect(slug).toHaveProperty('readOnly', true)
})
