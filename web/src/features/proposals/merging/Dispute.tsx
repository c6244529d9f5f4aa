import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import type { Choice, Conflict } from './queries.ts'

interface Props {
  conflict: Conflict
  baseline: string
  branch: string
  choice: Choice | null
  onChoose: (choice: Choice) => void
}

/** Something that both sides changed: what each says, and which of them holds. */
export function Dispute({ conflict, baseline, branch, choice, onChoose }: Props) {
  const sides: { value: Choice; label: string; text: string }[] = [
    { value: 'ours', label: `As on ${baseline}`, text: conflict.ours },
    { value: 'theirs', label: `As on ${branch}`, text: conflict.theirs },
  ]
  return (
    <Box
      component="fieldset"
      sx={{
        border: 1,
        borderColor: choice ? 'divider' : 'warning.main',
        borderRadius: 1,
        m: 0,
        p: 1.5,
        minWidth: 0,
      }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ px: 0.5, overflowWrap: 'anywhere' }}>
        {conflict.name}
      </Typography>
      <RadioGroup
        value={choice ?? ''}
        onChange={(_event, value) => onChoose(value === 'theirs' ? 'theirs' : 'ours')}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 1 }}
      >
        {sides.map(({ value, label, text }) => (
          <Box key={value} sx={{ minWidth: 0 }}>
            <FormControlLabel value={value} control={<Radio size="small" />} label={label} />
            <Typography
              component="pre"
              variant="body2"
              tabIndex={0}
              sx={{
                m: 0,
                fontFamily: monospace,
                maxHeight: 140,
                overflow: 'auto',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
              }}
            >
              {text}
            </Typography>
          </Box>
        ))}
      </RadioGroup>
    </Box>
  )
}
