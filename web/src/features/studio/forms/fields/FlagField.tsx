import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { memo } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { pathKey, removeEdits, setEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart } from '../binding/use-part.ts'

interface Props {
  path: Path
  label: string
  /** What holds where nothing is written. */
  standard?: boolean
}

const sameProps = (before: Props, after: Props): boolean =>
  pathKey(before.path) === pathKey(after.path) && before.label === after.label

/** Yes or no; what holds anyway is not written, unless it was written already. */
export const FlagField = memo(function FlagField({ path, label, standard = false }: Props) {
  const { source, run, look } = useForm()
  const { value, problem } = usePart(path)
  const change = (isOn: boolean) =>
    run(isOn === standard ? removeEdits(look, path) : setEdits(look, path, isOn))
  return (
    <FormControlLabel
      disabled={source.readOnly || problem !== null}
      sx={{ mr: 1, ml: -0.5 }}
      slotProps={{ typography: { variant: 'body2' } }}
      control={
        <Checkbox
          size="small"
          sx={{ p: 0.5 }}
          checked={typeof value === 'boolean' ? value : standard}
          onChange={(event) => change(event.target.checked)}
        />
      }
      label={label}
    />
  )
}, sameProps)
