import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'

/**
 * The browser's own select: quick, and at home on a phone. MUI's would bring its labelled fields, 5 KiB, to every page
 * of docs before it paints.
 */
export const NativeSelect = styled('select')({
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
  '&[data-size="large"]': {
    width: '100%',
    fontSize: typeSizes.code,
    fontWeight: 500,
    padding: '7px 10px',
    borderRadius: 8,
  },
})

export interface Option {
  value: string
  label: string
  /** Options of one group stand together under its name. */
  group?: string
}

/** A choice among options, named for who does not see it. */
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
    <NativeSelect aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {grouped(options).map(([group, members]) =>
        group === undefined ? (
          members.map(asOption)
        ) : (
          <optgroup key={group} label={group}>
            {members.map(asOption)}
          </optgroup>
        ),
      )}
    </NativeSelect>
  )
}

const asOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
)

function grouped(options: readonly Option[]): [string | undefined, Option[]][] {
  const groups = new Map<string | undefined, Option[]>()
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  return [...groups]
}
