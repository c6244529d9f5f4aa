import { MODEL, type ObjectType, shapesOf, type TypeName, V2, V30, V31, V32, type Version } from './model.ts'
import { OBJECTS } from './objects.ts'
import { SCHEMA } from './schema.ts'
import { SECURITY } from './security.ts'

const TABLE: Readonly<Record<string, ObjectType>> = { ...OBJECTS, ...SECURITY, ...SCHEMA }

/** The object of a name in the tables. */
export function objectNamed(name: string): ObjectType | undefined {
  return Object.hasOwn(TABLE, name) ? TABLE[name] : undefined
}

/** The object that a type may be, if it may be one. */
export function objectOf(type: TypeName): ObjectType | undefined {
  for (const shape of shapesOf(type)) if (shape.is === 'object') return objectNamed(shape.name)
  return undefined
}

/** The version that a file says it follows (`openapi`, `swagger`); undefined for one that is not known here. */
export function versionNamed(text: string): Version | undefined {
  if (/^3(\.0|$)/.test(text)) return V30
  if (/^3\.1/.test(text)) return V31
  if (/^3\.2/.test(text)) return V32
  return /^2(\.|$)/.test(text) ? V2 : undefined
}

/** How a version is called: "OpenAPI 3.0"; several by the first and the last of them. */
export function versionName(version: Version): string {
  const names: [Version, string][] = [
    [V2, '2.0'],
    [V30, '3.0'],
    [V31, '3.1'],
    [V32, '3.2'],
  ]
  const known = names.filter(([bit]) => version & bit).map(([, name]) => name)
  if (known.length === 0) return version & MODEL ? 'JSON Schema' : 'OpenAPI'
  return `OpenAPI ${known.length > 1 && version & V32 ? `${known[0]} and later` : known.join(' and ')}`
}

/** The type of a value under a key or at a position, as far as the tables tell; null where anything may stand. */
export function typeUnder(type: TypeName, key: string | number, version: Version): TypeName | null {
  for (const shape of shapesOf(type)) {
    if (typeof key === 'number' && shape.is === 'list') return shape.of
    if (typeof key === 'number') continue
    if (shape.is === 'map') return shape.of
    if (shape.is !== 'object') continue
    const object = objectNamed(shape.name)
    const field = object && ownField(object, key)
    if (field && field.versions & version) return field.type
    if (object?.rest !== undefined && !key.startsWith('x-')) return object.rest
  }
  return null
}

/** The field of a name; never one of the prototype. */
export function ownField(object: ObjectType, key: string) {
  return Object.hasOwn(object.fields, key) ? object.fields[key] : undefined
}

/** The type of the value at a path from a root. */
export function typeAt(
  root: TypeName,
  path: readonly (string | number)[],
  version: Version,
): TypeName | null {
  let type: TypeName | null = root
  for (const key of path) {
    if (type === null) return null
    type = typeUnder(type, key, version)
  }
  return type
}
