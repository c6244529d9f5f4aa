import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { hexColourPattern } from '../../../../supabase/functions/_shared/domain/colours.ts'

/** A colour by its hex digits, with or without '#'. What is no colour is not passed on and forgotten on leaving. */
export function HexField({ value, onChange }: { value: string; onChange: (next: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const colour = typed === undefined ? value : withHash(typed)
  const isWrong = !hexColourPattern.test(colour)
  const type = (text: string) => {
    setTyped(text)
    if (hexColourPattern.test(withHash(text))) onChange(withHash(text))
  }
  return (
    <TextField
      label="Hex colour"
      value={typed ?? value}
      error={isWrong}
      helperText={isWrong ? 'Must be a hex colour such as #2ea44e' : undefined}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(undefined)}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none', maxLength: 9 } }}
    />
  )
}

function withHash(text: string): string {
  const digits = text.trim()
  return digits.startsWith('#') ? digits : `#${digits}`
}
