// Documents of the Studio over the facade, with the Yjs that editors have.
import { createHash, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { beforeAll, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { crowded } from '../../../editing/documents/testing.ts'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace, sql, type Workspace } from '../support/people.ts'
import { aProject, endedTask } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
let token: string
let id: string
let branchId: number

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  token = workspace.owner.token
  id = (await aProject(stack, workspace, { name: 'Written here' })).id
  const [branch] = await sql<{ id: string }>(stack, 'select id from public.branches where project_id = $1', [
    decodeId('prj', id),
  ])
  branchId = Number(branch?.id)
})

interface Opened {
  epoch: number
  seq: number
  snapshot: Buffer
  updates: { seq: number; update: Uint8Array }[]
}

/** Calls a function of the database as somebody. */
async function rpc<T>(name: string, args: object, as = token): Promise<T> {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, apikey: stack.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  const text = await answer.text()
  const body = text === '' ? null : JSON.parse(text)
  if (!answer.ok) throw new Error(`${answer.status} ${body.message}`)
  return body
}

async function bytesAt(path: string, as?: string) {
  const answer = await fetch(`${stack.apiUrl}/functions/v1/api/projects/${id}/branches/${path}`, {
    headers: as === undefined ? {} : { authorization: `Bearer ${as}` },
  })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

async function open(document: string): Promise<Opened> {
  const { status, bytes } = await bytesAt(`main/doc?document=${document}`, token)
  expect([status, status === 200 ? '' : bytes.toString()]).toEqual([200, ''])
  const decoder = createDecoder(bytes)
  expect(readVarUint(decoder)).toBe(1)
  const epoch = readVarUint(decoder)
  const seq = readVarUint(decoder)
  const snapshot = Buffer.from(readVarUint8Array(decoder))
  const updates = Array.from({ length: readVarUint(decoder) }, () => ({
    seq: readVarUint(decoder),
    update: readVarUint8Array(decoder),
  }))
  return { epoch, seq, snapshot, updates }
}

function docOf({ snapshot, updates }: Opened): Y.Doc {
  const doc = new Y.Doc()
  Y.applyUpdateV2(doc, gunzipSync(snapshot))
  for (const { update } of updates) Y.applyUpdate(doc, update)
  return doc
}

const textOf = (doc: Y.Doc) => doc.getText('t').toString()
const create = async (path: string, text: string) =>
  (await rpc<{ id: string }[]>('create_documents', { p_branch_id: branchId, p_files: [{ path, text }] }))[0]
    ?.id ?? ''
const append = (document: string, updates: { key: string; update: Uint8Array }[], as?: string) =>
  rpc<{ key: string; seq: number }[]>(
    'append_updates',
    {
      p_document_id: document,
      p_epoch: 1,
      p_updates: updates.map(({ key, update }) => ({ key, update: Buffer.from(update).toString('base64') })),
    },
    as,
  )

/** What somebody types into a copy of a document, as updates. */
function typing(doc: Y.Doc, work: (text: Y.Text) => void) {
  const updates: { key: string; update: Uint8Array }[] = []
  const keep = (update: Uint8Array) => updates.push({ key: randomUUID(), update })
  doc.on('update', keep)
  work(doc.getText('t'))
  doc.off('update', keep)
  return updates
}

describe('a document', () => {
  it('is made once, however many open it first', async () => {
    const document = await create('once.md', '\uFEFFa\r\nb\r\n')
    const all = await Promise.all(Array.from({ length: 6 }, () => open(document)))
    expect(new Set(all.map(({ snapshot }) => createHash('sha256').update(snapshot).digest('hex'))).size).toBe(
      1,
    )
    expect(textOf(docOf(all[0] as Opened))).toBe('a\nb\n')
    expect((await bytesAt(`main/documents/${document}/content`, token)).bytes.toString()).toBe(
      '\uFEFFa\r\nb\r\n',
    )
  })

  it('is the same for two who wrote without each other, whatever came twice and in which order', async () => {
    const document = await create('offline.md', 'one\ntwo\nthree\n')
    const colleague = (await aMember(stack, workspace, 'maker')).token
    const [ours, theirs] = [docOf(await open(document)), docOf(await open(document))]
    const mine = typing(ours, (text) => {
      for (const letter of 'zero ') text.insert(text.length, letter)
      text.delete(0, 3)
    })
    const other = typing(theirs, (text) => {
      text.insert(4, 'and ')
      text.insert(0, 'X')
    })
    const first = await append(document, mine)
    const [again, others] = await Promise.all([append(document, mine), append(document, other, colleague)])
    expect(again).toEqual(first)
    expect(others.map(({ seq }) => Number(seq))).toEqual(other.map((_, index) => first.length + index + 1))
    const rows = await rpc<{ seq: number; update: string }[]>('updates_after', {
      p_document_id: document,
      p_epoch: 1,
      p_seq: 0,
    })
    for (const [doc, order] of [
      [ours, rows],
      [theirs, [...rows].reverse()],
    ] as const)
      for (const { update } of order) Y.applyUpdate(doc, Buffer.from(update, 'base64'))
    const opened = docOf(await open(document))
    expect(textOf(ours)).toBe(textOf(theirs))
    expect(textOf(opened)).toBe(textOf(ours))
    expect(Buffer.from(Y.encodeStateVector(ours))).toEqual(Buffer.from(Y.encodeStateVector(opened)))
  })

  it('that is no text has content, and no Yjs', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])
    const form = { paths: JSON.stringify(['notes.txt']), file: { name: 'notes.txt', content: png } }
    // As the Studio does, at the host of the app.
    const send = (who: string) => call(stack, `/workspaces/${workspace.id}/uploads`, { token: who, form })
    expect((await send((await aMember(stack, workspace, 'viewer')).token)).status).toBe(403)
    const put = await send(token)
    expect(put.status).toBe(201)
    const [object] = put.json<{ objects: string[] }>().objects
    const [made] = await rpc<{ id: string }[]>('create_documents', {
      p_branch_id: branchId,
      p_files: [{ path: 'notes.txt', upload: object }],
    })
    expect((await bytesAt(`main/doc?document=${made?.id}`, token)).status).toBe(409)
    expect((await bytesAt(`main/documents/${made?.id}/content`, token)).bytes).toEqual(png)
  })

  it('is not there for others, nor under another branch', async () => {
    const document = await create('mine.md', 'mine')
    const stranger = (await aWorkspace(stack)).owner.token
    for (const who of [stranger, undefined])
      expect((await bytesAt(`main/doc?document=${document}`, who)).status).toBe(404)
    const viewer = (await aMember(stack, workspace, 'viewer')).token
    expect((await bytesAt(`main/doc?document=${document}`, viewer)).status).toBe(404)
    expect((await bytesAt(`other/doc?document=${document}`, token)).status).toBe(404)
    expect((await bytesAt('main/doc?document=1', token)).status).toBe(400)
    await expect(
      append(document, [{ key: randomUUID(), update: Uint8Array.of(0, 0) }], stranger),
    ).rejects.toThrow(/^404/)
  })
})

describe('a document that takes too long to be put together', () => {
  it('is refused at once, and keeps nobody else waiting', async () => {
    const document = await create('crowded.md', 'a'.repeat(12_000))
    const other = await create('calm.md', 'calm')
    await open(other)
    const [of] = docOf(await open(document)).store.clients.keys()
    for (let part = 0; part < 4; part++)
      await append(document, [
        { key: randomUUID(), update: crowded(1_900, { of: of ?? 0, clock: part * 1_900 }) },
      ])
    const content = (one: string) => bytesAt(`main/documents/${one}/content`, token)
    const [crowd, calm] = await Promise.all([content(document), content(other)])
    expect([crowd.status, calm.status, calm.bytes.toString()]).toEqual([409, 200, 'calm'])
    expect(JSON.parse(crowd.bytes.toString()).detail).toMatch(/takes too much work to read/)
    expect((await bytesAt('main/doc', token)).status).toBe(409)
    // Once the worker has found it, nobody gets it to put together.
    await sql(stack, 'update public.documents set is_blocked = true where id = $1', [document])
    expect((await bytesAt(`main/doc?document=${document}`, token)).status).toBe(409)
    await expect(append(document, [{ key: randomUUID(), update: Uint8Array.of(0, 0) }])).rejects.toThrow(
      /^409/,
    )
    await rpc('recover_document', { p_document_id: document })
    expect((await content(document)).bytes.toString()).toBe('a'.repeat(12_000))
  })
})

it('the largest pieces that editors send at once arrive whole', async () => {
  const document = await create('large.md', '')
  // As web/src/features/studio/documents/outbox.ts has it; a body beyond 1 MiB does not come through.
  const pieces = ['x', 'y'].map((letter) => {
    const doc = new Y.Doc()
    doc.getText('t').insert(0, letter.repeat(349_900))
    return { key: randomUUID(), update: Y.encodeStateAsUpdate(doc) }
  })
  await open(document)
  expect(await append(document, pieces)).toHaveLength(2)
  expect(textOf(docOf(await open(document)))).toHaveLength(699_800)
  const beyond = pieces.map(({ update }) => ({ key: randomUUID(), update }))
  await expect(append(document, [...beyond, ...beyond])).rejects.toThrow(/^413/)
})

it('all texts of a branch come as one, and two branches as what differs', async () => {
  const { bytes } = await bytesAt('main/doc', token)
  const whole = new Y.Doc()
  Y.applyUpdate(whole, bytes)
  expect(whole.getMap<Y.Text>('files').get('mine.md')?.toString()).toBe('mine')
  const version = await rpc<{ id: number; slug: string }>('create_version', {
    p_project_id: decodeId('prj', id),
    p_name: '2.0',
    p_from_branch_id: branchId,
  })
  const [copy] = await sql<{ id: string }>(
    stack,
    `select id from public.documents where branch_id = $1 and path = 'mine.md'`,
    [version.id],
  )
  await rpc('move_documents', { p_branch_id: version.id, p_moves: [{ id: copy?.id, path: 'yours.md' }] })
  const both = new Y.Doc()
  Y.applyUpdate(both, (await bytesAt('main...2.0/doc', token)).bytes)
  const named = (map: string) =>
    Object.fromEntries([...both.getMap<Y.Text>(map)].map(([path, text]) => [path, text.toString()]))
  expect([named('base'), named('head')]).toEqual([{ 'mine.md': 'mine' }, { 'yours.md': 'mine' }])
  expect((await call(stack, `/projects/${id}/branches/main...nothing/doc`, { token })).status).toBe(404)
})

it('what was published stays as it was, by its commit, for who reads the working copy', async () => {
  const document = await create('history.md', 'as it was')
  const { job_id } = await rpc<{ job_id: string }>('publish_working_copy', {
    p_branch_id: branchId,
    p_message: 'One',
  })
  await endedTask(stack, token, job_id, 'success')
  await rpc('delete_documents', { p_ids: [document] })
  const [commit] = await sql<{ sha: string }>(
    stack,
    'select commit_hash as sha from public.branches where id = $1',
    [branchId],
  )
  const at = (path: string, as?: string) => bytesAt(`main/commits/${commit?.sha}/content?path=${path}`, as)
  expect((await at('history.md', token)).bytes.toString()).toBe('as it was')
  expect((await at('nothing.md', token)).status).toBe(404)
  const viewer = (await aMember(stack, workspace, 'viewer')).token
  const stranger = (await aWorkspace(stack)).owner.token
  for (const who of [viewer, stranger]) expect((await at('history.md', who)).status).toBe(404)
  expect((await at('history.md')).status).toBe(401)
})
