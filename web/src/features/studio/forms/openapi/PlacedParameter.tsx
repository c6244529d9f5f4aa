import type { Path } from '../../../../../../editing/types.ts'
import { useForm } from '../binding/form-context.tsx'
import { ChoiceField, textChoices } from '../fields/ChoiceField.tsx'
import { Fields } from '../fields/style.ts'
import { ParameterForm } from './ParameterForm.tsx'

const places3 = textChoices(['path', 'query', 'header', 'cookie'])
const places2 = textChoices(['path', 'query', 'header', 'formData', 'body'])

/** A parameter among the components: its place is one of its fields. */
export function PlacedParameter({ path }: { path: Path }) {
  const { flavour } = useForm()
  return (
    <>
      <Fields>
        <ChoiceField
          path={[...path, 'in']}
          label="Stands in"
          choices={flavour === 'oas2' ? places2 : places3}
        />
      </Fields>
      <ParameterForm path={path} />
    </>
  )
}
