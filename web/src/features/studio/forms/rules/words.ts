// What the rules of a ruleset may say: the words of Spectral.
import { type Choice, textChoices } from '../fields/ChoiceField.tsx'

/** In the order of the specification. */
export const severityChoices: readonly Choice[] = textChoices(
  ['error', 'warn', 'info', 'hint', 'off'],
  'warn (as nothing is said)',
)
/** For a rule that is extended. */
export const changeChoices: readonly Choice[] = [
  ...textChoices(['error', 'warn', 'info', 'hint', 'off']),
  { value: true, label: 'on' },
  { value: false, label: 'off (false)' },
]

const functions = [
  'alphabetical',
  'casing',
  'defined',
  'enumeration',
  'falsy',
  'length',
  'or',
  'pattern',
  'schema',
  'truthy',
  'undefined',
  'unreferencedReusableObject',
  'xor',
]
export const functionChoices: readonly Choice[] = textChoices(functions)

/** What a function is told, as an example. */
export const optionsOf: Record<string, string> = {
  alphabetical: '{"keyedBy": "name"}',
  casing: '{"type": "camel"}',
  enumeration: '{"values": ["one", "two"]}',
  length: '{"max": 120}',
  or: '{"properties": ["one", "two"]}',
  pattern: '{"match": "^[a-z]"}',
  schema: '{"schema": {"type": "string"}}',
  unreferencedReusableObject: '{"reusableObjectsLocation": "#/components/schemas"}',
  xor: '{"properties": ["one", "two"]}',
}

export const formatNames = [
  'oas2',
  'oas3',
  'oas3.0',
  'oas3.1',
  'asyncapi2',
  'asyncapi3',
  'json-schema',
  'arazzo1.0',
]

/** What an example begins with: a whole document. */
export const freshExample = `openapi: 3.1.0
info:
  title: Example
  version: "1"
paths: {}
`

/** What a new rule says first: that every API has a contact. */
export const freshRule = () => ({
  description: '',
  given: '$.info',
  severity: 'warn',
  // biome-ignore lint/suspicious/noThenProperty: that is what rules call it.
  then: { field: 'contact', function: 'truthy' },
})
