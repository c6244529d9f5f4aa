import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { TextInput } from '../../../shared/ui/forms/TextInput.tsx'
import { fetchFile } from '../queries.ts'

interface Props {
  onFile: (file: File) => void
  disabled: boolean
}

/** Takes a file from an address; the server fetches it, and it goes on like one that was chosen. */
export function UrlField({ onFile, disabled }: Props) {
  const workspace = useWorkspace()
  const [url, setUrl] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const fetching = useChange({
    run: () => fetchFile(workspace.id, url.trim()),
    onDone: onFile,
  })
  const fetchIt = () => {
    if (!isWebAddress(url.trim())) return setFault('Must be a valid URL')
    setFault(null)
    fetching.mutate(undefined, { onError: (error) => setFault(messageAt(error)) })
  }
  return (
    <Box
      sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        // The project is not made by this key yet.
        event.preventDefault()
        fetchIt()
      }}
    >
      <TextInput
        name="url"
        label="Or import from a URL"
        type="url"
        value={url}
        error={fault !== null}
        helperText={fault}
        disabled={disabled || fetching.isPending}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Button
        variant="outlined"
        loading={fetching.isPending}
        disabled={disabled || url.trim() === ''}
        onClick={fetchIt}
        sx={{ flex: 'none', mt: 0.25 }}
      >
        Fetch
      </Button>
    </Box>
  )
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function messageAt(error: unknown): string {
  const field = error instanceof ApiProblem ? error.fields.find((one) => one.field === 'url') : undefined
  return field?.message ?? messageOf(error)
}
