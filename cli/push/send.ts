import { type Answer, isAnswer, type ServerClient } from '../server/client.ts'
import { type RetryOptions, withRetries } from '../server/retries.ts'
import type { PreparedPush } from './manifest.ts'

/** What the server answers about a push before it is sent. */
export interface PushPreview {
  project: { name: string; slug: string }
  workspace: { name: string; slug: string }
  /** SHA-256 of the files to send. */
  missing: string[]
  /** The task of this very push, where it is what came last to its branch. */
  job_id: string | null
}

export interface Sent {
  preview: PushPreview
  job_id: string
  /** How many different contents were sent, and their bytes. */
  files: number
  bytes: number
}

/** Bytes that have left, of all that are to. */
export type OnSent = (done: number, total: number) => void

// As long as a slow line takes for the most that a push may bring.
const UPLOAD_SECONDS = 15 * 60

/** What the server would take of a push. */
export function previewOf(client: ServerClient, { manifest }: PreparedPush): Promise<PushPreview> {
  return client.json<PushPreview>('push/manifest', { json: manifest }, isPreview)
}

/**
 * Sends a push: the files that the server lacks, in one upload. An attempt that broke off is made again from the question
 * what is missing, so that what has arrived is not sent again; a push that has come before is not sent at all.
 */
export function send(
  client: ServerClient,
  push: PreparedPush,
  { onSent = () => undefined, ...retries }: RetryOptions & { onSent?: OnSent } = {},
): Promise<Sent> {
  return withRetries(async () => {
    const preview = await previewOf(client, push)
    if (preview.job_id !== null) return { preview, job_id: preview.job_id, files: 0, bytes: 0 }
    const missing = preview.missing.flatMap((hash) => {
      const content = push.contents.get(hash)
      return content ? [{ hash, content }] : []
    })
    const { job_id } = await client.json<{ job_id: string }>(
      'push',
      { stream: upload(push, missing, onSent), seconds: UPLOAD_SECONDS },
      ({ job_id }) => typeof job_id === 'string',
    )
    const bytes = missing.reduce((sum, { content }) => sum + content.byteLength, 0)
    return { preview, job_id, files: missing.length, bytes }
  }, retries)
}

function isPreview({ project, workspace, missing, job_id }: Answer): boolean {
  const isWhole = isAnswer(project) && isAnswer(workspace) && Array.isArray(missing)
  return isWhole && (job_id === null || typeof job_id === 'string')
}

/** The form of an upload: first the manifest, then each file under its hash. */
function upload(
  { manifest }: PreparedPush,
  files: { hash: string; content: Uint8Array<ArrayBuffer> }[],
  onSent: OnSent,
): { body: ReadableStream<Uint8Array>; type: string } {
  const form = new FormData()
  form.append('manifest', JSON.stringify(manifest))
  for (const { hash, content } of files) form.append('file', new Blob([content]), hash)
  const whole = new Response(form)
  const total = files.reduce((sum, { content }) => sum + content.byteLength, 0)
  let done = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      done += chunk.byteLength
      onSent(Math.min(done, total), total)
      controller.enqueue(chunk)
    },
  })
  const body = (whole.body as ReadableStream<Uint8Array>).pipeThrough(counted)
  return { body, type: whole.headers.get('content-type') ?? '' }
}
