import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'

const Native = styled('select')({
  font: 'inherit',
  fontSize: typeSizes.note,
  maxWidth: '100%',
  minWidth: 0,
  padding: '4px 8px',
  borderRadius: 6,
  border: '1px solid var(--docs-border)',
  background: 'var(--docs-paper)',
  color: 'var(--docs-text)',
  textOverflow: 'ellipsis',
})

export interface Option {
  value: string
  label: string
}

/** The browser's own select: quick, and at home on a phone. */
export function Select({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}) {
  return (
    <Native aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Native>
  )
}
