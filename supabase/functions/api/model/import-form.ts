// A form that brings a file to import: stored, checked, and taken back when nothing comes of it.
import { signedIn } from '../../_shared/auth/caller.ts'
import { rpc } from '../../_shared/db/rest.ts'
import { maxImportBytes } from '../../_shared/domain/imports.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { type IncomingFile, readForm } from '../../_shared/http/multipart.ts'
import { fieldRefusal, ProblemError } from '../../_shared/http/problem.ts'
import {
  type Destination,
  ownPlace,
  removeUpload,
  type Upload,
  upload,
} from '../../_shared/storage/uploads.ts'
import { checkableBytes, projectPath, requireDescription } from './description-file.ts'
import { requireInWorkspace } from './permissions.ts'

/** A file as the rpc functions of the database want it. A type, not an interface: that is JSON to the compiler. */
export type UploadedFile = { path: string; object: string }

export interface ImportForm {
  fields: Record<string, string>
  /** Null when the form brought none. */
  file: UploadedFile | null
}

/**
 * Reads the form of who may upload, and gives it to `use`; when that refuses, the stored file is removed again.
 */
export async function withImportForm<T>(
  c: AppContext,
  workspaceId: number,
  use: (form: ImportForm) => Promise<T>,
): Promise<T> {
  const caller = signedIn(c)
  await requireInWorkspace(c, workspaceId, 'WorkspaceProjectsCreate')
  // The bucket's policy asks once more, but cannot say why it refuses.
  await rpc(c, 'check_uploading', {})
  return withStoredFile(c, ownPlace(caller, workspaceId), use)
}

/** The same for a place that was chosen; `seen` gets each part of the file as it passes. */
export async function withStoredFile<T>(
  c: AppContext,
  place: Destination,
  use: (form: ImportForm) => Promise<T>,
  seen?: (chunk: Uint8Array) => void,
): Promise<T> {
  let stored: Upload | undefined
  try {
    let file: UploadedFile | null = null
    const fields = await readForm(c.req.raw, { fileBytes: maxImportBytes }, async (incoming) => {
      const path = pathOf(incoming)
      stored = await upload(place, incoming, checkableBytes(incoming.name), seen)
      // What is too large to check here is checked by the worker, whose log says what is wrong.
      if (stored.content !== null) requireDescription(stored.content, incoming.name)
      file = { path, object: stored.object }
    })
    return await use({ fields, file })
  } catch (error) {
    // After an unclear failure a job may already be counting on the file.
    if (stored && error instanceof ProblemError && error.problem.status < 500) await removeUpload(place)
    throw error
  }
}

/** Fingerprint of a form: its length, for reading it twice would mean holding it. */
export function formFingerprint(c: AppContext): string {
  return `form:${c.req.header('content-length') ?? ''}`
}

function pathOf({ field, name }: IncomingFile): string {
  if (field !== 'file') throw fieldRefusal(field, 'Send the file in the field "file".')
  return projectPath(name)
}
