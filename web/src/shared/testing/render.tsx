import { createTheme, ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, vi } from 'vitest'
import { stopSession } from '../data/session.ts'
import { SupabaseProvider } from '../data/supabase-context.tsx'
import { SiteProvider, useSite } from '../data/workspace.tsx'
import { receiveToasts } from '../ui/toast.ts'

/** A workspace as its host answers it. */
export const acme = {
  id: 7,
  name: 'Acme',
  slug: 'acme',
  logo_url: null,
  favicon_url: null,
  theme: null,
  hide_powered_by: false,
  hide_sign_in: false,
  has_redirects: false,
  home_content: null,
  show_tryit: true,
  allow_search_indexing: true,
  join_requests_disabled: false,
  by_provider: false,
}

/** An account that finished signing up. */
export const ada = {
  id: 1,
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  avatar_url: null,
  timezone: null,
  is_site_admin: false,
  is_account_info_collected: true,
  has_password: true,
  only_workspace_id: null,
  survey: {},
  emails: [{ id: 1, email: 'ada@example.com', is_primary: true, confirmed_at: '2026-01-01T00:00:00Z' }],
  memberships: [],
}

/** The toasts raised so far, as text: for tests of features, which know nothing of the app's own. */
export function ToastLog() {
  const [messages, setMessages] = useState<string[]>([])
  useEffect(() => receiveToasts(({ message }) => setMessages((known) => [...known, message])), [])
  return messages.map((message, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows.
    <p key={index}>{message}</p>
  ))
}

/** Renders what the shell renders only once the workspace is known: screens that call `useWorkspace` at once. */
export function OnWorkspace({ children }: { children: ReactNode }) {
  return useSite().kind === 'workspace' ? children : null
}

/** Where the router is, for tests to read. */
export const place = { current: '' }

function Place() {
  const { pathname, search } = useLocation()
  place.current = pathname + search
  return null
}

/** Renders a screen at an address of the test's host, with session, cache and theme. */
export function renderAt(path: string, screen: ReactNode, { wide = true } = {}) {
  // jsdom has no layout: the screen is as wide as the test says.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(wide ? 'min-width' : 'max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  })
  const view = render(
    <SupabaseProvider>
      <QueryClientProvider client={client}>
        <ThemeProvider theme={createTheme({ cssVariables: true, colorSchemes: { light: true, dark: true } })}>
          <MemoryRouter initialEntries={[path]}>
            <SiteProvider>
              <Place />
              {screen}
            </SiteProvider>
          </MemoryRouter>
        </ThemeProvider>
      </QueryClientProvider>
    </SupabaseProvider>,
  )
  return { ...view, user: userEvent.setup(), client }
}

afterEach(() => {
  cleanup()
  stopSession()
  window.sessionStorage.clear()
  window.localStorage.clear()
})
