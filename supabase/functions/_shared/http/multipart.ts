// Forms with files, read as a stream: a file goes on as it comes and is never held whole.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { refusal } from './problem.ts'

export interface IncomingFile {
  field: string
  /** As the client named it, path included. */
  name: string
  type: string
  /** Ends at the limit; `truncated` then says so. */
  content: BusboyFileStream
}

const maxFields = 40
const maxFieldBytes = 20_000

/**
 * Reads a form with at most one file to its end; `takeFile` gets the file as it arrives. What fails first is
 * thrown once the body was read over, so that a client that is still sending gets the answer.
 * Returns the other fields.
 */
export async function readForm(
  request: Request,
  maxFileBytes: number,
  takeFile: (file: IncomingFile) => Promise<void>,
): Promise<Record<string, string>> {
  const parser = parserFor(request, maxFileBytes)
  const fields = new Map<string, string>()
  const failures: unknown[] = []
  let taking: Promise<void> = Promise.resolve()
  let arriving: BusboyFileStream | undefined
  parser.on('field', (name, value) => fields.set(name, value))
  parser.on('filesLimit', () => failures.push(refusal('VALIDATION_ERROR', 'Send one file at a time.')))
  parser.on('file', (field, content, name, _encoding, type) => {
    arriving = content
    content.on('error', () => undefined)
    taking = takeFile({ field, name: name ?? '', type, content })
      .catch((error) => void failures.push(error))
      .finally(() => content.resume())
  })
  await pipeline(bodyOf(request), parser).catch((cause) => {
    failures.unshift(refusal('VALIDATION_ERROR', 'The form was cut off or cannot be read.', { cause }))
    arriving?.destroy(new Error('the form was cut off'))
  })
  await taking
  if (failures.length > 0) throw failures[0]
  return Object.fromEntries(fields)
}

function parserFor(request: Request, maxFileBytes: number): BusboyInstance {
  const contentType = request.headers.get('content-type') ?? ''
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 1,
        fileSize: maxFileBytes,
        fields: maxFields,
        fieldSize: maxFieldBytes,
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
