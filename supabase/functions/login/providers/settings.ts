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
import { encodeId } from '../../_shared/domain/ids.ts'
import { secretsOf } from '../../_shared/git/settings.ts'
import { type SamlProvider, samlProvider, samlSettings } from '../../_shared/saml/index.ts'

/** Where an identity provider posts its answers for an integration. */
export function acsUrl(integrationId: number, origin = config().baseUrl.origin): string {
  return `${origin}/api/v1/auth/saml/${encodeId('wkintg', integrationId)}/acs`
}

/** The settings of an integration's directory. */
export async function directoryOf(integration: Integration): Promise<DirectorySettings> {
  return directorySettings(integration.config, await secretsOf(integration))
}

/** The identity provider of an integration, which answers at `origin`. */
export function samlOf(integration: Integration, origin?: string): SamlProvider {
  const { id } = integration
  return samlProvider(samlSettings(integration.config, acsUrl(id, origin)), {
    putRequest: async (request, value) => void (await putSamlRequest(request, id, value)),
    getRequest: (request) => getSamlRequest(request, id),
    takeRequest: (request) => takeSamlRequest(request, id),
    assertionOnce: (assertion, expiresAt) => samlAssertionOnce(id, assertion, expiresAt),
  })
}
