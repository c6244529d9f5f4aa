import Box from '@mui/material/Box'
import { FORMATS } from '../../../../../../editing/openapi/formats.ts'
import type { Path } from '../../../../../../editing/types.ts'
import { jsonCodec, looseCodec, numberCodec, valueCodec } from '../binding/codecs.ts'
import { type Flavour, hasTypeArrays } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart } from '../binding/use-part.ts'
import { type Choice, ChoiceField } from '../fields/ChoiceField.tsx'
import { FlagField } from '../fields/FlagField.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Fields, Line } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { TextListField } from '../fields/TextListField.tsx'
import { Discriminator } from './Discriminator.tsx'
import { typeOf } from './types.ts'

const anyNumber = numberCodec('any')
const count = numberCodec('count')
const textValue = valueCodec('string')

interface Props {
  path: Path
  /** Its description stands elsewhere already. */
  hasDescription?: boolean
  /** A parameter of OpenAPI 2 is its own schema: title, example and read only are not its words. */
  isPlain?: boolean
}

/** What else a schema says: only what means something for its type. */
export function Details({ path, hasDescription = false, isPlain = false }: Props) {
  const { flavour } = useForm()
  const { value } = usePart(path)
  const { types, combination, reference } = typeOf(value)
  if (reference !== null)
    return <Fields>{hasDescription ? null : <MarkdownField path={[...path, 'description']} />}</Fields>
  const is = (type: string) => types.includes(type)
  const isNumeric = is('number') || is('integer')
  const own = types.length === 1 && is('string') ? textValue : looseCodec
  const known = types.flatMap((type) => FORMATS[type] ?? [])
  return (
    <Fields>
      {isPlain ? null : <TextField path={[...path, 'title']} label="Title" />}
      {hasDescription ? null : <MarkdownField path={[...path, 'description']} />}
      {known.length > 0 ? (
        <TextField path={[...path, 'format']} label="Format" suggestions={known} isMono />
      ) : null}
      {is('string') ? (
        <>
          <TextField path={[...path, 'pattern']} label="Pattern" isMono placeholder="^[a-z]+$" />
          <Pair label="Length" path={path} low="minLength" high="maxLength" />
        </>
      ) : null}
      {isNumeric ? <Bounds path={path} flavour={flavour} /> : null}
      {is('array') ? (
        <>
          <Pair label="Items" path={path} low="minItems" high="maxItems" />
          <FlagField path={[...path, 'uniqueItems']} label="No item twice" />
        </>
      ) : null}
      {is('object') ? <ObjectDetails path={path} /> : null}
      {combination === 'oneOf' || combination === 'anyOf' ? (
        <Discriminator path={[...path, 'discriminator']} />
      ) : null}
      {is('object') || combination ? null : (
        <TextListField
          path={[...path, 'enum']}
          label="Allowed values"
          noun="value"
          read={types.length === 1 && is('string') ? undefined : looseValue}
        />
      )}
      {hasTypeArrays(flavour) ? (
        <TextField path={[...path, 'const']} label="Constant" codec={own} isMono />
      ) : null}
      <TextField path={[...path, 'default']} label="Default" codec={own} isMono isMultiline />
      {isPlain ? null : (
        <>
          {hasTypeArrays(flavour) ? (
            <TextField
              path={[...path, 'examples']}
              label="Examples"
              codec={jsonCodec}
              isMono
              isMultiline
              placeholder='["one", "two"]'
            />
          ) : null}
          {hasTypeArrays(flavour) && flavour !== 'schema' ? null : flavour === 'schema' ? null : (
            <TextField path={[...path, 'example']} label="Example" codec={own} isMono isMultiline />
          )}
          <Line sx={{ gap: 0 }}>
            <FlagField path={[...path, 'readOnly']} label="Read only" />
            {flavour === 'oas2' ? null : <FlagField path={[...path, 'writeOnly']} label="Write only" />}
            {flavour === 'oas2' ? null : <FlagField path={[...path, 'deprecated']} label="Deprecated" />}
            <FlagField path={[...path, 'x-internal']} label="Internal" />
          </Line>
        </>
      )}
    </Fields>
  )
}

function looseValue(text: string): unknown {
  const read = looseCodec.read(text)
  return 'value' in read ? read.value : text
}

function Pair({ path, label, low, high }: { path: Path; label: string; low: string; high: string }) {
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(12rem, 100%), 1fr))', gap: 1 }}
    >
      <TextField path={[...path, low]} label={`${label} from`} codec={count} />
      <TextField path={[...path, high]} label={`${label} to`} codec={count} />
    </Box>
  )
}

function Bounds({ path, flavour }: { path: Path; flavour: Flavour }) {
  const isNumber = hasTypeArrays(flavour)
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(12rem, 100%), 1fr))',
          gap: 1,
        }}
      >
        <TextField path={[...path, 'minimum']} label="Minimum" codec={anyNumber} />
        <TextField path={[...path, 'maximum']} label="Maximum" codec={anyNumber} />
        {isNumber ? (
          <TextField path={[...path, 'exclusiveMinimum']} label="Greater than" codec={anyNumber} />
        ) : null}
        {isNumber ? (
          <TextField path={[...path, 'exclusiveMaximum']} label="Less than" codec={anyNumber} />
        ) : null}
        <TextField path={[...path, 'multipleOf']} label="Multiple of" codec={anyNumber} />
      </Box>
      {isNumber ? null : (
        <Line sx={{ gap: 0 }}>
          <FlagField path={[...path, 'exclusiveMinimum']} label="Greater than the minimum" />
          <FlagField path={[...path, 'exclusiveMaximum']} label="Less than the maximum" />
        </Line>
      )}
    </>
  )
}

const others: Choice[] = [
  { value: undefined, label: 'Not said' },
  { value: true, label: 'Allowed' },
  { value: false, label: 'Not allowed' },
]
const otherSchema: Choice = { value: {}, label: 'Of a type' }

function ObjectDetails({ path }: { path: Path }) {
  const { value } = usePart([...path, 'additionalProperties'])
  const isSchema = typeof value === 'object' && value !== null
  return (
    <>
      <ChoiceField
        path={[...path, 'additionalProperties']}
        label="Other properties"
        // What stands there may be a schema of its own: its row in the tree is where it is edited.
        choices={isSchema ? [...others, { value, label: 'Of a type' }] : [...others, otherSchema]}
      />
      <Pair label="Properties" path={path} low="minProperties" high="maxProperties" />
    </>
  )
}
