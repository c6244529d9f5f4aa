import { rpc } from '../../_shared/db/rest.ts'
import { limit } from '../../_shared/http/limit.ts'
import { refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { siteOrigin } from '../../_shared/http/workspace-host.ts'
import { requireSite } from '../../_shared/pages/site.ts'
import { llmsPart, partSize } from '../model/llms.ts'

/** GET /pages/llms.txt (llmstxt.org): the public pages of a workspace; `?from=` is where a part begins. */
export function llmsText(app: Router): void {
  app.get('/llms.txt', async (c) => {
    const site = await requireSite(c)
    await limit(c, 'llms', 60, 600)
    const from = c.req.query('from') ?? '0'
    if (!/^\d{1,15}$/.test(from)) throw refusal('NOT_FOUND', 'The list has no such part.')
    const range = { p_workspace_id: site.id, p_from: Number(from), p_limit: partSize + 1 }
    const pages = await rpc(c, 'open_pages', range)
    return c.text(llmsPart(site.name, siteOrigin(site), pages))
  })
}
