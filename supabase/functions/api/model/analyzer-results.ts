// What Stoplight's command line sends of a folder: the nodes that its own analysis found. Of these only the text of whole
// files is taken; what is in them is analysed here.
import { createHash } from 'node:crypto'
import { JSONParser } from '@streamparser/json'
import { z } from 'zod'
import { filesHeld } from '../../_shared/db/service-git.ts'
import { JsonBounds } from '../../_shared/domain/json-bounds.ts'
import type { PushingProject } from '../../_shared/domain/pushing-project.ts'
import { sentenceOf } from '../../_shared/domain/reasons.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { pushedPlace, storeContent } from '../../_shared/storage/uploads.ts'
import { isImagePath } from './image.ts'
import { mostFiles } from './push.ts'

const nodeSchema = z.object({
  uri: z.string().min(2).max(1001).startsWith('/'),
  type: z.string().max(100),
  isFile: z.boolean(),
  data: z.unknown(),
})

type Node = z.infer<typeof nodeSchema>

/** What a push consists of, its new files stored. */
export interface Received {
  files: { path: string; sha256: string }[]
  /** Paths of images, which follow by calls of their own. */
  images: string[]
  /** How many nodes of each type were sent. */
  counts: Map<string, number>
  /** The folder of the new files in the bucket uploads, and their hashes. */
  folder: string
  stored: string[]
  /** Whether the worker has them now. */
  queued: boolean
}

/** So much is asked for and stored together. */
const batchBytes = 2 * 1024 * 1024
const batchFiles = 100
const mostAtOnce = 6
const mostNodes = 200_000
const mostTypes = 100
/** Characters that are read before other calls have their turn. */
const turn = 64 * 1024

/** Reads the results as they come and stores the files that the project does not hold yet, a batch at a time. */
export async function receiveResults(
  project: PushingProject,
  parts: AsyncIterable<string>,
  received: Received,
): Promise<void> {
  const batch = new Batch(project, received)
  const paths = new Set<string>()
  let nodes = 0
  for await (const node of nodesOf(parts)) {
    received.counts.set(node.type, (received.counts.get(node.type) ?? 0) + 1)
    if (++nodes > mostNodes || received.counts.size > mostTypes) throw unreadable()
    const path = node.uri.slice(1)
    const isImage = node.type === 'image' && isImagePath(path)
    if (paths.has(path) || !(isImage || (node.isFile && typeof node.data === 'string'))) continue
    paths.add(path)
    if (paths.size > mostFiles)
      throw refusal('VALIDATION_ERROR', sentenceOf('too_many_import_files', { limit: String(mostFiles) }))
    if (isImage) received.images.push(path)
    else await batch.add(path, new TextEncoder().encode(node.data as string))
  }
  await batch.flush()
}

async function* nodesOf(parts: AsyncIterable<string>): AsyncGenerator<Node> {
  // What is not asked for is forgotten as it was read.
  const parser = new JSONParser({ paths: ['$.added.*', '$.modified.*'], keepStack: false })
  const found: unknown[] = []
  parser.onValue = ({ value }) => void found.push(value)
  parser.onError = () => undefined
  const bounds = new JsonBounds()
  for await (const part of inTurns(parts)) {
    write(parser, bounds, part)
    for (const value of found.splice(0)) {
      const node = nodeSchema.safeParse(value)
      if (!node.success) throw refusal('VALIDATION_ERROR', 'A node of the analysis is not valid.')
      yield node.data
    }
  }
  if (!parser.isEnded) throw unreadable()
}

async function* inTurns(parts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += turn) {
      yield part.slice(at, at + turn)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
}

function write(parser: JSONParser, bounds: JsonBounds, part: string): void {
  try {
    bounds.take(part)
    parser.write(part)
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown) {
  return refusal('VALIDATION_ERROR', 'The results of the analysis are not valid JSON.', { cause })
}

class Batch {
  #waiting = new Map<string, Uint8Array>()
  #bytes = 0
  readonly #project: PushingProject
  readonly #received: Received

  constructor(project: PushingProject, received: Received) {
    this.#project = project
    this.#received = received
  }

  async add(path: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#received.files.push({ path, sha256 })
    this.#waiting.set(sha256, bytes)
    this.#bytes += bytes.byteLength
    if (this.#bytes > batchBytes || this.#waiting.size >= batchFiles) await this.flush()
  }

  async flush(): Promise<void> {
    const { folder, stored } = this.#received
    const known = new Set(stored)
    for (const hash of await filesHeld(this.#project.project_id, [...this.#waiting.keys()])) known.add(hash)
    const missing = [...this.#waiting].filter(([hash]) => !known.has(hash))
    this.#waiting.clear()
    this.#bytes = 0
    while (missing.length > 0) {
      const next = missing.splice(0, mostAtOnce)
      // Named before they are there, so that what broke off is removed too.
      stored.push(...next.map(([hash]) => hash))
      await Promise.all(next.map(([hash, bytes]) => storeContent(pushedPlace(folder + hash), bytes)))
    }
  }
}
