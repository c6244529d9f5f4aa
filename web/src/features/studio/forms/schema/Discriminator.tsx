import { useMemo } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { componentsAt, referenceTo } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { Fields } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { TextMap } from '../fields/TextMap.tsx'
import { useComponentNames } from './use-components.ts'

/** By which property one tells the variants apart, and which value means which. */
export function Discriminator({ path }: { path: Path }) {
  const { flavour } = useForm()
  const names = useComponentNames('schemas')
  const references = useMemo(
    () => names.slice(0, 200).map((name) => referenceTo([...componentsAt(flavour, 'schemas'), name])),
    [names, flavour],
  )
  return (
    <FormSection isInner title="Discriminator" hint="The property that tells the variants apart.">
      <Fields>
        <TextField path={[...path, 'propertyName']} label="Property" isMono prune={1} />
      </Fields>
      <TextMap
        path={[...path, 'mapping']}
        title="Mapping"
        noun="mapping"
        nameLabel="Value of the property"
        placeholder="#/components/schemas/Cat"
        suggestions={references}
      />
    </FormSection>
  )
}
