import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { type ComponentKind, componentNames, componentsAt, referenceTo } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useComponentNames } from '../schema/use-components.ts'

/** A list of thousands is searched, not scrolled. */
const offered = 60

interface Props {
  kind: ComponentKind
  value: string
  onPick: (reference: string) => void
  autoFocus?: boolean
}

/** Finds a component by its name, or takes a reference to another file as it is typed. */
export function ReferenceBox({ kind, value, onPick, autoFocus = false }: Props) {
  const { flavour } = useForm()
  const names = useComponentNames(kind)
  const at = useMemo(() => componentsAt(flavour, kind), [flavour, kind])
  const options = useMemo(() => names.map((name) => referenceTo([...at, name])), [names, at])
  const start = referenceTo([...at, ''])
  const shown = (reference: string): string =>
    reference.startsWith(start)
      ? reference.slice(start.length).replaceAll('~1', '/').replaceAll('~0', '~')
      : reference
  return (
    <Autocomplete
      freeSolo
      disableClearable
      size="small"
      options={options}
      value={value}
      getOptionLabel={shown}
      filterOptions={(all, { inputValue }) => {
        const wanted = inputValue.trim().toLowerCase()
        const found = all.filter((reference) => shown(reference).toLowerCase().includes(wanted))
        return found.slice(0, offered)
      }}
      onChange={(_event, typed) => {
        const text = typed.trim()
        if (text === '' || text === value) return
        onPick(names.includes(text) ? referenceTo([...at, text]) : text)
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus={autoFocus}
          label={`Reference to a ${componentNames[kind]}`}
          placeholder="Name, or ./file.yaml#/Pet"
        />
      )}
    />
  )
}
