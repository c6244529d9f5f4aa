import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import WarningAmber from '@mui/icons-material/WarningAmber'
import ButtonBase from '@mui/material/ButtonBase'
import { visuallyHidden } from '@mui/utils'

interface Props {
  counts: { error: number; warning: number }
  onShow: () => void
}

/** How much is wrong in the files; a click lists it. */
export function ProblemCount({ counts: { error, warning }, onShow }: Props) {
  const label = `${error} ${error === 1 ? 'error' : 'errors'}, ${warning} ${warning === 1 ? 'warning' : 'warnings'}`
  return (
    <ButtonBase onClick={onShow} title={label} sx={{ gap: 0.5, px: 0.5, borderRadius: 0.5 }}>
      <ErrorOutlined fontSize="tiny" aria-hidden sx={{ color: error > 0 ? 'error.main' : 'inherit' }} />
      {error}
      <span style={visuallyHidden}>{error === 1 ? 'error' : 'errors'}</span>
      <WarningAmber
        fontSize="tiny"
        aria-hidden
        sx={{ ml: 0.5, color: warning > 0 ? 'warning.main' : 'inherit' }}
      />
      {warning}
      <span style={visuallyHidden}>{warning === 1 ? 'warning' : 'warnings'}. Show problems</span>
    </ButtonBase>
  )
}
