import type { Path } from '../../../../../../editing/types.ts'
import { addEdits, removeEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys } from '../binding/use-part.ts'
import { AddNamed } from '../fields/AddNamed.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { Line, NoteButton } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'

/** By which property one tells the variants apart, and which value means which. */
export function Discriminator({ path }: { path: Path }) {
  const { look, run, source } = useForm()
  const mapping = [...path, 'mapping']
  const values = useKeys(mapping).map(String)
  const add = (name: string) => run(addEdits(look, mapping, name, ''))?.reason ?? null
  return (
    <FormSection
      isInner
      title="Discriminator"
      actions={<AddNamed label="Add mapping" nameLabel="Value of the property" onAdd={add} />}
    >
      <TextField path={[...path, 'propertyName']} label="Property" isMono prune={1} />
      {values.map((value) => (
        <Line key={value} sx={{ flexWrap: 'nowrap' }}>
          <TextField path={[...mapping, value]} label={value} isMono placeholder="#/components/schemas/Cat" />
          {source.readOnly ? null : (
            <NoteButton type="button" onClick={() => run(removeEdits(look, [...mapping, value], 1))}>
              Delete {value}
            </NoteButton>
          )}
        </Line>
      ))}
    </FormSection>
  )
}
