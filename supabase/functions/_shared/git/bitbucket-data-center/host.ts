// Bitbucket Data Center, put together.
import { segmentsOn } from '../address.ts'
import type { GitHostKind } from '../host.ts'
import * as content from './content.ts'
import * as feedback from './feedback.ts'
import * as repositories from './repositories.ts'
import * as webhooks from './webhooks.ts'

export const bitbucketDataCenterHost: GitHostKind = {
  ...repositories,
  ...content,
  ...webhooks,
  ...feedback,
  locate({ hostUrl }, address) {
    const segments = segmentsOn(address, hostUrl) ?? []
    const [first, second, third, fourth] = segments
    // Cloning by http, pages of a project's and of a person's repository, cloning by ssh.
    if (first === 'scm' && second && third) return { externalOrgSlug: second, externalSlug: third }
    if (first === 'projects' && second && third === 'repos' && fourth)
      return { externalOrgSlug: second, externalSlug: fourth }
    if (first === 'users' && second && third === 'repos' && fourth)
      return { externalOrgSlug: `~${second}`, externalSlug: fourth }
    if (address.form === 'ssh' && first && second && segments.length === 2)
      return { externalOrgSlug: first, externalSlug: second }
    return null
  },
  // "OAuth 2.0 provider API": a token is brought as a bearer's, by Git too.
  gitAuthorization: (token) => `Bearer ${token}`,
}
