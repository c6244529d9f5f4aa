import { memo, useId } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { pathKey, removeEdits, setEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart } from '../binding/use-part.ts'
import { Control, FieldLabel, FieldRow } from './style.ts'

export interface Choice {
  /** As it stands in the description; undefined: nothing stands there. */
  value: unknown
  label: string
}

interface Props {
  path: Path
  label: string
  choices: readonly Choice[]
  prune?: number
  isLabelHidden?: boolean
}

const sameProps = (before: Props, after: Props): boolean =>
  pathKey(before.path) === pathKey(after.path) &&
  before.choices === after.choices &&
  before.label === after.label

/** One of a few values; one that is none of them stays in the list for as long as it stands there. */
export const ChoiceField = memo(function ChoiceField(props: Props) {
  const { path, label, choices, prune = 0, isLabelHidden = false } = props
  const { source, run, look } = useForm()
  const id = useId()
  const { value, problem } = usePart(path)
  const written = JSON.stringify(value)
  const known = choices.findIndex((choice) => JSON.stringify(choice.value) === written)
  const isReadOnly = source.readOnly || problem !== null
  const choose = (index: number) => {
    const choice = choices[index]
    if (!choice) return
    run(choice.value === undefined ? removeEdits(look, path, prune) : setEdits(look, path, choice.value))
  }
  const control = (
    <Control data-readonly={isReadOnly || undefined}>
      <select
        id={id}
        value={known}
        disabled={isReadOnly}
        aria-label={isLabelHidden ? label : undefined}
        onFocus={() => source.awareness.edit(path)}
        onBlur={() => source.awareness.edit(null)}
        onChange={(event) => choose(Number(event.target.value))}
      >
        {known === -1 ? <option value={-1}>{value === undefined ? '—' : String(value)}</option> : null}
        {choices.map((choice, index) => (
          <option key={choice.label} value={index}>
            {choice.label}
          </option>
        ))}
      </select>
    </Control>
  )
  if (isLabelHidden) return control
  return (
    <FieldRow>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      {control}
    </FieldRow>
  )
}, sameProps)

/** Choices of texts that are called as they are written. */
export const textChoices = (values: readonly string[], none?: string): Choice[] => [
  ...(none === undefined ? [] : [{ value: undefined, label: none }]),
  ...values.map((value) => ({ value, label: value })),
]
