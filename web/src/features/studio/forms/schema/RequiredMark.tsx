import ButtonBase from '@mui/material/ButtonBase'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { SchemaRow } from './rows.ts'

interface Props {
  row: SchemaRow
  isReadOnly: boolean
  onChange: (isRequired: boolean) => void
}

/** Whether a property has to be there: one press changes it. */
export function RequiredMark({ row, isReadOnly, onChange }: Props) {
  return (
    <ButtonBase
      aria-pressed={row.isRequired}
      aria-label={`${row.name} is required`}
      title={row.isRequired ? 'Required: press to make it optional' : 'Optional: press to make it required'}
      disabled={isReadOnly}
      onClick={() => onChange(!row.isRequired)}
      sx={{
        px: 0.75,
        minHeight: 28,
        borderRadius: 0.75,
        fontSize: typeSizes.caption,
        fontWeight: row.isRequired ? 600 : 400,
        color: row.isRequired ? 'warning.main' : 'text.secondary',
        '&:hover, &:focus-visible': { backgroundColor: 'action.hover', color: 'text.primary' },
      }}
    >
      {row.isRequired ? 'required' : 'optional'}
    </ButtonBase>
  )
}
