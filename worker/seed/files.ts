// The files of the demo's projects as they lie in this repository, and the way into a project.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Session } from './platform.ts'

export type Files = Map<string, Uint8Array>

const CONTENT = join(import.meta.dirname, 'content')

/** The files in a folder of content/, by their paths in the project. */
export function contentOf(folder: string): Files {
  const root = join(CONTENT, folder)
  const files: Files = new Map()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(root, path).split(sep).join('/'), readFileSync(path))
  }
  return files
}

/** Uploads files as somebody; what a call that imports them names them by. */
export async function upload(by: Session, workspaceId: number, files: Files) {
  const uploads: { path: string; object: string }[] = []
  for (const [path, content] of files) {
    const object = `${workspaceId}/${by.authId}/${randomUUID()}`
    await by.upload('uploads', object, content)
    uploads.push({ path, object })
  }
  return uploads
}
