// The attributes of people and groups (RFC 7643 §4, §7): what is described, read, filtered and changed all follows from these.

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable' | 'writeOnly'
  returned: 'always' | 'default' | 'never'
  uniqueness: 'none' | 'server'
  subAttributes?: Attribute[]
}

export interface ResourceKind {
  name: 'User' | 'Group'
  path: '/Users' | '/Groups'
  urn: string
  description: string
  attributes: Attribute[]
  extension?: { urn: string; name: string; description: string; attributes: Attribute[] }
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const complex = (
  name: string,
  description: string,
  subAttributes: Attribute[],
  more: Partial<Attribute> = {},
) => text(name, description, { type: 'complex', subAttributes, ...more })
const flag = (name: string, description: string) => text(name, description, { type: 'boolean' })
const several = (name: string, description: string, more: Attribute[] = []) =>
  complex(
    name,
    description,
    [
      text('value', 'The value.'),
      text('display', 'How it is shown.'),
      text('type', 'What kind it is, e.g. work.'),
      flag('primary', 'Whether it is the one that counts.'),
      ...more,
    ],
    { multiValued: true },
  )
const readOnly = { mutability: 'readOnly' } as const

/** Of every resource (RFC 7643 §3.1); not part of any schema. */
export const commonAttributes: Attribute[] = [
  text('id', 'The identifier here.', {
    ...readOnly,
    caseExact: true,
    returned: 'always',
    uniqueness: 'server',
  }),
  text('externalId', 'The identifier at the identity provider.', { caseExact: true }),
  complex(
    'meta',
    'About the resource.',
    [
      text('resourceType', 'User or Group.', readOnly),
      text('created', 'When it was made.', { ...readOnly, type: 'dateTime' }),
      text('lastModified', 'When it was changed last.', { ...readOnly, type: 'dateTime' }),
      text('location', 'Its address.', { ...readOnly, type: 'reference' }),
      text('version', 'Its version.', readOnly),
    ],
    readOnly,
  ),
]

export const userKind: ResourceKind = {
  name: 'User',
  path: '/Users',
  urn: userUrn,
  description: 'Somebody who may enter the workspace.',
  attributes: [
    text('userName', 'What the identity provider knows them by. The address, where no e-mail is given.', {
      required: true,
      uniqueness: 'server',
    }),
    complex('name', 'Their name.', [
      text('formatted', 'The whole name.'),
      text('familyName', 'The family name.'),
      text('givenName', 'The given name.'),
      text('middleName', 'Middle names.'),
      text('honorificPrefix', 'Titles before the name.'),
      text('honorificSuffix', 'What follows the name.'),
    ]),
    text('displayName', 'How they are called.'),
    text('nickName', 'A casual name.'),
    text('profileUrl', 'A page about them.', { type: 'reference' }),
    text('title', 'Their title in the company.'),
    text('userType', 'What they are to the company.'),
    text('preferredLanguage', 'Their language.'),
    text('locale', 'How they write numbers and dates.'),
    text('timezone', 'Their time zone.'),
    flag('active', 'Whether they may enter. False ends membership and sessions in the workspace.'),
    text('password', 'Never kept: people sign in as they do.', {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    several(
      'emails',
      'Their addresses. The primary one, else that of type work, else the first lets them in.',
    ),
    several('phoneNumbers', 'Their telephone numbers.'),
    several('ims', 'Where they chat.'),
    several('photos', 'Pictures of them.'),
    complex(
      'addresses',
      'Where they are.',
      [
        text('formatted', 'The whole address.'),
        text('streetAddress', 'Street and number.'),
        text('locality', 'The town.'),
        text('region', 'The region.'),
        text('postalCode', 'The postal code.'),
        text('country', 'The country.'),
        text('type', 'What kind it is.'),
        flag('primary', 'Whether it is the one that counts.'),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'The groups they are in.',
      [
        text('value', 'The id of the group.', { ...readOnly, caseExact: true }),
        text('$ref', 'Its address.', { ...readOnly, type: 'reference' }),
        text('display', 'Its name.', readOnly),
        text('type', 'direct.', readOnly),
      ],
      { ...readOnly, multiValued: true },
    ),
    several('entitlements', 'Kept as they are, without an effect.'),
    several(
      'roles',
      'The primary one, else the first, is the role in the workspace: guest, viewer, maker or admin.',
    ),
    several('x509Certificates', 'Kept as they are, without an effect.'),
  ],
  extension: {
    urn: enterpriseUrn,
    name: 'EnterpriseUser',
    description: 'What a company says of somebody.',
    attributes: [
      text('employeeNumber', 'Their number.'),
      text('costCenter', 'Their cost centre.'),
      text('organization', 'Their organization.'),
      text('division', 'Their division.'),
      text('department', 'Their department.'),
      complex('manager', 'Who leads them.', [
        text('value', 'Their id.', { caseExact: true }),
        text('$ref', 'Their address.', { type: 'reference' }),
        text('displayName', 'Their name.', readOnly),
      ]),
    ],
  },
}

export const groupKind: ResourceKind = {
  name: 'Group',
  path: '/Groups',
  urn: groupUrn,
  description: 'A team of the workspace.',
  attributes: [
    text('displayName', 'The name of the team.', { required: true, uniqueness: 'server' }),
    complex(
      'members',
      'The people in it.',
      [
        text('value', 'The id of the user.', { mutability: 'immutable', caseExact: true }),
        text('$ref', 'Their address.', { mutability: 'immutable', type: 'reference' }),
        text('type', 'User.', { mutability: 'immutable' }),
        text('display', 'Their name.', readOnly),
      ],
      { multiValued: true },
    ),
  ],
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The attribute of this name, whose case does not count. */
export function attributeIn(attributes: Attribute[], name: string): Attribute | undefined {
  return attributes.find((attribute) => same(attribute.name, name))
}

/** All attributes at the top of a kind of resource. */
export function topAttributes(kind: ResourceKind): Attribute[] {
  return [...commonAttributes, ...kind.attributes]
}

export interface Place {
  /** Canonical names from the top of the resource. */
  path: string[]
  attribute: Attribute
  /** The attribute that has several values, where the path goes through one. */
  list?: Attribute
}

/** What a name of an attribute means (RFC 7644 §3.10), whatever its case and with or without its schema; null: nothing. */
export function placeOf(kind: ResourceKind, written: string): Place | 'extension' | null {
  const { extension } = kind
  if (extension && same(written, extension.urn)) return 'extension'
  const [start, attributes, rest] = withoutUrn(kind, written)
  const [name = '', sub, ...more] = rest.split('.')
  const attribute = attributeIn(attributes, name)
  if (!attribute || more.length > 0) return null
  const path = [...start, attribute.name]
  if (sub === undefined) return { path, attribute, ...(attribute.multiValued ? { list: attribute } : {}) }
  const inner = attributeIn(attribute.subAttributes ?? [], sub)
  if (!inner) return null
  return {
    path: [...path, inner.name],
    attribute: inner,
    ...(attribute.multiValued ? { list: attribute } : {}),
  }
}

function withoutUrn(kind: ResourceKind, written: string): [string[], Attribute[], string] {
  const under = (urn: string) => same(written.slice(0, urn.length + 1), `${urn}:`)
  if (kind.extension && under(kind.extension.urn)) {
    const { urn, attributes } = kind.extension
    return [[urn], attributes, written.slice(urn.length + 1)]
  }
  return [[], topAttributes(kind), under(kind.urn) ? written.slice(kind.urn.length + 1) : written]
}
