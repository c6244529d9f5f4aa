// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, place, renderAt } from '../shared/testing/render.tsx'
import { type Answers, fakeServer, json } from '../shared/testing/server.ts'
// Loaded beforehand, it is there at once for who has to sign in.
import '../features/auth/pages/LoginPage.tsx'
import { App } from './App.tsx'
import { open, refresh, signedOut, viewersAnswers } from './testing.tsx'

let answers: Answers

beforeEach(() => {
  answers = viewersAnswers()
  fakeServer(answers)
})

describe('a visitor', () => {
  beforeEach(() => {
    answers[refresh] = signedOut
  })

  it.each(['/', '/account/security', '/add/projects?group=apis'])(
    'signs in first to see %s',
    async (path) => {
      open(path)
      await screen.findByText('Sign in to Acme')
      const back = path === '/' ? '' : `?r=${encodeURIComponent(path)}`
      expect(place.current).toBe(`/auth/email/login${back}`)
    },
  )

  it('sees a page that is not there without signing in', async () => {
    open('/nowhere')
    await screen.findByText('Page not found')
    expect(document.title).toBe('Page not found · Acme · Waymark')
  })

  it('is offered to sign in, unless the workspace hides it', async () => {
    open('/nowhere')
    await screen.findByText('This page does not exist or you do not have sufficient permission')
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Sign in' })).toHaveLength(2))
    for (const link of screen.getAllByRole('link', { name: 'Sign in' }))
      expect(link.getAttribute('href')).toBe('/auth?r=%2Fnowhere')
  })

  it('does not see what the workspace hides', async () => {
    answers['POST /rest/v1/rpc/workspace_by_slug'] = { ...acme, hide_sign_in: true, hide_powered_by: true }
    open('/nowhere')
    await screen.findByText('Page not found')
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
    expect(screen.queryByText(/Powered by/)).toBeNull()
    expect(document.title).toBe('Page not found · Acme')
  })
})

describe('a host', () => {
  it('of no workspace says so, whatever the path', async () => {
    answers['POST /rest/v1/rpc/workspace_by_slug'] = () => json(200, null)
    answers['POST /api/v1/auth/access-token'] = signedOut
    open('/welcome')
    await screen.findByText('Workspace does not exist')
    const link = screen.getByRole('link', { name: 'Create a workspace' })
    expect(link.getAttribute('href')).toBe('http://waymark.localhost:3000/welcome')
  })

  it('whose server fails shows the 500 page', async () => {
    answers['POST /rest/v1/rpc/workspace_by_slug'] = () =>
      json(500, { code: 'XX000', message: 'boom', details: '', hint: '' })
    open('/')
    await screen.findByText('500 | Something went wrong')
    expect(document.body.textContent).not.toContain('boom')
  })
})

describe('a small screen', () => {
  it('is warned of a page without a mobile layout until it chooses to see it', async () => {
    const { user } = renderAt('/account', <App />, { wide: false })
    await screen.findByText('This page is not mobile responsive.')
    // The page waits: nothing of it can lie over the warning.
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Continue Anyway' }))
    await waitFor(() => expect(screen.queryByText('This page is not mobile responsive.')).toBeNull())
    expect(document.cookie).toContain('show_non_responsive_pages=')
  })

  it('finds the navigation in a drawer', async () => {
    const { user } = renderAt('/', <App />, { wide: false })
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    await screen.findByRole('navigation', { name: 'Workspace' })
  })
})
