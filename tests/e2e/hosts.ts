// Git hosts of stories: the doubles that are tried, and a workspace that is connected with one.
import { expect, type Page } from '@playwright/test'
import type { Repository } from '../doubles/git/state.ts'
import { startGithub, startGitlab } from '../doubles/git-hosts.ts'
import type { GitHostDouble } from '../doubles/oauth-host.ts'
import { anIntegration } from '../functions/support/integrations.ts'
import { aWorkspace, knownPassword } from '../functions/support/people.ts'
import type { WorkingCopy } from './clone.ts'
import { at, signIn, stack } from './support.ts'

export const hosts = [
  { kind: 'github', start: startGithub, api: '/api/v3', user: 'x-access-token', failure: 'failure' },
  { kind: 'gitlab', start: startGitlab, api: '/api/v4', user: 'oauth2', failure: 'failed' },
]

/** Waits for what was said at the host about the commit that is checked out. */
export async function expectStatus(repository: Repository, copy: WorkingCopy, state: string) {
  const commit = await copy.git('rev-parse', 'HEAD')
  const said = () => repository.statuses.findLast((one) => one.commit === commit)?.state
  await expect.poll(said, { timeout: 60_000 }).toBe(state)
}

/** A workspace with the host as an integration: its owner has connected their account there, at the form for repositories. */
export async function connected(page: Page, host: GitHostDouble, { kind, api }: (typeof hosts)[number]) {
  const workspace = await aWorkspace(stack())
  const name = `Our ${kind}`
  const integration = await anIntegration(stack(), workspace, {
    kind,
    name,
    config_type: 'custom',
    config: { hostUrl: host.url, apiUrl: host.url + api, clientId: host.clientId },
    secrets: { clientSecret: host.clientSecret },
  })
  await signIn(page, workspace.slug, { email: workspace.owner.email, password: knownPassword })
  await page.goto(at(`/add/projects?integration=${integration.id}`, workspace.slug))
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: `Connect ${name}` }).click(),
  ])
  await popup.getByRole('button', { name: 'Authorize' }).click()
  await page.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Acme' }).click()
  return workspace
}

/** Hosts call the public address; Node resolves no names below localhost. */
export function reach({ hooks }: Repository) {
  expect(hooks).toHaveLength(1)
  for (const hook of hooks) hook.url = hook.url.replace(stack().waymarkUrl, stack().apiUrl)
}

export const startHost = (start: typeof startGithub) => start([`${stack().waymarkUrl}/oauth/integrations/`])
