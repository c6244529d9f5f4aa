import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { HostFault } from './HostFault.tsx'
import { useRepositories } from './host-repositories.ts'
import { isToReconnect } from './is-to-reconnect.ts'
import type { GitIntegration, HostRepository } from './repositories.ts'

const searchDelayMs = 250

interface Props {
  integration: GitIntegration
  /** The prompt to connect anew is there already. */
  isExpired: boolean
  organization: string | null
  isChosen: (repository: HostRepository) => boolean
  /** Whether it comes in by its address already. */
  isTyped: (repository: HostRepository) => boolean
  onToggle: (repository: HostRepository) => void
  disabled: boolean
}

/** The repositories of an organisation, to choose from. */
export function RepositoryList(props: Props) {
  const { integration, isExpired, organization, isChosen, isTyped, onToggle, disabled } = props
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), searchDelayMs)
  const repositories = useRepositories(integration, organization, search)
  const { data, error, hasNextPage, isFetchingNextPage, isPending } = repositories
  const retry = () => void (data ? repositories.fetchNextPage() : repositories.refetch())
  return (
    <>
      <TextInput
        name="search"
        type="search"
        label="Search repositories"
        value={text}
        onChange={(event) => setText(event.target.value)}
        // It finds as one types: the form that this may stand in is not sent.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {isPending ? <Typography role="status">Fetching data, hang tight...</Typography> : null}
      {error && !(isExpired && isToReconnect(error)) ? (
        <HostFault integration={integration} error={error} onRetry={retry} />
      ) : null}
      {data?.length === 0 ? (
        <Typography role="status" color="textSecondary">
          {search ? 'No results. Try another search term.' : 'There are no repositories here yet.'}
        </Typography>
      ) : null}
      {data?.length ? (
        <Box
          component="ul"
          aria-label="Repositories"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            maxHeight: 360,
            overflowY: 'auto',
          }}
        >
          {data.map((repository) => (
            <Repository
              key={repository.external_id}
              repository={repository}
              isChosen={isChosen(repository)}
              isDisabled={disabled || repository.added || isTyped(repository)}
              onToggle={() => onToggle(repository)}
            />
          ))}
        </Box>
      ) : null}
      {hasNextPage ? (
        <Button
          loading={isFetchingNextPage}
          onClick={() => void repositories.fetchNextPage()}
          sx={{ justifySelf: 'start' }}
        >
          Load more
        </Button>
      ) : null}
    </>
  )
}

interface RepositoryProps {
  repository: HostRepository
  isChosen: boolean
  isDisabled: boolean
  onToggle: () => void
}

function Repository({ repository, isChosen, isDisabled, onToggle }: RepositoryProps) {
  const { external_slug: slug, description, added } = repository
  return (
    <Box component="li" sx={{ px: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <FormControlLabel
        sx={{ display: 'flex', mr: 0, '& .MuiFormControlLabel-label': { minWidth: 0, flex: 1 } }}
        control={<Checkbox checked={isChosen || added} onChange={onToggle} disabled={isDisabled} />}
        label={
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, minWidth: 0 }}>
            <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
              {slug}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary" noWrap sx={{ flex: 1 }}>
              {added ? 'Already added' : description}
            </Typography>
          </Box>
        }
      />
    </Box>
  )
}
