import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { hexColourPattern } from '../../../../../supabase/functions/_shared/domain/colours.ts'
import { opaque } from '../../../../../supabase/functions/_shared/domain/theme.ts'

interface Props {
  label: string
  /** #rrggbb; undefined for the product's own. */
  value: string | undefined
  /** What the picker begins with where there is none. */
  usual: string
  warning: string | undefined
  onChange: (colour: string | undefined) => void
  /** That what stands there is no colour, or is one again. */
  onWrong: (isWrong: boolean) => void
}

/** A colour by the system's picker or its hex digits; empty is the product's own. */
export function ColourField({ label, value, usual, warning, onChange, onWrong }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value ?? ''
  const isWrong = isNoColour(text)
  const type = (next: string) => {
    setTyped(next)
    onWrong(isNoColour(next))
    if (next.trim() === '') onChange(undefined)
    else if (!isNoColour(next)) onChange(opaque(withHash(next)))
  }
  return (
    <div>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <Box
          component="input"
          type="color"
          aria-label={`Pick ${label.toLowerCase()} colour`}
          value={value ?? usual}
          onChange={(event) => {
            setTyped(undefined)
            onWrong(false)
            onChange(event.target.value)
          }}
          sx={{
            flex: 'none',
            width: 40,
            height: 40,
            p: 0.25,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            backgroundColor: 'background.paper',
            cursor: 'pointer',
          }}
        />
        <TextField
          label={label}
          value={text}
          placeholder="Default"
          error={isWrong}
          helperText={isWrong ? 'Must be a hex colour such as #2ea44e' : undefined}
          onChange={(event) => type(event.target.value)}
          // What is wrong stays to be seen, rather than that something else is saved.
          onBlur={() => !isWrong && setTyped(undefined)}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: {
              spellCheck: false,
              autoCapitalize: 'none',
              maxLength: 9,
              ...(warning && { 'aria-describedby': id }),
            },
          }}
        />
      </Box>
      {warning ? (
        <FormHelperText id={id} role="status" sx={{ ml: 6.5, color: 'warning.main' }}>
          {warning}
        </FormHelperText>
      ) : null}
    </div>
  )
}

const isNoColour = (text: string) => text.trim() !== '' && !hexColourPattern.test(withHash(text))

function withHash(text: string): string {
  const digits = text.trim()
  return digits.startsWith('#') ? digits : `#${digits}`
}
