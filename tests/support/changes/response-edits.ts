// What changes in what an operation gives, and the operation itself.
import { contentOf, type Known, property, received, response } from './operation.ts'

export const RESPONSE_EDITS: Known[] = [
  [
    'response-required-property-removed',
    'major',
    (o) => {
      delete received(o).properties.name
      received(o).required.shift()
    },
  ],
  [
    'response-optional-property-removed',
    'minor',
    (o) => {
      delete received(o).properties.size
    },
  ],
  [
    'response-optional-property-added',
    'patch',
    (o) => {
      received(o).properties.due = { type: 'string' }
    },
  ],
  [
    'response-required-property-added',
    'patch',
    (o) => {
      received(o).properties.due = { type: 'string' }
      received(o).required.push('due')
    },
  ],
  ['response-property-became-optional', 'major', (o) => received(o).required.pop()],
  ['response-property-became-required', 'patch', (o) => received(o).required.push('size')],
  [
    'response-property-type-changed',
    'major',
    (o) => {
      property(received(o), 'size').type = 'string'
    },
  ],
  [
    'response-property-became-nullable',
    'major',
    (o) => {
      property(received(o), 'name').nullable = true
    },
  ],
  ['response-property-enum-value-removed', 'patch', (o) => property(received(o), 'state').enum?.pop()],
  [
    'response-property-became-not-nullable',
    'patch',
    (o) => {
      delete property(received(o), 'note').nullable
    },
  ],
  [
    'response-media-type-removed',
    'major',
    (o) => {
      delete contentOf(o)['text/plain']
    },
  ],
  [
    'response-media-type-added',
    'patch',
    (o) => {
      contentOf(o)['text/csv'] = {}
    },
  ],
  [
    'response-success-status-removed',
    'major',
    (o) => {
      delete o.responses['202']
    },
  ],
  [
    'response-non-success-status-added',
    'patch',
    (o) => {
      o.responses['409'] = { description: 'Conflict' }
    },
  ],
  [
    'required-response-header-removed',
    'major',
    (o) => {
      delete response(o).headers
    },
  ],
  [
    'endpoint-deprecated',
    'patch',
    (o) => {
      o.deprecated = true
    },
  ],
]
