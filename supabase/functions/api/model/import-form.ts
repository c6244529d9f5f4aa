// A form that brings a file to import: stored, checked, and taken back when nothing comes of it.
import { z } from '@hono/zod-openapi'
import { signedIn } from '../../_shared/auth/caller.ts'
import { rpc } from '../../_shared/db/rest.ts'
import { maxImportBytes, maxImportFiles } from '../../_shared/domain/imports.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { type IncomingFile, readForm } from '../../_shared/http/multipart.ts'
import { fieldRefusal, ProblemError, refusal } from '../../_shared/http/problem.ts'
import {
  type Destination,
  ownPlace,
  removeUpload,
  removeUploads,
  upload,
} from '../../_shared/storage/uploads.ts'
import { checkableBytes, projectPath, requireDescription } from './description-file.ts'
import { filePath } from './file-path.ts'
import { requireInWorkspace } from './permissions.ts'

/** A file as the rpc functions of the database want it. A type, not an interface: that is JSON to the compiler. */
export type UploadedFile = { path: string; object: string }

export interface ImportForm {
  fields: Record<string, string>
  /** Null when the form brought none. */
  file: UploadedFile | null
}

export interface ImportOfMany {
  fields: Record<string, string>
  /** Empty when the form brought none. */
  files: UploadedFile[]
}

/** The paths of all files: their JSON text. It is held in memory, as every field is. */
const pathsBytes = 256 * 1024
const megabyte = 1024 * 1024

/**
 * Reads the form of who may upload, and gives it to `use`; when that refuses, the stored files are removed again. One
 * file goes where its kind belongs; many come after the field `paths`, a JSON list that says where each goes.
 */
export async function withImportForm<T>(
  c: AppContext,
  workspaceId: number,
  use: (form: ImportOfMany) => Promise<T>,
): Promise<T> {
  const caller = signedIn(c)
  await requireInWorkspace(c, workspaceId, 'WorkspaceProjectsCreate')
  // The bucket's policy asks once more, but cannot say why it refuses.
  await rpc(c, 'check_uploading', {})
  const places: Destination[] = []
  const files: UploadedFile[] = []
  let paths: string[] | undefined
  let seen = 0
  try {
    const fields = await readForm(c.req.raw, boundsOfMany, async (incoming, before) => {
      const index = seen++
      const list = before.get('paths')
      if (list !== undefined) paths ??= pathsOf(list)
      if (!paths && index > 0) throw refusal('VALIDATION_ERROR', 'Send one file at a time.')
      const path = paths ? paths[index] : pathOf(incoming)
      if (path === undefined) throw fieldRefusal('paths', 'Each file needs its path.')
      const place = ownPlace(caller, workspaceId)
      places.push(place)
      files.push({ path, object: place.object })
      if (!paths) await storeChecked(place, incoming)
      else await upload(place, incoming, 0)
    })
    return await use({ fields, files })
  } catch (error) {
    // After an unclear failure a job may already be counting on the files.
    if (isRefusal(error)) await removeUploads(places)
    throw error
  }
}

const boundsOfMany = {
  fileBytes: maxImportBytes,
  files: maxImportFiles,
  fieldBytes: pathsBytes,
  // Each file has a heading of its own in the form.
  bytes: maxImportBytes + maxImportFiles * 1024 + megabyte,
}

/** The same for one file at a place that was chosen; `seen` gets each part of the file as it passes. */
export async function withStoredFile<T>(
  c: AppContext,
  place: Destination,
  use: (form: ImportForm) => Promise<T>,
  seen?: (chunk: Uint8Array) => void,
): Promise<T> {
  let file: UploadedFile | null = null
  try {
    const fields = await readForm(c.req.raw, { fileBytes: maxImportBytes }, async (incoming) => {
      file = { path: pathOf(incoming), object: place.object }
      await storeChecked(place, incoming, seen)
    })
    return await use({ fields, file })
  } catch (error) {
    if (file && isRefusal(error)) await removeUpload(place)
    throw error
  }
}

/** What is too large to check here is checked by the worker, whose log says what is wrong. */
async function storeChecked(
  place: Destination,
  incoming: IncomingFile,
  seen?: (chunk: Uint8Array) => void,
): Promise<void> {
  const { content } = await upload(place, incoming, checkableBytes(incoming.name), seen)
  if (content !== null) requireDescription(content, incoming.name)
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status < 500
}

/** Fingerprint of a form: its length, for reading it twice would mean holding it. */
export function formFingerprint(c: AppContext): string {
  return `form:${c.req.header('content-length') ?? ''}`
}

/** How the field is described. */
export const pathsField = z.string().optional().meta({
  description:
    'For many files, before the first of them: a JSON list of their paths in the project, in the order in which the files come.',
  example: '["reference/todos.yaml", "toc.json"]',
})

const pathsSchema = z.array(filePath).max(maxImportFiles)

/** Where the files of a form go; each path can be there once. */
function pathsOf(text: string): string[] {
  const paths = pathsSchema.safeParse(parsed(text))
  if (!paths.success) {
    const unusable = paths.error.issues.find(({ code }) => code === 'custom')
    throw fieldRefusal('paths', unusable?.message ?? `Send a JSON list of at most ${maxImportFiles} paths.`)
  }
  if (new Set(paths.data).size < paths.data.length)
    throw fieldRefusal('paths', 'Each path can be there once.')
  return paths.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pathOf({ field, name }: IncomingFile): string {
  if (field !== 'file') throw fieldRefusal(field, 'Send the file in the field "file".')
  return projectPath(name)
}
