import type { Path } from '../../../../../../editing/types.ts'
import { looseCodec, textCodec } from '../binding/codecs.ts'
import { addEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys } from '../binding/use-part.ts'
import { AddNamed } from './AddNamed.tsx'
import { DeletableLine } from './DeletableLine.tsx'
import { FormSection } from './FormSection.tsx'
import { Fields } from './style.ts'
import { TextField } from './TextField.tsx'

interface Props {
  path: Path
  title: string
  noun: string
  nameLabel: string
  placeholder?: string
  hint?: string
  names?: readonly string[]
  suggestions?: readonly string[]
  /** Any value, not texts alone. */
  isLoose?: boolean
}

/** Short values by names that somebody gives. */
export function TextMap({
  path,
  title,
  noun,
  nameLabel,
  placeholder,
  hint,
  names,
  suggestions,
  isLoose,
}: Props) {
  const { look, run } = useForm()
  const keys = useKeys(path).map(String)
  const add = (name: string) =>
    keys.includes(name)
      ? `There is “${name}” already.`
      : (run(addEdits(look, path, name, ''))?.reason ?? null)
  return (
    <FormSection
      isInner
      title={title}
      count={keys.length}
      {...(hint !== undefined && { hint })}
      actions={
        <AddNamed
          label={`Add ${noun}`}
          nameLabel={nameLabel}
          onAdd={add}
          {...(names && { suggestions: names.filter((name) => !keys.includes(name)) })}
        />
      }
    >
      {keys.map((name) => (
        <DeletableLine key={name} of={name} path={[...path, name]}>
          <Fields>
            <TextField
              path={[...path, name]}
              label={name}
              isMono
              codec={isLoose ? looseCodec : textCodec}
              {...(placeholder !== undefined && { placeholder })}
              {...(suggestions && { suggestions })}
            />
          </Fields>
        </DeletableLine>
      ))}
    </FormSection>
  )
}
