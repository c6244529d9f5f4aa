import Chip from '@mui/material/Chip'
import { useId, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { appendEdits, removeEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart } from '../binding/use-part.ts'
import { NameBox } from './NameBox.tsx'
import { FieldLabel, FieldRow, Line } from './style.ts'

interface Props {
  path: Path
  label: string
  /** One of them. */
  noun: string
  suggestions?: readonly string[]
  prune?: number
  /** What is typed, as the value that is written. */
  read?: ((text: string) => unknown) | undefined
}

const shownOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A list of short values, each a chip; the last one takes the list with it. */
export function TextListField({ path, label, noun, suggestions, prune = 1, read = (text) => text }: Props) {
  const { run, look, source } = useForm()
  const { value, problem } = usePart(path)
  const id = useId()
  const [rounds, setRounds] = useState(0)
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const isReadOnly = source.readOnly || problem !== null
  const add = (text: string): string | null => {
    const made = read(text)
    if (list.some((known) => JSON.stringify(known) === JSON.stringify(made)))
      return `${text} is there already.`
    const why = run(appendEdits(look, path, made))?.reason ?? null
    if (why === null) setRounds(rounds + 1)
    return why
  }
  return (
    <FieldRow role="group" aria-labelledby={id}>
      <FieldLabel as="span" id={id}>
        {label}
      </FieldLabel>
      <Line sx={{ gap: 0.5, minHeight: 32 }}>
        {list.map((element, index) => (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: equal values may stand twice
            key={index}
            size="small"
            variant="outlined"
            label={shownOf(element)}
            {...(!isReadOnly && {
              onDelete: () => run(removeEdits(look, [...path, index], prune)),
              'aria-label': `${shownOf(element)}: Delete takes it away`,
            })}
            sx={{ maxWidth: 1 }}
          />
        ))}
        {isReadOnly ? null : (
          <div style={{ flex: '1 1 120px', maxWidth: 240, minWidth: 100 }}>
            <NameBox
              // The next one begins empty, at the same place.
              key={rounds}
              autoFocus={rounds > 0}
              isBare
              label={`Add ${noun}`}
              placeholder={`Add ${noun}`}
              name=""
              onName={add}
              onCancel={() => undefined}
              {...(suggestions && { suggestions: suggestions.filter((one) => !list.includes(one)) })}
            />
          </div>
        )}
      </Line>
    </FieldRow>
  )
}
