import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Composer } from './Composer.tsx'
import { keep, quoteOf } from './marks.ts'
import { labelOf } from './model.ts'
import { useStartComment } from './queries.ts'
import { Quote } from './ThreadCard.tsx'
import type { Draft } from './use-comments.ts'

interface Props {
  branchId: number
  draft: Draft
  onEnd: (made: number | null) => void
}

/** A thread that is being begun. */
export function NewThread({ branchId, draft: { document, epoch, target }, onEnd }: Props) {
  const start = useStartComment()
  // Its place is that of now: others go on writing meanwhile, and the marks go along.
  const [begun] = useState(() => ({
    anchor: keep(document, epoch, target),
    quote: quoteOf(document, target),
  }))
  const { anchor, quote } = begun
  const where = target.kind === 'part' ? labelOf(target.path) : document.path
  if (!anchor) {
    return (
      <Typography color="textSecondary" sx={{ p: 1 }}>
        There is nothing here that something could be said about.
      </Typography>
    )
  }
  return (
    <Box
      component="section"
      aria-label={`New comment on ${where}`}
      sx={{
        p: 1.25,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        border: 1,
        borderColor: 'primary.main',
        borderRadius: 1,
        backgroundColor: 'background.paper',
      }}
    >
      <Typography variant="caption" color="textSecondary" noWrap>
        {where}
      </Typography>
      {quote !== '' ? <Quote text={quote} isWhole={false} /> : null}
      <Composer
        autoFocus
        branchId={branchId}
        draftKey={`new-${document.id}-${JSON.stringify(target)}`}
        label={`Comment on ${where}`}
        action="Comment"
        onSend={async (text, key) => {
          const made = await start.mutateAsync({
            documentId: document.id,
            anchor: { ...anchor },
            quote,
            text,
            key,
          })
          onEnd(made.thread_id)
        }}
        onCancel={() => onEnd(null)}
      />
    </Box>
  )
}
