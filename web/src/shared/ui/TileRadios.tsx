import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { type ReactNode, useId } from 'react'

interface Option {
  value: string
  label: string
  content: ReactNode
}

interface Props {
  legend: string
  value: string
  options: Option[]
  size: number
  isRound?: boolean
  checkedContent?: (value: string) => ReactNode
  onChange: (value: string) => void
}

/** One of many small pictures; native radio buttons underneath, so the arrow keys walk. */
export function TileRadios({ legend, value, options, size, isRound, checkedContent, onChange }: Props) {
  const name = useId()
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 0.75 }}>
        {legend}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: `repeat(auto-fill, ${size}px)`, gap: 0.5 }}>
        {options.map((option) => {
          const isChecked = option.value === value
          return (
            <Box
              key={option.value}
              component="label"
              title={option.label}
              sx={(theme) => ({
                position: 'relative',
                display: 'grid',
                placeItems: 'center',
                width: size,
                height: size,
                borderRadius: isRound ? '50%' : 1,
                cursor: 'pointer',
                color: 'text.secondary',
                '&:hover': { backgroundColor: 'action.hover' },
                '&:has(:checked)': {
                  color: 'primary.main',
                  boxShadow: `inset 0 0 0 2px ${theme.vars?.palette.primary.main}`,
                },
                '&:has(:focus-visible)': {
                  outline: `2px solid ${theme.vars?.palette.primary.main}`,
                  outlineOffset: 1,
                },
              })}
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={isChecked}
                onChange={() => onChange(option.value)}
                aria-label={option.label}
                style={visuallyHidden}
              />
              {isChecked && checkedContent ? checkedContent(option.value) : option.content}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
