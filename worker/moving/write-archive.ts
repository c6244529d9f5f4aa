// Writes the archive of a workspace: one entry after the other, each read from the database or from Storage when its turn
// comes, all as of one moment. Nothing of it is held as a whole.
import { createHash } from 'node:crypto'
import { PassThrough, pipeline, Readable, Transform } from 'node:stream'
import type { ClientBase } from 'pg'
import { ZipFile } from 'yazl'
import { csvLine } from '../../supabase/functions/_shared/domain/csv.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { documentBytes } from '../analyze/working-copy.ts'
import type { Storage } from '../storage.ts'
import {
  entryOf,
  formatName,
  formatVersion,
  keptEntryOf,
  type ListName,
  lists,
  type Manifest,
  tables,
  type WorkspaceDescription,
} from './format.ts'
import type { DraftOutcome, DraftWork } from './protocol.ts'
import { listQueries, workspaceQuery } from './queries.ts'

const ROWS_AT_ONCE = 500

interface Place {
  db: ClientBase
  storage: Storage
  workspaceId: string
  /** Puts together what was typed in a draft. */
  readDraft: (work: DraftWork) => Promise<DraftOutcome>
}

/** The archive as it is made. `db` is a connection for this alone; it is in a transaction until the archive has ended. */
export async function writeArchive(place: Place): Promise<Readable> {
  const { db, workspaceId } = place
  await db.query('begin isolation level repeatable read read only')
  const { rows } = await db.query<{ row: WorkspaceDescription }>(workspaceQuery, [workspaceId])
  const workspace = rows[0]?.row
  const exported = await db.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  const snapshot = exported.rows[0]?.snapshot ?? ''
  if (!workspace) throw new Error(`There is no workspace ${workspaceId}.`)
  const zip = new ZipFile()
  const output = new PassThrough()
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  const entries: Manifest['files'] = []
  const leftOut: Manifest['left_out'] = []
  const add = (path: string, source: () => AsyncIterable<string | Buffer>) =>
    zip.addReadStreamLazy(path, (ready) => {
      const hash = createHash('sha256')
      let size = 0
      const counting = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          size += chunk.length
          done(null, chunk)
        },
        flush(done) {
          entries.push({ path, size, sha256: hash.digest('hex') })
          done()
        },
      })
      ready(
        null,
        pipeline(Readable.from(source(), { objectMode: false }), counting, (error) => error && fail(error)),
      )
    })

  add('workspace.json', () => only(`${JSON.stringify(workspace, null, 2)}\n`))
  for (const { hash, entry } of workspace.pictures) add(entry, () => picture(place, hash))
  for (const name of lists) add(`${name}.json`, () => jsonOf(place, name))
  for (const name of tables) add(`${name}.csv`, () => csvOf(place, name))
  add('settings.csv', () => only(settingsTable(workspace)))
  const files = new Set<string>()
  for (const name of ['files', 'kept', 'drafts'] as const)
    for await (const row of rowsOf(place, name)) {
      const entry = entryOfRow[name](row)
      if (entry === null || files.has(entry)) continue
      files.add(entry)
      add(entry, () =>
        name === 'drafts'
          ? draftOf(place, { document: String(row.document), snapshot }, (reason) =>
              leftOut.push({ path: entry, reason }),
            )
          : bytesOf(place, String(row.object), entry),
      )
    }
  zip.addReadStreamLazy('manifest.json', (ready) => {
    const manifest: Manifest = {
      format: formatName,
      version: formatVersion,
      created_at: new Date().toISOString(),
      workspace: { name: workspace.name, slug: workspace.slug },
      files: entries,
      left_out: leftOut,
    }
    ready(null, Readable.from([`${JSON.stringify(manifest)}\n`], { objectMode: false }))
  })
  zip.end()
  pipeline(zip.outputStream, output, () => undefined)
  return output
}

async function* only(text: string) {
  yield text
}

async function* rowsOf({ db, workspaceId }: Place, name: ListName): AsyncGenerator<Record<string, unknown>> {
  const cursor = `export_${name}_${++cursors}`
  await db.query(
    `declare ${cursor} no scroll cursor for ${listQueries[name].replaceAll('$1', `${BigInt(workspaceId)}`)}`,
  )
  for (;;) {
    const { rows } = await db.query<{ row: Record<string, unknown> }>(`fetch ${ROWS_AT_ONCE} from ${cursor}`)
    for (const { row } of rows) yield row
    if (rows.length < ROWS_AT_ONCE) break
  }
  await db.query(`close ${cursor}`)
}
let cursors = 0

async function* jsonOf(place: Place, name: ListName) {
  yield '[\n'
  let before = ''
  for await (const row of rowsOf(place, name)) {
    yield `${before}${JSON.stringify(shown(name, row))}`
    before = ',\n'
  }
  yield '\n]\n'
}

async function* csvOf(place: Place, name: ListName) {
  let columns: string[] | undefined
  for await (const row of rowsOf(place, name)) {
    if (!columns) {
      columns = Object.keys(row)
      yield `\uFEFF${csvLine(columns)}`
    }
    yield csvLine(columns.map((column) => cell(row[column])))
  }
}

/** What workspace.json says of the workspace, for spreadsheets: a setting a line, and a line for each of several. */
function settingsTable({ name, slug, settings, ...said }: WorkspaceDescription): string {
  const rows = [
    ...Object.entries({ name, slug, ...settings }),
    ...said.approved_domains.map(({ domain, role }) => ['approved_domain', `${domain} ${role}`]),
    ...said.default_style_guides.map((guide) => ['default_style_guide', guide]),
    ...said.group_reviewers.map(({ group, team, approvals }) => [
      'group_reviewers',
      `${group}: ${team} ${approvals}`,
    ]),
  ]
  return `\uFEFF${[['setting', 'value'], ...rows].map(([key, value]) => csvLine([cell(key), cell(value)])).join('')}`
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const placeOf = (row: Record<string, unknown>) => ({
  project: String(row.project),
  branch: String(row.branch),
  path: String(row.path),
})

/** Where the bytes of a row lie; a draft may have none of its own. */
const entryOfRow = {
  files: (row: Record<string, unknown>) => entryOf('projects', placeOf(row)),
  kept: (row: Record<string, unknown>) => keptEntryOf(String(row.sha256)),
  drafts: (row: Record<string, unknown>) => (row.has_bytes ? entryOf('drafts', placeOf(row)) : null),
}

/** A row as the archive has it: with the entry of its bytes, and without where they are in this installation. */
function shown(name: ListName, row: Record<string, unknown>): Record<string, unknown> {
  if (name !== 'files' && name !== 'kept' && name !== 'drafts') return row
  const { object: _object, document: _document, has_bytes: _hasBytes, ...said } = row
  return { ...said, entry: entryOfRow[name](row) }
}

async function* draftOf(
  { db, storage, readDraft }: Place,
  work: DraftWork,
  onUnreadable: (reason: string) => void,
) {
  yield await documentBytes(db, storage, work.document, async () => {
    const draft = await readDraft(work)
    if (draft.kind === 'read') return Buffer.from(draft.bytes, 'base64')
    onUnreadable(draft.reason)
    return null
  })
}

async function* bytesOf({ storage }: Place, object: string, entry: string) {
  const bytes = await storage.download('files', object, maxImportBytes)
  if (typeof bytes === 'string') throw new Error(`${entry} is ${bytes} in Storage.`)
  yield bytes
}

async function* picture({ db, workspaceId }: Place, hash: string) {
  const { rows } = await db.query<{ content: Buffer }>(
    'select content from private.workspace_pictures where workspace_id = $1 and hash = $2',
    [workspaceId, hash],
  )
  if (rows[0]) yield rows[0].content
}
