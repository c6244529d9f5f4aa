import { DescriptionError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import { decodeText } from '../parse/decode.ts'
import { pathFrom } from '../paths.ts'
import { clip } from '../text.ts'
import type { BranchFile, Limits } from '../types.ts'
import { kindByName, type NameKind } from './kinds.ts'

const MEGABYTE = 2 ** 20
/** What an analysis takes unless it is told otherwise. */
export const LIMITS: Limits = { files: 20_000, fileBytes: 50 * MEGABYTE, totalBytes: 200 * MEGABYTE }

/** A file that is documented or may be referred to. */
export interface TreeFile {
  path: string
  kind: NameKind
  size: number
  hash: string | undefined
  source: BranchFile
}

/** The files of a branch by path, within the limits; each is read when it is asked for. */
export class FileTree {
  /** In the order of their paths. */
  readonly files: readonly TreeFile[]
  private readonly byPath: Map<string, TreeFile>
  private readonly all: Set<string>
  private readonly charged = new Set<string>()
  private readonly refused = new Set<string>()
  private readonly log: Log
  private readonly limits: Limits
  private spent = 0

  constructor(given: readonly BranchFile[], log: Log, limits: Partial<Limits> = {}) {
    this.log = log
    this.limits = { ...LIMITS, ...limits }
    const named = this.named(given)
    this.all = new Set([...named.keys()].flatMap(withFolders))
    this.files = this.counted([...named].flatMap(([path, source]) => fileOf(path, source)).sort(byPath))
    this.byPath = new Map(this.files.map((file) => [file.path, file]))
  }

  get(path: string): TreeFile | undefined {
    return this.byPath.get(path)
  }

  /** Whether there is such a file, of whatever kind, or a folder of this name. */
  has(path: string): boolean {
    return this.all.has(path)
  }

  /** The text of a file; undefined, with a line in the log, when it cannot be read or is beyond the limits. */
  text(path: string): string | undefined {
    const file = this.byPath.get(path)
    if (!file || this.refused.has(path)) return undefined
    const isFirst = !this.charged.has(path)
    const text = this.fits(file) ? this.read(file, isFirst) : undefined
    if (text === undefined) this.refused.add(path)
    return text
  }

  // A path that is there twice is the later one, as when an archive is unpacked.
  private named(given: readonly BranchFile[]): Map<string, BranchFile> {
    const named = new Map<string, BranchFile>()
    for (const file of given) {
      const path = file.path.includes('\0') ? null : pathFrom('', file.path.toWellFormed())
      if (path) named.set(path, file)
      else {
        const shown = clip(file.path.toWellFormed().replaceAll('\0', '\uFFFD'), 200)
        this.log.add('path-unusable', { file: shown }, { path: shown })
      }
    }
    return named
  }

  private counted(files: TreeFile[]): TreeFile[] {
    const { files: limit } = this.limits
    const first = files[limit]
    if (!first) return files
    const words = { limit: limit.toLocaleString('en-US'), more: files.length - limit - 1 }
    this.log.add('too-many-files', { file: first.path }, words)
    return files.slice(0, limit)
  }

  private fits({ path, size }: TreeFile): boolean {
    if (this.charged.has(path)) return true
    const { fileBytes, totalBytes } = this.limits
    if (size > fileBytes) {
      this.log.add('file-too-large', { file: path }, { limit: sizeText(fileBytes) })
      return false
    }
    if (this.spent + size > totalBytes) {
      this.log.add('branch-too-large', { file: path }, { limit: sizeText(totalBytes) })
      return false
    }
    this.charged.add(path)
    this.spent += size
    return true
  }

  private read({ path, source }: TreeFile, isFirst: boolean): string | undefined {
    try {
      if ('content' in source) return source.content
      const { text, diagnostics } = decodeText('bytes' in source ? source.bytes : source.read(), path)
      if (isFirst) this.log.take(diagnostics)
      return text
    } catch (error) {
      const reason = 'This file could not be read.'
      this.log.takeError(error instanceof DescriptionError ? error : new DescriptionError(reason, path))
      return undefined
    }
  }
}

function withFolders(path: string): string[] {
  const found = [path]
  for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) {
    found.push(path.slice(0, at))
    if (at === 0) break
  }
  return found
}

function fileOf(path: string, source: BranchFile): TreeFile[] {
  const kind = kindByName(path)
  return kind === null ? [] : [{ path, kind, size: sizeOf(source), hash: source.hash, source }]
}

function sizeOf(source: BranchFile): number {
  if ('content' in source) return source.content.length
  return 'bytes' in source ? source.bytes.length : source.size
}

function sizeText(bytes: number): string {
  return bytes >= MEGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${bytes} bytes`
}

// By code unit, not by locale: the order must be the same on every machine.
function byPath(a: TreeFile, b: TreeFile): number {
  if (a.path === b.path) return 0
  return a.path < b.path ? -1 : 1
}
