// GitLab.com and self-managed, put together.
import { hostOf, segmentsOn } from '../address.ts'
import { basicHeader } from '../calls.ts'
import type { GitHostKind } from '../host.ts'
import * as content from './content.ts'
import * as feedback from './feedback.ts'
import * as repositories from './repositories.ts'
import * as webhooks from './webhooks.ts'

export const gitlabHost: GitHostKind = {
  ...repositories,
  ...content,
  ...webhooks,
  ...feedback,
  locate({ hostUrl }, address) {
    const isAlias = address.form === 'ssh' && address.hostname === `altssh.${hostOf(hostUrl).hostname}`
    const segments = (isAlias ? address.segments : segmentsOn(address, hostUrl)) ?? []
    // Pages of a project stand behind a hyphen.
    const end = segments.indexOf('-')
    const path = end === -1 ? segments : segments.slice(0, end)
    const slug = path.at(-1)?.replace(/\.git$/, '')
    if (path.length < 2 || !slug) return null
    return { externalOrgSlug: path.slice(0, -1).join('/'), externalSlug: slug }
  },
  // "Git over HTTPS with an OAuth token".
  gitAuthorization: (token) => basicHeader('oauth2', token),
  // "REST API authentication": a personal access token as a bearer's.
  apiAuthorization: (_username, token) => `Bearer ${token}`,
}
