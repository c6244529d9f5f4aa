import { z } from '@hono/zod-openapi'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { timestamp } from '../../_shared/http/describe.ts'
import { asciiDomain } from '../../_shared/http/domain-names.ts'

type CustomDomain = RowOf<
  'custom_domain',
  'looked_at' | 'verified_at' | 'switched_off_at' | 'proof_problem' | 'route_problem' | 'problem',
  { status: z.infer<typeof statusSchema> }
>

declare module '../../_shared/db/rest.ts' {
  interface Results {
    custom_domain_of: CustomDomain | null
    set_custom_domain: CustomDomain
    check_custom_domain: CustomDomain
  }
}

const statusSchema = z.enum(['pending', 'active', 'failing', 'paused', 'off']).meta({
  description:
    '`pending`: the records are waited for. `active`: the workspace is served there. `failing`: it is, but a record was not found. `paused`: proven, but the workspace is locked or its plan has no custom domain. `off`: a record was gone.',
})

export const bodySchema = z
  .object({
    domain_name: z
      .string()
      .max(255)
      .meta({ example: 'docs.acme.example' })
      .transform(asciiDomain)
      .openapi({ type: 'string' }),
    seen: z
      .object({ domain_name: z.string().max(255).nullable() })
      .partial()
      .optional()
      .meta({
        description:
          'The domain that the caller saw, as it was answered; null for none. Where there is another one by now, nothing is written: 409.',
      }),
  })
  .meta({ id: 'CustomDomainClaim' })

export const customDomainSchema = z
  .object({
    domain: z.string().meta({ example: 'docs.acme.example' }),
    status: statusSchema,
    is_looking: z.boolean().meta({ description: 'Whether its records are about to be looked at.' }),
    looked_at: timestamp.nullable(),
    verified_at: timestamp.nullable(),
    switched_off_at: timestamp.nullable(),
    proof_name: z
      .string()
      .meta({ description: 'Where the TXT record stands.', example: '_waymark.docs.acme.example' }),
    proof_value: z
      .string()
      .meta({ description: 'What it says.', example: 'waymark-domain=GmRhmhcxhwAzkoEq' }),
    proof_is_found: z.boolean(),
    proof_problem: z.string().nullable(),
    target: z
      .string()
      .meta({ description: 'What the domain’s CNAME record says.', example: 'waymark.example' }),
    addresses: z.array(z.string()).meta({
      description: 'What A and AAAA records say in place of a CNAME, where a domain can have none.',
      example: ['203.0.113.7'],
    }),
    route_is_found: z.boolean(),
    route_problem: z.string().nullable(),
    problem: z.string().nullable().meta({ description: 'Why it is not served though both were found.' }),
  })
  .meta({ id: 'CustomDomain' })
