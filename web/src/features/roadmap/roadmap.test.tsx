// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/roadmap" }
import '../../shared/testing/host.ts'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { config } from '../../shared/config/config.ts'
import { acme, ada, OnWorkspace, renderAt } from '../../shared/testing/render.tsx'
import { type Answers, failed, fakeServer, json, tokenFor } from '../../shared/testing/server.ts'
import { roadmapAddress } from './address.ts'
import RoadmapRoutes from './routes.tsx'

const tokenPath = 'POST /api/v1/workspaces/d2s6Nw/roadmap-token'
let answers: Answers

beforeEach(() => {
  Object.assign(config, { roadmapUrl: 'https://roadmap.example/portal' })
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    [tokenPath]: () => json(200, { token: 'signed', expires_at: '2026-01-01T00:05:00Z' }),
  }
  fakeServer(answers)
})

const open = (path = '/roadmap') =>
  renderAt(
    path,
    <OnWorkspace>
      <Routes>
        <Route path="/roadmap/*" element={<RoadmapRoutes />} />
      </Routes>
    </OnWorkspace>,
  )

describe('the roadmap', () => {
  it('is embedded with the token of its reader, at the page that the address names', async () => {
    open('/roadmap/ideas/7')
    const frame = await screen.findByTitle('Roadmap')
    expect(frame.getAttribute('src')).toBe('https://roadmap.example/portal/ideas/7?token=signed')
    expect(frame.getAttribute('sandbox')).not.toContain('top-navigation')
  })

  it('says that there is none to be had, and tries again', async () => {
    answers[tokenPath] = failed
    const { user } = open()
    await screen.findByText('500 | Something went wrong')
    answers[tokenPath] = () => json(200, { token: 'signed' })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByTitle('Roadmap')
  })

  it.each(['../../evil', '//evil.example', '@evil.example', 'https://evil.example', '..%2f..', '?a#b'])(
    'stays below its address: %s',
    (path) => {
      const url = new URL(roadmapAddress('https://roadmap.example/portal/', path, 't'))
      expect([url.origin, url.pathname.startsWith('/portal')]).toEqual(['https://roadmap.example', true])
    },
  )
})
