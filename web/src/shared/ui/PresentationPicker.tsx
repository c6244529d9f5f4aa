import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Check from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { iconColours, iconNames } from '../../../../supabase/functions/_shared/domain/appearance.ts'
import { colourNames } from './colour-names.ts'
import { HexField } from './HexField.tsx'
import { ProjectIcon } from './ProjectIcon.tsx'
import { projectIcons } from './project-icons.ts'
import { pictureSizes } from './sizes.ts'
import { TileRadios } from './TileRadios.tsx'

interface Presentation {
  icon: string
  color: string
}

interface Props extends Presentation {
  onChange: (next: Presentation) => void
  label: string
  isDisabled?: boolean
}

const icons = iconNames.map((name) => {
  const Icon = projectIcons[name]
  return { value: name, label: spoken(name), content: <Icon fontSize="small" /> }
})

const colours = iconColours.map((colour) => ({
  value: colour as string,
  label: colourNames[colour],
  content: <Swatch colour={colour} />,
}))

/** Chooses the icon and the colour of a project, group or team. */
export function PresentationPicker({ icon, color, onChange, label, isDisabled = false }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const colour = colours.find(({ value }) => value.toLowerCase() === color.toLowerCase())
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        disabled={isDisabled}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`${label}: ${spoken(icon)}, ${colour?.label ?? color}`}
        startIcon={<ProjectIcon name={icon} colour={color} size="row" />}
        endIcon={<ArrowDropDown />}
        sx={{ justifySelf: 'start', borderColor: 'divider', fontWeight: 500, py: 0.75 }}
      >
        {label}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: 342, p: 2, mt: 0.5 } } }}
      >
        <Box sx={{ display: 'grid', gap: 2 }}>
          <TileRadios
            legend="Icon"
            value={icon}
            options={icons}
            size={34}
            onChange={(next) => onChange({ icon: next, color })}
          />
          <TileRadios
            legend="Colour"
            value={colour?.value ?? ''}
            options={colours}
            size={30}
            isRound
            checkedContent={(value) => <Swatch colour={value} isChecked />}
            onChange={(next) => onChange({ icon, color: next })}
          />
          <HexField value={color} onChange={(next) => onChange({ icon, color: next })} />
        </Box>
      </Popover>
    </>
  )
}

function Swatch({ colour, isChecked = false }: { colour: string; isChecked?: boolean }) {
  return (
    <Box
      sx={{
        width: pictureSizes.line,
        height: pictureSizes.line,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        color: 'common.white',
        backgroundColor: colour,
      }}
    >
      {isChecked ? <Check fontSize="compact" /> : null}
    </Box>
  )
}

/** 'cabinet-filing' as it is read: 'Cabinet filing'. */
function spoken(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}
