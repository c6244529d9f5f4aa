import '../testing/host.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '../data/api.ts'
import { renderAt } from '../testing/render.tsx'
import { fakeServer, problem } from '../testing/server.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { QueryErrorPage } from './error-pages.tsx'

const failure = (code: string, status: number) =>
  new ApiProblem({ code, status, detail: 'words of the server', fields: [] })

beforeEach(() => {
  fakeServer({ 'POST /api/v1/auth/access-token': () => problem(400, 'VALIDATION_ERROR', 'none') })
})

describe('a query that failed', () => {
  it('shows the not-found page for what is not there', async () => {
    renderAt('/', <QueryErrorPage error={failure('NOT_FOUND', 404)} />)
    await screen.findByText('Page not found')
  })

  it.each([
    ['of the server', failure('INTERNAL_SERVER_ERROR', 500)],
    ['without an answer', failure('NETWORK_ERROR', 0)],
    ['of the app', new Error('boom')],
  ])('shows the 500 page for a failure %s, and tries again', async (_what, error) => {
    const retry = vi.fn()
    const { user } = renderAt('/', <QueryErrorPage error={error} onRetry={retry} />)
    await screen.findByText('500 | Something went wrong')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})

it('a screen that breaks becomes the generic one, with a reload', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = () => {
    throw new Error('boom')
  }
  renderAt(
    '/',
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  await screen.findByText('Oops, something went wrong!')
  screen.getByRole('button', { name: 'Reload' })
  expect(document.body.textContent).not.toContain('boom')
  silent.mockRestore()
})

it('a part of the app that does not arrive is told apart, because there something can be done', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Unloaded = () => {
    throw new TypeError('Failed to fetch dynamically imported module: http://acme.test/assets/x.js')
  }
  renderAt(
    '/',
    <ErrorBoundary>
      <Unloaded />
    </ErrorBoundary>,
  )
  await screen.findByText('Oops, something went wrong!')
  screen.getByText('This part of the app could not be loaded. Check your connection, then reload the page.')
  silent.mockRestore()
})
