import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import SystemMode from '@mui/icons-material/SettingsBrightnessOutlined'
import { useColorScheme } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

const modes = [
  { value: 'light', label: 'Light theme', Icon: LightMode },
  { value: 'dark', label: 'Dark theme', Icon: DarkMode },
  { value: 'system', label: 'Theme of the system', Icon: SystemMode },
] as const

/** Light, dark, or as the system says. */
export function ThemeSwitch() {
  const { mode, setMode } = useColorScheme()
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={mode ?? 'system'}
      onChange={(_event, value: 'light' | 'dark' | 'system' | null) => value && setMode(value)}
      aria-label="Theme"
    >
      {modes.map(({ value, label, Icon }) => (
        <ToggleButton key={value} value={value} aria-label={label} sx={{ p: 0.5 }}>
          <Icon sx={{ fontSize: 18 }} />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
