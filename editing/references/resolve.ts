import { pointerSegments } from '../../analysis/json.ts'
import { decodedPath, pathFrom } from '../../analysis/paths.ts'
import type { Path } from '../types.ts'
import { type FileIndex, indexFile, type Site, type TextFile } from './file-index.ts'
import { type Located, Places } from './locate.ts'

/** What a reference names: a place of a file of the set. */
export interface Target {
  readonly file: string
  /** Numbers of elements are texts here, as references write them. */
  readonly path: Path
}

/** Where a reference leads: to a place, out of the set of files, or nowhere. */
export type Resolved =
  | { readonly to: 'place'; readonly target: Target }
  | { readonly to: 'outside' }
  | { readonly to: 'nothing'; readonly file?: string }

/** A reference of another file, and what of this one it leads to. */
export interface Referrer {
  readonly from: string
  readonly site: Site
  readonly path: Path
}

type Named = Pick<Site, 'kind' | 'value'>

const MAX_HOPS = 50
// A circle of references grows the path with each round.
const MAX_STEPS = 100
const OUTSIDE: Resolved = { to: 'outside' }
const NOTHING: Resolved = { to: 'nothing' }

/** The files of a branch and what they refer to; a file is read again only when its text has changed. */
export class References {
  private readonly files = new Map<string, { text: string; index: FileIndex | undefined }>()
  /** The places of a file that were looked up, until its text changes. */
  private readonly looked = new Map<string, { asked: Map<string, Path>; places: Places }>()
  private readonly resolvedOf = new Map<string, Map<Site, Resolved>>()
  private ids: Map<string, string> | undefined
  private referred: Map<string, Referrer[]> | undefined

  constructor(files: Iterable<TextFile> = []) {
    for (const { path, text } of files) this.files.set(path, { text, index: undefined })
  }

  /** Adds a file, or gives it another text. */
  set(path: string, text: string): void {
    if (this.files.get(path)?.text === text) return
    this.files.set(path, { text, index: undefined })
    this.forget(path)
  }

  delete(path: string): void {
    if (this.files.delete(path)) this.forget(path)
  }

  get paths(): string[] {
    return [...this.files.keys()]
  }

  has(path: string): boolean {
    return this.files.has(path)
  }

  text(path: string): string {
    return this.files.get(path)?.text ?? ''
  }

  index(path: string): FileIndex | undefined {
    const file = this.files.get(path)
    if (!file) return undefined
    file.index ??= indexFile({ path, text: file.text })
    return file.index
  }

  /** All files, read. */
  *indexes(): Generator<FileIndex> {
    for (const path of this.files.keys()) {
      const index = this.index(path)
      if (index) yield index
    }
  }

  /** Where each reference of a file leads. */
  resolved(path: string): ReadonlyMap<Site, Resolved> {
    const known = this.resolvedOf.get(path)
    if (known) return known
    const sites = this.index(path)?.sites.filter(isReference) ?? []
    const targets = this.follow(sites.map((site) => this.firstTarget(site, path)))
    const found = new Map(sites.map((site, index) => [site, targets[index] ?? NOTHING]))
    this.resolvedOf.set(path, found)
    return found
  }

  /** The references of all other files that lead into a file, by `$ref`. */
  referrers(path: string): readonly Referrer[] {
    if (!this.referred) {
      const referred = new Map<string, Referrer[]>()
      for (const { path: from } of this.indexes()) {
        for (const [site, resolved] of this.resolved(from)) {
          if (site.kind !== 'ref' || resolved.to !== 'place' || resolved.target.file === from) continue
          const known = referred.get(resolved.target.file)
          const referrer = { from, site, path: resolved.target.path }
          if (known) known.push(referrer)
          else referred.set(resolved.target.file, [referrer])
        }
      }
      this.referred = referred
    }
    return this.referred.get(path) ?? []
  }

  /** Where a reference leads that stands in a file. */
  resolve(ref: string, from: string): Resolved {
    return this.follow([this.firstTarget({ kind: 'ref', value: ref }, from)])[0] ?? NOTHING
  }

  /** What a reference names as it is written, be it there or not; what it leads to is told by `resolved`. */
  written(site: Site, from: string): Resolved {
    return this.firstTarget(site, from)
  }

  /** Where a value stands in a file; undefined where there is none. */
  locate(file: string, path: Path): Located | undefined {
    return this.placesOf(file, [path]).at(path)
  }

  private firstTarget(site: Named, from: string): Resolved {
    const { value } = site
    if (site.kind === 'mapping' && isBareName(value)) return this.schemaNamed(value, from)
    if (site.kind === 'link' || site.kind === 'uri' || site.kind === 'base') return this.fileNamed(site, from)
    const hash = value.indexOf('#')
    const written = decodedPath(hash === -1 ? value : value.slice(0, hash))
    const fragment = decodedPath(hash === -1 ? '' : value.slice(hash + 1))
    const file = this.fileOf(written, from)
    if (file === null) return OUTSIDE
    if (!this.files.has(file)) return { to: 'nothing', file }
    if (fragment === '' || fragment.startsWith('/')) {
      return { to: 'place', target: { file, path: pointerSegments(fragment) } }
    }
    const anchor = this.index(file)?.anchors.get(fragment)
    return anchor ? { to: 'place', target: { file, path: anchor } } : { to: 'nothing', file }
  }

  private fileOf(written: string, from: string): string | null {
    if (written === '') return from
    if (!/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(written)) return pathFrom(from, written)
    this.ids ??= new Map(
      [...this.indexes()]
        .flatMap(({ id, path }) => (id === undefined ? [] : [[id, path] as const]))
        .reverse(),
    )
    return this.ids.get(written) ?? null
  }

  // A link, and an entry of toc.json, may name a place of a file: "/reference/x.yaml/components/schemas/Pet".
  private fileNamed({ kind, value }: Named, from: string): Resolved {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(value)) return OUTSIDE
    const written = value.replace(/[?#].*$/s, '')
    const path = kind === 'uri' ? pathFrom('', written) : pathFrom(from, decodedPath(written))
    if (path === null || path === '') return OUTSIDE
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const file = path.slice(0, end)
      if (this.files.has(file))
        return { to: 'place', target: { file, path: pointerSegments(path.slice(end)) } }
    }
    return { to: 'nothing', file: path }
  }

  private schemaNamed(name: string, from: string): Resolved {
    const kind = this.index(from)?.kind
    const home = kind === 'openapi2' ? ['definitions'] : ['components', 'schemas']
    return { to: 'place', target: { file: from, path: [...home, name] } }
  }

  // A path may lead through values that are references themselves. All go one step together, so that each step costs one
  // walk over a text, however many references there are.
  private follow(resolved: readonly Resolved[]): Resolved[] {
    const current = [...resolved]
    let open = current.flatMap((at, index) => (at.to === 'place' && at.target.path.length > 0 ? [index] : []))
    for (let hop = 0; hop < MAX_HOPS && open.length > 0; hop++) {
      const isOpen = new Set(open)
      this.lookUp(current.flatMap((at, index) => (at.to === 'place' && isOpen.has(index) ? [at.target] : [])))
      open = open.filter((index) => {
        const at = current[index]
        if (at?.to !== 'place') return false
        const next = this.step(at.target)
        if (next) current[index] = next
        return next?.to === 'place'
      })
    }
    for (const index of open) current[index] = NOTHING
    return current
  }

  /** Where a target leads next; null where it is a value of its own. */
  private step({ file, path }: Target): Resolved | null {
    const steps = this.placesOf(file, [path]).on(path)
    if (steps.length > path.length) return null
    const ref = steps.at(-1)?.ref
    if (ref === undefined) return { to: 'nothing', file }
    const next = this.firstTarget({ kind: 'ref', value: ref }, file)
    if (next.to !== 'place') return next
    const rest = path.slice(steps.length - 1)
    const target = { file: next.target.file, path: [...next.target.path, ...rest] }
    return target.path.length > MAX_STEPS ? NOTHING : { to: 'place', target }
  }

  private lookUp(targets: readonly Target[]): void {
    for (const [file, of] of Map.groupBy(targets, (target) => target.file)) {
      this.placesOf(
        file,
        of.map(({ path }) => path),
      )
    }
  }

  // One walk for all that is asked at once; what was not asked for before costs another.
  private placesOf(file: string, paths: readonly Path[]): Places {
    const known = this.looked.get(file)
    if (known && paths.every((path) => known.asked.has(path.join('\n')))) return known.places
    const asked = new Map(known?.asked)
    for (const path of paths) asked.set(path.join('\n'), path)
    const places = new Places(file, this.text(file), asked.values())
    this.looked.set(file, { asked, places })
    return places
  }

  private forget(path: string): void {
    this.looked.delete(path)
    this.resolvedOf.clear()
    this.ids = undefined
    this.referred = undefined
  }
}

function isReference({ kind }: Site): boolean {
  return kind === 'ref' || kind === 'mapping' || kind === 'link' || kind === 'uri' || kind === 'base'
}

/** Whether a value of a mapping is the name of a schema, as OpenAPI allows, and no reference. */
export function isBareName(value: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(value) && !/\.(json|ya?ml)$/i.test(value)
}
