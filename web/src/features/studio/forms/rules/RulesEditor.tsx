import { addEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, useSelected } from '../binding/use-part.ts'
import { AddNamed } from '../fields/AddNamed.tsx'
import { DeletableLine } from '../fields/DeletableLine.tsx'
import { Disclosure } from '../fields/Disclosure.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { Fields, Nothing } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { TextListField } from '../fields/TextListField.tsx'
import { RuleForm } from './RuleForm.tsx'
import { changeChoices, freshRule } from './words.ts'

const rules = ['rules']
const guides = ['spectral:oas', 'spectral:asyncapi', 'spectral:arazzo']

/** A style guide: what it extends, and its rules. */
export function RulesEditor() {
  const { look, run } = useForm()
  const names = useKeys(rules).map(String)
  const isList = useSelected(() => look(['extends']) === undefined || Array.isArray(look(['extends'])))
  const add = (name: string) =>
    names.includes(name)
      ? `There is a rule “${name}” already.`
      : (run(addEdits(look, rules, name, freshRule()))?.reason ?? null)
  return (
    <>
      <FormSection title="Style guide">
        <Fields>
          <TextField path={['description']} label="Description" isMultiline />
          <TextField path={['documentationUrl']} label="Documentation" placeholder="https://" />
          {isList ? (
            <TextListField path={['extends']} label="Extends" noun="ruleset" suggestions={guides} />
          ) : (
            <TextField path={['extends']} label="Extends" isMono />
          )}
        </Fields>
      </FormSection>
      <FormSection
        title="Rules"
        count={names.length}
        actions={<AddNamed label="Add rule" nameLabel="Name of the new rule" onAdd={add} />}
      >
        {names.length === 0 ? <Nothing>No rules of its own yet.</Nothing> : null}
        {names.map((name) => (
          <DeletableLine key={name} of={name} path={[...rules, name]}>
            <Disclosure label={name} summary={<Severity name={name} />}>
              {() => <RuleForm path={[...rules, name]} />}
            </Disclosure>
          </DeletableLine>
        ))}
      </FormSection>
    </>
  )
}

function Severity({ name }: { name: string }) {
  const { look } = useForm()
  const severity = useSelected(() => {
    const value = look([...rules, name])
    if (typeof value !== 'object' || value === null) return value
    return look([...rules, name, 'severity']) ?? 'warn'
  })
  return <>{changeChoices.find(({ value }) => value === severity)?.label ?? String(severity)}</>
}
