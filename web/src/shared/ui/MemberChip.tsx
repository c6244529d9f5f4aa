import Chip, { type ChipProps } from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import { labelOf, type Picked } from './member-picks.ts'
import { PersonAvatar } from './PersonAvatar.tsx'

interface Props {
  item: ChipProps
  picked: Picked
  onEdit: () => void
}

/** Somebody picked; an address with a problem is red, and a click takes it back into the text. */
export function MemberChip({ item, picked, onEdit }: Props) {
  const label = labelOf(picked)
  const common = { ...item, label, size: 'small' as const, sx: { maxWidth: '100%' } }
  if (picked.kind === 'member') {
    return <Chip {...common} avatar={<PersonAvatar name={label} size="chip" />} />
  }
  if (picked.problem === null) return <Chip {...common} />
  return (
    <Tooltip title={`${picked.problem}. Click to edit.`}>
      <Chip
        {...common}
        color="error"
        variant="outlined"
        onClick={onEdit}
        aria-label={`${label}: ${picked.problem}`}
      />
    </Tooltip>
  )
}
