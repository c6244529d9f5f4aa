// Bitbucket Cloud, put together.
import { hostOf, segmentsOn } from '../address.ts'
import { basicHeader } from '../calls.ts'
import type { GitHostKind } from '../host.ts'
import * as content from './content.ts'
import * as feedback from './feedback.ts'
import * as repositories from './repositories.ts'
import * as webhooks from './webhooks.ts'

export const bitbucketCloudHost: GitHostKind = {
  ...repositories,
  ...content,
  ...webhooks,
  ...feedback,
  locate({ hostUrl }, address) {
    const isAlias = address.form === 'ssh' && address.hostname === `altssh.${hostOf(hostUrl).hostname}`
    const [workspace, repo] = (isAlias ? address.segments : segmentsOn(address, hostUrl)) ?? []
    return workspace && repo ? { externalOrgSlug: workspace, externalSlug: repo.replace(/\.git$/, '') } : null
  },
  // "OAuth 2.0", cloning with an access token.
  gitAuthorization: (token) => basicHeader('x-token-auth', token),
}
