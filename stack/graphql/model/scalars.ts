import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql'

function scalar(name: string, description: string): GraphQLScalarType {
  return new GraphQLScalarType({ name, description })
}

/** The scalars of every schema, by name. */
export const SCALARS = {
  ID: GraphQLID,
  Int: GraphQLInt,
  Float: GraphQLFloat,
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  Date: scalar('Date', 'A date without time information'),
  Time: scalar('Time', 'A time without date information'),
  Datetime: scalar('Datetime', 'A date and time'),
  BigInt: scalar('BigInt', 'An arbitrary size integer represented as a string'),
  UUID: scalar('UUID', 'A universally unique identifier'),
  JSON: scalar('JSON', 'A Javascript Object Notation value serialized as a string'),
  Cursor: scalar('Cursor', 'An opaque string using for tracking a position in results during pagination'),
  BigFloat: scalar('BigFloat', 'A high precision floating point value represented as a string'),
  Opaque: scalar('Opaque', 'Any type not handled by the type system'),
}

export type ScalarName = keyof typeof SCALARS

const BY_OID: Record<number, ScalarName> = {
  16: 'Boolean',
  18: 'String',
  20: 'BigInt',
  21: 'Int',
  23: 'Int',
  25: 'String',
  114: 'JSON',
  700: 'Float',
  701: 'Float',
  1042: 'String',
  1043: 'String',
  1082: 'Date',
  1083: 'Time',
  1114: 'Datetime',
  1184: 'Datetime',
  1700: 'BigFloat',
  2950: 'UUID',
  3802: 'JSON',
}

/** The scalar of a base type of Postgres. */
export function scalarOf(type: { oid: number; name: string }): ScalarName {
  return BY_OID[type.oid] ?? (type.name === 'citext' ? 'String' : 'Opaque')
}
