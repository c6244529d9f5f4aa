// What changes in what an operation takes.
import { body, type Known, parameter, property, sent } from './operation.ts'

export const REQUEST_EDITS: Known[] = [
  [
    'new-required-request-parameter',
    'major',
    (o) => o.parameters.push({ name: 'since', in: 'query', required: true, schema: { type: 'string' } }),
  ],
  [
    'new-optional-request-parameter',
    'patch',
    (o) => o.parameters.push({ name: 'since', in: 'query', schema: { type: 'string' } }),
  ],
  ['request-parameter-removed', 'minor', (o) => o.parameters.pop()],
  [
    'request-parameter-became-required',
    'major',
    (o) => {
      parameter(o, 'limit').required = true
    },
  ],
  [
    'request-parameter-max-decreased',
    'major',
    (o) => {
      parameter(o, 'limit').schema.maximum = 10
    },
  ],
  [
    'request-parameter-max-increased',
    'patch',
    (o) => {
      parameter(o, 'limit').schema.maximum = 1000
    },
  ],
  ['request-parameter-enum-value-removed', 'major', (o) => parameter(o, 'sort').schema.enum?.pop()],
  ['request-parameter-enum-value-added', 'patch', (o) => parameter(o, 'sort').schema.enum?.push('size')],
  [
    'request-parameter-type-changed',
    'major',
    (o) => {
      parameter(o, 'limit').schema = { type: 'boolean', maximum: 100 }
    },
  ],
  [
    'request-parameter-pattern-added',
    'major',
    (o) => {
      parameter(o, 'sort').schema.pattern = '^[a-z]+$'
    },
  ],
  [
    'request-parameter-deprecated',
    'patch',
    (o) => {
      parameter(o, 'sort').deprecated = true
    },
  ],
  [
    'request-body-became-required',
    'major',
    (o) => {
      body(o).required = true
    },
  ],
  [
    'request-body-removed',
    'major',
    (o) => {
      delete o.requestBody
    },
  ],
  [
    'request-body-media-type-added',
    'patch',
    (o) => {
      body(o).content['text/csv'] = {}
    },
  ],
  [
    'request-body-media-type-removed',
    'major',
    (o) => {
      delete body(o).content['text/plain']
    },
  ],
  [
    'new-required-request-property',
    'major',
    (o) => {
      sent(o).properties.due = { type: 'string' }
      sent(o).required.push('due')
    },
  ],
  [
    'new-optional-request-property',
    'patch',
    (o) => {
      sent(o).properties.due = { type: 'string' }
    },
  ],
  ['request-property-became-required', 'major', (o) => sent(o).required.push('size')],
  ['request-property-became-optional', 'patch', (o) => sent(o).required.pop()],
  [
    'request-property-removed',
    'minor',
    (o) => {
      delete sent(o).properties.size
    },
  ],
  [
    'request-property-type-changed',
    'major',
    (o) => {
      property(sent(o), 'size').type = 'string'
    },
  ],
  [
    'request-property-type-generalized',
    'patch',
    (o) => {
      property(sent(o), 'size').type = 'number'
    },
  ],
  [
    'request-property-became-enum',
    'major',
    (o) => {
      property(sent(o), 'name').enum = ['a', 'b']
    },
  ],
  ['request-property-enum-value-removed', 'major', (o) => property(sent(o), 'state').enum?.pop()],
  ['request-property-enum-value-added', 'patch', (o) => property(sent(o), 'state').enum?.push('late')],
  [
    'request-property-max-length-decreased',
    'major',
    (o) => {
      property(sent(o), 'name').maxLength = 5
    },
  ],
  [
    'request-property-max-length-increased',
    'patch',
    (o) => {
      property(sent(o), 'name').maxLength = 500
    },
  ],
  [
    'request-property-min-length-increased',
    'major',
    (o) => {
      property(sent(o), 'name').minLength = 3
    },
  ],
  [
    'request-property-became-nullable',
    'patch',
    (o) => {
      property(sent(o), 'name').nullable = true
    },
  ],
  [
    'request-property-became-not-nullable',
    'major',
    (o) => {
      delete property(sent(o), 'note').nullable
    },
  ],
  [
    'request-property-pattern-added',
    'major',
    (o) => {
      property(sent(o), 'name').pattern = '^[a-z]+$'
    },
  ],
  [
    'request-property-pattern-removed',
    'patch',
    (o) => {
      delete property(sent(o), 'note').pattern
    },
  ],
  ['request-property-one-of-removed', 'major', (o) => property(sent(o), 'owner').oneOf?.pop()],
  [
    'request-property-deprecated',
    'patch',
    (o) => {
      property(sent(o), 'size').deprecated = true
    },
  ],
]
