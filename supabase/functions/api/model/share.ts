// The link of a branch, as the API shows it.
import { z } from '@hono/zod-openapi'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { timestamp } from '../../_shared/http/describe.ts'

export const shareSchema = z
  .object({
    enabled: z.boolean(),
    token: z.string().nullable().meta({
      description:
        'What opens the branch, in the header `X-Waymark-Share`: its table of contents, nodes, images and Try It; null while it is not shared.',
      example: 'wms_8F3bq1m0Yk2o5cVvQ7uX9zJtLr4sHn6eDwGiTaPyKbE',
    }),
    expires_at: timestamp.nullable().meta({ description: 'Null for a link without an end.' }),
  })
  .meta({ id: 'BranchShare' })

declare module '../../_shared/db/rest.ts' {
  interface Results {
    branch_share: RowOf<'branch_share', 'token' | 'expires_at'>
    share_branch: RowOf<'branch_share', 'token' | 'expires_at'>
  }
}
