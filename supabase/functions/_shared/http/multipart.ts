// Forms with files, read as a stream: a file goes on as it comes and is never held whole.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { ProblemError, refusal } from './problem.ts'

export interface IncomingFile {
  field: string
  /** As the client named it, path included. */
  name: string
  type: string
  /** Ends at the limit; `truncated` then says so. */
  content: BusboyFileStream
}

/** Of one form: each file is a call of Storage. */
const mostAtOnce = 6
const maxFields = 40

export interface FormBounds {
  /** Of each file. */
  fileBytes: number
  /** One unless said otherwise. */
  files?: number
  fieldBytes?: number
  /** Of all of the form. */
  bytes?: number
  /** Ends the reading; what is still to come is refused. */
  signal?: AbortSignal
}

/**
 * Reads a form to its end; `takeFile` gets each file as it arrives, with the fields that came before it. What fails first
 * is thrown once the body was read over, so that a client that is still sending gets the answer; after a failure no
 * further file is taken. Returns the fields.
 */
export async function readForm(
  request: Request,
  bounds: FormBounds,
  takeFile: (file: IncomingFile, fields: ReadonlyMap<string, string>) => Promise<void>,
): Promise<Record<string, string>> {
  const parser = parserFor(request, bounds)
  const fields = new Map<string, string>()
  const failures: unknown[] = []
  const taking: Promise<void>[] = []
  const enter = gate(mostAtOnce)
  let arriving: BusboyFileStream | undefined
  parser.on('field', (name, value) => fields.set(name, value))
  parser.on('filesLimit', () => failures.push(refusal('VALIDATION_ERROR', tooMany(bounds))))
  parser.on('file', (field, content, name, _encoding, type) => {
    arriving = content
    content.on('error', () => undefined)
    if (failures.length > 0) return void content.resume()
    taking.push(
      enter(async () => {
        if (failures.length === 0) await takeFile({ field, name: name ?? '', type, content }, fields)
      })
        .catch((error) => void failures.push(error))
        .finally(() => content.resume()),
    )
  })
  const { signal } = bounds
  await pipeline(bodyOf(request), within(bounds.bytes), parser, signal ? { signal } : {}).catch((cause) => {
    const refused = cause instanceof ProblemError
    const reason = signal?.aborted ? 'The form took too long.' : 'The form was cut off or cannot be read.'
    failures.unshift(refused ? cause : refusal('VALIDATION_ERROR', reason, { cause }))
    arriving?.destroy(new Error('the form was cut off'))
  })
  await Promise.all(taking)
  if (failures.length > 0) throw failures[0]
  return Object.fromEntries(fields)
}

/** Lets so many in at a time, the others in their order. */
function gate(most: number) {
  let inside = 0
  const waiting: (() => void)[] = []
  return async (work: () => Promise<void>): Promise<void> => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside++
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside--
    }
  }
}

function tooMany({ files = 1 }: FormBounds): string {
  return files === 1 ? 'Send one file at a time.' : `Send at most ${files} files at a time.`
}

/** Passes on so many bytes and no more. */
function within(most = Number.POSITIVE_INFINITY) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > most) throw refusal('PAYLOAD_TOO_LARGE', 'The request is too large.')
      yield chunk
    }
  }
}

function parserFor(
  request: Request,
  { fileBytes, files = 1, fieldBytes = 20_000 }: FormBounds,
): BusboyInstance {
  const contentType = request.headers.get('content-type') ?? ''
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files,
        fileSize: fileBytes,
        fields: maxFields,
        fieldSize: fieldBytes,
        headerPairs: 50,
      },
    })
  } catch (cause) {
    throw refusal('VALIDATION_ERROR', 'The form has no boundary in its Content-Type.', { cause })
  }
}

// Deno's streams are Node's, but their types do not know it.
function bodyOf(request: Request): Readable {
  return request.body ? Readable.fromWeb(request.body as unknown as NodeStream) : Readable.from([])
}
