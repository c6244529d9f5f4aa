// The redirects of the workspace, for addresses that are followed within the app; the server leads who arrives.
import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { rpc } from './supabase.ts'
import { useWorkspace } from './workspace.tsx'

liveKeys({ workspaces: [['redirects']] })

/** Where a path with its query leads by the redirects of this host; null where it stays, and while they are not known. */
export function useRedirect(path: string, query: string): string | null {
  const { slug, has_redirects } = useWorkspace()
  const leads = useRead({
    key: ['redirects', { slug }],
    anybody: true,
    enabled: has_redirects,
    read: async () => {
      // Not with the first paint: few workspaces have any.
      const [text, { readRedirects, redirectOf, withQuery }] = await Promise.all([
        rpc('workspace_redirects', { p_slug: slug }),
        import('../../../../supabase/functions/_shared/domain/redirects.ts'),
      ])
      const { rules } = readRedirects(text ?? '')
      return {
        leadOf: (from: string, asked: string) => {
          const led = redirectOf(rules, from)
          return led && withQuery(led.to, asked)
        },
      }
    },
  })
  return (has_redirects && leads.data?.leadOf(path, query)) || null
}
