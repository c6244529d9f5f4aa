import Box from '@mui/material/Box'
import { useId, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { keptTextCodec } from '../binding/codecs.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart, useSelected } from '../binding/use-part.ts'
import { ChoiceField, textChoices } from '../fields/ChoiceField.tsx'
import { DetailsButton } from '../fields/DetailsButton.tsx'
import { FlagField } from '../fields/FlagField.tsx'
import { Fields, Line } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { Details } from '../schema/Details.tsx'
import { SchemaEditor } from '../schema/SchemaEditor.tsx'
import { TypeButton } from '../schema/TypeButton.tsx'
import { typeLabel } from '../schema/types.ts'
import { ContentMap } from './ContentMap.tsx'
import { ExampleFields } from './Examples.tsx'

interface Props {
  path: Path
  /** A header has its name from the object it stands in, and is in no other place. */
  isHeader?: boolean
}

const styles: Record<string, readonly string[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}
const styleChoices = Object.fromEntries(
  Object.entries(styles).map(([place, names]) => [place, textChoices(names, `Standard (${names[0]})`)]),
)
const collections = textChoices(['csv', 'ssv', 'tsv', 'pipes', 'multi'], 'Standard (csv)')

const detailsStyle = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, pl: 1, pr: 1, py: 1 }

/** A parameter in a line; all of the rest below it. */
export function ParameterForm({ path, isHeader = false }: Props) {
  const { look, has, flavour } = useForm()
  const [isDetailed, setDetailed] = useState(isHeader)
  const id = useId()
  const place = useSelected(() => (isHeader ? 'header' : String(look([...path, 'in']) ?? '')))
  const name = useSelected(() => String(look([...path, 'name']) ?? path.at(-1)))
  const hasContent = useSelected(() => has([...path, 'content']))
  const isInline = flavour === 'oas2' && place !== 'body'
  const schema = isInline ? path : [...path, 'schema']
  const label = typeLabel(usePart(schema).value)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.25, minWidth: 0 }}>
      <Line sx={{ alignItems: 'flex-start', gap: '4px' }}>
        {isHeader ? null : (
          <Box sx={{ flex: '1 1 140px', maxWidth: { md: 240 }, minWidth: 0 }}>
            <TextField
              path={[...path, 'name']}
              label={`Name of ${name}`}
              isLabelHidden
              isBare
              isMono
              isStrong
              codec={keptTextCodec}
            />
          </Box>
        )}
        {hasContent || place === 'body' ? null : (
          <TypeButton path={schema} label={label} of={name} isPlain={isInline} />
        )}
        {place === 'path' ? (
          <Box
            component="span"
            sx={{ typography: 'caption', color: 'text.secondary', px: 0.5, lineHeight: '28px' }}
          >
            required
          </Box>
        ) : (
          <FlagField path={[...path, 'required']} label="required" />
        )}
        <Box sx={{ flex: '2 1 180px', minWidth: 0 }}>
          <TextField
            path={[...path, 'description']}
            label={`Description of ${name}`}
            isLabelHidden
            isBare
            isMultiline
            placeholder="Description"
          />
        </Box>
        <DetailsButton
          of={name}
          isOpen={isDetailed}
          controls={id}
          onToggle={() => setDetailed(!isDetailed)}
        />
      </Line>
      {place === 'body' ? <SchemaEditor path={schema} label="Schema of the body" /> : null}
      {isDetailed ? (
        <Box id={id} sx={detailsStyle}>
          {hasContent ? <ContentMap path={[...path, 'content']} /> : null}
          {!hasContent && isInline ? <Details path={path} hasDescription isPlain /> : null}
          {!hasContent && !isInline && place !== 'body' ? (
            <SchemaEditor path={schema} label={`Schema of ${name}`} />
          ) : null}
          <Fields>
            {flavour === 'oas2' ? (
              place === 'body' ? null : (
                <ChoiceField path={[...path, 'collectionFormat']} label="Lists as" choices={collections} />
              )
            ) : (
              <>
                {hasContent ? null : (
                  <ChoiceField
                    path={[...path, 'style']}
                    label="Style"
                    choices={styleChoices[place] ?? collections}
                  />
                )}
                <ExampleFields path={path} />
              </>
            )}
            <Line sx={{ gap: 0 }}>
              {flavour === 'oas2' || hasContent ? null : (
                <FlagField
                  path={[...path, 'explode']}
                  label="Explode"
                  standard={place === 'query' || place === 'cookie'}
                />
              )}
              {flavour !== 'oas2' && place === 'query' ? (
                <FlagField path={[...path, 'allowReserved']} label="Reserved characters as they are" />
              ) : null}
              {place === 'query' || place === 'formData' ? (
                <FlagField path={[...path, 'allowEmptyValue']} label="May be empty" />
              ) : null}
              {flavour === 'oas2' ? null : <FlagField path={[...path, 'deprecated']} label="Deprecated" />}
              <FlagField path={[...path, 'x-internal']} label="Internal" />
            </Line>
          </Fields>
        </Box>
      ) : null}
    </Box>
  )
}
