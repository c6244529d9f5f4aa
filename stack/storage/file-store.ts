// The bytes of objects, by version: a random id of ours, so that no name ever reaches the file system.
import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, type ReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { tooLarge } from './errors.ts'

export interface Draft {
  size: number
  /** MD5 in quotes, as S3 has it. */
  eTag: string
  /** Makes the bytes those of the version, in one step. */
  publish(version: string): Promise<void>
  /** Forgets bytes that were not published. */
  discard(): Promise<void>
}

export interface FileStore {
  /** Writes a stream to a temporary file; throws EntityTooLarge beyond `limit` bytes and leaves nothing. */
  write(source: Readable, limit: number): Promise<Draft>
  copy(from: string, to: string): Promise<void>
  /** Size and time of a version, or undefined when there are no such bytes. */
  info(version: string): Promise<{ size: number; modified: Date } | undefined>
  read(version: string, range?: { start: number; end: number }): ReadStream
  remove(versions: (string | null)[]): Promise<void>
}

/** Opens the store below `dir`; what unfinished uploads of an earlier run left behind is removed. */
export async function openFileStore(dir: string): Promise<FileStore> {
  const drafts = join(dir, 'tmp')
  await rm(drafts, { recursive: true, force: true })
  await mkdir(drafts, { recursive: true, mode: 0o700 })

  const place = (version: string) => {
    if (!/^[0-9a-f-]{36}$/.test(version)) throw new Error('not a version')
    return join(dir, 'objects', version.slice(0, 2), version)
  }
  const ready = async (version: string) => {
    const file = place(version)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    return file
  }

  return {
    async write(source, limit) {
      const file = join(drafts, randomUUID())
      const discard = () => rm(file, { force: true })
      try {
        const written = await drain(source, file, limit)
        return { ...written, discard, publish: async (version) => rename(file, await ready(version)) }
      } catch (error) {
        await discard()
        throw error
      }
    },
    async copy(from, to) {
      await copyFile(place(from), await ready(to), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    },
    async info(version) {
      const found = await stat(place(version)).catch(() => undefined)
      return found && { size: found.size, modified: found.mtime }
    },
    read: (version, range) => createReadStream(place(version), range),
    async remove(versions) {
      for (const version of versions) if (version) await rm(place(version), { force: true })
    },
  }
}

// The source is not destroyed on failure: the client shall still read why its upload was refused.
async function drain(source: Readable, file: string, limit: number): Promise<{ size: number; eTag: string }> {
  const handle = await open(file, 'wx', 0o600)
  const hash = createHash('md5')
  let size = 0
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      hash.update(chunk)
      // All of it: a disk that is nearly full takes a part of a write, and says so at the next.
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { size, eTag: `"${hash.digest('hex')}"` }
}
