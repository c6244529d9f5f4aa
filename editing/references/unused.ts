import type { Definition } from './file-index.ts'
import { startsWith } from './plan.ts'
import type { References } from './resolve.ts'
import { isScheme, sitesOf } from './uses.ts'

/**
 * The components of a description that nothing leads to: not from its paths, not from other files, or only from other
 * components that are unused themselves.
 */
export function unusedComponents(references: References, file: string): Definition[] {
  const index = references.index(file)
  if (!index || (index.kind !== 'openapi2' && index.kind !== 'openapi3')) return []
  const byPath = new Map(index.components.map((component) => [keyOf(component.path), component]))
  const leadsTo = new Map<Definition | null, Set<Definition>>()
  const note = (from: Definition | null, to: Definition | undefined) => {
    if (!to || from === to) return
    const known = leadsTo.get(from)
    if (known) known.add(to)
    else leadsTo.set(from, new Set([to]))
  }
  const componentOf = (path: Definition['path']) =>
    byPath.get(keyOf(path.slice(0, path[0] === 'components' ? 3 : 2)))
  for (const other of references.indexes()) {
    for (const [site, resolved] of references.resolved(other.path)) {
      const from = other.path === file ? (componentOf(site.path) ?? null) : null
      for (const to of [resolved, references.written(site, other.path)]) {
        if (to.to === 'place' && to.target.file === file) note(from, componentOf(to.target.path))
      }
    }
  }
  for (const scheme of index.components.filter(({ path }) => isScheme(path))) {
    if (sitesOf(references, file, ['schemeUse'], String(scheme.path.at(-1))).length > 0) note(null, scheme)
  }
  const used = new Set(leadsTo.get(null))
  for (const component of used) for (const next of leadsTo.get(component) ?? []) used.add(next)
  return index.components.filter((component) => !used.has(component) && !isInside(component, used))
}

function keyOf(path: Definition['path']): string {
  return path.join('\n')
}

// Of a schema's own `$defs` nothing is said while the schema is used.
function isInside({ path }: Definition, used: ReadonlySet<Definition>): boolean {
  return [...used].some((other) => other.path.length < path.length && startsWith(path, other.path))
}
