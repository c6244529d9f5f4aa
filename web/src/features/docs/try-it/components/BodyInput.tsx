import { useId } from 'react'
import { MediaTypeSelect } from '../../components/operation/MediaTypeSelect.tsx'
import { Select } from '../../components/Select.tsx'
import type { MediaContent } from '../../model/types.ts'
import { isJson } from '../../samples/media-type.ts'
import { isObject } from '../../samples/request.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { jsonText } from '../../schema/json-text.ts'
import { labelOf } from '../../schema/view.ts'
import { type BodyTyped, bodyFields, bodyKind } from '../body.ts'
import type { FormProblems } from '../form.ts'
import { typedOf } from '../shape.ts'
import { Field } from './style.ts'
import { ValueInput } from './ValueInput.tsx'

interface Props {
  content: MediaContent
  contents: readonly MediaContent[]
  doc: SchemaDoc
  required: boolean
  typed: BodyTyped
  problems: FormProblems
  onMediaType: (mediaType: string) => void
  onChange: (typed: BodyTyped) => void
}

/** The body of a request: as text, field by field, or a file. */
export function BodyInput(props: Props) {
  const { content, contents, doc, required, typed, onChange, onMediaType } = props
  const examples = (content.examples ?? []).filter(({ value }) => value !== undefined)
  const options = examples.map(({ key, summary }, index) => ({ value: String(index), label: summary || key }))
  const takeOver = (index: number): void => onChange(withExample(content, doc, typed, examples[index]?.value))
  return (
    <fieldset>
      <legend>
        Body
        <MediaTypeSelect
          contents={contents}
          value={content.mediaType}
          onChange={onMediaType}
          label="Body content type"
        />
      </legend>
      {options.length > 1 ? (
        <Select
          label="Fill in an example"
          value=""
          options={[{ value: '', label: 'Fill in an example…' }, ...options]}
          onChange={(value) => value !== '' && takeOver(Number(value))}
        />
      ) : null}
      {bodyKind(content, doc) === 'text' ? (
        <TextBody {...props} />
      ) : bodyKind(content, doc) === 'file' ? (
        <ValueInput
          name="File"
          shape={{ kind: 'file', several: false }}
          required={required}
          value=""
          onChange={() => undefined}
          files={typed.files[''] ?? []}
          onFiles={(files) => onChange({ ...typed, files: { '': files } })}
          problem={props.problems.body}
        />
      ) : (
        <FormBody {...props} />
      )}
    </fieldset>
  )
}

function TextBody({ content, required, typed, problems, onChange }: Props) {
  const id = useId()
  const rows = Math.min(18, Math.max(4, typed.text.split('\n').length + 1))
  return (
    <Field>
      <textarea
        aria-label={isJson(content.mediaType) ? 'Body as JSON' : 'Body'}
        value={typed.text}
        onChange={(event) => onChange({ ...typed, text: event.target.value })}
        rows={rows}
        spellCheck={false}
        aria-required={required || undefined}
        aria-invalid={problems.body ? true : undefined}
        aria-describedby={problems.body ? id : undefined}
      />
      {problems.body ? (
        <span className="error" id={id}>
          {problems.body}
        </span>
      ) : null}
    </Field>
  )
}

function FormBody({ content, doc, typed, problems, onChange }: Props) {
  return bodyFields(content, doc).map(({ name, shape, schema, required }) => (
    <ValueInput
      key={name}
      name={name}
      type={labelOf(schema, doc)}
      shape={shape}
      required={required}
      value={typed.fields[name] ?? ''}
      onChange={(value) => onChange({ ...typed, fields: { ...typed.fields, [name]: value } })}
      files={typed.files[name] ?? []}
      onFiles={(files) => onChange({ ...typed, files: { ...typed.files, [name]: files } })}
      problem={problems[`body ${name}`]}
    />
  ))
}

function withExample(content: MediaContent, doc: SchemaDoc, typed: BodyTyped, value: unknown): BodyTyped {
  if (bodyKind(content, doc) === 'text')
    return {
      ...typed,
      text: typeof value === 'string' && !isJson(content.mediaType) ? value : jsonText(value, 2),
    }
  const given = isObject(value) ? value : {}
  const fields = bodyFields(content, doc).map(({ name, shape }) => [name, typedOf(given[name], shape)])
  return { ...typed, fields: Object.fromEntries(fields) }
}
