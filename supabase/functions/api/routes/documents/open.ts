import { createRoute, z } from '@hono/zod-openapi'
import { createEncoder, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { manyTexts } from '../../../../../editing/documents/state.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearerOptional, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchIdFor, branchParam } from '../../model/branch.ts'
import { type OpenedDocument, openDocument, openedText } from '../../model/document.ts'

const querySchema = z.object({
  document: z.uuid().optional().meta({
    description: 'One document of the working copy; without it all of its texts as one.',
    example: '5e0f5cb5-6d9c-4a9e-9d5c-1e0b2a3c4d5e',
  }),
})

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/doc',
  tags: ['Studio'],
  summary: 'Get documents of a branch as Yjs states',
  description:
    'One document: lib0 encoding of varUint 1 (version), varUint epoch, varUint number of the update that the snapshot ends ' +
    'with, varUint8Array snapshot (gzip of the state V2 of a Y.Doc with the text `t`), varUint n, and n times varUint number ' +
    'with varUint8Array update (V1). Without a document: the state (V1) of one Y.Doc whose map `files` has a text for each ' +
    'path. With two branches, `{base}...{head}` for the slug: the texts in which they differ, in the maps `base` and `head`; ' +
    'of these forms up to 500 texts and 16 MB. For who reads the working copy in the Studio, by its link too.',
  operationId: 'getBranchDocument',
  security: bearerOptional,
  request: { params: branchParam, query: querySchema },
  responses: {
    200: {
      description: 'The document or documents.',
      content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problems(400, 401, 404, 409, 413, 429),
  },
})

const mostTexts = 500
const mostBytes = 16 * 1024 * 1024

/** GET /projects/{id}/branches/{slug}/doc */
export function getBranchDocument(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    const { document } = c.req.valid('query')
    const projectId = decodeId('prj', id)
    c.header('Content-Type', 'application/octet-stream')
    if (document !== undefined) {
      await limit(c, 'document', 3000, 300)
      const opened = await openDocument(c, await branchIdFor(c, projectId, slug), document)
      if (!opened) throw refusal('CONFLICT', 'This file is not text. Ask for its content.')
      return c.newResponse(new Uint8Array(encoded(opened)), 200)
    }
    await limit(c, 'documents', 30, 300)
    // No name of a branch has two dots in a row.
    const [base, head] = slug.split('...', 2)
    const maps =
      head === undefined
        ? { files: await textsOf(c, await listed(c, await branchIdFor(c, projectId, slug))) }
        : await differing(c, await branchIdFor(c, projectId, base), await branchIdFor(c, projectId, head))
    return c.newResponse(new Uint8Array(manyTexts(maps)), 200)
  })
}

function encoded({ epoch, snapshotSeq, snapshot, updates }: OpenedDocument): Uint8Array {
  const encoder = createEncoder()
  for (const number of [1, epoch, snapshotSeq]) writeVarUint(encoder, number)
  writeVarUint8Array(encoder, snapshot)
  writeVarUint(encoder, updates.length)
  for (const { seq, update } of updates) {
    writeVarUint(encoder, seq)
    writeVarUint8Array(encoder, update)
  }
  return toUint8Array(encoder)
}

interface Listed {
  id: string
  branch_id: number
  path: string
  size: number
  hash: string | null
  changed: boolean
}

/** The text documents of a working copy that the caller may read; refuses more than one answer may hold. */
async function listed(c: AppContext, branchId: number): Promise<Listed[]> {
  return rowsOf<Listed[]>(
    await asCaller(c)
      .from('documents')
      .select('id, branch_id, path, size, hash, changed')
      .eq('branch_id', branchId)
      .eq('kind', 'text')
      .is('deleted_at', null)
      .order('path')
      .limit(mostTexts + 1),
  )
}

async function textsOf(c: AppContext, documents: Listed[]): Promise<[string, string][]> {
  const bytes = documents.reduce((sum, { size }) => sum + size, 0)
  if (documents.length > mostTexts || bytes > mostBytes)
    throw refusal('PAYLOAD_TOO_LARGE', 'These are too many texts for one answer. Ask for each document.')
  const texts: [string, string][] = []
  for (const { id, branch_id, path } of documents) {
    const opened = await openDocument(c, branch_id, id)
    if (opened) texts.push([path, await openedText(c, branch_id, opened)])
  }
  return texts
}

async function differing(c: AppContext, base: number, head: number) {
  const [ours, theirs] = [await listed(c, base), await listed(c, head)]
  // What neither has changed since it was published, and is one file, needs no reading.
  const known = (documents: Listed[]) =>
    new Set(documents.filter(({ changed }) => !changed).map(({ path, hash }) => `${path}\n${hash}`))
  const [inBase, inHead] = [known(ours), known(theirs)]
  const isSame = ({ path, hash }: Listed) => inBase.has(`${path}\n${hash}`) && inHead.has(`${path}\n${hash}`)
  const baseTexts = new Map(
    await textsOf(
      c,
      ours.filter((one) => !isSame(one)),
    ),
  )
  const headTexts = new Map(
    await textsOf(
      c,
      theirs.filter((one) => !isSame(one)),
    ),
  )
  const differs = ([path]: [string, string]) => baseTexts.get(path) !== headTexts.get(path)
  return { base: [...baseTexts].filter(differs), head: [...headTexts].filter(differs) }
}
