// A request as it is sent: made of the very request that the samples show.
import type { MediaContent } from '../model/types.ts'
import type { SampleRequest } from '../samples/request.ts'
import type { SchemaDoc } from '../schema/flatten.ts'
import { type BodyTyped, bodyKind, isEmptyBody } from './body.ts'

export interface Call {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: Blob | null
}

/** The call that a request makes, with the bytes of its body. */
export async function callOf(
  request: SampleRequest,
  content: MediaContent | undefined,
  doc: SchemaDoc,
  typed: BodyTyped,
): Promise<Call> {
  const { method } = request
  const headers = [...request.headers]
  const body =
    content && !isEmptyBody(content, doc, typed) ? await bytesOf(request, content, doc, typed) : null
  // What is sent has a type of its own where it has a boundary; without a body there is none.
  const said = headers.findIndex(([name]) => name.toLowerCase() === 'content-type')
  if (said >= 0 && (!body || body.hasOwnType)) headers.splice(said, 1)
  if (body?.hasOwnType) headers.push(['Content-Type', body.bytes.type])
  return { method, url: strict(request.url), headers, body: body?.bytes ?? null }
}

interface Bytes {
  bytes: Blob
  hasOwnType: boolean
}

async function bytesOf(
  { body }: SampleRequest,
  content: MediaContent,
  doc: SchemaDoc,
  typed: BodyTyped,
): Promise<Bytes> {
  const kind = bodyKind(content, doc)
  if (kind === 'file') return { bytes: (typed.files[''] ?? [])[0] ?? new Blob([]), hasOwnType: false }
  if (kind === 'text') return { bytes: new Blob([typed.text]), hasOwnType: false }
  const fields = body?.kind === 'form' || body?.kind === 'multipart' ? body.fields : []
  if (kind === 'form')
    return {
      bytes: new Blob([new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()]),
      hasOwnType: false,
    }
  const form = new FormData()
  const files = new Map(Object.entries(typed.files).map(([name, list]) => [name, [...list]]))
  for (const [name, value, file] of fields) {
    const sent = file === undefined ? undefined : files.get(name)?.shift()
    const type = content.encodings?.find((encoding) => encoding.property === name)?.mediaType
    if (sent) form.append(name, typeIn(sent, file), sent.name)
    else if (type && !type.includes(',') && !type.includes('*'))
      form.append(name, new Blob([value], { type }))
    else form.append(name, value)
  }
  return { bytes: await new Response(form).blob(), hasOwnType: true }
}

const typeIn = (file: File, type: string | undefined): Blob =>
  file.type || !type ? file : new Blob([file], { type })

/** Samples keep brackets readable; what is sent has none that a server might refuse. */
function strict(address: string): string {
  const [before = '', query] = splitOnce(address, '?')
  return query === undefined ? before : `${before}?${query.replace(/[{}|[\]]/g, encodeURIComponent)}`
}

function splitOnce(text: string, at: string): [string, string?] {
  const index = text.indexOf(at)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}
