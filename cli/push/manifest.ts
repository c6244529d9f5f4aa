import { createHash } from 'node:crypto'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import type { FoundFile } from './folder.ts'

/** What a push may bring at most, as the server has it: said here before anything is sent. */
export const MOST_FILES = 5000
export const MOST_BYTES = 50 * 2 ** 20

export interface ManifestFile {
  path: string
  sha256: string
  size: number
}

/** What a push consists of. */
export interface Manifest {
  branch: string
  commit: string | null
  files: ManifestFile[]
}

/** A push as it is prepared here: its files are read once, so that what is sent is what was hashed. */
export interface PreparedPush {
  manifest: Manifest
  /** By hash. */
  contents: Map<string, Uint8Array<ArrayBuffer>>
  /** Paths of files that are not sent, because they cannot be read. */
  leftOut: string[]
}

/** Reads and hashes files; refuses, before that, what no push may bring. */
export function prepare(
  files: FoundFile[],
  branch: string,
  commit: string | null,
): Omit<PreparedPush, 'leftOut'> {
  refuseTooMuch(files)
  const contents = new Map<string, Uint8Array<ArrayBuffer>>()
  const listed = files.map(({ path, read }) => {
    const content = new Uint8Array(read())
    const sha256 = createHash('sha256').update(content).digest('hex')
    contents.set(sha256, content)
    return { path, sha256, size: content.byteLength }
  })
  return { manifest: { branch, commit, files: listed }, contents }
}

function refuseTooMuch(files: FoundFile[]): void {
  const leaveOut = 'Leave files out by "exclude" in .stoplight.json, or give a folder by --directory.'
  if (files.length === 0) {
    throw new CliError(
      'There is nothing to push: no description, model, article or image was found.',
      'Give the folder of the project by --directory; what .gitignore or .stoplight.json leaves out does not count.',
      EXIT.noInput,
    )
  }
  if (files.length > MOST_FILES) {
    const [count, most] = [files.length, MOST_FILES].map((n) => n.toLocaleString('en-US'))
    throw new CliError(`These are ${count} files; a push has ${most} at most.`, leaveOut, EXIT.data)
  }
  const bytes = sizeOf(files)
  if (bytes > MOST_BYTES) {
    const [largest] = files.toSorted((a, b) => b.size - a.size)
    const message = `The files have ${sizeText(bytes)} together; a push has ${sizeText(MOST_BYTES)} at most.`
    const hint = largest ? ` The largest is ${largest.path} (${sizeText(largest.size)}).` : ''
    throw new CliError(message + hint, leaveOut, EXIT.data)
  }
}

/** The bytes of files together. */
export function sizeOf(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** A number of bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const [value, unit] = bytes < 2 ** 20 ? [bytes / 1024, 'KB'] : [bytes / 2 ** 20, 'MB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}
