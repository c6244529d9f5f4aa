import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useState } from 'react'
import {
  type ThemeKey,
  themeKeys,
  themeOf,
  type WorkspaceTheme,
} from '../../../../../supabase/functions/_shared/domain/theme.ts'
import {
  isSameTheme,
  presetNamed,
  type ThemePreset,
  themePresets,
} from '../../../../../supabase/functions/_shared/domain/theme-presets.ts'
import { messageOf } from '../../../shared/data/api.ts'
import {
  isChangedMeanwhile,
  useSaveSettings,
  useSettings,
  type WorkspaceSettings,
} from '../../../shared/data/settings.ts'
import { previewTheme } from '../../../shared/data/theme-preview.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { type Failure, failureOf } from '../../../shared/ui/forms/failure.ts'
import { Overtaken } from '../saving/Overtaken.tsx'
import { ColourField } from './ColourField.tsx'
import { contrastWarnings } from './warnings.ts'

const labels: Record<ThemeKey, string> = {
  'color-sidebar-bg': 'Background',
  'color-on-sidebar': 'Text',
  'color-primary': 'Primary',
  'color-accent': 'Accent',
  'color-sidebar-border': 'Border',
}

const presets = Object.keys(themePresets) as ThemePreset[]
const none = '---'
const own = 'own'

interface Props {
  /** As it is stored: who saves says what they saw, to the letter. */
  kept: WorkspaceSettings['theme']
  isInPlan: boolean
  onClose: () => void
}

/** The five colours: by a preset or one by one, tried on the page behind before they are everybody's. */
export default function ThemeDialog({ kept, isInPlan, onClose }: Props) {
  const id = useId()
  const [stored, setStored] = useState(kept)
  const seen = themeOf(stored)
  const [theme, setTheme] = useState(seen)
  const [wrong, setWrong] = useState<ThemeKey[]>([])
  // Another theme at once: what was typed into a field is no part of it.
  const [round, setRound] = useState(0)
  const [isLive, setLive] = useState(true)
  const [failure, setFailure] = useState<Failure>()
  const [overtakenBy, setOvertakenBy] = useState<string>()
  const settings = useSettings()
  const change = useSaveSettings({ isSilent: true })
  useEffect(() => previewTheme(isLive ? theme : null), [isLive, theme])
  useEffect(() => () => previewTheme(null), [])

  const isEmpty = Object.keys(theme).length === 0
  const preset = isEmpty ? none : (presetNamed(theme) ?? own)
  const warnings = contrastWarnings(theme)
  const set = (key: ThemeKey, colour: string | undefined) => {
    const { [key]: _left, ...rest } = theme
    setTheme(colour === undefined ? rest : { ...rest, [key]: colour })
  }
  const replace = (next: WorkspaceTheme) => {
    setTheme(next)
    setWrong([])
    setRound(round + 1)
  }
  const save = async () => {
    setFailure(undefined)
    setOvertakenBy(undefined)
    try {
      await change.mutateAsync({ changes: { theme }, seen: { theme: stored }, setting: 'Theme' })
      onClose()
    } catch (error) {
      const theirs = isChangedMeanwhile(error) ? await settings.refetch() : null
      if (theirs?.isSuccess) {
        setStored(theirs.data?.theme ?? {})
        setOvertakenBy(messageOf(error))
      } else setFailure(failureOf(error, 'Issue saving the form, please try again.', 'Error Saving Form'))
    }
  }
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth
      aria-labelledby={id}
      // The page behind shows what is tried.
      slotProps={{ backdrop: { sx: { backgroundColor: isLive ? 'transparent' : undefined } } }}
      sx={{ '& .MuiDialog-container': { justifyContent: { md: 'flex-end' } } }}
      onClose={(_event, reason) => {
        if (!change.isPending && (reason === 'escapeKeyDown' || isSameTheme(theme, seen))) onClose()
      }}
    >
      <DialogTitle id={id}>Theme</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <FormControlLabel
          label="Live preview"
          control={<Switch checked={isLive} onChange={(_event, isOn) => setLive(isOn)} />}
        />
        <TextField
          select
          label="Preset"
          value={preset}
          onChange={({ target: { value } }) =>
            replace(value === none ? {} : { ...themePresets[value as ThemePreset] })
          }
        >
          <MenuItem value={none}>{none}</MenuItem>
          {presets.map((name) => (
            <MenuItem key={name} value={name}>
              <Swatches theme={themePresets[name]} />
              {name}
            </MenuItem>
          ))}
          {preset === own ? (
            <MenuItem value={own} disabled>
              Your own colours
            </MenuItem>
          ) : null}
        </TextField>
        {themeKeys.map((key) => (
          <ColourField
            key={`${key} ${round}`}
            label={labels[key]}
            value={theme[key]}
            usual={themePresets.polaris[key]}
            warning={warnings[key]}
            onChange={(colour) => set(key, colour)}
            onWrong={(isWrong) =>
              setWrong([...wrong.filter((other) => other !== key), ...(isWrong ? [key] : [])])
            }
          />
        ))}
        {overtakenBy ? (
          <Overtaken
            said={overtakenBy}
            onTakeTheirs={() => {
              replace(seen)
              setOvertakenBy(undefined)
            }}
          >
            <ColourList theme={seen} />
          </Overtaken>
        ) : null}
        {failure ? (
          <FormError>
            {failure.title}
            {failure.detail ? <Box sx={{ typography: 'body2', mt: 0.5 }}>{failure.detail}</Box> : null}
          </FormError>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button
          color="inherit"
          disabled={change.isPending || (isSameTheme(theme, seen) && wrong.length === 0)}
          onClick={() => replace(seen)}
          sx={{ mr: 'auto' }}
        >
          Reset
        </Button>
        <Button color="inherit" disabled={change.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          loading={change.isPending}
          disabled={isSameTheme(theme, seen) || wrong.length > 0 || (!isInPlan && !isEmpty)}
          onClick={() => void save()}
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function ColourList({ theme }: { theme: WorkspaceTheme }) {
  if (Object.keys(theme).length === 0) return 'The colours of the product'
  return themeKeys.map((key) => (
    <div key={key}>
      <Swatch colour={theme[key]} /> {labels[key]}: {theme[key] ?? 'Default'}
    </div>
  ))
}

function Swatches({ theme }: { theme: WorkspaceTheme }) {
  return (
    <Box component="span" aria-hidden sx={{ display: 'inline-flex', verticalAlign: 'middle', mr: 1.25 }}>
      {(['color-sidebar-bg', 'color-primary', 'color-accent'] as const).map((key) => (
        <Swatch key={key} colour={theme[key]} />
      ))}
    </Box>
  )
}

function Swatch({ colour }: { colour: string | undefined }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-block',
        width: 14,
        height: 14,
        border: 1,
        borderColor: 'divider',
        backgroundColor: colour,
      }}
    />
  )
}
