import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { download } from '../../../shared/ui/download.ts'
import { browserKeep } from '../documents/keep.ts'
import { carry, type Leftover } from '../documents/reapply.ts'
import { nameOf } from '../model.ts'

interface Props {
  userId: number
  /** Documents of the project that cannot be written any more; null: not known, all are shown. */
  among: ReadonlySet<string> | null
}

interface KeptText extends Leftover {
  id: string
}

/** What was written here and is taken by nobody any more: said, and to be downloaded. Nothing where there is none. */
export function KeptTexts({ userId, among }: Props) {
  const [texts, setTexts] = useState<readonly KeptText[]>([])
  const [giving, setGiving] = useState<KeptText | null>(null)
  useEffect(() => {
    let isOver = false
    void keptTexts(userId, among).then((found) => isOver || setTexts(found))
    return () => {
      isOver = true
    }
  }, [userId, among])
  if (texts.length === 0) return null
  const giveUp = async ({ id }: KeptText) => {
    const keep = browserKeep(userId)
    await keep.drop(
      id,
      (await keep.unsent(id)).map(({ key }) => key),
    )
    await keep.dropBase(id)
    setTexts((all) => all.filter((text) => text.id !== id))
  }
  return (
    <Alert severity="warning" sx={{ mx: 'auto', mb: 4, width: '100%', maxWidth: 560 }}>
      <AlertTitle>Not sent</AlertTitle>
      What you wrote while you were offline can no longer be sent to this project. It is kept in this browser.
      {texts.map((text) => (
        <Box key={text.id} sx={{ mt: 1.5, display: 'grid', gap: 0.5 }}>
          <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {text.path}
          </Typography>
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() => download(nameOf(text.path), new Blob([text.text], { type: 'text/plain' }))}
            >
              Download what I wrote
            </Button>
            <Button size="small" color="error" onClick={() => setGiving(text)}>
              Give it up…
            </Button>
          </Box>
        </Box>
      ))}
      <ConfirmDialog
        open={giving !== null}
        title="Give up what you wrote?"
        confirmLabel="Give it up"
        destructive
        onConfirm={() => (giving ? giveUp(giving) : undefined)}
        onClose={() => setGiving(null)}
      >
        What was not sent is forgotten in this browser. Download it first if you may need it.
      </ConfirmDialog>
    </Alert>
  )
}

async function keptTexts(userId: number, among: ReadonlySet<string> | null): Promise<KeptText[]> {
  const keep = browserKeep(userId)
  const waiting = await keep.waiting()
  const texts = waiting
    .filter((id) => among === null || among.has(id))
    .map(async (id) => {
      const base = await keep.base(id)
      const own = await carry(base, await keep.unsent(id)).catch(() => null)
      return base && own ? [{ id, path: base.path, text: own.text }] : []
    })
  return (await Promise.all(texts)).flat()
}
