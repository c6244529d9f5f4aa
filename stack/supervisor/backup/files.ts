// The files of a backup: copied piece by piece with their checksums, listed in a manifest that is written last. A
// folder without one is no backup.
import { createHash } from 'node:crypto'
import { chownSync, createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import type { OsUser } from '../../postgres/os-user.ts'
import type { CodeVersion } from '../folder/code-version.ts'

export interface CopiedFile {
  path: string
  size: number
  sha256: string
}

export interface Manifest {
  /** When it was finished. */
  made: string
  /** The code whose migrations the database has. */
  code: CodeVersion | undefined
  files: CopiedFile[]
}

const MANIFEST = 'backup.json'
const FOLDERS = ['postgres', 'storage', 'mail']
const BESIDE = ['secrets.json', 'keys.json', 'code.json', 'demo.txt']

/** Copies files from one folder to the same places in another. */
export class Copy {
  readonly files: CopiedFile[] = []
  readonly #from: string
  readonly #to: string
  readonly #done = new Set<string>()

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  /** What is below `dir` and was not copied yet, folders without files too. */
  async tree(dir: string, wanted: (name: string, path: string) => boolean, below = ''): Promise<void> {
    const entries = await readdir(join(this.#from, dir, below), { withFileTypes: true }).catch(ignoreMissing)
    if (!entries) return
    await mkdir(join(this.#to, dir, below), { recursive: true, mode: 0o700 })
    for (const entry of entries) {
      const path = join(below, entry.name)
      if (!wanted(entry.name, path)) continue
      if (entry.isDirectory()) await this.tree(dir, wanted, path)
      else if (entry.isFile()) await this.file(join(dir, path))
    }
  }

  /** One file, as far as it is there: what vanishes meanwhile was removed, and nothing needs it. */
  async file(path: string): Promise<void> {
    if (this.#done.has(path)) return
    const source = await open(join(this.#from, path)).catch(ignoreMissing)
    if (!source) return
    await this.#write(path, source.createReadStream({ highWaterMark: 1024 * 1024 }))
  }

  /** A file with this content. */
  async text(path: string, content: string): Promise<void> {
    await this.#write(path, [Buffer.from(content)])
  }

  async #write(path: string, source: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
    const target = join(this.#to, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const file = await open(target, 'wx', 0o600)
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const chunk of source) {
        hash.update(chunk)
        size += chunk.length
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    this.#done.add(path)
    this.files.push({ path, size, sha256: hash.digest('hex') })
  }
}

/** Says that the backup is whole; the last thing written. */
export async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  const file = await open(join(dir, MANIFEST), 'wx', 0o600)
  try {
    await file.writeFile(JSON.stringify(manifest))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The manifest of a backup, as it is written; throws a sentence for a folder that holds none. */
export function readManifest(dir: string): Manifest {
  const file = join(dir, MANIFEST)
  if (!existsSync(file))
    throw new Error(`${dir} is not a whole backup: it has no ${MANIFEST}, which is written last.`)
  const manifest = parseManifest(readFileSync(file, 'utf8'))
  if (!manifest) throw new Error(`${dir} is not a whole backup: its ${MANIFEST} is not one of ours.`)
  const odd = manifest.files.find(({ path }) => !isPlace(path))
  if (odd) throw new Error(`${dir} is no backup of ours: "${odd.path}" is not a place in a data folder.`)
  if (new Set(manifest.files.map(({ path }) => path)).size < manifest.files.length) {
    throw new Error(`${dir} is no backup of ours: it lists a file twice.`)
  }
  return manifest
}

const Listed = z.object({
  made: z.string(),
  code: z.custom<CodeVersion>((value) => typeof value === 'object' && value !== null).optional(),
  files: z.array(
    z.object({ path: z.string(), size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

function parseManifest(text: string): Manifest | undefined {
  try {
    const { code, ...rest } = Listed.parse(JSON.parse(text))
    return { ...rest, code }
  } catch {
    return undefined
  }
}

/** Whether a path names a file that a backup may hold: one of the folders' or of the few beside them, nothing outside. */
function isPlace(path: string): boolean {
  const parts = path.split('/')
  if (/[\\\0]/.test(path) || parts.some((part) => ['', '.', '..'].includes(part))) return false
  return parts.length > 1 ? FOLDERS.includes(parts[0] ?? '') : BESIDE.includes(path)
}

/**
 * Throws a sentence unless a backup holds what its manifest lists, byte for byte, and nothing else: no other file, and
 * nothing but files and folders. Returns its folders.
 */
export async function mustHold(dir: string, listed: CopiedFile[]): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = new Map(entries.map((entry) => [relative(dir, join(entry.parentPath, entry.name)), entry]))
  for (const [name, entry] of names) {
    if (!entry.isFile() && !entry.isDirectory())
      throw new Error(`${name} in the backup is neither file nor folder`)
  }
  const present = new Set([...names].filter(([, entry]) => entry.isFile()).map(([name]) => name))
  for (const { path } of listed) if (!present.delete(path)) throw new Error(`the backup lacks ${path}`)
  present.delete(MANIFEST)
  const [extra] = present
  if (extra !== undefined) throw new Error(`${extra} is in the backup and not in its list`)
  for (const file of listed) {
    if (!(await isAsListed(dir, file))) throw new Error(`${file.path} is not what was backed up`)
  }
  return [...names].filter(([, entry]) => entry.isDirectory()).map(([name]) => name)
}

async function isAsListed(dir: string, { path, size, sha256 }: CopiedFile): Promise<boolean> {
  if ((await stat(join(dir, path))).size !== size) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(dir, path), { highWaterMark: 1024 * 1024 }))
    hash.update(chunk)
  return hash.digest('hex') === sha256
}

/** Throws a sentence when a file was copied with other bytes than the manifest lists. */
export function mustMatch(listed: CopiedFile[], copied: CopiedFile[]): void {
  const found = new Map(copied.map((file) => [file.path, file]))
  for (const { path, size, sha256 } of listed) {
    const file = found.get(path)
    if (!file) throw new Error(`the backup lacks ${path}`)
    if (file.size !== size || file.sha256 !== sha256) throw new Error(`${path} is not what was backed up`)
  }
}

/** Hands a folder and all below it to the database's user. */
export async function giveTree(dir: string, user: OsUser | undefined): Promise<void> {
  if (!user) return
  chownSync(dir, user.uid, user.gid)
  for (const entry of await readdir(dir, { recursive: true })) chownSync(join(dir, entry), user.uid, user.gid)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
