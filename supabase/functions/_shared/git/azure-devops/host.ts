// Azure DevOps, Services and Server, put together: they differ in where accounts are listed.
import { hostOf, segmentsOn } from '../address.ts'
import type { GitHostKind } from '../host.ts'
import * as content from './content.ts'
import * as feedback from './feedback.ts'
import { contentBase } from './place.ts'
import * as repositories from './repositories.ts'
import * as webhooks from './webhooks.ts'

export const azureDevopsHost: GitHostKind = {
  ...repositories,
  ...content,
  ...webhooks,
  ...feedback,
  locate(settings, address) {
    const base = contentBase(settings)
    // "Use SSH key authentication": another name of the host, and the version of the form.
    if (address.form === 'ssh') {
      const own = hostOf(base).hostname
      const [version, ...names] = address.segments
      const isOwn = address.hostname === `ssh.${own}` || address.hostname === own
      return isOwn && version === 'v3' && names.length === 3 ? refOf(names) : null
    }
    const old = /^([\w-]+)\.visualstudio\.com$/.exec(address.hostname)
    const isPublic = hostOf(base).hostname === 'dev.azure.com'
    const segments = old?.[1] && isPublic ? [old[1], ...address.segments] : segmentsOn(address, base)
    const names = (segments ?? []).filter(
      (part, index) => !(index === 1 && old && part === 'DefaultCollection'),
    )
    const mark = names.indexOf('_git')
    const repo = names[mark + 1]
    if (mark < 1 || mark > 2 || !repo) return null
    // Where a project is left out it has the repository's name.
    const owner =
      mark === 2 || settings.kind === 'azure_devops_server' ? names.slice(0, mark) : [names[0] ?? '', repo]
    return refOf([...owner, repo])
  },
  // "Use Microsoft Entra tokens": a bearer's, by Git too.
  gitAuthorization: (token) => `Bearer ${token}`,
}

function refOf(names: string[]) {
  return { externalOrgSlug: names.slice(0, -1).join('/'), externalSlug: names.at(-1) ?? '' }
}
