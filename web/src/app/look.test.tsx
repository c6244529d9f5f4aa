// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../shared/testing/host.ts'
import '../shared/testing/all-rows.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acme, place, renderAt } from '../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest } from '../shared/testing/server.ts'
import { App } from './App.tsx'
import { refresh, signedOut, viewersAnswers } from './testing.tsx'
import { WorkspaceLook } from './WorkspaceLook.tsx'

const site = 'POST /rest/v1/rpc/workspace_by_slug'
const dressed = { ...acme, theme: { 'color-primary': '#aa0000', 'color-sidebar-bg': '#112233' } }

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = { ...viewersAnswers(), [site]: dressed }
  received = fakeServer(answers)
})

const open = (path: string) =>
  renderAt(
    path,
    <WorkspaceLook>
      <App />
    </WorkspaceLook>,
  )
const worn = () => document.querySelector('style[data-workspace-theme]')?.textContent ?? ''
const groundOf = (element: HTMLElement) => getComputedStyle(element).backgroundColor

describe('the colours of the workspace', () => {
  it.each([
    ['the page to sign in at', '/auth/email/login', 'Sign in to Acme', 'Sign in'],
    ['an address where nothing is', '/nowhere', 'Page not found', 'Sign in'],
  ])('are worn by %s', async (_what, path, heading, button) => {
    answers[refresh] = signedOut
    answers['POST /rest/v1/rpc/login_integrations'] = [
      { id: 'd2tpbnRnOjE', name: 'Built In', kind: 'builtin', allow_user_login: true },
    ]
    open(path)
    await screen.findByRole('heading', { level: 1, name: heading })
    const main = within(screen.getByRole('main'))
    expect(main.getAllByText(button).map(groundOf)).toContain('rgb(170, 0, 0)')
    expect(worn()).toContain('--mui-palette-sidebar-background:#112233')
  })

  it('are worn by a page that fails', async () => {
    answers['POST /rest/v1/rpc/my_permissions'] = () => json(500, { code: 'XX000', message: 'boom' })
    open('/admin/members')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(worn()).toContain('--mui-palette-brand-main:#aa0000')
    expect(groundOf(retry)).toBe('rgb(170, 0, 0)')
  })

  it('are there with the first screen: until they are known there is none', async () => {
    let answer: (response: Response) => void = () => undefined
    answers[site] = () => new Promise<Response>((resolve) => (answer = resolve))
    answers[refresh] = signedOut
    open('/auth')
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/workspace_by_slug'))).toBe(true))
    expect(document.querySelector('h1, nav, header, button')).toBeNull()
    answer(json(200, dressed))
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Acme' })
    expect(worn()).toContain('--mui-palette-brand-main:#aa0000')
  })

  it('are there at once where the browser has been before, without an answer', () => {
    window.localStorage.setItem('workspace', JSON.stringify(dressed))
    answers[site] = () => new Promise<Response>(() => undefined)
    open('/auth')
    expect(worn()).toContain('--mui-palette-brand-main:#aa0000')
  })
})

describe('the icon of the tab', () => {
  const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')
  beforeEach(() => {
    const link = { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }
    document.head.append(Object.assign(document.createElement('link'), link))
  })
  afterEach(() => document.querySelector('link[rel="icon"]')?.remove())

  it('is the workspace’s, and asks its server without saying where from', async () => {
    answers[site] = { ...acme, favicon_url: 'https://pictures.example/icon.png' }
    open('/')
    await waitFor(() => expect(icon()).toBe('https://pictures.example/icon.png'))
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    expect([link?.type, link?.referrerPolicy]).toEqual(['', 'no-referrer'])
  })

  it('is the product’s where the workspace has none, also once it was taken away', async () => {
    window.localStorage.setItem(
      'workspace',
      JSON.stringify({ ...acme, favicon_url: 'https://pictures.example/icon.png' }),
    )
    answers[site] = acme
    open('/')
    await waitFor(() => expect(icon()).toBe('/favicon.svg'))
  })
})

describe('the icon of the tab of a workspace without the brand', () => {
  const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')
  beforeEach(() => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: 'data:,' }))
  })
  afterEach(() => document.querySelector('link[rel="icon"]')?.remove())

  it('is never the product’s: not while the workspace is asked for, and not after', async () => {
    let answer: (response: Response) => void = () => undefined
    answers[site] = () => new Promise<Response>((resolve) => (answer = resolve))
    answers[refresh] = signedOut
    open('/auth')
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/workspace_by_slug'))).toBe(true))
    expect(icon()).toBe('data:,')
    answer(json(200, { ...acme, hide_powered_by: true }))
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Acme' })
    expect(icon()).toBe('data:,')
  })
})

describe('a redirect of the workspace', () => {
  beforeEach(() => {
    answers[site] = { ...acme, has_redirects: true }
    answers['POST /rest/v1/rpc/workspace_redirects'] = '/old/* /new/* 301\n/older /newer?by=us'
  })

  it.each([
    ['/old/start?tab=two&q=a%20b', '/new/start?tab=two&q=a%20b'],
    ['/old/start', '/new/start'],
    // What the redirect itself asks for holds.
    ['/older?tab=two', '/newer?by=us'],
  ])('leads within the app, and takes what was asked for along: %s', async (from, to) => {
    open(from)
    await waitFor(() => expect(place.current).toBe(to))
    await screen.findByText('Page not found')
    expect(received.find(({ path }) => path.endsWith('/workspace_redirects'))?.body).toEqual({
      p_slug: 'acme',
    })
  })

  it('leaves other pages where they are', async () => {
    open('/oldest?tab=two')
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/workspace_redirects'))).toBe(true))
    await screen.findByText('Page not found')
    expect(place.current).toBe('/oldest?tab=two')
  })
})

it('a landing page shows its requests and schemas as the docs show theirs', async () => {
  const home_content =
    '# Hello\n\n```json http\n{"method": "post", "url": "https://api.acme.example/pets", "body": {"name": "Rex"}}\n```\n\n' +
    '```json json_schema\n{"type": "object", "properties": {"nickname": {"type": "string"}}, "required": ["nickname"]}\n```\n\n' +
    '```json http\n{broken\n```\n\n```js\nlet plain\n```'
  answers['GET /rest/v1/workspaces'] = { home_content }
  open('/')
  await screen.findByRole('heading', { name: 'Hello' })
  const page = within(screen.getByRole('main'))
  const sample = await page.findByRole('group', { name: /^Request sample in/ })
  expect(sample.textContent).toContain('https://api.acme.example/pets')
  page.getByText('nickname')
  page.getByText('required')
  for (const text of ['{broken', 'let plain']) expect(page.getByText(text).tagName).toBe('CODE')
})
