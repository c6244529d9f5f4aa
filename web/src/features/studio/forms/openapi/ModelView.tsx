import type { Path } from '../../../../../../editing/types.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys } from '../binding/use-part.ts'
import { FormSection } from '../fields/FormSection.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Fields } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { SchemaEditor } from '../schema/SchemaEditor.tsx'
import { OpenList } from './OpenList.tsx'

/** A model: a component of a description, or a file with one schema. */
export function ModelView({ path }: { path: Path }) {
  const { flavour } = useForm()
  const name = path.length === 0 ? 'the model' : String(path.at(-1))
  return (
    <>
      <Fields>
        <TextField path={[...path, 'title']} label="Title" isStrong />
        <MarkdownField path={[...path, 'description']} />
      </Fields>
      <FormSection title="Schema">
        <SchemaEditor path={path} label={`Schema of ${name}`} />
      </FormSection>
      {flavour === 'schema' && path.length === 0 ? <Definitions /> : null}
    </>
  )
}

function Definitions() {
  const named = useKeys(['$defs'])
  const old = useKeys(['definitions'])
  const all = [
    ...named.map((name) => ['$defs', String(name)]),
    ...old.map((name) => ['definitions', String(name)]),
  ]
  if (all.length === 0) return null
  return (
    <FormSection title="Definitions" count={all.length}>
      <OpenList paths={all} />
    </FormSection>
  )
}
