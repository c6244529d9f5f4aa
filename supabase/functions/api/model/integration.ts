// An integration as the API shows it: everything but its secrets.
import { z } from '@hono/zod-openapi'
import { config } from '../../_shared/config.ts'
import { ownCallbackPath, sharedCallbackPath } from '../../_shared/domain/callback.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import { sentenceOf } from '../../_shared/domain/reasons.ts'
import { idSchema } from '../../_shared/http/describe.ts'
import { fieldRefusal } from '../../_shared/http/problem.ts'
import { requireCertificates, SamlRefusal } from '../../_shared/saml/index.ts'
import { type Box, sealAll } from '../../_shared/secrets/box.ts'

export const integrationKind = z.enum([
  'builtin',
  'github',
  'gitlab',
  'ldap',
  'saml',
  'bitbucket_cloud',
  'bitbucket_data_center',
  'azure_devops_server',
  'azure_devops_services',
])

export const configSchema = z.record(
  z.string().max(60),
  z.union([z.string().max(20_000), z.boolean(), z.null()]),
)

export const secretsSchema = z
  .object({ clientSecret: z.string().max(4000), bindCredentials: z.string().max(4000) })
  .partial()
  .meta({
    description: 'Written only. A value of asterisks is the placeholder of forms and changes nothing.',
  })

export const integrationSchema = z
  .object({
    id: idSchema('wkintg'),
    name: z.string().meta({ example: 'GitHub' }),
    kind: integrationKind,
    enabled: z.boolean(),
    allow_user_login: z.boolean(),
    allow_user_register: z.boolean(),
    config_type: z.enum(['default', 'custom']),
    config: z.record(z.string(), z.unknown()),
    has_secrets: z.boolean(),
    is_default_idp: z.boolean(),
    callback_key: z
      .string()
      .meta({ description: 'The end of the redirect address of a custom configuration.' }),
    callback_url: z
      .string()
      .nullable()
      .meta({ description: 'What the provider has to be told: where it sends the browser back to.' }),
    metadata_url: z.string().nullable().meta({ description: 'SAML metadata of this integration.' }),
  })
  .meta({ id: 'Integration' })

/** Refuses a certificate that nobody could verify a signature with. */
export function refuseBadCertificate({ cert }: Record<string, unknown>): void {
  if (typeof cert !== 'string' || cert.trim() === '') return
  try {
    requireCertificates(cert)
  } catch (error) {
    throw error instanceof SamlRefusal ? fieldRefusal('cert', sentenceOf('certificate_invalid')) : error
  }
}

export interface IntegrationRow
  extends Omit<RowOf<'integration'>, 'config' | 'flow' | 'created_at' | 'updated_at'> {
  kind: z.infer<typeof integrationKind>
  config_type: 'default' | 'custom'
  config: Record<string, unknown>
}

declare module '../../_shared/db/rest.ts' {
  interface Results {
    create_integration: IntegrationRow
    update_integration: IntegrationRow
  }
}

export const integrationColumns =
  'id, workspace_id, name, kind, enabled, allow_user_login, allow_user_register, config_type, config, has_secrets, is_default_idp, callback_key'

/** Where an identity provider posts its answers for an integration. */
export function acsUrl(id: number): string {
  return `${config().baseUrl.origin}/api/v1/auth/saml/${encodeId('wkintg', id)}/acs`
}

/** The row as the API answers it. */
export function integrationView({ workspace_id: _workspace, ...row }: IntegrationRow) {
  const { origin } = config().baseUrl
  const oauth = !['builtin', 'ldap', 'azure_devops_server', 'saml'].includes(row.kind)
  const isSaml = row.kind === 'saml'
  const path = row.config_type === 'custom' ? ownCallbackPath(row.callback_key) : sharedCallbackPath
  return {
    ...row,
    id: encodeId('wkintg', row.id),
    callback_url: isSaml ? acsUrl(row.id) : oauth ? origin + path : null,
    metadata_url: isSaml ? `${acsUrl(row.id).replace(/acs$/, 'metadata')}?key=${row.callback_key}` : null,
  }
}

/** The secrets that were really typed: forms send asterisks for those that stay. */
export function typedSecrets(secrets: Record<string, string | undefined> = {}): Record<string, string> {
  const typed = Object.entries(secrets).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && entry[1] !== '' && !/^\*+$/.test(entry[1]),
  )
  return Object.fromEntries(typed)
}

/** Seals them for a workspace. */
export function sealSecrets(
  workspaceId: number,
  secrets: Record<string, string>,
): Promise<Record<string, Box>> {
  return sealAll(secrets, `workspace:${workspaceId}`)
}
