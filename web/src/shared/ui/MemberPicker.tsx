import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'

export type Picked =
  | { kind: 'member'; userId: number; name: string; email?: string | null }
  | { kind: 'address'; email: string; problem: string | null }

export interface Candidate {
  userId: number
  name: string
  email?: string | null
  avatarUrl?: string | null
  note?: string | null
  disabledBecause?: string | null
}

interface Props {
  label: string
  value: Picked[]
  onChange: (next: Picked[]) => void
  candidates?: Candidate[]
  onSearch?: (text: string) => void
  isSearching?: boolean
  allowAddresses?: boolean
  checkAddress?: (email: string) => string | null
  placeholder?: string
  helperText?: ReactNode
  error?: boolean
  autoFocus?: boolean
}

/** Picks members by name and, where allowed, anybody by e-mail address. */
export function MemberPicker(props: Props) {
  return (
    <Autocomplete
      multiple
      freeSolo
      options={(props.candidates ?? []).map(
        ({ userId, name, email }): Picked => ({ kind: 'member', userId, name, email: email ?? null }),
      )}
      value={props.value}
      getOptionLabel={(option) =>
        typeof option === 'string' ? option : option.kind === 'member' ? option.name : option.email
      }
      onChange={(_, next) =>
        props.onChange(
          next.map(
            (one): Picked => (typeof one === 'string' ? { kind: 'address', email: one, problem: null } : one),
          ),
        )
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={props.label}
          helperText={props.helperText}
          error={props.error ?? false}
        />
      )}
    />
  )
}
