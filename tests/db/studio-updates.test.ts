// What is taken of what is sent to a document: what our editors write, and nothing else that Yjs would read.
import { randomUUID } from 'node:crypto'
import { writeVarUint } from 'lib0/encoding'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { aWorld, type Person, type World } from './support/people.ts'
import { aStudioProject, documents, keepSnapshot, open, type, written } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let document: { id: string; epoch: number }

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('typing')
  maker = await world.aMember(house.id, 'maker')
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  const project = await aStudioProject(world, house.id, { files: { 'a.md': 'a' } })
  await open(world, maker, project.slug)
  const [first] = await documents(world, project.branchId)
  if (!first) throw new Error('no document')
  document = first
  await keepSnapshot(world, document)
})

const append = (updates: (Uint8Array | string)[], who = maker) =>
  world.said(who, 'append_updates($1, 1, $2)', [
    document.id,
    JSON.stringify(
      updates.map((update) => ({
        key: randomUUID(),
        update: typeof update === 'string' ? update : Buffer.from(update).toString('base64'),
      })),
    ),
  ])
const pieces = async (update: Uint8Array, most = 2000) =>
  (await world.db.query('select private.update_pieces($1, $2) as n', [Buffer.from(update), most])).rows[0].n
/** What it takes to count too many pieces, ms: the least of several times, because other work stands beside it. */
async function costOf(update: Uint8Array): Promise<number> {
  const times: number[] = []
  while (times.length < 5) {
    const before = performance.now()
    expect(await pieces(update)).toBe(2_001)
    times.push(performance.now() - before)
  }
  return Math.min(...times)
}
const notText = 'Changes come as 1 to 100 updates of text, each with a key of its own.'

/** The update of what is done to a document that holds "one two". */
function updateOf(change: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc()
  doc.getText('t').insert(0, 'one two')
  const before = Y.encodeStateVector(doc)
  change(doc)
  return Y.encodeStateAsUpdate(doc, before)
}

/** Items of one author, as they are said to stand. */
function updateWith(items: { origin?: Y.ID; right?: Y.ID; content: Y.Item['content']; sub?: string }[]) {
  const encoder = new Y.UpdateEncoderV1()
  for (const number of [1, items.length]) writeVarUint(encoder.restEncoder, number)
  encoder.writeClient(5)
  writeVarUint(encoder.restEncoder, 0)
  let clock = 0
  for (const { origin = null, right = null, content, sub = null } of items) {
    // The parent of an item that was not put in place is a name.
    const item = new Y.Item(Y.createID(5, clock), null, origin, null, right, 't' as never, sub, content)
    item.write(encoder, 0)
    clock += content.getLength()
  }
  writeVarUint(encoder.restEncoder, 0)
  return encoder.toUint8Array()
}

describe('what editors write is taken', () => {
  test('whatever they do, one by one and merged', async () => {
    const doc = new Y.Doc()
    const text = doc.getText('t')
    const undo = new Y.UndoManager(text, { captureTimeout: 0 })
    const updates: Uint8Array[] = []
    doc.on('update', (update: Uint8Array) => updates.push(update))
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 16807) % 2147483647
      return seed % most
    }
    for (let step = 0; step < 300; step++) {
      const at = random(text.length + 1)
      const what = random(5)
      doc.transact(() => {
        if (what < 3) text.insert(at, ['ä', 'some words\r\n', '🐶'.repeat(40)][what] ?? '')
        if (what === 1 || what === 3) text.delete(at, Math.min(random(20), text.length - at))
      })
      if (what === 4) undo.undo()
      if (step % 7 === 0) undo.redo()
    }
    const merged = [10, 50, 150].map((count) => Y.mergeUpdates(updates.slice(0, count)))
    for (const update of [...updates, ...merged, Y.encodeStateAsUpdate(doc)])
      expect(await pieces(update)).toBeGreaterThan(0)
    expect(await append(updates.slice(0, 100))).toBe('allowed')
  })

  test.each(['a', 'äöü', '漢字', '🐶🐶', '\0', 'a\\000\0\\', '\\360🐶\uffff\0', '\u{10ffff}\ufeff'])(
    'letters are counted as editors count them: %j',
    async (text) => {
      const [content, letter] = [new Y.ContentString(text), new Y.ContentString('x')]
      const behind = (clock: number) =>
        updateWith([{ content }, { content: letter, origin: Y.createID(5, clock) }])
      expect(await pieces(behind(text.length - 1))).toBe(3)
      expect(await pieces(behind(text.length))).toBeNull()
    },
  )

  test('however many pieces a call may have', async () => {
    const doc = new Y.Doc()
    doc.transact(() => {
      for (let n = 0; n < 1_998; n++) doc.getText('t').insert(0, 'x')
    })
    const most = Y.encodeStateAsUpdate(doc)
    // Each item, its author, and what is deleted.
    expect(await pieces(most, 5_000)).toBe(1_999)
    expect(await append([most, most])).toBe('allowed')
    expect(await append([most, most, written('three')])).toBe('allowed')
    expect(await append([most, most, ...Array(2).fill(written('x'))])).toMatch(/together 4 MB and 4,000/)
    for (let n = 0; n < 2; n++) doc.getText('t').insert(0, 'x')
    expect(await append([Y.encodeStateAsUpdate(doc)])).toMatch(/2,000 pieces/)
  })
})

describe('what no editor writes is refused', () => {
  const letters = () => new Y.ContentString('x')
  test.each<[string, () => Uint8Array]>([
    ['values that nobody sees', () => updateOf((doc) => doc.getText('t').insertEmbed(2, { a: 1 }))],
    ['a format', () => updateOf((doc) => doc.getText('t').format(0, 3, { bold: true }))],
    ['a text within the text', () => updateOf((doc) => doc.getText('t').insertEmbed(0, new Y.Text('x')))],
    ['an attribute', () => updateOf((doc) => doc.getText('t').setAttribute('a', 'b'))],
    ['another text', () => updateOf((doc) => doc.getText('u').insert(0, 'x'))],
    ['a map', () => updateOf((doc) => doc.getMap('t2').set('a', 1))],
    ['any values', () => updateWith([{ content: new Y.ContentAny([1]) }])],
    ['JSON', () => updateWith([{ content: new Y.ContentJSON([1]) }])],
    ['bytes', () => updateWith([{ content: new Y.ContentBinary(new Uint8Array(3)) }])],
    ['letters under a key', () => updateWith([{ content: letters(), sub: 'a' }])],
    ['no letters', () => updateWith([{ content: new Y.ContentString('') }])],
    ['what stands behind itself', () => updateWith([{ content: letters(), origin: Y.createID(5, 9) }])],
    ['what stands before itself', () => updateWith([{ content: letters(), right: Y.createID(5, 1) }])],
    [
      'what stands behind itself, after letters of several bytes',
      () =>
        updateWith([
          { content: new Y.ContentString('中🐶') },
          { content: letters(), origin: Y.createID(5, 3) },
        ]),
    ],
    ['a text that is no UTF-8', () => Uint8Array.of(1, 1, 5, 0, 4, 1, 1, 0x74, 2, 0xff, 0x61, 0)],
    ['half a letter', () => Uint8Array.of(1, 1, 5, 0, 4, 1, 1, 0x74, 3, 0xed, 0xa0, 0xbd, 0)],
    ['a text that ends after the update', () => Uint8Array.of(1, 1, 5, 0, 4, 1, 1, 0x74, 90, 0x61, 0)],
    ['bytes at its end', () => Uint8Array.of(0, 0, 0)],
    ['bytes that are none', () => Buffer.from('garbage')],
    ['a number without end', () => new Uint8Array(20).fill(255)],
    ['an end too soon', () => updateWith([{ content: letters() }]).slice(0, -2)],
    ['what is deleted twice', () => Uint8Array.of(0, 1, 5, 2, 3, 2, 4, 1)],
    ['nothing that is deleted', () => Uint8Array.of(0, 1, 5, 1, 3, 0)],
  ])('%s', async (_, update) => {
    expect(await append([update()])).toBe(notText)
  })

  test('more letters in one piece than a document has', async () => {
    const gone = (letters: number) => updateWith([{ content: new Y.ContentDeleted(letters) }])
    expect(await append([gone(16_777_216)])).toBe('allowed')
    expect(await append([gone(16_777_217)])).toBe(notText)
  })

  test.each<[string, number[], number[]]>([
    ['runs of nothing', [1, 0xff, 0xff, 0x3f, 5, 0], [10, 1]],
    ['authors of nothing', [0xff, 0xff, 0x3f], [0]],
    ['authors of deletions', [0, 0xff, 0xff, 0x3f], [0]],
  ])('%s, before it costs much', async (_, head, body) => {
    const long = (length: number) =>
      Uint8Array.from({ length }, (_, at) => head[at] ?? body[(at - head.length) % body.length] ?? 0)
    const bytes = long(2_000_000)
    // A hundred times as many bytes are counted no further: read to their end they would take a hundred times as long.
    const costs = { short: await costOf(long(20_000)), long: await costOf(bytes) }
    expect(costs.long).toBeLessThan(20 * costs.short)
    expect(await append([bytes])).toMatch(/2,000 pieces/)
  })
})

describe('who has sent too much', () => {
  test('is refused before what they send is read', async () => {
    const minute = 'to_timestamp(floor(extract(epoch from clock_timestamp()) / 60) * 60)'
    for (const [hits, said] of [
      [6000, notText],
      [6001, 'Too much was changed in a short time. Please try again in a moment.'],
    ] as const) {
      await world.db.query('delete from private.throttle')
      await world.db.query(
        `insert into private.throttle (key, window_start, hits) values ($1, ${minute}, $2), ($1, ${minute} + interval '1 minute', $2)`,
        [`studio:${maker.authId}`, hits],
      )
      expect(await append(['AAAA'])).toBe(said)
    }
  })

  test('and a workspace holds a gigabyte that waits, at most', async () => {
    await world.db.query(
      `insert into public.documents (branch_id, project_id, workspace_id, path, waiting_bytes)
       select branch_id, project_id, workspace_id, 'heavy.md', 1073741825 from public.documents where id = $1`,
      [document.id],
    )
    expect(await append([written('x')])).toBe('allowed')
    expect(await append([written('x'.repeat(1_100_000))])).toMatch(/^Too much was changed/)
    await world.db.query(`update public.documents set waiting_bytes = 0 where path = 'heavy.md'`)
    expect(await append([written('x'.repeat(1_100_000))])).toBe('allowed')
  })
})

describe('what is typed', () => {
  test.each([
    ['is_blocked = true', /takes too much work to read/],
    ['deleted_at = now()', /was deleted/],
    ['epoch = epoch + 1', /begins with another text now/],
  ])('meets what happened to the document while it waited: %s', async (change, refusal) => {
    const other = await world.another()
    await other.query('begin')
    await other.query(`update public.documents set ${change} where id = $1`, [document.id])
    const waiting = append([written('x')])
    await expect
      .poll(
        async () =>
          (
            await other.query(
              "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
            )
          ).rowCount,
      )
      .toBe(1)
    await other.query('commit')
    await other.end()
    expect(await waiting).toMatch(refusal)
  })
})

describe('a blocked document', () => {
  const blocked = async () => {
    await type(world, maker, document, 'kept')
    await world.db.query(`update public.documents set is_blocked = true where id = $1`, [document.id])
  }
  const now = async () =>
    (
      await world.db.query(
        `select d.is_blocked, d.epoch, d.seq::integer, s.epoch as of, s.seq::integer as snapshot, d.waiting_bytes::integer
         from public.documents d left join private.document_snapshots s on s.document_id = d.id where d.id = $1`,
        [document.id],
      )
    ).rows[0]
  const recover = (who: Person) => world.said(who, 'recover_document($1)', [document.id])

  test('takes nothing more, until it is set back', async () => {
    await blocked()
    expect(await append([written('x')])).toMatch(/takes too much work to read, so it is closed/)
    await world.does(maker, 'select * from public.discard_changes($1)', [[document.id]])
    expect(await now()).toMatchObject({ is_blocked: false, epoch: 2, of: null })
  })

  test('goes on with its last snapshot, for who may write it', async () => {
    await blocked()
    const viewer = await world.aMember(house.id, 'viewer')
    expect(await recover(viewer)).toBe('Document not found.')
    await world.does(maker, 'select public.recover_document($1)', [document.id])
    expect(await now()).toEqual({
      is_blocked: false,
      epoch: 2,
      seq: 1,
      of: 2,
      snapshot: 1,
      waiting_bytes: 0,
    })
    expect(await append([written('x')])).toMatch(/begins with another text now/)
    // One that is not blocked stays what it is.
    await world.does(maker, 'select public.recover_document($1)', [document.id])
    expect(await now()).toMatchObject({ epoch: 2 })
  })
})

test.each([
  ['.gitlab-ci.yml', true],
  ['docs/.gitlab-ci.yml', true],
  ['ci/build.gitlab-ci.yaml', true],
  ['.GitHub/workflows/a.yml', true],
  ['.github/CODEOWNERS', true],
  ['Jenkinsfile', true],
  ['ci/deploy.Jenkinsfile', true],
  ['Jenkinsfile.release', true],
  ['azure-pipelines.yml', true],
  ['ci/azure-pipelines-docs.yaml', true],
  ['bitbucket-pipelines.yml', true],
  ['.circleci/config.yml', true],
  ['.gitea/workflows/a.yml', true],
  ['docs/github/workflows.md', false],
  ['docs/jenkinsfile-explained.md', false],
  ['reference/pipelines.yaml', false],
  ['gitlab-ci.md', false],
])('%s is a file of pipelines: %s', async (path, is) => {
  const { rows } = await world.db.query('select private.is_pipeline_path($1) as is', [path])
  expect(rows[0].is).toBe(is)
})
