// What a provider is asked with: the integration's configuration and its opened secrets, or the installation's own.
import { config } from '../../_shared/config.ts'
import {
  getSamlRequest,
  type Integration,
  putSamlRequest,
  samlAssertionOnce,
  takeSamlRequest,
} from '../../_shared/db/service-integrations.ts'
import { type DirectorySettings, directorySettings } from '../../_shared/directory/ldap.ts'
import { ownCallbackPath, sharedCallbackPath } from '../../_shared/domain/callback.ts'
import { type GitKind, isGitKind } from '../../_shared/domain/git-hosts.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import { customSettings, defaultSettings } from '../../_shared/git/index.ts'
import type { ProviderSettings } from '../../_shared/git/provider.ts'
import { refusalFor } from '../../_shared/http/problem.ts'
import { type SamlProvider, samlProvider, samlSettings } from '../../_shared/saml/index.ts'
import { openAll } from '../../_shared/secrets/box.ts'

/** Where the providers of default configurations, and our own SAML endpoint, send the browser back to. */
export function sharedCallbackUrl(): string {
  return config().baseUrl.origin + sharedCallbackPath
}

/** Where the provider of an integration sends the browser back to. */
export function callbackUrlOf({ kind, config_type, callback_key }: Integration): string {
  if (!isGitKind(kind) || config_type !== 'custom') return sharedCallbackUrl()
  return config().baseUrl.origin + ownCallbackPath(callback_key)
}

/** Where an identity provider posts its answers for an integration. */
export function acsUrl(integrationId: number): string {
  return `${config().baseUrl.origin}/api/v1/auth/saml/${encodeId('wkintg', integrationId)}/acs`
}

/** The address of a workspace's host. */
export function workspaceOrigin({ slug }: Integration['workspace']): string {
  const { origin, protocol, host } = config().baseUrl
  return Deno.env.get('WAYMARK_MODE') === 'single_tenant' ? origin : `${protocol}//${slug}.${host}`
}

/** The opened secrets of an integration. */
export function secretsOf({ secrets, workspace_id }: Integration): Promise<Record<string, string>> {
  return openAll(secrets, `workspace:${workspace_id}`)
}

/** The settings of a Git host. Throws 404 where its default configuration is not set up on this installation. */
export async function gitSettings(integration: Integration): Promise<ProviderSettings> {
  const kind = integration.kind as GitKind
  if (integration.config_type === 'custom')
    return customSettings(kind, integration.config, await secretsOf(integration), callbackUrlOf(integration))
  const settings = defaultSettings(kind, sharedCallbackUrl())
  if (!settings) throw refusalFor('authentication_url_unknown')
  return settings
}

/** The settings of an integration's directory. */
export async function directoryOf(integration: Integration): Promise<DirectorySettings> {
  return directorySettings(integration.config, await secretsOf(integration))
}

/** The identity provider of an integration. */
export function samlOf(integration: Integration): SamlProvider {
  const { id } = integration
  return samlProvider(samlSettings(integration.config, acsUrl(id)), {
    putRequest: async (request, value) => void (await putSamlRequest(request, id, value)),
    getRequest: (request) => getSamlRequest(request, id),
    takeRequest: (request) => takeSamlRequest(request, id),
    assertionOnce: (assertion, expiresAt) => samlAssertionOnce(id, assertion, expiresAt),
  })
}
