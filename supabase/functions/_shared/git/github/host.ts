// GitHub and GitHub Enterprise Server, put together.
import { hostOf, segmentsOn } from '../address.ts'
import { basicHeader } from '../calls.ts'
import type { GitHostKind } from '../host.ts'
import * as content from './content.ts'
import * as feedback from './feedback.ts'
import * as repositories from './repositories.ts'
import * as webhooks from './webhooks.ts'

export const githubHost: GitHostKind = {
  ...repositories,
  ...content,
  ...webhooks,
  ...feedback,
  locate({ hostUrl }, address) {
    // "Using SSH over the HTTPS port": the public host has another name for it.
    const isAlias = address.form === 'ssh' && address.hostname === `ssh.${hostOf(hostUrl).hostname}`
    const [org, repo] = (isAlias ? address.segments : segmentsOn(address, hostUrl)) ?? []
    return org && repo ? { externalOrgSlug: org, externalSlug: repo.replace(/\.git$/, '') } : null
  },
  // "Authenticating as a GitHub App installation" and OAuth apps: the token is the password.
  gitAuthorization: (token) => basicHeader('x-access-token', token),
  // "Authenticating to the REST API": a personal access token alone.
  apiAuthorization: (_username, token) => `Bearer ${token}`,
}
