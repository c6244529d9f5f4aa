// Files on their way in: streamed to the bucket `uploads` as the caller, whose policies decide.
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

const timeoutMs = 140_000

/**
 * Streams a file into the caller's folder of a workspace, keeping its content up to `keepBytes`.
 * A file beyond what may be imported is refused (413) and leaves nothing behind.
 */
export async function upload(
  caller: SignedIn,
  workspaceId: number,
  file: IncomingFile,
  keepBytes: number,
): Promise<Upload> {
  const object = `${workspaceId}/${caller.authId}/${crypto.randomUUID()}`
  const tooLarge = new AbortController()
  file.content.once('limit', () => tooLarge.abort())
  const kept = new KeptContent(keepBytes)
  try {
    await store(caller, object, file, kept, tooLarge.signal)
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error
  }
  if (!file.content.truncated) return { object, content: kept.content() }
  await removeUpload(caller, object)
  throw refusal('PAYLOAD_TOO_LARGE', importTooLarge, {
    fields: [{ field: 'file', message: fileTooLarge }],
  })
}

/** Takes an upload back that nothing came of. Failing is harmless: the worker clears old uploads. */
export async function removeUpload(caller: SignedIn, object: string): Promise<void> {
  await fetch(addressOf(`uploads/${object}`), { method: 'DELETE', headers: headersOf(caller) })
    .then((response) => response.body?.cancel())
    .catch(() => undefined)
}

async function store(
  caller: SignedIn,
  object: string,
  file: IncomingFile,
  kept: KeptContent,
  aborted: AbortSignal,
): Promise<void> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...headersOf(caller), 'Content-Type': 'application/octet-stream', 'x-upsert': 'false' },
    body: streamOf(passedOn(file, kept)),
    duplex: 'half',
    signal: AbortSignal.any([aborted, AbortSignal.timeout(timeoutMs)]),
  }
  try {
    await mustBeTaken(await fetch(addressOf(`uploads/${object}`), init))
  } catch (failure) {
    // Storage may refuse before it has read the body and close the connection, which arrives here as a failure to
    // send: a link for the same upload needs the same permission and has no body to break off.
    if (failure instanceof TypeError && !aborted.aborted) {
      const again = { method: 'POST', headers: headersOf(caller), signal: AbortSignal.timeout(timeoutMs) }
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

async function* passedOn({ content }: IncomingFile, kept: KeptContent): AsyncGenerator<Uint8Array> {
  // The parser goes on reading the form even when storing ends early, so the stream must outlive this loop.
  for await (const chunk of content.iterator({ destroyOnReturn: false })) {
    kept.add(chunk)
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
