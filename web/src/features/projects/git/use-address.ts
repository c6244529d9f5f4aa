import { useState } from 'react'
import { isToReconnect } from '../../../shared/connections/is-to-reconnect.ts'
import {
  type GitIntegration,
  type HostRepository,
  repositoryAt,
} from '../../../shared/connections/repositories.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange, useReadAgain } from '../../../shared/data/change.ts'
import { invalidAddress, isWebAddress } from '../components/AddressField.tsx'

/** A repository that is named by its address: `onFound` gets it once the host has it. */
export function useAddress(integration: GitIntegration, onFound: (repository: HostRepository) => void) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const readAgain = useReadAgain()
  const finding = useChange({ run: (url: string) => repositoryAt(integration, url) })
  const refuse = (message: string) => setFault(`Failed to add project by repository URL: ${message}`)
  const take = () => {
    const url = text.trim()
    if (!isWebAddress(url)) return setFault(invalidAddress)
    setFault(null)
    finding.mutate(url, {
      onSuccess: (repository) => {
        if (repository.added) return refuse('This repository is already a project of this workspace.')
        setText('')
        onFound(repository)
      },
      onError: (error) => {
        refuse(messageOf(error))
        // The prompt to connect anew stands above.
        if (isToReconnect(error)) void readAgain(['git-organizations'])
      },
    })
  }
  /** Whether a repository is the one that is being typed. */
  const isTyped = ({ web_url, remote_url_http }: HostRepository) =>
    [web_url, remote_url_http].some((url) => plain(url) === plain(text))
  const change = (next: string) => {
    setText(next)
    setFault(null)
  }
  return { text, change, take, fault, busy: finding.isPending, isTyped }
}

/** An address without what does not tell repositories apart. */
function plain(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
}
