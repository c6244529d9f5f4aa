import { ensureBrowserHash } from '../../_shared/auth/browser.ts'
import { externalLogin } from '../../_shared/db/service-integrations.ts'
import { isGitKind } from '../../_shared/domain/git-hosts.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { workspaceOrigin } from '../../_shared/http/workspace-host.ts'
import { answerEntry, type LoginResult, withCredential } from '../entering.ts'
import type { Proof } from './proofs.ts'

const names: Record<string, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket_cloud: 'Bitbucket Cloud',
  bitbucket_data_center: 'Bitbucket Data Center',
  azure_devops_server: 'Azure DevOps Server',
  azure_devops_services: 'Azure DevOps',
  ldap: 'LDAP',
  saml: 'SAML',
}

/** Enters the integration's workspace as who the provider says it is. */
export async function enterWith(
  c: AppContext,
  { integration, identity, state }: Proof,
): Promise<LoginResult> {
  const browser = await ensureBrowserHash(c)
  const noEmail = `Permission denied. You need to connect with a ${names[integration.kind] ?? integration.name} account that has an email associated with it that has either been invited to this workspace, or matches one of the allowed email domains on this workspace.`
  const entry = await withCredential(
    c,
    (authId) => externalLogin(integration, identity, authId, browser, c.get('client')),
    // Of a Git host the words are the same for whom nobody invited.
    isGitKind(integration.kind) ? { noEmail, notRegistered: noEmail } : { noEmail },
  )
  const answer = await answerEntry(c, entry, { method: 'provider', integration })
  return {
    ...answer,
    return_to: `${c.get('domain')?.origin ?? workspaceOrigin(integration.workspace.slug)}${state?.return_to ?? '/'}`,
  }
}
