import { shapesOf, type TypeName } from '../openapi/model.ts'
import type { Key, Path } from '../types.ts'
import type { Fix } from './finding.ts'

/** The fix that adds a member. */
export function addition(path: Path, key: string, value: unknown): Fix {
  return { title: `Add ${key}`, edits: [{ type: 'add', path, key, value }] }
}

/** The fix that takes something away. */
export function remove(path: Path): Fix {
  return { title: `Remove ${String(path.at(-1))}`, edits: [{ type: 'delete', path }] }
}

/** The fix that writes a value. */
export function put(path: Path, value: unknown): Fix {
  return { title: `Change to ${String(value)}`, edits: [{ type: 'set', path, value }] }
}

/** The fix that makes a key an extension. */
export function extension(path: Path, key: string): Fix {
  return { title: `Make it the extension x-${key}`, edits: [{ type: 'rename', path, key: `x-${key}` }] }
}

/** What a value begins as that has to be there. */
export function beginning(type: TypeName, key: Key): unknown {
  const [shape] = shapesOf(type)
  if (shape?.is === 'one') return shape.values[0]
  if (shape?.is === 'list') return []
  if (key === 'responses') return { '200': { description: 'OK' } }
  if (key === 'info') return { title: 'API', version: '1.0.0' }
  if (shape?.is === 'object' || shape?.is === 'map') return {}
  return key === 'version' ? '1.0.0' : ''
}
