import { objectOf, typeAt } from '../openapi/table.ts'
import type { References } from '../references/resolve.ts'
import { fragmentSegment, relativePath, writtenPath } from '../references/write.ts'
import type { Path } from '../types.ts'
import { rootOf } from '../validity/roots.ts'

const MOST = 2_000

/** What references at a place may lead to, over all files: the same kind of thing, those of this file first. */
export function referencesFor(
  references: References,
  file: string,
  owner: Path,
): { ref: string; detail: string }[] {
  const kind = kindAt(references, file, owner)
  const own: { ref: string; detail: string }[] = []
  const others: { ref: string; detail: string }[] = []
  for (const index of references.indexes()) {
    const isOwn = index.path === file
    const base = isOwn ? '' : reference(file, index.path)
    if (!isOwn && index.kind === 'schema' && kind === 'schema') others.push({ ref: base, detail: 'model' })
    for (const { path } of index.components) {
      const found = kindAt(references, index.path, path)
      if (kind !== undefined && found !== kind) continue
      if (own.length + others.length >= MOST) return [...own, ...others]
      const ref = `${base}#/${path.map((key) => fragmentSegment(String(key))).join('/')}`
      if (isOwn) own.push({ ref, detail: found ?? '' })
      else others.push({ ref, detail: index.path })
    }
  }
  return [...own, ...others]
}

function reference(from: string, to: string): string {
  const path = writtenPath(relativePath(from, to), false)
  return path.startsWith('.') ? path : `./${path}`
}

function kindAt(references: References, file: string, path: Path): string | undefined {
  const root = rootOf(references, file)
  const type = root && typeAt(root.type, path, root.version)
  return type ? objectOf(type)?.name : undefined
}
