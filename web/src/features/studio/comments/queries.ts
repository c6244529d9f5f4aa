// What comments ask the database for, and what they change.
import type { Json } from '../../../../../supabase/functions/_shared/domain/database.gen.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import type { Mentionable, Thread, ThreadComment } from './model.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    branch_comments: Thread[]
    thread_comments: ThreadComment[]
    mentionable_people: Mentionable[]
    start_comment: RowOf<'comment_place'>
    reply_to_thread: RowOf<'comment_place'>
    edit_comment: RowOf<'comment_place'>
  }
}

liveKeys({
  comment_threads: [['studio-comments']],
  comments: [['studio-comments'], ['studio-thread']],
  comment_mentions: [['studio-comments']],
})

const pollMs = 30_000
const changes = ['studio-comments', 'studio-thread']

/** All threads of a working copy; none for who sees only what is published of it. */
export function useThreads(branchId: number, projectId: number, isLive: boolean) {
  return useRead({
    key: ['studio-comments', { branchId }],
    read: () => rpc('branch_comments', { p_branch_id: branchId }),
    enabled: isLive,
    refetchInterval: usePolled(projectTopic(projectId), pollMs),
  })
}

export function useThreadComments(threadId: number) {
  return useRead({
    key: ['studio-thread', { threadId }],
    read: () => rpc('thread_comments', { p_thread_id: threadId }),
    staleTime: 0,
  })
}

/** Who can be mentioned, by a part of their name; null asks nothing. */
export function useMentionable(branchId: number, search: string | null) {
  return useRead({
    key: ['studio-mentionable', { branchId, search }],
    read:
      search === null ? null : () => rpc('mentionable_people', { p_branch_id: branchId, p_search: search }),
    placeholderData: (before) => before,
  })
}

export interface Beginning {
  documentId: string
  anchor: Json
  quote: string
  text: string
  key: string
}

/** Begins a thread; whoever calls shows what is refused. */
export function useStartComment() {
  return useChange({
    run: ({ documentId, anchor, quote, text, key }: Beginning) =>
      rpc('start_comment', {
        p_document_id: documentId,
        p_anchor: anchor,
        p_quote: quote,
        p_text: text,
        p_key: key,
      }),
    changes,
  })
}

export function useReply(threadId: number) {
  return useChange({
    run: ({ text, key }: { text: string; key: string }) =>
      rpc('reply_to_thread', { p_thread_id: threadId, p_text: text, p_key: key }),
    changes,
  })
}

export function useEditComment() {
  return useChange({
    run: ({ id, text }: { id: number; text: string }) =>
      rpc('edit_comment', { p_comment_id: id, p_text: text }),
    changes,
  })
}

export function useDeleteComment() {
  return useChange({
    run: (id: number) => rpc('delete_comment', { p_comment_id: id }),
    changes,
    success: 'The comment was deleted',
  })
}

export function useResolve() {
  return useChange({
    run: ({ id, isResolved }: { id: number; isResolved: boolean }) =>
      rpc('resolve_thread', { p_thread_id: id, p_is_resolved: isResolved }),
    changes,
    success: (_done, { isResolved }) => (isResolved ? 'The thread is resolved' : 'The thread is open again'),
    failure: (error) => messageOf(error),
  })
}

export function useReadMentions() {
  return useChange({
    run: (threadId: number) => rpc('read_mentions', { p_thread_id: threadId }),
    changes: ['studio-comments'],
  })
}

export interface Placed {
  id: number
  anchor: Json
}

/** Says where threads were found again; who misses it finds them by what was kept before. */
export function usePlaceComments() {
  return useChange({
    run: ({ documentId, epoch, anchors }: { documentId: string; epoch: number; anchors: Placed[] }) =>
      rpc('place_comments', {
        p_document_id: documentId,
        p_epoch: epoch,
        p_anchors: anchors.map((one) => ({ ...one })),
      }),
    changes: ['studio-comments'],
  })
}
