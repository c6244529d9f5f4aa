// Files on their way in: streamed to the bucket `uploads`. People upload as themselves, so that policies decide; scripts
// with a CI token are nobody to Storage, so that the service uploads for them, into the folder of their project.
import type { SignedIn } from '../auth/caller.ts'
import { config } from '../config.ts'
import { keyHeaders } from '../db/keys.ts'
import { fileTooLarge, importTooLarge } from '../domain/imports.ts'
import type { IncomingFile } from '../http/multipart.ts'
import { refusal, unavailable } from '../http/problem.ts'

export interface Upload {
  /** Name of the object in the bucket. */
  object: string
  /** The content, as far as `keepBytes` allowed; null when the file is larger. */
  content: Uint8Array | null
}

/** Where a file goes, and as whom. */
export interface Destination {
  object: string
  headers: Record<string, string>
  /** An attempt that broke off may have left it there already. */
  replaces: boolean
}

const timeoutMs = 140_000

/** A new place in somebody's own folder of a workspace. */
export function ownPlace(caller: SignedIn, workspaceId: number): Destination {
  const object = `${workspaceId}/${caller.authId}/${crypto.randomUUID()}`
  return { object, headers: headersOf(caller), replaces: false }
}

/** A place in the folder of a project's pushes. */
export function pushedPlace(object: string): Destination {
  return { object, headers: keyHeaders(config().serviceKey), replaces: true }
}

/**
 * Streams a file to its place, keeping its content up to `keepBytes`; `seen` gets each part of it as it passes.
 * A file beyond what may be imported is refused (413) and leaves nothing behind.
 */
export async function upload(
  place: Destination,
  file: IncomingFile,
  keepBytes: number,
  seen: (chunk: Uint8Array) => void = () => undefined,
): Promise<Upload> {
  const tooLarge = new AbortController()
  file.content.once('limit', () => tooLarge.abort())
  const kept = new KeptContent(keepBytes)
  try {
    await store(place, passedOn(file, kept, seen), tooLarge.signal)
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error
  }
  if (!file.content.truncated) return { object: place.object, content: kept.content() }
  await removeUpload(place)
  throw refusal('PAYLOAD_TOO_LARGE', importTooLarge, {
    fields: [{ field: 'file', message: fileTooLarge }],
  })
}

/** Stores what is held already. */
export function storeContent(place: Destination, bytes: Uint8Array): Promise<void> {
  return storeParts(place, [bytes])
}

/** Stores what comes in parts; what goes wrong with them is thrown as it is. */
export async function storeParts(
  place: Destination,
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const broken = new AbortController()
  const each = async function* () {
    try {
      yield* parts
    } catch (error) {
      broken.abort(error)
      throw error
    }
  }
  try {
    await store(place, each(), broken.signal)
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  }
}

/** Takes an upload back that nothing came of. Failing is harmless: the worker clears old uploads. */
export async function removeUpload({ object, headers }: Destination): Promise<void> {
  await fetch(addressOf(`uploads/${object}`), { method: 'DELETE', headers })
    .then((response) => response.body?.cancel())
    .catch(() => undefined)
}

/** Takes many uploads of one folder back. */
export async function removeUploads(places: readonly Destination[]): Promise<void> {
  const [first] = places
  if (!first) return
  await fetch(addressOf('uploads'), {
    method: 'DELETE',
    headers: { ...first.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefixes: places.map(({ object }) => object) }),
  })
    .then((response) => response.body?.cancel())
    .catch(() => undefined)
}

async function store(
  { object, headers, replaces }: Destination,
  content: AsyncGenerator<Uint8Array>,
  aborted: AbortSignal,
): Promise<void> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/octet-stream', 'x-upsert': String(replaces) },
    body: streamOf(content),
    duplex: 'half',
    signal: AbortSignal.any([aborted, AbortSignal.timeout(timeoutMs)]),
  }
  try {
    await mustBeTaken(await fetch(addressOf(`uploads/${object}`), init))
  } catch (failure) {
    // Storage may refuse before it has read the body and close the connection, which arrives here as a failure to
    // send: a link for the same upload needs the same permission and has no body to break off.
    if (failure instanceof TypeError && !aborted.aborted) {
      const again = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) }
      const link = fetch(addressOf(`upload/sign/uploads/${object}`), again)
      await mustBeTaken(
        await link.catch((cause) => {
          throw unavailable(cause)
        }),
      )
      throw unavailable(failure)
    }
    throw failure
  }
}

async function mustBeTaken(response: Response): Promise<void> {
  const answer = await response.text()
  if (response.ok) return
  // A proxy says it by the status; Storage by the body, under the status 400.
  const status = Number((response.status === 400 && statusWithin(answer)) || response.status)
  if (status === 413) throw refusal('PAYLOAD_TOO_LARGE', 'The file is too large to be stored.')
  if (status < 500 && /row-level security|Unauthorized|AccessDenied/i.test(answer)) {
    throw refusal('INSUFFICIENT_PERMISSIONS', 'You do not have permission to upload files to this workspace.')
  }
  const cause = new Error(`Storage answered ${response.status}: ${answer.slice(0, 500)}`)
  throw response.status === 503 ? unavailable(cause) : cause
}

function statusWithin(answer: string): string | undefined {
  return /"statusCode":"(\d{3})"/.exec(answer)?.[1]
}

async function* passedOn(
  { content }: IncomingFile,
  kept: KeptContent,
  seen: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  // The parser goes on reading the form even when storing ends early, so the stream must outlive this loop.
  for await (const chunk of content.iterator({ destroyOnReturn: false })) {
    kept.add(chunk)
    seen(chunk)
    yield chunk
  }
}

// Node's own adapter throws out of reach of any handler when a chunk arrives after the request was aborted.
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

class KeptContent {
  #chunks: Uint8Array[] = []
  #size = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.length
    if (this.#size > this.#limit) this.#chunks = []
    else this.#chunks.push(chunk)
  }

  content(): Uint8Array | null {
    if (this.#size > this.#limit) return null
    const whole = new Uint8Array(this.#size)
    let at = 0
    for (const chunk of this.#chunks) {
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  }
}

function addressOf(path: string): string {
  return `${config().supabaseUrl}/storage/v1/object/${path}`
}

function headersOf(caller: SignedIn): Record<string, string> {
  return keyHeaders(config().anonKey, caller.token)
}
