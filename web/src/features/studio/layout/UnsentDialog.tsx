import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState, useSyncExternalStore } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { download } from '../../../shared/ui/download.ts'
import { wholeOf } from '../documents/open-document.ts'
import type { DocumentSession } from '../documents/session.ts'
import type { DocumentStore } from '../documents/store.ts'
import { nameOf } from '../model.ts'

interface Props {
  store: DocumentStore
  pathOf: (id: string) => string | undefined
  onClose: () => void
}

/** What was written here and is not at the server, and what can be done about it. */
export function UnsentDialog({ store, pathOf, onClose }: Props) {
  const id = useId()
  const [giving, setGiving] = useState<DocumentSession | null>(null)
  useSyncExternalStore(store.subscribe, () => store.sessions)
  const waiting = store.sessions.filter(
    ({ state }) => state.unsent > 0 || state.leftover !== null || state.refusal,
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>What waits to be sent</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        {waiting.length === 0 ? (
          <Typography>
            Everything is saved. What you type goes to the server as you type it; without a connection it is
            kept in this browser, also when you close it, and sent once there is one.
          </Typography>
        ) : null}
        {waiting.map((session) => {
          const { state } = session
          const path = pathOf(session.id) ?? session.path
          return (
            <Box key={session.id} sx={{ display: 'grid', gap: 1 }}>
              <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
                {path}
              </Typography>
              <Typography variant="body2">{explain(session)}</Typography>
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
                <Button
                  size="small"
                  variant="outlined"
                  onClick={() => download(nameOf(path), new Blob([textOf(session)], { type: 'text/plain' }))}
                >
                  Download what I wrote
                </Button>
                {state.leftover === null ? (
                  <Button size="small" onClick={() => void session.retry()}>
                    Try again
                  </Button>
                ) : null}
                <Button size="small" color="error" onClick={() => setGiving(session)}>
                  Give it up…
                </Button>
              </Box>
            </Box>
          )
        })}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
      <ConfirmDialog
        open={giving !== null}
        title="Give up what you wrote?"
        confirmLabel="Give it up"
        destructive
        onConfirm={() => (giving?.state.leftover ? giving.dropLeftover() : giving?.dropUnsent())}
        onClose={() => setGiving(null)}
      >
        What was not sent is forgotten in this browser. Download it first if you may need it.
      </ConfirmDialog>
    </Dialog>
  )
}

function textOf({ state }: DocumentSession): string {
  return state.leftover?.text ?? (state.model ? wholeOf(state.model.text) : '')
}

function explain({ state }: DocumentSession): string {
  if (state.leftover) {
    return 'This file was set back while you had changes that were not sent yet, and both cannot stand. The file shows what the others have; what you wrote is here.'
  }
  if (state.refusal) return state.refusal
  return 'There is no connection to the server at the moment. It is tried again by itself.'
}
