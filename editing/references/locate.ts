import type { Key, Path, Range } from '../types.ts'
import { decodeScalar, type ScalarStyle, type ScanEvents } from './events.ts'
import { formatOf } from './file-index.ts'
import { scan } from './scan.ts'

/** Where a value stands. */
export interface Located {
  /** The value; of a collection in YAML's blocks, from its first key. */
  readonly range: Range
  /** Its key, where it is a member of an object. */
  readonly key?: Range
  readonly keyStyle?: ScalarStyle
  /** Of an object with a `$ref`: what it says. */
  readonly ref?: string
}

interface Wanted {
  readonly below: Map<string, Wanted>
  found?: { -readonly [K in keyof Located]: Located[K] }
}

/**
 * Finds values of a text in one walk over it, which passes over what is not on the way to any of them. The result tells
 * for every path how far it leads: the values found, from the root down.
 */
export class Places {
  private readonly root: Wanted = { below: new Map() }

  constructor(file: string, text: string, paths: Iterable<Path>) {
    const format = formatOf(file)
    for (const path of paths) {
      let wanted = this.root
      for (const key of path) wanted = below(wanted, key)
    }
    if (format === 'json' || format === 'yaml') scan(text, format, new Walk(text, this.root))
  }

  /** The value at a path; undefined where there is none. */
  at(path: Path): Located | undefined {
    const steps = this.on(path)
    return steps.length === path.length + 1 ? steps.at(-1) : undefined
  }

  /** The values on the way to a path, as far as there are any: first the root's. */
  on(path: Path): Located[] {
    const found: Located[] = []
    let wanted: Wanted | undefined = this.root
    for (let depth = 0; wanted?.found; depth++) {
      found.push(wanted.found)
      const key = path[depth]
      if (key === undefined) break
      wanted = wanted.below.get(String(key))
    }
    return found
  }
}

function below(wanted: Wanted, key: Key): Wanted {
  let next = wanted.below.get(String(key))
  if (!next) {
    next = { below: new Map() }
    wanted.below.set(String(key), next)
  }
  return next
}

interface Scope {
  readonly wanted: Wanted
  readonly list: boolean
  index: number
  key: { name: string; range: Range; style: ScalarStyle } | undefined
}

class Walk implements ScanEvents {
  private readonly text: string
  private readonly root: Wanted
  private readonly scopes: Scope[] = []

  constructor(text: string, root: Wanted) {
    this.text = text
    this.root = root
  }

  open(list: boolean, from: number): boolean {
    const wanted = this.value({ from, to: from })
    if (!wanted) return false
    this.scopes.push({ wanted, list, index: 0, key: undefined })
    return true
  }

  close(to: number): void {
    const found = this.scopes.pop()?.wanted.found
    if (found) found.range = { from: found.range.from, to }
  }

  key(from: number, to: number, style: ScalarStyle): void {
    const scope = this.scopes.at(-1)
    if (scope)
      scope.key = { name: decodeScalar(this.text.slice(from, to), style), range: { from, to }, style }
  }

  scalar(from: number, to: number, style: ScalarStyle): void {
    const scope = this.scopes.at(-1)
    if (scope && !scope.list && scope.key?.name === '$ref' && scope.wanted.found) {
      scope.wanted.found.ref = decodeScalar(this.text.slice(from, to), style)
    }
    this.value({ from, to })
  }

  /** The wanted value that begins here, noted; undefined where nobody looks for it. */
  private value(range: Range): Wanted | undefined {
    const scope = this.scopes.at(-1)
    if (!scope) {
      this.root.found = { range }
      return this.root
    }
    const name = scope.list ? String(scope.index) : scope.key?.name
    if (scope.list) scope.index += 1
    const wanted = name === undefined ? undefined : scope.wanted.below.get(name)
    if (!wanted) return undefined
    wanted.found = {
      range,
      ...(scope.list || !scope.key ? {} : { key: scope.key.range, keyStyle: scope.key.style }),
    }
    return wanted
  }
}
