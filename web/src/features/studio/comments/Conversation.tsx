import Box from '@mui/material/Box'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { CommentView } from './CommentView.tsx'
import { Composer } from './Composer.tsx'
import { useReply, useThreadComments } from './queries.ts'

interface Props {
  branchId: number
  threadId: number
  mayModerate: boolean
}

/** All that was said in a thread, and a field to answer. */
export function Conversation({ branchId, threadId, mayModerate }: Props) {
  const read = useThreadComments(threadId)
  const reply = useReply(threadId)
  if (read.isError && !read.data) return <ReadFault error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Spinner label="Reading the comments" />
  return (
    <>
      <Box
        component="ul"
        aria-live="polite"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, minWidth: 0 }}
      >
        {read.data.map((comment) => (
          <CommentView key={comment.id} branchId={branchId} comment={comment} mayModerate={mayModerate} />
        ))}
      </Box>
      <Composer
        branchId={branchId}
        draftKey={`thread-${threadId}`}
        label="Reply"
        action="Reply"
        onSend={(text, key) => reply.mutateAsync({ text, key })}
      />
    </>
  )
}
