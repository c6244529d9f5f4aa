/** The formats of a schema that are widely known, by its type. https://spec.openapis.org/registry/format/ */
export const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: [
    'date',
    'date-time',
    'time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uuid',
    'byte',
    'binary',
    'password',
    'regex',
  ],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}
