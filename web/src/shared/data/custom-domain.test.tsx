// @vitest-environment-options { "url": "http://docs.customer.example:3000/docs/pets" }
import '../testing/host.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { config } from '../config/config.ts'
import { customDomainOf } from '../config/paths.ts'
import { acme, renderAt } from '../testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest } from '../testing/server.ts'
import { writeSharedCookie } from './shared-cookie.ts'
import { SiteProvider, useSite } from './workspace.tsx'

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  window.localStorage.clear()
  answers = {
    'POST /rest/v1/rpc/workspace_by_domain': { ...acme, domain: 'docs.customer.example' },
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(401, {}),
  }
  received = fakeServer(answers)
})

function WhatIsHere() {
  const site = useSite()
  if (site.kind === 'workspace') return <p>{`workspace ${site.workspace.slug}`}</p>
  return <p>{site.kind === 'unknown' ? `nothing at ${site.slug}` : site.kind}</p>
}
const open = () =>
  renderAt(
    '/docs/pets',
    <SiteProvider>
      <WhatIsHere />
    </SiteProvider>,
  )

it('a custom domain is the workspace that the server knows there', async () => {
  open()
  expect(await screen.findByText('workspace acme')).toBeTruthy()
  expect(received.find(({ path }) => path.includes('workspace_by_domain'))?.body).toEqual({
    p_domain: 'docs.customer.example',
  })
})

it('what is remembered of another host is not shown at it', async () => {
  window.localStorage.setItem('workspace', JSON.stringify({ ...acme, slug: 'docs', domain: null }))
  answers['POST /rest/v1/rpc/workspace_by_domain'] = () => json(200, null)
  open()
  expect(await screen.findByText('nothing at docs.customer.example')).toBeTruthy()
})

it.each<[string, string | null]>([
  ['docs.customer.example', 'docs.customer.example'],
  ['Docs.Customer.Example:3000', 'docs.customer.example'],
  ['waymark.localhost:3000', null],
  ['waymark.localhost', null],
  ['acme.waymark.localhost:3000', null],
  ['a.b.waymark.localhost:3000', null],
  ['notwaymark.localhost', 'notwaymark.localhost'],
  ['localhost:3000', null],
  ['127.0.0.1:3000', null],
  ['[::1]:3000', null],
  ['docs.customer.example.', null],
])('the host %s is the custom domain %s', (host, domain) => {
  expect(customDomainOf(host)).toBe(domain)
})

it('an installation of one company has none', () => {
  config.mode = 'single_tenant'
  expect(customDomainOf('docs.customer.example')).toBeNull()
  config.mode = 'multi_tenant'
})

it('cookies that hosts of the installation share are this host’s alone', () => {
  writeSharedCookie('seen', 'yes', 60)
  expect(document.cookie).toContain('seen=yes')
})
