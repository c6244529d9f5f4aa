import type { Path } from '../../../../../../editing/types.ts'
import { jsonCodec } from '../binding/codecs.ts'
import { appendEdits, isRecord, setEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useSelected } from '../binding/use-part.ts'
import { AddButton } from '../fields/AddButton.tsx'
import { ChoiceField } from '../fields/ChoiceField.tsx'
import { DeletableLine } from '../fields/DeletableLine.tsx'
import { Fields } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { TextListField } from '../fields/TextListField.tsx'
import { RuleExamples } from './RuleExamples.tsx'
import { changeChoices, formatNames, functionChoices, optionsOf, severityChoices } from './words.ts'

/** One rule: what it asks, where, and what it says of what fails. */
export function RuleForm({ path }: { path: Path }) {
  const { look } = useForm()
  const kind = useSelected(() => kindOf(look(path)))
  // Only another severity for a rule that is extended.
  if (kind === 'change') return <ChoiceField path={path} label="Severity" choices={changeChoices} />
  return (
    <Fields>
      <TextField path={[...path, 'description']} label="Description" isMultiline />
      <ChoiceField path={[...path, 'severity']} label="Severity" choices={severityChoices} />
      <Given path={[...path, 'given']} />
      <Requirements path={[...path, 'then']} />
      <TextField path={[...path, 'message']} label="Message" placeholder="{{description}}" isMultiline />
      <TextField path={[...path, 'documentationUrl']} label="Documentation" placeholder="https://" />
      <TextListField path={[...path, 'formats']} label="Formats" noun="format" suggestions={formatNames} />
      <RuleExamples path={[...path, 'extensions', 'examples']} />
    </Fields>
  )
}

const kindOf = (value: unknown): 'rule' | 'change' => (isRecord(value) ? 'rule' : 'change')

function Given({ path }: { path: Path }) {
  const { look } = useForm()
  const isList = useSelected(() => Array.isArray(look(path)))
  return isList ? (
    <TextListField path={path} label="Where" noun="place" />
  ) : (
    <TextField path={path} label="Where" isMono isRequired placeholder="$.paths[*][*]" />
  )
}

/** What is asked at each place: one thing, or several. */
function Requirements({ path }: { path: Path }) {
  const { look, run, source } = useForm()
  const count = useSelected(() => {
    const value = look(path)
    return Array.isArray(value) ? value.length : null
  })
  const add = () => {
    const fresh = { function: 'truthy' }
    const value = look(path)
    run(
      count === null
        ? setEdits(look, path, isRecord(value) ? [value, fresh] : fresh)
        : appendEdits(look, path, fresh),
    )
  }
  return (
    <>
      {count === null ? (
        <Requirement path={path} />
      ) : (
        Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no names
          <DeletableLine key={index} of={`requirement ${index + 1}`} path={[...path, index]}>
            <Requirement path={[...path, index]} />
          </DeletableLine>
        ))
      )}
      {source.readOnly ? null : <AddButton label="Ask another thing" onClick={add} />}
    </>
  )
}

function Requirement({ path }: { path: Path }) {
  const { look } = useForm()
  const name = useSelected(() => String(look([...path, 'function']) ?? ''))
  return (
    <Fields>
      <TextField path={[...path, 'field']} label="Field" isMono placeholder="The value itself" />
      <ChoiceField path={[...path, 'function']} label="What" choices={functionChoices} />
      <TextField
        path={[...path, 'functionOptions']}
        label="Options"
        codec={jsonCodec}
        isMono
        isMultiline
        placeholder={optionsOf[name] ?? 'None'}
      />
    </Fields>
  )
}
