import type { Path } from '../../../../../../editing/types.ts'
import { looseCodec } from '../binding/codecs.ts'
import { useForm } from '../binding/form-context.tsx'
import { useSelected } from '../binding/use-part.ts'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Referable } from '../fields/Referable.tsx'
import { Fields } from '../fields/style.ts'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { TextField } from '../fields/TextField.tsx'

/** One example without a name, or several with; never both, as the specification asks. */
export function ExampleFields({ path }: { path: Path }) {
  const { has } = useForm()
  const hasOne = useSelected(() => has([...path, 'example']))
  const hasNamed = useSelected(() => has([...path, 'examples']))
  return (
    <>
      {hasNamed && !hasOne ? null : (
        <TextField path={[...path, 'example']} label="Example" codec={looseCodec} isMono isMultiline />
      )}
      {hasOne && !hasNamed ? null : <NamedExamples path={[...path, 'examples']} />}
    </>
  )
}

function NamedExamples({ path }: { path: Path }) {
  return (
    <TabbedMap
      isInner
      path={path}
      title="Named examples"
      noun="example"
      prune={1}
      extract={{ kind: 'examples' }}
      fresh={() => ({ summary: '', value: {} })}
    >
      {(example) => (
        <Referable path={example} kind="examples">
          <ExampleForm path={example} />
        </Referable>
      )}
    </TabbedMap>
  )
}

export function ExampleForm({ path }: { path: Path }) {
  return (
    <Fields>
      <TextField path={[...path, 'summary']} label="Summary" />
      <MarkdownField path={[...path, 'description']} />
      <TextField path={[...path, 'value']} label="Value" codec={looseCodec} isMono isMultiline />
      <TextField path={[...path, 'externalValue']} label="Value elsewhere" isMono placeholder="https://" />
    </Fields>
  )
}
