import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { fieldWidth } from '../../../shared/ui/sizes.ts'
import type { Branch } from '../model.ts'
import { useSetDefaultBranch } from './changes.ts'

interface Props {
  branches: Branch[]
  word: 'Version' | 'Branch'
}

/** Which branch readers come to first; the one before is not listed from then on. */
export function DefaultBranchSelect({ branches, word }: Props) {
  const choose = useSetDefaultBranch(word)
  const current = branches.find(({ is_default }) => is_default)
  if (branches.length === 0) return null
  const shown = choose.isPending ? choose.variables.id : current?.id
  return (
    <TextField
      select
      label={`Default ${word.toLowerCase()}`}
      value={shown === undefined ? '' : String(shown)}
      disabled={choose.isPending}
      helperText={`Readers come to it first. The one before is no longer listed.`}
      onChange={({ target }) => choose.mutate({ id: Number(target.value) })}
      sx={{ maxWidth: fieldWidth }}
    >
      {branches.map(({ id, name }) => (
        <MenuItem key={id} value={String(id)} sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
