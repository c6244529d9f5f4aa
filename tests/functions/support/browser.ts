// A browser without a screen: keeps the cookies of our hosts and clicks through a provider's page.
import { randomBytes } from 'node:crypto'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import type { HostResponse, StackInfo } from '../../support/stack.ts'
import { type Call, call } from './call.ts'
import { sql } from './people.ts'

export interface Browser {
  /** A call of /api/v1 with this browser's cookies. */
  call(path: string, request?: Call): Promise<HostResponse>
  /** Begins a sign-in; where to go, and the state. */
  begin(integration: string, more?: object, token?: string): Promise<{ url: string; state: string }>
  /** Clicks on the provider's page; what it sends back, and as redirect_uri to where. */
  click(url: string, decision?: 'yes' | 'no'): Promise<URLSearchParams>
}

/** What the callback screen calls with. */
export function answerIn(back: URLSearchParams): Record<string, string> {
  const names = ['code', 'state', 'redirect_uri', 'iss']
  return Object.fromEntries([...back].filter(([name]) => names.includes(name)))
}

/** A new browser, of nobody yet. */
export function aBrowser(stack: StackInfo): Browser {
  const cookies = new Map<string, string>()
  const browser: Browser = {
    async call(path, request = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await call(stack, path, { ...request, ...(cookie ? { cookie } : {}) })
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return answer
    },
    async begin(integration, more = {}, token) {
      const state = JSON.stringify({ nonce: randomBytes(16).toString('hex') })
      const workspace = await slugOf(stack, integration)
      const json = { workspace_integration_id: integration, scope: 'read', state, workspace, ...more }
      const answer = await browser.call('/auth/authentication-url', { json, ...(token ? { token } : {}) })
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
      return { url: answer.json<{ url: string }>().url, state }
    },
    async click(url, decision = 'yes') {
      const page = await (await fetch(url)).text()
      const form = new URLSearchParams()
      for (const [, name = '', value = ''] of page.matchAll(/name="([\w]+)" value="([^"]*)"/g)) {
        if (name !== 'decision') form.set(name, value.replaceAll('&quot;', '"'))
      }
      form.set('decision', decision)
      const answer = await fetch(new URL('/decide', url), { method: 'POST', body: form, redirect: 'manual' })
      const target = answer.headers.get('location')
      if (!target) throw new Error(`the provider answered ${answer.status}: ${page}`)
      const { origin, pathname, searchParams } = new URL(target)
      searchParams.set('redirect_uri', origin + pathname)
      return searchParams
    },
  }
  return browser
}

/** The name of the workspace that an integration belongs to, as the sign-in page knows it. */
async function slugOf(stack: StackInfo, integration: string): Promise<string | undefined> {
  const [row] = await sql<{ slug: string }>(
    stack,
    'select w.slug from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id where i.id = $1',
    [decodeId('wkintg', integration)],
  )
  return row?.slug
}
