// What the service can do (RFC 7644 §4, RFC 7643 §5 to §7).
import { mostBulkBytes, mostBulkOperations } from './bulk.ts'
import { mostResults } from './list.ts'
import { type Attribute, groupKind, type ResourceKind, userKind } from './schema.ts'

export const kinds = [userKind, groupKind]

/** GET /ServiceProviderConfig. */
export function serviceProviderConfig(base: string) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: mostBulkOperations, maxPayloadSize: mostBulkBytes },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A SCIM token of the workspace, from its settings.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

/** One of GET /ResourceTypes. */
export function resourceType(base: string, { name, path, urn, description, extension }: ResourceKind) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: path,
    description,
    schema: urn,
    ...(extension ? { schemaExtensions: [{ schema: extension.urn, required: false }] } : {}),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }
}

/** All of GET /Schemas. */
export function schemas(base: string) {
  return kinds.flatMap((kind) => [
    schema(base, kind.urn, kind.name, kind.description, kind.attributes),
    ...(kind.extension
      ? [
          schema(
            base,
            kind.extension.urn,
            kind.extension.name,
            kind.extension.description,
            kind.extension.attributes,
          ),
        ]
      : []),
  ])
}

function schema(base: string, id: string, name: string, description: string, attributes: Attribute[]) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes: attributes.map(described),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }
}

function described({ subAttributes, ...attribute }: Attribute): object {
  return {
    ...attribute,
    ...(attribute.type === 'reference' ? { referenceTypes: ['uri'] } : {}),
    ...(subAttributes ? { subAttributes: subAttributes.map(described) } : {}),
  }
}

/** A list of what is all there, without pages. */
export function wholeList(resources: object[]) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
