// Schemas: JSON Schema, as each version of OpenAPI has it.
import { EVERY, field, MODEL, type ObjectType, V3, V30, V31UP } from './model.ts'

// 3.1 takes all of JSON Schema 2020-12; 2.0 and 3.0 a part of draft 4 and 5.
const NEW = V31UP | MODEL
const schemas = '{@schema}'
const list = '[@schema]'
const TYPES = 'string|number|integer|boolean|array|object'

export const SCHEMA: Record<string, ObjectType> = {
  schema: {
    name: 'schema',
    section: 'schemas',
    section2: 'definitions',
    open: NEW,
    fields: {
      title: field('string', 'What it is called.'),
      description: field('string', 'What it is, in CommonMark.'),
      type: field(
        `=${TYPES}|null/[=${TYPES}|null]`,
        'What kind of value it is; from 3.1 on it may be a list of kinds.',
      ),
      format: field('string', 'How the value is to be read: `int64`, `date-time`, `uuid`, `email`, …'),
      properties: field(schemas, 'The properties of an object, by name.'),
      required: field('[string]', 'The names of properties that must be there.'),
      additionalProperties: field(
        'boolean/@schema',
        'Whether there may be other properties, or what they are.',
      ),
      items: field('@schema/boolean/[@schema]', 'What the elements of a list are.'),
      enum: field('[any]', 'The values that are allowed.'),
      default: field('any', 'The value where none is given.'),
      example: field('any', 'A value as it may be. From 3.1 on, `examples` is the better word.'),
      examples: field('[any]', 'Values as they may be.', NEW),
      const: field('any', 'The only value that is allowed.', NEW),
      allOf: field(list, 'The value fits all of these.'),
      oneOf: field(list, 'The value fits exactly one of these.', V3 | MODEL),
      anyOf: field(list, 'The value fits at least one of these.', V3 | MODEL),
      not: field('@schema/boolean', 'The value does not fit this.', V3 | MODEL),
      nullable: field('boolean', 'Whether it may be null. From 3.1 on: `type: [string, "null"]`.', V30),
      readOnly: field('boolean', 'Only in responses.'),
      writeOnly: field('boolean', 'Only in requests.', V3 | MODEL),
      deprecated: field('boolean', 'Whether it should no longer be used.', V3 | MODEL),
      discriminator: field(
        '@discriminator/string',
        'The property whose value says which of several schemas it is.',
      ),
      xml: field('@xml', 'How it is written in XML.'),
      externalDocs: field('@externalDocs', 'A page elsewhere that says more.'),
      minimum: field('number', 'The smallest number.'),
      maximum: field('number', 'The largest number.'),
      exclusiveMinimum: field(
        'boolean/number',
        'In 2.0 and 3.0 whether `minimum` is excluded; later the bound itself.',
      ),
      exclusiveMaximum: field(
        'boolean/number',
        'In 2.0 and 3.0 whether `maximum` is excluded; later the bound itself.',
      ),
      multipleOf: field('number', 'The number is a multiple of this.'),
      minLength: field('integer', 'The fewest characters.'),
      maxLength: field('integer', 'The most characters.'),
      pattern: field('string', 'A regular expression (ECMA-262) that the text matches.'),
      minItems: field('integer', 'The fewest elements.'),
      maxItems: field('integer', 'The most elements.'),
      uniqueItems: field('boolean', 'Whether no two elements are alike.'),
      minProperties: field('integer', 'The fewest properties.'),
      maxProperties: field('integer', 'The most properties.'),
      $ref: field('string', 'The schema that counts here.'),
      $schema: field('string', 'The dialect of JSON Schema.', NEW),
      $id: field('string', 'What the schema calls itself.', NEW),
      $anchor: field('string', 'A name that references can use: `#name`.', NEW),
      $dynamicRef: field(
        'string',
        'A reference that the outermost `$dynamicAnchor` of the name decides.',
        NEW,
      ),
      $dynamicAnchor: field('string', 'A name that `$dynamicRef` looks for.', NEW),
      $comment: field('string', 'For those who edit; readers never see it.', NEW),
      $defs: field(schemas, 'Schemas that others refer to.', NEW),
      $vocabulary: field('{boolean}', 'The vocabularies of a dialect.', NEW),
      definitions: field(schemas, 'Schemas that others refer to; `$defs` since 2019.', NEW),
      if: field('@schema/boolean', 'Where the value fits this, `then` counts, else `else`.', NEW),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: field('@schema/boolean', 'What counts where `if` fits.', NEW),
      else: field('@schema/boolean', 'What counts where `if` does not fit.', NEW),
      prefixItems: field(list, 'What the first elements are, one after the other.', NEW),
      contains: field('@schema/boolean', 'At least one element fits this.', NEW),
      minContains: field('integer', 'The fewest elements that fit `contains`.', NEW),
      maxContains: field('integer', 'The most elements that fit `contains`.', NEW),
      propertyNames: field('@schema/boolean', 'What the names of properties fit.', NEW),
      patternProperties: field(schemas, 'Properties whose names match a regular expression.', NEW),
      dependentRequired: field('{[string]}', 'Properties that must be there where another is.', NEW),
      dependentSchemas: field(schemas, 'What counts where a property is there.', NEW),
      dependencies: field('any', 'The older word for `dependentRequired` and `dependentSchemas`.', NEW),
      unevaluatedProperties: field(
        'boolean/@schema',
        'Whether there may be properties that nothing else speaks of.',
        NEW,
      ),
      unevaluatedItems: field(
        'boolean/@schema',
        'Whether there may be elements that nothing else speaks of.',
        NEW,
      ),
      additionalItems: field(
        'boolean/@schema',
        'What the elements beyond a list of `items` are; not since 2020.',
        NEW,
      ),
      contentMediaType: field('string', 'The media type of what the text holds.', NEW),
      contentEncoding: field('string', 'How the text holds it: `base64`, …', NEW),
      contentSchema: field('@schema/boolean', 'What is in the text.', NEW),
    },
  },
  discriminator: {
    name: 'discriminator',
    fields: {
      propertyName: field('string', 'The property that tells.', EVERY, V3),
      mapping: field('{string}', 'Values of the property → names of schemas, or references to them.'),
      defaultMapping: field('string', 'The schema where the property is missing or unknown.', 8),
    },
  },
  xml: {
    name: 'XML',
    fields: {
      name: field('string', 'The name of the element or attribute.'),
      namespace: field('string', 'Its namespace, an address.'),
      prefix: field('string', 'The prefix of the namespace.'),
      attribute: field('boolean', 'Whether it is an attribute.'),
      wrapped: field('boolean', 'Whether a list has an element around it.'),
      nodeType: field('=element|attribute|text|cdata|none', 'What it is in XML.', 8),
    },
  },
  tocFile: {
    name: 'table of contents',
    open: EVERY,
    fields: { items: field('[@tocItem]', 'The entries, in their order.', EVERY, EVERY) },
  },
  tocItem: {
    name: 'entry',
    open: EVERY,
    fields: {
      type: field('=item|group|divider|link', 'What the entry is.'),
      title: field('string', 'What readers see.'),
      uri: field('string', 'The file or address it leads to: `/docs/intro.md`.'),
      url: field('string', 'The address it leads to.'),
      items: field('[@tocItem]', 'The entries of a group.'),
    },
  },
}
