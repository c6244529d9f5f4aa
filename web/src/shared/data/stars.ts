// Stars: the nodes that somebody keeps at hand. They are one's own, nobody else sees them.
import { useChange } from './change.ts'
import { useMe } from './me.ts'
import { useRead } from './read.ts'
import { liveKeys } from './realtime.ts'
import { supabase, unwrap } from './supabase.ts'

liveKeys({ node_stars: [['node-stars'], ['search']] })

/** Whether the caller has starred a node. */
export function useIsStarred(nodeId: number) {
  return useRead({
    key: ['node-stars', { nodeId }],
    read: async () =>
      (await unwrap(supabase.from('node_stars').select('node_id').eq('node_id', nodeId))).length > 0,
    signedIn: true,
  })
}

/** Stars a node for the caller, or takes the star back. */
export function useStar(nodeId: number) {
  const me = useMe()
  return useChange({
    run: async (star: boolean) => {
      const stars = supabase.from('node_stars')
      const row = { node_id: nodeId, user_id: me.data?.id ?? 0 }
      if (star) await unwrap(stars.insert(row))
      else await unwrap(stars.delete().eq('node_id', nodeId))
    },
    changes: ['node-stars', 'search'],
    failure: 'The star could not be changed',
  })
}
