// A file that cannot be read: what was written into it takes too much work, and waits for somebody who sets it back.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { download } from '../../../shared/ui/download.ts'
import { wholeOf } from '../documents/open-document.ts'
import type { DocumentSession } from '../documents/session.ts'
import { nameOf, type StudioFile } from '../model.ts'
import { useDiscardChanges, useRecoverFile } from '../queries.ts'

interface Props {
  file: StudioFile
  session: DocumentSession
  readOnly: boolean
}

export function BlockedFile({ file, session, readOnly }: Props) {
  const [asked, setAsked] = useState<'recover' | 'discard' | null>(null)
  const recover = useRecoverFile()
  const discard = useDiscardChanges()
  const { model, unsent, refusal } = session.state
  const isPublished = file.hash !== null
  return (
    <Box
      role="alert"
      sx={{ flex: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2, p: 3 }}
    >
      <Typography variant="h6" component="h2">
        This file is closed
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 520, textAlign: 'center', overflowWrap: 'anywhere' }}>
        {refusal}
      </Typography>
      {readOnly ? null : (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
          <Button variant="contained" onClick={() => setAsked('recover')}>
            Go back to its last good state…
          </Button>
          {isPublished ? (
            <Button variant="outlined" color="error" onClick={() => setAsked('discard')}>
              Discard its changes…
            </Button>
          ) : null}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button onClick={() => void session.retry()}>Try again</Button>
        {model && unsent > 0 ? (
          <Button
            onClick={() =>
              download(nameOf(file.path), new Blob([wholeOf(model.text)], { type: 'text/plain' }))
            }
          >
            Download what I wrote
          </Button>
        ) : null}
      </Box>
      <ConfirmDialog
        open={asked === 'recover'}
        title="Go back to the last good state?"
        confirmLabel="Go back"
        onConfirm={async () => {
          await recover.mutateAsync(file.id)
          await session.retry()
        }}
        onClose={() => setAsked(null)}
      >
        What was written into {nameOf(file.path)} after that, by anybody, is taken back.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'discard'}
        title="Discard all changes of this file?"
        confirmLabel="Discard"
        destructive
        onConfirm={async () => {
          await discard.mutateAsync([file.id])
          await session.retry()
        }}
        onClose={() => setAsked(null)}
      >
        {nameOf(file.path)} becomes what was last published or pulled.
      </ConfirmDialog>
    </Box>
  )
}
