import Box from '@mui/material/Box'
import { FORMATS } from '../../../../../../editing/openapi/formats.ts'
import type { Path } from '../../../../../../editing/types.ts'
import { jsonCodec, looseCodec, numberCodec, valueCodec } from '../binding/codecs.ts'
import { addEdits } from '../binding/edits.ts'
import { type Flavour, hasTypeArrays } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, usePart } from '../binding/use-part.ts'
import { AddNamed } from '../fields/AddNamed.tsx'
import { type Choice, ChoiceField } from '../fields/ChoiceField.tsx'
import { DeletableLine } from '../fields/DeletableLine.tsx'
import { Disclosure } from '../fields/Disclosure.tsx'
import { FlagField } from '../fields/FlagField.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Fields, Line } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { TextListField } from '../fields/TextListField.tsx'
import { Discriminator } from './Discriminator.tsx'
import { RuleMenu } from './RuleMenu.tsx'
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
    return (
      <Fields>
        {hasDescription ? null : <MarkdownField path={[...path, 'description']} />}
        {hasTypeArrays(flavour) && !isPlain ? (
          <Box sx={{ justifySelf: 'start', ml: -0.5 }}>
            <RuleMenu path={path} />
          </Box>
        ) : null}
      </Fields>
    )
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
          {hasTypeArrays(flavour) && !isPlain ? (
            <>
              <TextField
                path={[...path, 'contentMediaType']}
                label="Holds"
                isMono
                placeholder="application/json"
              />
              <TextField
                path={[...path, 'contentEncoding']}
                label="Encoded as"
                isMono
                suggestions={['base64', 'base64url', 'quoted-printable']}
              />
            </>
          ) : null}
        </>
      ) : null}
      {isNumeric ? <Bounds path={path} flavour={flavour} /> : null}
      {is('array') ? (
        <>
          <Pair label="Items" path={path} low="minItems" high="maxItems" />
          <FlagField path={[...path, 'uniqueItems']} label="No item twice" />
          <ArrayDetails path={path} />
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
          <MoreOfSchema path={path} />
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
      <WhereThere path={path} keyword="unevaluatedProperties" label="Unevaluated" />
      <DependentRequired path={path} />
    </>
  )
}

/** A choice that shows where it is written: it is added as a rule. */
function WhereThere({ path, keyword, label }: { path: Path; keyword: string; label: string }) {
  const { value } = usePart([...path, keyword])
  if (value === undefined) return null
  const isSchema = typeof value === 'object' && value !== null
  return (
    <ChoiceField
      path={[...path, keyword]}
      label={label}
      choices={[...others, isSchema ? { value, label: 'Of a type' } : otherSchema]}
    />
  )
}

function ArrayDetails({ path }: { path: Path }) {
  const { value: tuple } = usePart([...path, 'prefixItems'])
  const { value: contains } = usePart([...path, 'contains'])
  return (
    <>
      {Array.isArray(tuple) ? <WhereThere path={path} keyword="items" label="Items beyond" /> : null}
      {contains === undefined ? null : (
        <Pair label="That fit" path={path} low="minContains" high="maxContains" />
      )}
      <WhereThere path={path} keyword="unevaluatedItems" label="Unevaluated" />
    </>
  )
}

/** Where a property is there, which others have to be. */
function DependentRequired({ path }: { path: Path }) {
  const { look, run } = useForm()
  const at = [...path, 'dependentRequired']
  const names = useKeys(at).map(String)
  const properties = useKeys([...path, 'properties']).map(String)
  if (names.length === 0) return null
  const add = (name: string) => run(addEdits(look, at, name, []))?.reason ?? null
  return (
    <FormSection
      isInner
      title="Asked for by others"
      hint="Where the property is there, those beside it have to be."
      actions={
        <AddNamed
          label="Add property"
          nameLabel="Name of the property"
          suggestions={properties.filter((name) => !names.includes(name))}
          onAdd={add}
        />
      }
    >
      {names.map((name) => (
        <DeletableLine key={name} of={name} path={[...at, name]}>
          <TextListField
            path={[...at, name]}
            label={name}
            noun="property"
            suggestions={properties}
            prune={0}
          />
        </DeletableLine>
      ))}
    </FormSection>
  )
}

/** What is rarely said: how it is written in XML, where there is more to read. */
function MoreOfSchema({ path }: { path: Path }) {
  const { flavour } = useForm()
  return (
    <>
      <Box sx={{ justifySelf: 'start', ml: -0.5 }}>
        <RuleMenu path={path} />
      </Box>
      <Disclosure label={flavour === 'schema' ? 'Identifier and comment' : 'XML and documentation elsewhere'}>
        {() =>
          flavour === 'schema' ? (
            <Fields>
              <TextField path={[...path, '$id']} label="Identifier" isMono />
              <TextField path={[...path, '$anchor']} label="Anchor" isMono />
              <TextField path={[...path, '$comment']} label="Comment" />
            </Fields>
          ) : (
            <Fields>
              <TextField path={[...path, 'xml', 'name']} label="XML name" isMono prune={1} />
              <TextField path={[...path, 'xml', 'namespace']} label="Namespace" isMono prune={1} />
              <TextField path={[...path, 'xml', 'prefix']} label="Prefix" isMono prune={1} />
              <Line sx={{ gap: 0 }}>
                <FlagField path={[...path, 'xml', 'attribute']} label="XML attribute" />
                <FlagField path={[...path, 'xml', 'wrapped']} label="List has an element around it" />
              </Line>
              <TextField
                path={[...path, 'externalDocs', 'url']}
                label="Documentation"
                prune={1}
                placeholder="https://"
              />
              <TextField path={[...path, 'externalDocs', 'description']} label="Its title" prune={1} />
            </Fields>
          )
        }
      </Disclosure>
    </>
  )
}
