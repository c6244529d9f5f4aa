import type { Level } from './types.ts'

/**
 * What a change of a schema means by the direction of use: level where values are sent to the API (request), level
 * where they come from it (response), and the sentence. Narrowing breaks who sends, widening who receives. A rule's
 * name is the place (request-body, response-property, request-parameter, …) and the key here.
 */
export type SchemaRule = readonly [request: Level, response: Level, message: string]

/** Rules of limits: `max` and `min` read as "maximum" and so on. */
function limit(words: string, upper: boolean): [SchemaRule, SchemaRule, SchemaRule, SchemaRule] {
  const narrowed: [Level, Level] = ['major', 'patch']
  const widened: [Level, Level] = ['patch', 'major']
  return [
    [...(upper ? widened : narrowed), `The ${words} of the {place} was raised from {before} to {after}.`],
    [...(upper ? narrowed : widened), `The ${words} of the {place} was lowered from {before} to {after}.`],
    [...narrowed, `The {place} has a new ${words}: {after}.`],
    [...widened, `The {place} no longer has its ${words} of {before}.`],
  ]
}

/** Keyword, name in rules, words in sentences, and whether it limits from above. */
export const LIMITS = [
  ['maximum', 'max', 'maximum', true],
  ['exclusiveMaximum', 'exclusive-max', 'exclusive maximum', true],
  ['maxLength', 'max-length', 'maximum length', true],
  ['maxItems', 'max-items', 'maximum number of items', true],
  ['maxProperties', 'max-properties', 'maximum number of properties', true],
  ['minimum', 'min', 'minimum', false],
  ['exclusiveMinimum', 'exclusive-min', 'exclusive minimum', false],
  ['minLength', 'min-length', 'minimum length', false],
  ['minItems', 'min-items', 'minimum number of items', false],
  ['minProperties', 'min-properties', 'minimum number of properties', false],
] as const

const LIMIT_RULES: Record<string, SchemaRule> = {}
for (const [, name, words, upper] of LIMITS) {
  const [increased, decreased, set, unset] = limit(words, upper)
  LIMIT_RULES[`${name}-increased`] = increased
  LIMIT_RULES[`${name}-decreased`] = decreased
  LIMIT_RULES[`${name}-set`] = set
  LIMIT_RULES[`${name}-unset`] = unset
}

/** Every rule about a schema, see SchemaRule. */
export const SCHEMA_RULES: Readonly<Record<string, SchemaRule>> = {
  ...LIMIT_RULES,
  'type-changed': ['major', 'major', 'The type of the {place} changed from {before} to {after}.'],
  'type-generalized': ['patch', 'major', 'The type of the {place} was widened from {before} to {after}.'],
  'type-specialized': ['major', 'patch', 'The type of the {place} was narrowed from {before} to {after}.'],
  'type-compatible': [
    'patch',
    'patch',
    'The type of the {place} changed from {before} to {after}, which is written the same way.',
  ],
  'list-of-types-widened': ['patch', 'major', 'The {place} may also be {after} now.'],
  'list-of-types-narrowed': ['major', 'patch', 'The {place} can no longer be {before}.'],
  'became-nullable': ['patch', 'major', 'The {place} may be null now.'],
  'became-not-nullable': ['major', 'patch', 'The {place} can no longer be null.'],
  'became-enum': ['major', 'patch', 'The {place} is restricted to {after} now.'],
  'enum-removed': ['patch', 'minor', 'The {place} is no longer restricted to {before}.'],
  'enum-value-added': ['patch', 'minor', 'The value {after} was added to the {place}.'],
  'enum-value-removed': ['major', 'patch', 'The value {before} was removed from the {place}.'],
  'x-extensible-enum-value-removed': [
    'major',
    'patch',
    'The value {before} was removed from the extensible list of the {place}.',
  ],
  'const-added': ['major', 'patch', 'The {place} must be {after} now.'],
  'const-removed': ['patch', 'major', 'The {place} need no longer be {before}.'],
  'const-changed': ['major', 'major', 'The {place} must be {after} now, not {before}.'],
  'default-value-added': ['patch', 'patch', 'The {place} has the default {after} now.'],
  'default-value-removed': ['patch', 'patch', 'The {place} no longer has the default {before}.'],
  'default-value-changed': ['patch', 'patch', 'The default of the {place} changed from {before} to {after}.'],
  'pattern-added': ['major', 'patch', 'The {place} must match the pattern {after} now.'],
  'pattern-removed': ['patch', 'patch', 'The {place} need no longer match the pattern {before}.'],
  'pattern-changed': ['minor', 'patch', 'The pattern of the {place} changed from {before} to {after}.'],
  'pattern-generalized': [
    'patch',
    'patch',
    'The pattern of the {place} was widened from {before} to {after}.',
  ],
  'multiple-of-set': ['major', 'patch', 'The {place} must be a multiple of {after} now.'],
  'multiple-of-unset': ['patch', 'patch', 'The {place} need no longer be a multiple of {before}.'],
  'multiple-of-changed': [
    'major',
    'patch',
    'The {place} must be a multiple of {after} now, not of {before}.',
  ],
  'unique-items-set': ['major', 'patch', 'The items of the {place} must differ from each other now.'],
  'unique-items-unset': ['patch', 'minor', 'The items of the {place} need no longer differ from each other.'],
  'additional-properties-forbidden': [
    'major',
    'patch',
    'The {place} can no longer hold properties that are not described.',
  ],
  'additional-properties-allowed': [
    'patch',
    'patch',
    'The {place} may hold properties that are not described now.',
  ],
  'additional-properties-restricted': [
    'major',
    'patch',
    'Properties of the {place} that are not described have a schema now.',
  ],
  'additional-properties-unrestricted': [
    'patch',
    'minor',
    'Properties of the {place} that are not described no longer have a schema.',
  ],
  'items-added': ['major', 'patch', 'The items of the {place} have a schema now.'],
  'items-removed': ['patch', 'minor', 'The items of the {place} no longer have a schema.'],
  'not-added': ['major', 'patch', 'Values that the {place} must not have were added.'],
  'not-removed': ['patch', 'minor', 'Values that the {place} must not have were removed.'],
  'all-of-added': ['major', 'patch', 'The {place} must also be {after} now.'],
  'all-of-removed': ['minor', 'patch', 'The {place} need no longer be {before}.'],
  'all-of-added-annotation-only': [
    'patch',
    'patch',
    'A part without effect on values, {after}, was added to the {place}.',
  ],
  'all-of-removed-annotation-only': [
    'patch',
    'patch',
    'A part without effect on values, {before}, was removed from the {place}.',
  ],
  'any-of-added': ['patch', 'patch', 'The {place} may also be {after} now.'],
  'any-of-removed': ['major', 'patch', 'The {place} can no longer be {before}.'],
  'one-of-added': ['patch', 'major', 'The {place} may also be {after} now.'],
  'one-of-removed': ['major', 'patch', 'The {place} can no longer be {before}.'],
  'any-of-became-one-of': [
    'minor',
    'patch',
    'Values of the {place} must fit exactly one of the alternatives now.',
  ],
  'one-of-became-any-of': [
    'patch',
    'minor',
    'Values of the {place} may fit several of the alternatives now.',
  ],
  'wrapped-in-one-of': ['major', 'major', 'The {place} is one of several now: {after}.'],
  'discriminator-added': [
    'patch',
    'patch',
    'The property {after} says now which alternative of the {place} it is.',
  ],
  'discriminator-removed': [
    'patch',
    'patch',
    'The property {before} no longer says which alternative of the {place} it is.',
  ],
  'discriminator-property-name-changed': [
    'patch',
    'patch',
    'The property that says which alternative of the {place} it is changed from {before} to {after}.',
  ],
  'discriminator-mapping-added': ['patch', 'patch', 'The {place} knows the alternative {after} now.'],
  'discriminator-mapping-deleted': [
    'patch',
    'patch',
    'The {place} no longer knows the alternative {before}.',
  ],
  'discriminator-mapping-changed': [
    'patch',
    'patch',
    'The alternative {name} of the {place} changed from {before} to {after}.',
  ],
  'prefix-items-added': ['patch', 'major', 'The place {name} of the list of the {place} has a schema now.'],
  'prefix-items-removed': [
    'major',
    'patch',
    'The place {name} of the list of the {place} no longer has a schema.',
  ],
  'if-added': ['major', 'patch', 'A condition was added to the {place}.'],
  'if-removed': ['patch', 'major', 'A condition was removed from the {place}.'],
  'then-added': ['major', 'patch', 'What holds under its condition was added to the {place}.'],
  'then-removed': ['patch', 'major', 'What holds under its condition was removed from the {place}.'],
  'else-added': ['major', 'patch', 'What holds without its condition was added to the {place}.'],
  'else-removed': ['patch', 'major', 'What holds without its condition was removed from the {place}.'],
  'contains-added': ['major', 'patch', 'The {place} must contain a certain item now.'],
  'contains-removed': ['patch', 'major', 'The {place} need no longer contain a certain item.'],
  'min-contains-increased': [
    'major',
    'patch',
    'The {place} must contain {after} of certain items now, not {before}.',
  ],
  'min-contains-decreased': [
    'patch',
    'major',
    'The {place} must contain only {after} of certain items now, not {before}.',
  ],
  'max-contains-increased': [
    'patch',
    'major',
    'The {place} may contain {after} of certain items now, not {before}.',
  ],
  'max-contains-decreased': [
    'major',
    'patch',
    'The {place} may contain only {after} of certain items now, not {before}.',
  ],
  'dependent-required-added': [
    'major',
    'patch',
    'With the property {name}, the {place} must have {after} now.',
  ],
  'dependent-required-removed': [
    'patch',
    'major',
    'With the property {name}, the {place} need no longer have {before}.',
  ],
  'dependent-required-changed': [
    'major',
    'major',
    'With the property {name}, the {place} must have {after} now, not {before}.',
  ],
  'dependent-schema-added': [
    'major',
    'patch',
    'With the property {name}, the {place} has a further schema now.',
  ],
  'dependent-schema-removed': [
    'patch',
    'major',
    'With the property {name}, the {place} no longer has a further schema.',
  ],
  'pattern-property-added': [
    'major',
    'patch',
    'Properties of the {place} whose names match {name} have a schema now.',
  ],
  'pattern-property-removed': [
    'patch',
    'major',
    'Properties of the {place} whose names match {name} no longer have a schema.',
  ],
  'property-names-added': [
    'major',
    'patch',
    'The names of the properties of the {place} are restricted now.',
  ],
  'property-names-removed': [
    'patch',
    'major',
    'The names of the properties of the {place} are no longer restricted.',
  ],
  'unevaluated-items-added': ['major', 'patch', 'Further items of the {place} are restricted now.'],
  'unevaluated-items-removed': ['patch', 'major', 'Further items of the {place} are no longer restricted.'],
  'unevaluated-properties-added': ['major', 'patch', 'Further properties of the {place} are restricted now.'],
  'unevaluated-properties-removed': [
    'patch',
    'major',
    'Further properties of the {place} are no longer restricted.',
  ],
  'content-schema-added': ['major', 'patch', 'The text of the {place} has a schema now.'],
  'content-schema-removed': ['patch', 'major', 'The text of the {place} no longer has a schema.'],
  'content-media-type-changed': ['major', 'major', 'The text of the {place} is {after} now, not {before}.'],
  'content-encoding-changed': [
    'major',
    'major',
    'The text of the {place} is encoded as {after} now, not {before}.',
  ],
  deprecated: ['patch', 'patch', 'The {place} is deprecated now.'],
  'deprecated-with-sunset': ['patch', 'patch', 'The {place} is deprecated now and ends on {after}.'],
  'deprecated-sunset-invalid': [
    'major',
    'major',
    'The {place} is deprecated, but its end, {after}, is no date.',
  ],
  reactivated: ['patch', 'patch', 'The {place} is no longer deprecated.'],
  'stability-decreased': [
    'major',
    'major',
    'The {place} went from {before} to {after}: less can be relied on.',
  ],
  'stability-increased': ['patch', 'patch', 'The {place} went from {before} to {after}.'],
}

/** Rules about a property that stand by their whole name, since required, readOnly and writeOnly are part of it. */
export const PROPERTY_RULES: Readonly<Record<string, SchemaRule>> = {
  'new-required-property': ['major', 'patch', 'The required {place} was added.'],
  'new-required-property-with-default': [
    'major',
    'patch',
    'The required {place}, which has a default, was added.',
  ],
  'new-optional-property': ['patch', 'patch', 'The optional {place} was added.'],
  'property-removed': ['minor', 'minor', 'The {place} was removed.'],
  'property-became-required': ['major', 'patch', 'The {place} became required.'],
  'property-became-required-with-default': [
    'major',
    'patch',
    'The {place}, which has a default, became required.',
  ],
  'property-became-optional': ['patch', 'major', 'The {place} became optional.'],
  'required-property-added': ['patch', 'patch', 'The {place}, which is always there, was added.'],
  'required-property-removed': ['major', 'major', 'The {place}, which was always there, was removed.'],
  'optional-property-added': ['patch', 'patch', 'The optional {place} was added.'],
  'optional-property-removed': ['minor', 'minor', 'The optional {place} was removed.'],
  'required-property-became-read-only': [
    'patch',
    'patch',
    'The required {place} is only sent by the API now.',
  ],
  'required-property-became-not-read-only': [
    'patch',
    'patch',
    'The required {place} is no longer only sent by the API.',
  ],
  'required-property-became-write-only': [
    'patch',
    'patch',
    'The required {place} is only sent to the API now.',
  ],
  'required-property-became-not-write-only': [
    'patch',
    'minor',
    'The required {place} is no longer only sent to the API.',
  ],
  'optional-property-became-read-only': [
    'patch',
    'patch',
    'The optional {place} is only sent by the API now.',
  ],
  'optional-property-became-not-read-only': [
    'patch',
    'patch',
    'The optional {place} is no longer only sent by the API.',
  ],
  'optional-property-became-write-only': [
    'patch',
    'patch',
    'The optional {place} is only sent to the API now.',
  ],
  'optional-property-became-not-write-only': [
    'patch',
    'patch',
    'The optional {place} is no longer only sent to the API.',
  ],
}
