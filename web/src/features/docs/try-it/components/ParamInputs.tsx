import type { Operation } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { askedParams, type FormProblems, type FormTyped, places } from '../form.ts'
import { givenExample, schemaOf, shapeOf, typedOf, typeLabel } from '../shape.ts'
import { ValueInput } from './ValueInput.tsx'

/** The parameters of a request, a group for each place they go. */
export function ParamInputs({
  operation,
  doc,
  signInIndex,
  typed,
  problems,
  onChange,
}: {
  operation: Operation
  doc: SchemaDoc
  signInIndex: number
  typed: FormTyped['params']
  problems: FormProblems
  onChange: (typed: FormTyped['params']) => void
}) {
  return places.map(([place, title]) => {
    const params = askedParams(operation, place, signInIndex)
    if (params.length === 0) return null
    return (
      <fieldset key={place}>
        <legend>{title}</legend>
        {params.map((param) => {
          const key = `${place} ${param.name}` as const
          const shape = shapeOf(schemaOf(param), doc)
          const example = typedOf(givenExample(param, doc), shape)
          return (
            <ValueInput
              key={key}
              name={param.name}
              type={typeLabel(param, doc)}
              shape={shape}
              required={param.required ?? false}
              placeholder={[example].flat()[0] ?? ''}
              value={typed[key] ?? ''}
              onChange={(value) => onChange({ ...typed, [key]: value })}
              problem={problems[key]}
            />
          )
        })}
      </fieldset>
    )
  })
}
