import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import { useForm } from '../binding/form-context.tsx'

interface Props {
  label: string
  choices: readonly { value: string; label: ReactNode }[]
  onPick: (value: string) => void
}

/** Adds one of several kinds; readers have none. */
export function AddMenu({ label, choices, onPick }: Props) {
  const { source } = useForm()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (source.readOnly || choices.length === 0) return null
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ flex: 'none', py: 0.25 }}
      >
        {label}
      </Button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { dense: true } }}>
          {choices.map((choice) => (
            <MenuItem
              key={choice.value}
              onClick={() => {
                setAnchor(null)
                onPick(choice.value)
              }}
            >
              {choice.label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  )
}
