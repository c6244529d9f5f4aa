import { kindByName } from '../../analysis/files/kinds.ts'
import { linksOf } from '../../analysis/links.ts'
import type { Format, Path, Range } from '../types.ts'
import { decodeScalar, type ScalarStyle, type ScanEvents } from './events.ts'
import { scan } from './scan.ts'
import { isNaming, mayRefer, type Spot, spotInList, spotOf, spotUnder } from './spots.ts'

/** A file as the references see it. The text is all of it, with LF. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

export type SiteKind =
  /** A `$ref`, or an `operationRef`. */
  | 'ref'
  /** A value of a discriminator's mapping: the name of a schema, or a reference. */
  | 'mapping'
  /** A link or an image of an article, a `uri` of toc.json, a ruleset that another extends. */
  | 'link'
  | 'uri'
  | 'base'
  | 'operationId'
  /** The operationId that a link of a response names. */
  | 'operationUse'
  | 'tag'
  | 'tagUse'
  | 'schemeUse'

/** One place of a text that names something. */
export interface Site {
  readonly kind: SiteKind
  /** From the root of the file to the value; of `schemeUse`, to the member whose key it is. Empty in Markdown. */
  readonly path: Path
  /** The token, quotes included. */
  readonly range: Range
  readonly style: ScalarStyle
  /** What it says, without escapes. */
  readonly value: string
}

/** What a file names for others: a component, a path, an operation. */
export interface Definition {
  readonly path: Path
  readonly key: Range
  readonly style: ScalarStyle
}

/** A parameter, as far as the path it is part of has to know. */
export interface ParameterSite {
  readonly path: Path
  name?: string
  in?: string
  ref?: string
}

/** What the references of one file are, and what can be referred to. */
export interface FileIndex {
  readonly path: string
  readonly kind: 'openapi2' | 'openapi3' | 'schema' | 'loose' | 'markdown' | 'toc' | 'ruleset' | 'other'
  readonly sites: readonly Site[]
  readonly components: readonly Definition[]
  readonly paths: readonly Definition[]
  readonly operations: readonly Definition[]
  /** Names that JSON Schema gives to places (`$anchor`). */
  readonly anchors: ReadonlyMap<string, Path>
  /** What the file calls itself (`$id`), if it does. */
  readonly id: string | undefined
  /** The version it says it follows (`openapi`, `swagger`); empty without one. */
  readonly version: string
  readonly parameters: readonly ParameterSite[]
}

/** In which grammar a file is written; null for what is no text of ours. */
export function formatOf(path: string): Format | 'markdown' | null {
  if (/\.(md|markdown)$/i.test(path)) return 'markdown'
  if (/\.json$/i.test(path)) return 'json'
  return /\.ya?ml$/i.test(path) ? 'yaml' : null
}

/** Reads a file by one walk over its text. Broken text gives what can be understood of it. */
export function indexFile({ path, text }: TextFile): FileIndex {
  const format = formatOf(path)
  if (format === 'markdown') return { ...empty(path, 'markdown'), sites: markdownSites(path, text) }
  if (format === null) return empty(path, 'other')
  const { kind, version } = kindOf(path, text, format)
  const collector = new Collector(text, ROOTS[kind])
  scan(text, format, collector)
  return { path, kind, version, ...collector.found }
}

const ROOTS = {
  openapi2: 'root',
  openapi3: 'root',
  schema: 'schema',
  loose: 'loose',
  toc: 'toc',
  ruleset: 'ruleset',
} as const satisfies Record<string, Spot>

function empty(path: string, kind: FileIndex['kind']): FileIndex {
  return {
    path,
    kind,
    sites: [],
    components: [],
    paths: [],
    operations: [],
    anchors: new Map(),
    id: undefined,
    version: '',
    parameters: [],
  }
}

// By the keys of the root alone: the rest is walked when it is known what it is.
function kindOf(path: string, text: string, format: Format): { kind: keyof typeof ROOTS; version: string } {
  const named = kindByName(path)
  if (named === 'toc' || named === 'ruleset') return { kind: named, version: '' }
  let depth = 0
  let last = ''
  let version = ''
  let kind: keyof typeof ROOTS = 'loose'
  scan(text, format, {
    open: () => depth++ === 0,
    skipped: () => {
      depth -= 1
    },
    close: () => {},
    key: (from, to, style) => {
      last = decodeScalar(text.slice(from, to), style)
      if (last === 'openapi') kind = 'openapi3'
      else if (last === 'swagger') kind = 'openapi2'
      else if (kind === 'loose' && SCHEMA_KEYS.test(last)) kind = 'schema'
    },
    scalar: (from, to, style) => {
      if (last === 'openapi' || last === 'swagger') version = decodeScalar(text.slice(from, to), style)
      last = ''
    },
  })
  return { kind, version }
}

const SCHEMA_KEYS = /^(\$schema|\$id|\$defs|type|properties|items|allOf|anyOf|oneOf|enum|patternProperties)$/

function markdownSites(path: string, text: string): Site[] {
  const starts = lineStarts(text)
  return linksOf(text, path, 1).map(({ written, line, column }) => {
    const from = (starts[line - 1] ?? 0) + column - 1
    return {
      kind: 'link',
      path: [],
      range: { from, to: from + written.length },
      style: 'plain',
      value: written,
    }
  })
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

interface Scope {
  spot: Spot
  list: boolean
  /** Of the element that comes next. */
  index: number
  key: string
}

class Collector implements ScanEvents {
  readonly sites: Site[] = []
  readonly components: Definition[] = []
  readonly paths: Definition[] = []
  readonly operations: Definition[] = []
  readonly anchors = new Map<string, Path>()
  readonly parameters: ParameterSite[] = []
  private id: string | undefined
  private readonly text: string
  private readonly root: Spot
  private readonly scopes: Scope[] = []

  constructor(text: string, root: Spot) {
    this.text = text
    this.root = root
  }

  get found() {
    const { sites, components, paths, operations, anchors, id, parameters } = this
    return { sites, components, paths, operations, anchors, id, parameters }
  }

  open(list: boolean): boolean {
    const spot = spotOf(this.next(), list)
    if (spot === 'opaque') return false
    if (spot === 'parameter' && !list) this.parameters.push({ path: this.path() })
    this.scopes.push({ spot, list, index: 0, key: '' })
    return true
  }

  close(): void {
    this.scopes.pop()
  }

  key(from: number, to: number, style: ScalarStyle): void {
    const scope = this.scopes.at(-1)
    if (!scope) return
    scope.key = decodeScalar(this.text.slice(from, to), style)
    const range = { from, to }
    const depth = this.scopes.length
    if (scope.spot === 'requirement') this.add('schemeUse', range, style, scope.key)
    else if (scope.spot === 'operation' || scope.spot === 'loose') return
    else if (depth === 2 && scope.spot === 'pathItems') this.define(this.paths, range, style)
    else if (scope.spot === 'pathItem') {
      if (spotUnder('pathItem', scope.key) === 'operation') this.define(this.operations, range, style)
    } else if (this.isHome(depth, scope)) this.define(this.components, range, style)
  }

  scalar(from: number, to: number, style: ScalarStyle): void {
    const scope = this.scopes.at(-1)
    if (!scope) return
    if (scope.list) scope.index += 1
    else if (scope.spot === 'parameter') this.parameter(scope.key, from, to, style)
    const kind = kindOfSite(scope)
    if (kind === null) {
      if (scope.spot === 'schema' && SCHEMA_NAMES.test(scope.key) && style !== 'block')
        this.name(scope.key, from, to, style)
      return
    }
    if (style !== 'block') this.add(kind, { from, to }, style, decodeScalar(this.text.slice(from, to), style))
  }

  private next(): Spot {
    const scope = this.scopes.at(-1)
    if (!scope) return this.root
    if (!scope.list) return spotUnder(scope.spot, scope.key)
    scope.index += 1
    return spotInList(scope.spot)
  }

  // Components stand in `components/<section>` (OpenAPI 3), in the root's sections (2.0), or in the `$defs` of a schema.
  private isHome(depth: number, { spot }: Scope): boolean {
    const [root, second] = this.scopes
    if (root?.spot === 'root') {
      if (!isNaming(spot) || spot === 'pathItems') return depth === 3 && second?.spot === 'components'
      return depth === 2 || (depth === 3 && second?.spot === 'components')
    }
    return depth === 2 && root?.spot === 'schema' && /^(\$defs|definitions)$/.test(root.key)
  }

  private define(into: Definition[], key: Range, style: ScalarStyle): void {
    into.push({ path: this.path(), key, style })
  }

  private name(key: string, from: number, to: number, style: ScalarStyle): void {
    const value = decodeScalar(this.text.slice(from, to), style)
    const at = this.path().slice(0, -1)
    const anchor = key.endsWith('nchor') ? value : /^#(.+)$/.exec(value)?.[1]
    if (anchor !== undefined) {
      if (!this.anchors.has(anchor)) this.anchors.set(anchor, at)
    } else if (at.length === 0 && key === '$id' && /^[a-z][a-z0-9+.-]*:/i.test(value) && !/#./.test(value)) {
      this.id = value.replace(/#$/, '')
    }
  }

  private parameter(key: string, from: number, to: number, style: ScalarStyle): void {
    const last = this.parameters.at(-1)
    if (!last || (key !== 'name' && key !== 'in' && key !== '$ref')) return
    last[key === '$ref' ? 'ref' : key] ??= decodeScalar(this.text.slice(from, to), style)
  }

  private add(kind: SiteKind, range: Range, style: ScalarStyle, value: string): void {
    this.sites.push({ kind, path: this.path(), range, style, value })
  }

  private path(): Path {
    return this.scopes.map(({ list, index, key }) => (list ? index - 1 : key))
  }
}

const SCHEMA_NAMES = /^(\$anchor|\$dynamicAnchor|\$id|id)$/

function kindOfSite({ spot, list, key, index }: Scope): SiteKind | null {
  if (list) {
    if (spot === 'bases') return 'base'
    // Behind a ruleset may stand which of its rules: "recommended".
    if (spot === 'basePair') return index === 1 ? 'base' : null
    return spot === 'tagUses' ? 'tagUse' : null
  }
  if (spot === 'mapping') return 'mapping'
  if (spot === 'toc') return key === 'uri' || key === 'url' ? 'uri' : null
  if (spot === 'ruleset') return key === 'extends' ? 'base' : null
  if (spot === 'tagObject') return key === 'name' ? 'tag' : null
  if (key === '$ref') return mayRefer(spot) ? 'ref' : null
  if (key === 'operationId')
    return spot === 'operation' || spot === 'loose' ? 'operationId' : spot === 'link' ? 'operationUse' : null
  return key === 'operationRef' && spot === 'link' ? 'ref' : null
}
