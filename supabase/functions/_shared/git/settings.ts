// What the Git host of an integration is asked with: its own configuration and opened secrets, or the installation's.
import { config } from '../config.ts'
import type { Integration } from '../db/service-integrations.ts'
import { ownCallbackPath, sharedCallbackPath } from '../domain/callback.ts'
import { type GitKind, isGitKind } from '../domain/git-hosts.ts'
import { refusalFor } from '../http/problem.ts'
import { openAll } from '../secrets/box.ts'
import { customSettings, defaultSettings } from './index.ts'
import type { ProviderSettings } from './provider.ts'

/** An integration that is a Git host. */
export interface HostIntegration extends Integration {
  kind: GitKind
}

/** Whether an integration is a Git host. */
export function isHostIntegration(integration: Integration): integration is HostIntegration {
  return isGitKind(integration.kind)
}

/** Where the providers of default configurations, and our own SAML endpoint, send the browser back to. */
export function sharedCallbackUrl(origin = config().baseUrl.origin): string {
  return origin + sharedCallbackPath
}

/** Whether a provider sends the browser back to where the installation is registered with it: to the base host alone. */
export function isRegisteredOnce({ kind, config_type }: Integration): boolean {
  return isGitKind(kind) && config_type !== 'custom'
}

/** Where the provider of an integration sends the browser back to; `origin`: a custom domain, where it is asked from there. */
export function callbackUrlOf(integration: Integration, origin = config().baseUrl.origin): string {
  if (isRegisteredOnce(integration)) return sharedCallbackUrl()
  const { kind, callback_key } = integration
  return isGitKind(kind) ? origin + ownCallbackPath(callback_key) : sharedCallbackUrl(origin)
}

/** The opened secrets of an integration. */
export function secretsOf({ secrets, workspace_id }: Integration): Promise<Record<string, string>> {
  return openAll(secrets, `workspace:${workspace_id}`)
}

/** The settings of a Git host. Throws 404 where its default configuration is not set up on this installation. */
export async function gitSettings(integration: HostIntegration, origin?: string): Promise<ProviderSettings> {
  if (integration.config_type === 'custom')
    return customSettings(
      integration.kind,
      integration.config,
      await secretsOf(integration),
      callbackUrlOf(integration, origin),
    )
  const settings = defaultSettings(integration.kind, sharedCallbackUrl())
  if (!settings) throw refusalFor('authentication_url_unknown')
  return settings
}
