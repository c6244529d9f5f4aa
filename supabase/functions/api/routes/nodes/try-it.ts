import { type Readable, Transform } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, idSchema, problems } from '../../../_shared/http/describe.ts'
import { clientKey, limit } from '../../../_shared/http/limit.ts'
import { readForm } from '../../../_shared/http/multipart.ts'
import { fieldRefusal, ProblemError, refusal } from '../../../_shared/http/problem.ts'
import { invalid, type Router } from '../../../_shared/http/router.ts'
import { isMultipart } from '../../../_shared/http/serve.ts'
import { givesTokens, isOnServer } from '../../../_shared/net/described-address.ts'
import { OutgoingError } from '../../../_shared/net/outgoing.ts'
import { isHeader, isPassedOn } from '../../../_shared/net/passed-on.ts'
import { branchIdFor, branchQuery } from '../../model/branch.ts'
import { callable, mostAnswered, triedAnswer } from '../../model/tried-answer.ts'
import { begin, endingWith } from '../../model/under-way.ts'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    branch_try_it: RowOf<'branch_try_it'>[]
  }
}

const megabyte = 1024 * 1024
const mostSent = 10 * megabyte
const mostRequest = 128 * 1024
/** Of reading the form, the call and its answer together. */
const longestMs = 60_000

const callSchema = z
  .object({
    method: z
      .string()
      .regex(/^[A-Z]{1,20}$/, 'A method has capital letters alone.')
      .refine((method) => method !== 'CONNECT' && method !== 'TRACE', 'This method is not sent on.'),
    url: z.string().min(1).max(16_000),
    headers: z
      .array(z.tuple([z.string().max(200), z.string().max(16_000)]))
      .max(100)
      .default([]),
    server: z
      .object({
        index: z.int().min(0).max(1000),
        variables: z.record(z.string().max(200), z.string().max(500)).default({}),
      })
      .optional()
      .meta({
        description:
          'Which server of the operation the address lies on, and what its variables are. Without one the address is where a security scheme gives out tokens.',
      }),
    body_size: z.int().min(0).max(mostSent, 'The body may have at most 10 MB.').optional().meta({
      description: 'How many bytes `body` has; required where there is one.',
    }),
  })
  .meta({ id: 'TriedCall' })

type TriedRequest = z.infer<typeof callSchema>

const formSchema = z
  .object({
    request: z.string().meta({
      description: 'A `TriedCall` as JSON; it comes before the body.',
      example: '{"method":"GET","url":"https://api.example.com/todos","server":{"index":0}}',
    }),
    body: z.string().optional().meta({ format: 'binary' }),
  })
  .meta({ id: 'TryIt' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/nodes/{slug}/try-it',
  tags: ['Documentation'],
  summary: 'Try an operation',
  description:
    'Sends a request to a server that the operation names, for readers whose browser that server does not answer. ' +
    'Nothing of the caller goes along but what `request` says. Private networks are not reached. Redirects are followed ' +
    'for GET and HEAD, without the body, without headers where they lead to another host, and for visitors on the same ' +
    'host only. The answer is a stream of frames (one byte for the kind, four for the length, then the content): a head as JSON (0), ' +
    `content (1), and an end as JSON (2). At most ${mostAnswered / megabyte} MB and 60 seconds are passed on.`,
  operationId: 'tryOperation',
  security: bearerOptional,
  request: {
    params: z.object({ id: idSchema('prj'), slug: z.string().meta({ example: 'a1b2c3-list-to-dos' }) }),
    query: branchQuery,
    body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } },
  },
  responses: {
    200: {
      description: 'The answer of the server, whatever it is.',
      content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problems(400, 401, 403, 404, 413, 429),
  },
})

/** POST /projects/{id}/nodes/{slug}/try-it; registered by hand, because the body goes on as it comes. */
export function tryOperation(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/projects/:id/nodes/:slug/try-it', async (c) => {
    const { id, slug } = c.req.param()
    await limit(c, 'try-it', c.get('caller').authId ? 60 : 20, 60)
    const branch = await branchIdFor(c, decodeId('prj', id), c.req.query('branch'))
    const node = await rpc(c, 'branch_node', { p_branch_id: branch, p_slug: slug })
    if (!node) throw refusal('NOT_FOUND', 'Page not found')
    const [settings] = await rpc(c, 'branch_try_it', { p_branch_id: branch })
    if (!settings?.is_on) throw refusal('ACTION_PROHIBITED', 'Try It is switched off in this workspace.')
    if (!isMultipart(c.req.raw))
      throw refusal('VALIDATION_ERROR', 'Send the request as a form (multipart/form-data).')
    const leave = begin({ key: clientKey(c), isVisitor: c.get('caller').authId === null })
    const frames = await received(c, node.data, settings.is_member).catch((error) => {
      leave()
      throw error
    })
    c.header('Content-Type', 'application/octet-stream')
    c.header('Content-Disposition', 'attachment')
    c.header('Content-Security-Policy', "default-src 'none'; sandbox")
    return c.newResponse(endingWith(frames, leave), 200)
  })
}

/** Reads the form and makes the call: at once where it has no body, else with the body as it comes. */
async function received(
  c: AppContext,
  data: unknown,
  isMember: boolean,
): Promise<ReadableStream<Uint8Array>> {
  const signal = AbortSignal.timeout(longestMs)
  const begun: { frames?: ReadableStream<Uint8Array>; body?: Readable } = {}
  const bounds = {
    fileBytes: mostSent,
    fieldBytes: mostRequest,
    bytes: mostSent + 2 * mostRequest,
    signal,
  }
  try {
    const fields = await readForm(c.req.raw, bounds, async ({ content }, before) => {
      const request = requestIn(before.get('request'))
      begun.body = ofSize(content, request.body_size)
      begun.frames = await call(request, data, isMember, begun.body, signal)
    })
    // The other server may have answered before the body ended.
    if (begun.body?.errored instanceof ProblemError) throw begun.body.errored
    return begun.frames ?? (await call(requestIn(fields.request), data, isMember, null, signal))
  } catch (error) {
    await begun.frames?.cancel()
    throw error
  }
}

/** A body as it passes; it breaks with a refusal where it has not as many bytes as were said. */
function ofSize(content: Readable, size: number | undefined): Readable {
  if (size === undefined) throw fieldRefusal('body_size', 'Required')
  const wrong = () => fieldRefusal('body_size', 'The body does not have this size.')
  let left = size
  const counted = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      left -= chunk.length
      if (left < 0) done(wrong())
      else done(null, chunk)
    },
    flush: (done) => done(left === 0 ? null : wrong()),
  })
  counted.on('error', () => undefined)
  // The form is read to its end by whoever takes the body, or by nobody: one of the two has to.
  counted.on('close', () => content.unpipe(counted).resume())
  content.on('close', () => content.readableEnded || counted.destroy(new Error('the form was cut off')))
  return content.pipe(counted)
}

function requestIn(text: string | undefined): TriedRequest {
  if (text === undefined) throw fieldRefusal('request', 'Required')
  const found = callSchema.safeParse(parsed(text))
  if (!found.success) throw invalid(found.error.issues)
  return found.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw fieldRefusal('request', 'The request is not JSON.', { cause })
  }
}

async function call(
  request: TriedRequest,
  data: unknown,
  isMember: boolean,
  body: Readable | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  try {
    const url = callable(request.url)
    const isDescribed = request.server
      ? isOnServer(data, url, request.server, isMember)
      : givesTokens(data, url)
    if (!isDescribed) throw new OutgoingError('The description of this operation names no such server.')
    const [headers, leftOut] = headersOf(request)
    if (body) headers.push(['Content-Length', String(request.body_size ?? 0)])
    const { method } = request
    return await triedAnswer({ method, url, headers, body, mayLeave: isMember, signal }, leftOut)
  } catch (error) {
    if (body?.errored instanceof ProblemError) throw body.errored
    // Nobody takes the rest of it.
    body?.destroy()
    if (error instanceof OutgoingError) throw fieldRefusal('url', error.message)
    throw error
  }
}

/** The headers that go along, and the names of those that do not. */
function headersOf({ headers }: TriedRequest): [headers: [string, string][], leftOut: string[]] {
  const unwritable = headers.find(([name, value]) => !isHeader(name, value))
  if (unwritable) throw fieldRefusal('headers', `The header ${unwritable[0]} cannot be written as it is.`)
  const kept = headers.filter(([name]) => isPassedOn(name))
  const leftOut = headers.map(([name]) => name).filter((name) => !isPassedOn(name))
  const own: [string, string][] = [
    // What is compressed would be unpacked in the reader's browser.
    ['Accept-Encoding', 'identity'],
    ...(kept.some(([name]) => name.toLowerCase() === 'user-agent')
      ? []
      : [['User-Agent', 'Waymark-Try-It'] as [string, string]]),
  ]
  return [[...kept, ...own], leftOut]
}
