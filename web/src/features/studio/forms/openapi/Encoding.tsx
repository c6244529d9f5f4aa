import type { ReactNode } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { useKeys } from '../binding/use-part.ts'
import { ChoiceField, textChoices } from '../fields/ChoiceField.tsx'
import { FlagField } from '../fields/FlagField.tsx'
import { Fields, Line } from '../fields/style.ts'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { TextField } from '../fields/TextField.tsx'

const styles = textChoices(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'], 'Standard')

/** How the parts of a form are sent, by property of its schema. */
export function Encoding({
  path,
  renderHeaders,
}: {
  path: Path
  renderHeaders?: ((path: Path) => ReactNode) | undefined
}) {
  const properties = useKeys([...path, 'schema', 'properties']).map(String)
  return (
    <TabbedMap
      isInner
      path={[...path, 'encoding']}
      title="Encoding"
      noun="encoding"
      suggestions={properties}
      placeholder="Property"
      prune={1}
      fresh={() => ({ contentType: 'application/octet-stream' })}
      empty="As the types of the properties say."
    >
      {(encoding) => (
        <>
          <Fields>
            <TextField path={[...encoding, 'contentType']} label="Content type" isMono />
            <ChoiceField path={[...encoding, 'style']} label="Style" choices={styles} />
            <Line sx={{ gap: 0 }}>
              <FlagField path={[...encoding, 'explode']} label="Explode" />
              <FlagField path={[...encoding, 'allowReserved']} label="Reserved characters as they are" />
            </Line>
          </Fields>
          {renderHeaders?.([...encoding, 'headers'])}
        </>
      )}
    </TabbedMap>
  )
}
