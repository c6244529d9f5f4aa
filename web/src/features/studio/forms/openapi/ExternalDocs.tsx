import type { Path } from '../../../../../../editing/types.ts'
import { FormSection } from '../fields/FormSection.tsx'
import { Fields } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'

/** Documentation elsewhere. */
export function ExternalDocs({ path }: { path: Path }) {
  return (
    <FormSection title="External documentation">
      <Fields>
        <TextField path={[...path, 'url']} label="URL" prune={1} placeholder="https://" />
        <TextField path={[...path, 'description']} label="Description" prune={1} />
      </Fields>
    </FormSection>
  )
}
