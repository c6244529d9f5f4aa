// Reads the archive of a workspace, as what a stranger wrote: every entry is on the manifest, once, no larger than it says,
// and of the content that its checksum says, before a row of it is believed.
import { createHash } from 'node:crypto'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { JsonBounds } from '../../supabase/functions/_shared/domain/json-bounds.ts'
import { storable } from '../storable.ts'
import {
  hasList,
  type ListName,
  lists,
  type Manifest,
  manifestSchema,
  type Row,
  rowSchemas,
  tables,
  type WorkspaceDescription,
  workspaceSchema,
} from './format.ts'

const MOST_ENTRIES = 1_000_001
const MOST_MANIFEST = 512 * 1024 * 1024
const MOST_LIST = 8 * 1024 * 1024 * 1024
const MOST_TOTAL = 64 * 1024 * 1024 * 1024
const MOST_ROW = 64 * 1024 * 1024
const MOST_NESTED = 1_000
/** Of a row, and of the manifest, which names each file. A database keeps no more of one row, and no memory of brackets. */
const MOST_VALUES = 2_000_000
const MOST_LISTED = 6_000_000

const schemas: { [Name in ListName]: Schema<Row<Name>> } = rowSchemas

/** What is wrong with an archive, in a sentence for whoever brings it. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ArchiveError'
  }
}

export interface Archive {
  /** The SHA-256 of the manifest, which names all else by its own: the archive's identity. */
  checksum: string
  manifest: Manifest
  workspace: WorkspaceDescription
  rows<Name extends ListName>(name: Name): AsyncGenerator<Row<Name>>
  /** A file of a project, or a picture. */
  bytes(entry: string): Promise<Buffer>
  close(): void
}

/** Opens an archive and checks all of it. Throws an ArchiveError. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch(unreadable)
  try {
    const entries = await entriesOf(zip).catch(unreadable)
    const found = entries.get('manifest.json')
    if (!found) throw new ArchiveError('This is no archive of a workspace: it has no manifest.json.')
    const text = await whole(zip, found, MOST_MANIFEST)
    const manifest = parsed(manifestSchema, jsonIn('manifest.json', text), 'manifest.json')
    await check(zip, entries, manifest)
    const bytes = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new ArchiveError(`${name} is not in the archive.`)
      return whole(zip, entry, maxImportBytes)
    }
    return {
      checksum: createHash('sha256').update(text).digest('hex'),
      manifest,
      workspace: parsed(
        workspaceSchema,
        jsonIn('workspace.json', await bytes('workspace.json')),
        'workspace.json',
      ),
      rows: (name) => (hasList(manifest.version, name) ? rowsOf(zip, entries, name) : none()),
      bytes,
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function unreadable(error: unknown): never {
  // A disk that fails says nothing of the archive.
  if (error instanceof ArchiveError || (error instanceof Error && 'syscall' in error)) throw error
  throw new ArchiveError(
    `The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  )
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new ArchiveError('The archive has too many entries.')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new ArchiveError(`${entry.fileName} is in the archive twice.`)
    entries.set(entry.fileName, entry)
  }
  return entries
}

async function check(zip: ZipFile, entries: Map<string, Entry>, manifest: Manifest): Promise<void> {
  const listed = new Set(manifest.files.map(({ path }) => path))
  if (listed.size !== manifest.files.length) throw new ArchiveError('The manifest names a file twice.')
  for (const name of entries.keys())
    if (name !== 'manifest.json' && !listed.has(name))
      throw new ArchiveError(`${name} is not on the manifest.`)
  const large = new Set<string>([
    ...lists.map((name) => `${name}.json`),
    ...tables.map((name) => `${name}.csv`),
  ])
  let left = MOST_TOTAL
  for (const { path, size, sha256 } of manifest.files) {
    const entry = entries.get(path)
    if (!entry) throw new ArchiveError(`${path} is on the manifest and not in the archive.`)
    left -= size
    if (left < 0 || size > (large.has(path) ? MOST_LIST : maxImportBytes))
      throw new ArchiveError(`${path} is too large.`)
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of contentOf(zip, entry, size)) {
      hash.update(chunk)
      read += chunk.length
    }
    if (read !== size || hash.digest('hex') !== sha256)
      throw new ArchiveError(`${path} is not what the manifest says: its checksum differs.`)
  }
}

/** Never more bytes than that, whatever the entry says of itself. */
async function* contentOf(zip: ZipFile, entry: Entry, most: number): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize > most) throw new ArchiveError(`${entry.fileName} is too large.`)
  const stream = await zip.openReadStreamPromise(entry).catch(unreadable)
  let read = 0
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk)
      read += bytes.length
      if (read > most) throw new ArchiveError(`${entry.fileName} is too large.`)
      yield bytes
    }
  } catch (error) {
    unreadable(error)
  }
}

async function whole(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of contentOf(zip, entry, most)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* none(): AsyncGenerator<never> {}

async function* rowsOf<Name extends ListName>(
  zip: ZipFile,
  entries: Map<string, Entry>,
  name: Name,
): AsyncGenerator<Row<Name>> {
  const file = `${name}.json`
  const entry = entries.get(file)
  if (!entry) throw new ArchiveError(`${file} is not in the archive.`)
  let number = 0
  for await (const line of linesOf(contentOf(zip, entry, MOST_LIST), file)) {
    const text = line.trim().replace(/,$/, '')
    if (text === '' || text === '[' || text === ']') continue
    number += 1
    yield parsed(schemas[name], jsonIn(`${file}, row ${number}`, text), `${file}, row ${number}`)
  }
}

async function* linesOf(content: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // A row may come in thousands of parts: each is looked at once, and all are put together once.
  let parts: string[] = []
  let length = 0
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new ArchiveError(`${file} is not UTF-8.`)
    }
  }
  for await (const chunk of content) {
    for (const [at, part] of decode(chunk).split('\n').entries()) {
      if (at > 0) {
        yield parts.join('')
        parts = []
        length = 0
      }
      parts.push(part)
      length += part.length
      if (length > MOST_ROW) throw new ArchiveError(`A row of ${file} is too long.`)
    }
  }
  yield parts.join('') + decode()
}

function jsonIn(what: string, given: Buffer | string): unknown {
  const text = given.toString()
  try {
    const values = what === 'manifest.json' ? MOST_LISTED : MOST_VALUES
    new JsonBounds({ isWhole: true, values, depth: MOST_NESTED }).take(text)
  } catch {
    throw new ArchiveError(`${what} is nested too deeply, or holds too many values.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ArchiveError(`${what} is no JSON.`)
  }
  requireStorable(what, value)
  return value
}

/** That the database can keep it: it takes neither NUL nor halves of characters, and nothing nested without end. */
function requireStorable(what: string, value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (storable(value) !== value)
      throw new ArchiveError(`${what} holds NUL or half a character, which no text may.`)
  } else if (typeof value === 'object' && value !== null) {
    if (depth === MOST_NESTED) throw new ArchiveError(`${what} is nested too deeply.`)
    for (const [key, part] of Object.entries(value)) {
      requireStorable(what, key)
      requireStorable(what, part, depth + 1)
    }
  }
}

interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

function parsed<T>(schema: Schema<T>, value: unknown, what: string): T {
  const answer = schema.safeParse(value)
  if (answer.success) return answer.data
  const [issue] = answer.error.issues
  throw new ArchiveError(
    `${what}: ${issue?.path.map(String).join('.') || 'it'} is not as it should be (${issue?.message}).`,
  )
}
