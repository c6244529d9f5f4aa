import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { isChangedMeanwhile, useSaveSettings, useSettings } from '../../../shared/data/settings.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { type Failure, failureOf } from '../../../shared/ui/forms/failure.ts'
import { MarkdownEditor } from '../../../shared/ui/MarkdownEditor.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { Overtaken } from '../saving/Overtaken.tsx'
import { landingTemplate } from './landing-template.ts'

// The one that the home page shows it with.
const LandingMarkdown = lazy(() => import('../../../shared/ui/markdown/LandingMarkdown.tsx'))

/** As long as a landing page may be; the database says the same. */
const mostLetters = 30_000

interface Props {
  kept: string
  onClose: () => void
}

/** Writes the landing page, on the whole screen. What is not saved is not left without a question. */
export default function LandingDialog({ kept, onClose }: Props) {
  const id = useId()
  const workspace = useWorkspace()
  const [seen, setSeen] = useState(kept)
  const [text, setText] = useState(kept)
  const [asked, setAsked] = useState<'leave' | 'template'>()
  const [failure, setFailure] = useState<Failure>()
  const [overtakenBy, setOvertakenBy] = useState<string>()
  const settings = useSettings()
  const change = useSaveSettings({ isSilent: true })
  const isChanged = text !== seen
  useEffect(() => {
    if (!isChanged) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isChanged])

  const leave = () => (isChanged ? setAsked('leave') : onClose())
  const fillIn = () => {
    setText(landingTemplate(workspace.name))
    setAsked(undefined)
  }
  const save = async () => {
    setFailure(undefined)
    setOvertakenBy(undefined)
    try {
      await change.mutateAsync({
        changes: { home_content: text.trim() === '' ? null : text },
        seen: { home_content: seen || null },
        setting: 'Landing Page',
      })
      onClose()
    } catch (error) {
      const theirs = isChangedMeanwhile(error) ? await settings.refetch() : null
      if (theirs?.isSuccess) {
        setSeen(theirs.data?.home_content ?? '')
        setOvertakenBy(messageOf(error))
      } else setFailure(failureOf(error, 'Issue saving the form, please try again.', 'Error Saving Form'))
    }
  }
  return (
    <Dialog fullScreen open onClose={leave} aria-labelledby={id}>
      <DialogTitle id={id}>Landing Page</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {overtakenBy ? (
          <Overtaken
            said={overtakenBy}
            onTakeTheirs={() => {
              setText(seen)
              setOvertakenBy(undefined)
            }}
          >
            {seen || 'None'}
          </Overtaken>
        ) : null}
        {failure ? (
          <FormError>
            {failure.title}
            {failure.detail ? <Box sx={{ typography: 'body2', mt: 0.5 }}>{failure.detail}</Box> : null}
          </FormError>
        ) : null}
        <MarkdownEditor
          label="Markdown of the landing page"
          value={text}
          onChange={setText}
          maxLength={mostLetters}
          minRows={22}
          isDisabled={change.isPending}
          renderPreview={(markdown) => (
            <Suspense fallback={<Spinner />}>
              <Box sx={{ width: '100%', maxWidth: 960, mx: 'auto' }}>
                <LandingMarkdown markdown={markdown} />
              </Box>
            </Suspense>
          )}
        />
      </DialogContent>
      <DialogActions>
        <Button
          color="inherit"
          disabled={change.isPending}
          onClick={() => (text.trim() === '' ? fillIn() : setAsked('template'))}
          sx={{ mr: 'auto' }}
        >
          Use Default Template
        </Button>
        <Button color="inherit" disabled={change.isPending} onClick={leave}>
          Cancel
        </Button>
        <Button
          variant="contained"
          loading={change.isPending}
          disabled={!isChanged || text.length > mostLetters}
          onClick={() => void save()}
        >
          Save
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={asked === 'leave'}
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={onClose}
        onClose={() => setAsked(undefined)}
      >
        What you wrote since is lost.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'template'}
        title="Use the default template?"
        confirmLabel="Use it"
        onConfirm={fillIn}
        onClose={() => setAsked(undefined)}
      >
        It takes the place of what is written here. Nothing is saved yet.
      </ConfirmDialog>
    </Dialog>
  )
}
