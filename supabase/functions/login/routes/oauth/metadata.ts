import { createRoute, z } from '@hono/zod-openapi'
import { jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { mcpAddressOf } from '../../../_shared/http/mcp-address.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { workspaceOrigin } from '../../../_shared/http/workspace-host.ts'
import { requireSite } from '../../../_shared/pages/site.ts'
import { signInTag } from '../describe.ts'

const url = z.url().meta({ example: 'https://acme.waymark.example' })

const resourceRoute = createRoute({
  method: 'get',
  path: '/auth/oauth/protected-resource',
  tags: signInTag,
  summary: 'Where agents are let in',
  description:
    'Metadata of the MCP server of the workspace whose host is called (RFC 9728); also at `/.well-known/oauth-protected-resource/api/v1/mcp`.',
  operationId: 'protectedResource',
  responses: {
    200: jsonAnswer(
      'The metadata.',
      z.object({
        resource: url.meta({ example: 'https://acme.waymark.example/api/v1/mcp' }),
        resource_name: z.string().meta({ example: 'API documentation of Acme' }),
        authorization_servers: z.array(url),
        scopes_supported: z.array(z.string()).meta({ example: ['read'] }),
        bearer_methods_supported: z.array(z.string()).meta({ example: ['header'] }),
      }),
    ),
    ...problems(404),
  },
})

const serverRoute = createRoute({
  method: 'get',
  path: '/auth/oauth/authorization-server',
  tags: signInTag,
  summary: 'How agents are let in',
  description:
    'Metadata of the authorization server of the workspace whose host is called (RFC 8414); also at `/.well-known/oauth-authorization-server`.',
  operationId: 'authorizationServer',
  responses: {
    200: jsonAnswer(
      'The metadata.',
      z.object({
        issuer: url,
        authorization_endpoint: url.meta({ example: 'https://acme.waymark.example/oauth/authorize' }),
        token_endpoint: url.meta({ example: 'https://acme.waymark.example/api/v1/auth/oauth/token' }),
        registration_endpoint: url.meta({
          example: 'https://acme.waymark.example/api/v1/auth/oauth/register',
        }),
        revocation_endpoint: url.meta({ example: 'https://acme.waymark.example/api/v1/auth/oauth/revoke' }),
        response_types_supported: z.array(z.string()).meta({ example: ['code'] }),
        response_modes_supported: z.array(z.string()).meta({ example: ['query'] }),
        grant_types_supported: z.array(z.string()).meta({ example: ['authorization_code', 'refresh_token'] }),
        code_challenge_methods_supported: z.array(z.string()).meta({ example: ['S256'] }),
        token_endpoint_auth_methods_supported: z.array(z.string()).meta({ example: ['none'] }),
        revocation_endpoint_auth_methods_supported: z.array(z.string()).meta({ example: ['none'] }),
        scopes_supported: z.array(z.string()).meta({ example: ['read'] }),
        authorization_response_iss_parameter_supported: z.boolean(),
        client_id_metadata_document_supported: z.boolean(),
      }),
    ),
    ...problems(404),
  },
})

/** GET /auth/oauth/protected-resource */
export function protectedResource(app: Router): void {
  app.openapi(resourceRoute, async (c) => {
    const site = await requireSite(c)
    return c.json(
      {
        resource: mcpAddressOf(c) ?? '',
        resource_name: `API documentation of ${site.name}`,
        // At the workspace's own host, which stays with it: whoever has its domain next is shown nothing.
        authorization_servers: [workspaceOrigin(site.slug)],
        scopes_supported: ['read'],
        bearer_methods_supported: ['header'],
      },
      200,
    )
  })
}

/** GET /auth/oauth/authorization-server */
export function authorizationServer(app: Router): void {
  app.openapi(serverRoute, async (c) => {
    const issuer = workspaceOrigin((await requireSite(c)).slug)
    return c.json(
      {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/api/v1/auth/oauth/token`,
        registration_endpoint: `${issuer}/api/v1/auth/oauth/register`,
        revocation_endpoint: `${issuer}/api/v1/auth/oauth/revoke`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        scopes_supported: ['read'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      },
      200,
    )
  })
}
