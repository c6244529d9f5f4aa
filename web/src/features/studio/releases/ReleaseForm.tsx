import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { isVersion } from '../../../shared/data/versions.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { MarkdownEditor } from '../../../shared/ui/MarkdownEditor.tsx'
import { DocsPartsContext } from '../desk/slots.ts'
import { mostNotes } from './next-release.ts'
import type { Release } from './queries.ts'

/** What is suggested for a new release. */
export interface Suggestion {
  version: string
  notes: string
  level: 'major' | 'minor' | 'patch' | null
  /** Why the number is a guess, where it is one. */
  remark: string | null
}

interface Props {
  /** The release whose notes are changed; null for a new one. */
  release: Release | null
  suggest: () => Promise<Suggestion>
  error: Error | null
  isPending: boolean
  /** What is to be known before it is released. */
  notice?: ReactNode
  onSave: (version: string, notes: string) => void
  onCancel: () => void
}

const colours = { major: 'error', minor: 'warning', patch: 'info' } as const

/** A version and its notes: suggested by what has changed, to be written as one likes. */
export function ReleaseForm({ release, suggest, error, isPending, notice, onSave, onCancel }: Props) {
  const { renderMarkdown } = useContext(DocsPartsContext)
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null)
  const [version, setVersion] = useState(release?.version ?? null)
  const [notes, setNotes] = useState(release?.notes ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    if (!release) void suggest().then((made) => isWanted && setSuggestion(made))
    return () => {
      isWanted = false
    }
  }, [release, suggest])
  const shownVersion = version ?? suggestion?.version ?? ''
  const shownNotes = notes ?? suggestion?.notes ?? ''
  const save = () => {
    if (!isVersion(shownVersion.trim()))
      return setProblem('Write a version as 1.2.0, or 1.2.0-beta.1 for one that is tried first.')
    if (shownNotes.length <= mostNotes) onSave(shownVersion.trim(), shownNotes)
  }
  const isLooking = !release && !suggestion
  return (
    <Box
      component="form"
      noValidate
      aria-label={release ? `Notes of ${release.version}` : 'New release'}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        save()
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      {release ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
          <TextField
            label="Version"
            value={shownVersion}
            autoFocus
            autoComplete="off"
            error={problem !== null}
            helperText={problem ?? ' '}
            onChange={(event) => {
              setVersion(event.target.value)
              setProblem(null)
            }}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            sx={{ width: 240, maxWidth: 1 }}
          />
          <Box role="status" sx={{ flex: '1 1 220px', pt: 1, typography: 'body2', color: 'text.secondary' }}>
            {isLooking ? 'Comparing with the last release…' : null}
            {suggestion?.level ? (
              <Chip
                size="small"
                color={colours[suggestion.level]}
                variant="outlined"
                label={`${suggestion.level} changes`}
                sx={{ mr: 1 }}
              />
            ) : null}
            {suggestion?.remark}
          </Box>
        </Box>
      )}
      <MarkdownEditor
        label="Notes"
        value={shownNotes}
        onChange={setNotes}
        maxLength={mostNotes}
        minRows={10}
        renderPreview={
          renderMarkdown ?? ((markdown) => <Box sx={{ whiteSpace: 'pre-wrap' }}>{markdown}</Box>)
        }
      />
      {shownNotes.length > mostNotes ? (
        <Alert severity="error">Notes have {mostNotes.toLocaleString('en')} characters at most.</Alert>
      ) : null}
      {notice}
      <FormError>{error ? messageOf(error) : null}</FormError>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button color="inherit" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={isPending} disabled={isLooking}>
          {release ? 'Save the notes' : 'Release'}
        </Button>
      </Box>
    </Box>
  )
}
