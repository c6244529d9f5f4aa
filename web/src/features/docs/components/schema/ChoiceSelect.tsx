import { styled } from '@mui/material/styles'
import { type ReactNode, useId, useState } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { SchemaLike } from '../../model/types.ts'
import type { SchemaChoice } from '../../schema/view.ts'
import { NativeSelect } from '../Select.tsx'

const Frame = styled('div')({
  marginTop: 8,
  '& > .choose': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, paddingBottom: 6 },
  '& label': { color: 'var(--docs-muted)', fontSize: typeSizes.note, fontWeight: 600 },
})

/** Alternatives of a schema, one shown at a time. */
export function ChoiceSelect({
  choice,
  renderOption,
}: {
  choice: SchemaChoice
  renderOption: (schema: SchemaLike) => ReactNode
}) {
  const [index, setIndex] = useState(0)
  const id = useId()
  const option = choice.options[index] ?? choice.options[0]
  const title = choice.kind === 'oneOf' ? 'One of' : 'Any of'
  return (
    <Frame>
      <div className="choose">
        <label htmlFor={id}>
          {title}
          {choice.discriminator ? ` (by ${choice.discriminator})` : ''}
        </label>
        <NativeSelect id={id} value={index} onChange={(event) => setIndex(Number(event.target.value))}>
          {choice.options.map(({ label }, at) => (
            <option key={label} value={at}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </div>
      {/* Rows of another alternative start afresh. */}
      {option ? <div key={index}>{renderOption(option.schema)}</div> : null}
    </Frame>
  )
}
