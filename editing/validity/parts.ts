// A file in parts that are looked at one by one: what was not changed is not read again.
import type { TypeName, Version } from '../openapi/model.ts'
import { objectOf, typeUnder } from '../openapi/table.ts'
import { decodeScalar, type ScalarStyle, type ScanEvents } from '../references/events.ts'
import { scan } from '../references/scan.ts'
import type { Member, Node } from '../tree/node.ts'
import type { Format, Path, Range } from '../types.ts'

/** A stretch of a text with one value, which is of a type. */
export interface PartPlace {
  readonly path: Path
  readonly type: TypeName
  readonly from: number
  readonly to: number
  /** Its key, which is underlined where something is missing. */
  readonly key: Range | undefined
}

/** An object whose members are parts: its own keys, without what is under them. */
export interface Frame {
  readonly path: Path
  readonly type: TypeName
  readonly node: Node
  readonly at: Range | undefined
}

export interface Parts {
  readonly parts: readonly PartPlace[]
  readonly frames: readonly Frame[]
}

// What is large: its members are parts each.
const SPLIT = new Set([
  'paths',
  'webhooks',
  'components',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
  '$defs',
])

/** The parts of a text whose root is of a type. One walk; nothing is parsed. */
export function partsOf(text: string, format: Format, type: TypeName, version: Version): Parts {
  const walk = new Walk(text, format, type, version)
  scan(text, format, walk)
  return walk
}

interface Scope {
  readonly at: Range | undefined
  readonly path: Path
  readonly type: TypeName
  readonly members: Member[]
  readonly from: number
  key: { name: string; from: number; to: number; style: ScalarStyle } | undefined
}

class Walk implements ScanEvents, Parts {
  readonly parts: PartPlace[] = []
  readonly frames: Frame[] = []
  private readonly text: string
  private readonly format: Format
  private readonly type: TypeName
  private readonly version: Version
  private readonly scopes: Scope[] = []
  private pending: Omit<PartPlace, 'to'> | undefined

  constructor(text: string, format: Format, type: TypeName, version: Version) {
    this.text = text
    this.format = format
    this.type = type
    this.version = version
  }

  open(list: boolean, from: number): boolean {
    const next = this.next()
    if (!next) return false
    if (!list && this.isSplit(next)) {
      this.scopes.push({ ...next, members: [], from, at: next.key, key: undefined })
      return true
    }
    this.pending = { ...next, from: this.begin(from) }
    return false
  }

  skipped(to: number): void {
    if (this.pending) this.parts.push({ ...this.pending, to })
    this.pending = undefined
  }

  close(to: number): void {
    const scope = this.scopes.pop()
    if (!scope) return
    const { path, type, from, members, at } = scope
    this.frames.push({ path, type, at, node: { kind: 'map', flow: false, members, from, to } })
  }

  key(from: number, to: number, style: ScalarStyle): void {
    const scope = this.scopes.at(-1)
    if (!scope) return
    const name = decodeScalar(this.text.slice(from, to), style)
    scope.key = { name, from, to, style }
    // What is under the key is looked at by itself: here it stands for something that is elsewhere.
    const value: Node = { kind: 'alias', name: '', from: to, to }
    scope.members.push({ key: name, keyFrom: from, keyTo: to, keyStyle: 'plain', value })
  }

  scalar(from: number, to: number): void {
    const next = this.next()
    if (next) this.parts.push({ ...next, from, to })
  }

  private next(): Pick<PartPlace, 'path' | 'type' | 'key'> | null {
    const scope = this.scopes.at(-1)
    if (!scope) return { path: [], type: this.type, key: undefined }
    const { key } = scope
    if (!key) return null
    return {
      path: [...scope.path, key.name],
      type: typeUnder(scope.type, key.name, this.version) ?? 'any',
      key,
    }
  }

  private isSplit({ path, type }: { path: Path; type: TypeName }): boolean {
    if (path.length === 0) return objectOf(type) !== undefined
    const [first] = path
    if (!SPLIT.has(String(first)) || type === 'any') return false
    return path.length === 1 || (first === 'components' && path.length === 2)
  }

  // Lines of a block are taken from their beginning, so that all of them are indented alike.
  private begin(from: number): number {
    const char = this.text[from]
    if (this.format === 'json' || char === '{' || char === '[') return from
    return this.text.lastIndexOf('\n', from - 1) + 1
  }
}
