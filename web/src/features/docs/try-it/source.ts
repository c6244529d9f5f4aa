// What Try It needs to know of the page around it.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { apiUrl } from '../../../shared/data/api.ts'
import type { Query } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import type { Branch, Project } from '../model/project.ts'
import type { Server } from '../model/types.ts'
import type { Call } from './call.ts'
import type { TryItAnswer } from './send.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    branch_try_it: RowOf<'branch_try_it'>[]
  }
}

liveKeys({ workspaces: [['docs-mock']] })

export interface TryItSource {
  workspaceId: number
  /** Whom credentials are held for: the branch of a project. */
  scope: string
  /** The operation, whatever its branch: what values are kept under. */
  page: string
  /** Where calls are sent on from; null where none are. */
  address: string | null
  /** Whether a provider's page can send readers back here. */
  takesCodes: boolean
  /** The mock server of the branch; null where there is none. */
  mock: Query<Server | null>
  /** Answers calls in a way of its own; null for those that are sent as all others. */
  send?: (call: Call, stop: AbortSignal) => Promise<TryItAnswer> | null
}

/** Of the page of an operation; `site` is the address of its workspace. */
export function tryItSource(
  project: Project,
  branch: Branch,
  slug: string,
  uri: string,
  site = window.location.origin,
): TryItSource {
  const path = `/projects/${encodeId('prj', project.id)}/nodes/${encodeURIComponent(slug)}/try-it`
  return {
    workspaceId: project.workspace_id,
    scope: `${project.id}/${branch.id}`,
    page: `${project.id}${uri}`,
    takesCodes: site === window.location.origin,
    address: apiUrl(`${path}?branch=${encodeURIComponent(branch.slug)}`),
    mock: {
      key: ['docs-mock', { branchId: branch.id }],
      read: async () => {
        const [settings] = await rpc('branch_try_it', { p_branch_id: branch.id })
        if (!settings?.shows_mock_server) return null
        const at = [project.slug, branch.slug].map(encodeURIComponent).join('/')
        const url = `${site}/mocks/${at}`
        return (await isServed(url)) ? { url, description: 'Mock server' } : null
      },
    },
  }
}

/** Whether something answers there: where nothing does, the address leads to the app's own page. */
async function isServed(url: string): Promise<boolean> {
  const answer = await fetch(url, { credentials: 'omit' }).catch(() => null)
  return answer !== null && !/html/i.test(answer.headers.get('content-type') ?? 'html')
}
