import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { HostRepository } from '../../../shared/connections/repositories.ts'
import { TextInput } from '../../../shared/ui/forms/TextInput.tsx'

const longestName = 75

/** A repository that is to become a project. */
export interface Chosen {
  repository: HostRepository
  /** What the project is called. */
  name: string
  /** Why it did not become one. */
  refused?: string
}

/** A repository with the name that its project gets where nobody gives it another. */
export function chosenOf(repository: HostRepository): Chosen {
  return { repository, name: repository.name.slice(0, longestName) }
}

/** Organisation and name of a repository. */
export function fullNameOf({ external_org_slug: organization, external_slug: slug }: HostRepository): string {
  return organization ? `${organization}/${slug}` : slug
}

interface Props {
  chosen: readonly Chosen[]
  onRename: (repository: HostRepository, name: string) => void
  onRemove: (repository: HostRepository) => void
  disabled: boolean
}

/** The repositories that were chosen, from whichever organisation, with the names of their projects. */
export function ChosenList({ chosen, onRename, onRemove, disabled }: Props) {
  return (
    <Box
      component="ul"
      aria-label="Projects to add"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}
    >
      {chosen.map(({ repository, name, refused }) => (
        <Box
          key={repository.external_id}
          component="li"
          sx={{ display: 'flex', gap: 1, alignItems: 'start' }}
        >
          <TextInput
            name={`name-${repository.external_id}`}
            label={`Name of ${fullNameOf(repository)}`}
            value={name}
            error={refused !== undefined || name.trim() === ''}
            helperText={name.trim() === '' ? 'Required' : refused}
            disabled={disabled}
            onChange={(event) => onRename(repository, event.target.value)}
            slotProps={{ htmlInput: { maxLength: longestName }, formHelperText: { 'aria-live': 'polite' } }}
          />
          <IconButton
            aria-label={`Remove ${fullNameOf(repository)}`}
            disabled={disabled}
            onClick={() => onRemove(repository)}
          >
            <Close fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Box>
  )
}
