// What a ruleset may name: formats, functions, the guides that come with Spectral, and what rules were once called.
import * as formats from '@stoplight/spectral-formats'
import * as functions from '@stoplight/spectral-functions'
import { arazzo, asyncapi, oas } from '@stoplight/spectral-rulesets'

const { asyncapi2, oas2, oas3, oas3_0, oas3_1, oas3_2 } = formats
const { aas2_0, aas2_1, aas2_2, aas2_3, aas2_4, aas2_5, aas2_6, aas3, aas3_0, aas3_1, arazzo1_0 } = formats
const { jsonSchema, jsonSchemaDraft2019_09, jsonSchemaDraft2020_12, jsonSchemaDraft4 } = formats
const { jsonSchemaDraft6, jsonSchemaDraft7, jsonSchemaLoose } = formats

export const FORMATS = new Map(
  Object.entries({
    oas2,
    oas3,
    'oas3.0': oas3_0,
    oas3_0,
    'oas3.1': oas3_1,
    oas3_1,
    'oas3.2': oas3_2,
    oas3_2,
    asyncapi2,
    asyncapi3: aas3,
    aas2: asyncapi2,
    aas2_0,
    aas2_1,
    aas2_2,
    aas2_3,
    aas2_4,
    aas2_5,
    aas2_6,
    aas3,
    aas3_0,
    aas3_1,
    'arazzo1.0': arazzo1_0,
    arazzo1_0,
    'json-schema': jsonSchema,
    'json-schema-loose': jsonSchemaLoose,
    'json-schema-draft4': jsonSchemaDraft4,
    'json-schema-draft6': jsonSchemaDraft6,
    'json-schema-draft7': jsonSchemaDraft7,
    'json-schema-draft-2019-09': jsonSchemaDraft2019_09,
    'json-schema-2019-09': jsonSchemaDraft2019_09,
    'json-schema-draft-2020-12': jsonSchemaDraft2020_12,
    'json-schema-2020-12': jsonSchemaDraft2020_12,
  }),
)

const {
  alphabetical,
  casing,
  defined,
  enumeration,
  falsy,
  length,
  pattern,
  schema,
  truthy,
  unreferencedReusableObject,
  xor,
} = functions

export const FUNCTIONS = new Map(
  Object.entries({
    alphabetical,
    casing,
    defined,
    enumeration,
    falsy,
    length,
    or: functions.or,
    pattern,
    schema,
    truthy,
    undefined: functions.undefined,
    unreferencedReusableObject,
    xor,
  }),
)

export const OWN_GUIDES = new Map<string, object>(
  Object.entries({ 'spectral:oas': oas, 'spectral:asyncapi': asyncapi, 'spectral:arazzo': arazzo }),
)

/** Names that rules had in earlier versions of Spectral, whose rulesets still say them. */
export const FORMER_NAMES = new Map(
  Object.entries({
    'operation-2xx-response': 'operation-default-response',
    'oas3-unused-components-schema': 'oas3-unused-components',
    'oas2-valid-parameter-example': 'oas2-valid-schema-example',
    'oas2-valid-response-schema-example': 'oas2-valid-schema-example',
    'oas2-valid-definition-example': 'oas2-valid-schema-example',
    'oas2-valid-response-example': 'oas2-valid-media-example',
    'oas3-valid-oas-parameter-example': 'oas3-valid-media-example',
    'oas3-valid-oas-content-example': 'oas3-valid-media-example',
    'oas3-valid-oas-header-example': 'oas3-valid-media-example',
    'oas3-valid-header-schema-example': 'oas3-valid-schema-example',
    'oas3-valid-parameter-schema-example': 'oas3-valid-schema-example',
  }),
)
