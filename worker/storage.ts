// The three Storage calls the worker makes, as the service role. Plain fetch: the client library would have
// to be loaded into every analysis.

export interface Storage {
  /** The object's bytes, unless there is none or it has more than `most`; no more than these are ever held. */
  download(bucket: string, path: string, most: number): Promise<Buffer | 'missing' | 'too large'>
  /** Writes the object, replacing one of the same name. */
  upload(bucket: string, path: string, bytes: Buffer): Promise<void>
  /** Removes objects; those that are gone already are fine. */
  remove(bucket: string, paths: string[]): Promise<void>
}

interface StorageOptions {
  supabaseUrl: string
  serviceKey: string
}

const PATIENCE_MS = 60_000

/** Storage at `${supabaseUrl}/storage/v1`. Every call rejects with status and Storage's own message. */
export function createStorage({ supabaseUrl, serviceKey }: StorageOptions): Storage {
  const base = `${supabaseUrl}/storage/v1/object`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${base}/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${serviceKey}`, apikey: serviceKey, ...init.headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  return {
    async download(bucket, path, most) {
      const answer = await call(objectPath(bucket, path))
      if (answer.ok) return (await bodyWithin(answer, most)) ?? 'too large'
      const failure = await failureOf(answer)
      // Storage says "not found" with status 400 in its older form.
      if (answer.status === 404 || /not.?found/i.test(failure)) return 'missing'
      throw new Error(`Storage could not read from ${bucket}: ${failure}`)
    },
    async upload(bucket, path, bytes) {
      const answer = await call(objectPath(bucket, path), {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream', 'x-upsert': 'true' },
      })
      if (!answer.ok) throw new Error(`Storage could not write to ${bucket}: ${await failureOf(answer)}`)
      await answer.body?.cancel()
    },
    async remove(bucket, paths) {
      if (paths.length === 0) return
      const answer = await call(bucket, {
        method: 'DELETE',
        body: JSON.stringify({ prefixes: paths }),
        headers: { 'content-type': 'application/json' },
      })
      if (!answer.ok) throw new Error(`Storage could not remove from ${bucket}: ${await failureOf(answer)}`)
      await answer.body?.cancel()
    },
  }
}

// Leaving the loop ends the transfer.
async function bodyWithin(answer: Response, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function objectPath(bucket: string, path: string): string {
  return `${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`
}

async function failureOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '')
  return `${answer.status} ${text.slice(0, 200)}`.trim()
}
