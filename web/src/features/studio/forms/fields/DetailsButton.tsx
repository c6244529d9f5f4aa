import Tune from '@mui/icons-material/Tune'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'

interface Props {
  of: string
  isOpen: boolean
  /** The id of what it opens. */
  controls: string
  onToggle: () => void
}

/** Opens what is said of something besides its name, its type and its description. */
export function DetailsButton({ of, isOpen, controls, onToggle }: Props) {
  return (
    <Tooltip title="Format, bounds, examples …">
      <IconButton
        size="small"
        aria-label={`Details of ${of}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? controls : undefined}
        color={isOpen ? 'primary' : 'default'}
        onClick={onToggle}
      >
        <Tune fontSize="compact" />
      </IconButton>
    </Tooltip>
  )
}
