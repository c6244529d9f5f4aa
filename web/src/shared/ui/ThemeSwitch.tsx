import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import SystemMode from '@mui/icons-material/SettingsBrightnessOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useColorScheme } from '@mui/material/styles'

const modes = [
  { value: 'light', label: 'Light theme', Icon: LightMode },
  { value: 'dark', label: 'Dark theme', Icon: DarkMode },
  { value: 'system', label: 'Theme of the system', Icon: SystemMode },
] as const

/** Light, dark, or as the system says. Of plain buttons: MUI's ToggleButtons would weigh 3 KiB on every page. */
export function ThemeSwitch() {
  const { mode = 'system', setMode } = useColorScheme()
  return (
    <Box role="group" aria-label="Theme" sx={{ display: 'inline-flex' }}>
      {modes.map(({ value, label, Icon }) => (
        <ButtonBase
          key={value}
          aria-label={label}
          aria-pressed={mode === value}
          onClick={() => setMode(value)}
          sx={{
            p: 0.5,
            border: 1,
            borderColor: 'divider',
            color: 'action.active',
            '& + &': { ml: '-1px' },
            '&:first-of-type': { borderStartStartRadius: 8, borderEndStartRadius: 8 },
            '&:last-of-type': { borderStartEndRadius: 8, borderEndEndRadius: 8 },
            '&:hover': { backgroundColor: 'action.hover' },
            '&[aria-pressed="true"]': { color: 'text.primary', backgroundColor: 'action.selected' },
            '&.Mui-focusVisible': { zIndex: 1, outline: 2, outlineOffset: -2, outlineColor: 'primary.main' },
          }}
        >
          <Icon fontSize="compact" />
        </ButtonBase>
      ))}
    </Box>
  )
}
