import { MODEL, type TypeName, V31, type Version } from '../openapi/model.ts'
import { versionNamed } from '../openapi/table.ts'
import type { References } from '../references/resolve.ts'

/** What a file as a whole is, and by which version it goes. */
export interface Root {
  readonly type: TypeName
  readonly version: Version
}

/** The type of a file's root; null where it is none of ours, or follows a version that is not known here. */
export function rootOf(references: References, file: string): Root | null {
  const index = references.index(file)
  if (!index) return null
  if (index.kind === 'toc') return { type: '@tocFile', version: MODEL }
  if (index.kind === 'schema') return { type: '@schema', version: MODEL }
  if (index.kind !== 'openapi2' && index.kind !== 'openapi3') return null
  if (index.version === '') return { type: '@root', version: index.kind === 'openapi2' ? 1 : V31 }
  const version = versionNamed(index.version)
  return version === undefined ? null : { type: '@root', version }
}
