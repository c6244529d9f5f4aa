import { z } from '@hono/zod-openapi'
import { timestamp } from '../../_shared/http/describe.ts'

export const tokenSchema = z
  .object({
    token: z.string().meta({
      description: 'Access token; send it as `Authorization: Bearer …`.',
      example: 'eyJhbGciOiJFUzI1NiIs…',
    }),
    expires_at: timestamp.meta({ description: 'When the access token expires.' }),
  })
  .meta({
    id: 'AccessToken',
    description: 'A short-lived access token. The refresh token stays in an HttpOnly cookie.',
  })

export const cookieAuth = [{ refreshCookie: [] }]

export const signInTag = ['Sign-in']
export const signUpTag = ['Sign-up']

/** What a provider's answer says besides code and state: both are compared before the code is sent on. */
export const providerAnswer = {
  redirect_uri: z.string().max(2000).optional().meta({
    description:
      'The address that the provider sent the browser back to; the shared one of default configurations where none is named.',
    example: 'https://waymark.example/oauth/callback',
  }),
  iss: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Who answers, where the provider says so (RFC 9207).' }),
}

/** How a refresh cookie is announced in the description. */
export const setsCookie = z.object({
  'Set-Cookie': z.string().meta({
    description: 'The refresh token: HttpOnly, SameSite=Lax, for `/api/v1/auth` only.',
    example: 'waymark_refresh=…; Path=/api/v1/auth; HttpOnly; SameSite=Lax; Secure',
  }),
})
