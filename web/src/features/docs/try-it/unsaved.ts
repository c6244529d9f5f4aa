// Trying an operation as it is typed in the Studio: its servers are called by the browser, its mock answers by what is
// typed, not by what was published (docs/decisions/0291-the-mock-of-what-is-typed.md).
import { writeExactNumbers } from '../../../../../analysis/parse/exact-number.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import type { AnalysedNode, UnsavedNodes } from '../../../shared/ui/node-slot.tsx'
import type { Call } from './call.ts'
import type { TryItSource } from './source.ts'

const MOCK = 'Mock server of what is typed here'

/** Of an operation that was analysed in the browser; null for what is no operation. */
export function unsavedTryIt(of: UnsavedNodes, node: AnalysedNode): TryItSource | null {
  if (node.type !== 'http_operation') return null
  const { workspaceId, projectId, branchId } = of
  const at = [of.projectSlug, of.branchSlug].map(encodeURIComponent).join('/')
  const url = `${window.location.origin}/mocks/${at}`
  return {
    workspaceId,
    // Not what was typed into the published pages: here the description is whatever those who write make it.
    scope: `unsaved ${projectId}/${branchId}`,
    page: `${projectId}${node.uri}`,
    takesCodes: true,
    // What Waymark sends on is what was published: what is typed here may name any server.
    address: null,
    mock: {
      key: ['unsaved-mock', { branchId }],
      read: async () => {
        const [settings] = await rpc('branch_try_it', { p_branch_id: branchId })
        return settings?.shows_mock_server ? { url, description: MOCK } : null
      },
    },
    send: (call: Call, stop: AbortSignal) =>
      call.url.startsWith(`${url}/`)
        ? // It comes with the form: pages that only show operations have none of it.
          import('./send.ts').then(({ mockAnswer }) =>
            mockAnswer(
              call,
              {
                address: `${window.location.origin}/mocks/~unsaved/${at}`,
                target: call.url.slice(url.length),
                operation: writeExactNumbers(JSON.stringify(node.data)),
              },
              stop,
            ),
          )
        : null,
  }
}
