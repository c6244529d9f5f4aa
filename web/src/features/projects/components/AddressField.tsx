import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { TextInput } from '../../../shared/ui/forms/TextInput.tsx'

export const invalidAddress = 'Must be a valid URL'

interface Props {
  label: string
  /** What the button beside it does with the address. */
  action: string
  value: string
  onChange: (text: string) => void
  onTake: () => void
  fault: string | null
  busy: boolean
  disabled: boolean
}

/** Takes an address, by its button or the enter key. */
export function AddressField({ label, action, value, onChange, onTake, fault, busy, disabled }: Props) {
  return (
    <Box
      sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        // The project is not made by this key yet.
        event.preventDefault()
        if (!busy) onTake()
      }}
    >
      <TextInput
        name="url"
        label={label}
        type="url"
        value={value}
        error={fault !== null}
        helperText={fault}
        disabled={disabled || busy}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        variant="outlined"
        loading={busy}
        disabled={disabled || value.trim() === ''}
        onClick={onTake}
        sx={{ flex: 'none', mt: 0.25 }}
      >
        {action}
      </Button>
    </Box>
  )
}

/** Whether a text is the address of something on the web. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
