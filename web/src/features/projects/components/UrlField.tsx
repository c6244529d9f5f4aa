import { useState } from 'react'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { fetchFile } from '../queries.ts'
import { AddressField, invalidAddress, isWebAddress } from './AddressField.tsx'

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
    if (!isWebAddress(url.trim())) return setFault(invalidAddress)
    setFault(null)
    fetching.mutate(undefined, { onError: (error) => setFault(messageAt(error)) })
  }
  return (
    <AddressField
      label="Or import from a URL"
      action="Fetch"
      value={url}
      onChange={setUrl}
      onTake={fetchIt}
      fault={fault}
      busy={fetching.isPending}
      disabled={disabled}
    />
  )
}

function messageAt(error: unknown): string {
  const field = error instanceof ApiProblem ? error.fields.find((one) => one.field === 'url') : undefined
  return field?.message ?? messageOf(error)
}
