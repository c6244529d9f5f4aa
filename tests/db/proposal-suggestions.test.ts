// Suggestions: who makes them, who takes them over into the working copy, and what is never written over unseen.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stands } from './support/locks.ts'
import { aWorld, become, type Person, type World } from './support/people.ts'
import { aStudioProject, documents, keepSnapshot, open, setFiles, type, written } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let other: Person
let viewer: Person
let stranger: Person
let project: { id: number; slug: string; branchId: number }
let draft: number
let id: number
let document: { id: string; epoch: number; seq: number }

const path = 'api.yaml'
const suggestion = { original: 'integer', before: 'type: ', after: '', replacement: 'string' }

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('suggesting')
  maker = await world.aMember(house.id, 'maker', 'mia')
  other = await world.aMember(house.id, 'maker', 'otto')
  viewer = await world.aMember(house.id, 'viewer', 'vic')
  stranger = (await world.aWorkspace('suggesting-far')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  await world.db.query('delete from private.outbox_mails')
  project = await aStudioProject(world, house.id, { files: { [path]: 'type: string' } })
  await world.db.query(`update public.branches set content_hash = 'base' where id = $1`, [project.branchId])
  const { rows } = await world.db.query(
    `insert into public.branches (project_id, name, slug, content_hash, last_analyzed_at)
     values ($1, 'next', 'next', 'changed', now()) returning id`,
    [project.id],
  )
  draft = Number(rows[0].id)
  await setFiles(world, house.id, draft, { [path]: 'type: integer' })
  await open(world, maker, project.slug, 'next')
  document = await theDocument()
  await keepSnapshot(world, document)
  id = Number(await world.answer(maker, 'create_proposal($1, $2)', [draft, 'Count by numbers']))
  await world.db.query(
    `insert into private.proposal_nodes (proposal_id, position, uri, type, name, operation, semver, change_count, changes, path)
     values ($1, 1, '/there', 'model', 'There', 'updated', 'major', 1, '[]', $2), ($1, 2, '/gone', 'model', 'Gone', 'removed', 'major', 1, '[]', $2),
       ($1, 3, '/whole', 'http_service', 'Whole', 'updated', 'major', 1, '[]', null)`,
    [id, path],
  )
})

async function theDocument() {
  const [found] = await documents(world, draft)
  if (!found) throw new Error('no document')
  return found
}
/** 'allowed', for good, or the sentence that refuses it. */
const call = (who: Person, what: string, values: unknown[]) =>
  world.answer(who, what, values).then(
    () => 'allowed',
    (error: Error) => error.message,
  )
const suggest = async (who: Person = other, wanted: unknown = suggestion, uri: string | null = '/there') =>
  call(who, 'start_proposal_thread($1, $2, null, $3, null, null, $4)', [
    id,
    'Like this?',
    uri,
    JSON.stringify(wanted),
  ])
interface Said {
  id: number
  text: string
  suggestion: { path: string; applied_at: string | null; applied_by: string | null } | null
}
const said = async (who: Person = maker) =>
  (await world.answer<{ id: number; comments: Said[] }[]>(who, 'proposal_discussion($1)', [id])).flatMap(
    ({ comments }) => comments,
  )
async function suggested(): Promise<number> {
  await suggest()
  const [comment] = await said()
  if (!comment) throw new Error('nothing was said')
  return comment.id
}
const apply = (who: Person, comment: number, { seq = 0, of = document.id, epoch = document.epoch } = {}) =>
  call(who, 'apply_proposal_suggestion($1, $2, $3, $4, $5, $6)', [
    comment,
    of,
    epoch,
    seq,
    randomUUID(),
    written('string'),
  ])
const updates = async () =>
  (
    await world.db.query(
      'select author_id::integer as author from private.document_updates where document_id = $1',
      [document.id],
    )
  ).rows

describe('a suggestion', () => {
  test('is about the file of the node that its thread is about', async () => {
    await suggest()
    expect(await said()).toMatchObject([
      { text: 'Like this?', suggestion: { ...suggestion, path, applied_at: null, applied_by: null } },
    ])
    for (const uri of [null, '/gone', '/whole'])
      expect(await suggest(other, suggestion, uri), String(uri)).toMatch(/text of a node that is still there/)
    expect(await said()).toHaveLength(1)
  })

  test('may come with an answer in such a thread', async () => {
    const thread = Number(
      await world.answer(other, 'start_proposal_thread($1, $2, null, $3)', [id, 'Why?', '/there']),
    )
    await world.answer(maker, 'reply_to_proposal_thread($1, $2, null, $3)', [
      thread,
      'So then.',
      JSON.stringify(suggestion),
    ])
    expect((await said()).map((comment) => comment.suggestion?.path ?? null)).toEqual([null, path])
  })

  test.each([
    ['no object', 'string'],
    ['a list', []],
    ['without a text', { ...suggestion, original: '' }],
    ['without a change', { ...suggestion, replacement: 'integer' }],
    ['of another kind', { ...suggestion, replacement: 3 }],
    ['without its surroundings', { original: 'a', replacement: 'b' }],
    ['too long', { ...suggestion, replacement: 'x'.repeat(4001) }],
    ['with too much around it', { ...suggestion, before: 'x'.repeat(201) }],
  ])('is refused: %s', async (_name, wanted) => {
    expect(await suggest(other, wanted)).toMatch(/at most 4000 characters/)
    expect(await said()).toEqual([])
  })

  test('holds 4,000 characters, and may take a text away', async () => {
    await suggest(other, {
      ...suggestion,
      original: 'x'.repeat(4000),
      before: 'x'.repeat(200),
      replacement: '',
    })
    expect(await said()).toHaveLength(1)
  })
})

describe('taking it over', () => {
  test('is an edit of the working copy by who does it, and is marked with their name', async () => {
    const comment = await suggested()
    await apply(maker, comment)
    expect(await updates()).toEqual([{ author: maker.id }])
    expect(await theDocument()).toMatchObject({ seq: 1, changed: true })
    expect((await said())[0]?.suggestion).toMatchObject({ applied_by: expect.stringMatching(/./) })
    expect(await apply(maker, comment, { seq: 1 })).toMatch(/applied already/)
    expect(await updates()).toHaveLength(1)
  })

  test('happens once, whoever else does it in the same moment', async () => {
    const comment = await suggested()
    const tally = await world.race(
      [maker, other],
      'select public.apply_proposal_suggestion($1, $2, $3, 0, $4, $5)',
      () => [comment, document.id, document.epoch, randomUUID(), written('string')],
    )
    expect(tally.done).toBe(1)
    expect(await updates()).toHaveLength(1)
  })

  test('is for who may edit the branch', async () => {
    const comment = await suggested()
    for (const who of [viewer, stranger]) expect(await apply(who, comment)).toMatch(/not found/i)
    await world.db.query('update public.projects set is_read_only = true where id = $1', [project.id])
    expect(await apply(maker, comment)).toMatch(/plan/)
    expect(await updates()).toEqual([])
    expect((await said())[0]?.suggestion?.applied_at).toBeNull()
  })

  describe('in a branch that comes from Git', () => {
    beforeEach(async () => {
      await world.db.query(
        `insert into public.project_repositories (project_id, workspace_id, remote_url_http, external_id, external_slug, external_org_slug, default_branch)
         values ($1, $2, 'https://github.com/a/b.git', $3, 'b', 'a', 'main')`,
        [project.id, house.id, `R_${project.id}`],
      )
      await world.db.query(
        `insert into public.project_service_accounts (project_id, name, kind, username) values ($1, 'Robot', 'github', 'robot')`,
        [project.id],
      )
      await world.db.query(`update public.projects set type = 'vcs' where id = $1`, [project.id])
      await world.db.query(`update public.branches set commit_hash = 'abcdef1' where id = $1`, [draft])
    })
    const commits = async () =>
      (
        await world.db.query(
          `select c.message, c.author_id::integer as author, f.document_id as document, f.up_to::integer as up_to
           from public.document_commits c join private.document_commit_files f on f.commit_id = c.id where c.branch_id = $1`,
          [draft],
        )
      ).rows

    test('is committed with it, and nothing that is typed after it is', async () => {
      const comment = await suggested()
      expect(await apply(maker, comment)).toBe('allowed')
      await type(world, other, document)
      expect(await commits()).toEqual([
        { message: `Apply a suggestion to ${path}`, author: maker.id, document: document.id, up_to: 1 },
      ])
    })

    test('asks for the branch before it holds the proposal, which an analysis wants next', async () => {
      const comment = await suggested()
      const [analysis, hand] = [await world.another(), await world.another()]
      try {
        await analysis.query('begin')
        await analysis.query('select from public.branches where id = $1 for no key update', [draft])
        await become(hand, maker)
        const applied = hand.query('select public.apply_proposal_suggestion($1, $2, $3, 0, $4, $5)', [
          comment,
          document.id,
          document.epoch,
          randomUUID(),
          written('string'),
        ])
        await stands(world, hand)
        // Would wait for who waits for it.
        await analysis.query('select from public.proposals where id = $1 for no key update', [id])
        await analysis.query('commit')
        await applied
        await hand.query('commit')
      } finally {
        await analysis.end()
        await hand.end()
      }
      expect(await commits()).toMatchObject([{ document: document.id }])
    })

    test('waits in the Studio beside what others typed before it, or while another commit is under way', async () => {
      await suggest()
      await suggest()
      const [before = 0, meanwhile = 0] = (await said()).map((comment) => comment.id)
      await type(world, other, document)
      expect(await apply(maker, before, { seq: 1 })).toBe('allowed')
      expect(await commits()).toEqual([])
      await world.db.query('update public.documents set is_edited = false where id = $1', [document.id])
      await world.db.query(
        `insert into public.document_commits (branch_id, project_id, workspace_id, message, base_commit) values ($1, $2, $3, 'Other', 'abcdef1')`,
        [draft, project.id, house.id],
      )
      expect(await apply(maker, meanwhile, { seq: 2 })).toBe('allowed')
      expect(await commits()).toEqual([])
      expect(await theDocument()).toMatchObject({ seq: 3, changed: true })
    })
  })

  test('writes over nothing that was typed since it was read', async () => {
    const comment = await suggested()
    await type(world, other, document)
    expect(await apply(maker, comment)).toMatch(/changed meanwhile/)
    expect(await updates()).toHaveLength(1)
    await apply(maker, comment, { seq: 1 })
    expect(await updates()).toHaveLength(2)
  })

  test('is in the file that was meant, on the branch that is proposed', async () => {
    const comment = await suggested()
    await open(world, maker, project.slug, 'main')
    const [elsewhere] = await documents(world, project.branchId)
    if (!elsewhere) throw new Error('no document')
    await keepSnapshot(world, elsewhere)
    expect(await apply(maker, comment, { of: elsewhere.id, epoch: elsewhere.epoch })).toMatch(/not found/i)
    await world.answer(maker, 'move_documents($1, $2)', [
      draft,
      JSON.stringify([{ id: document.id, path: 'other.yaml' }]),
    ])
    expect(await apply(maker, comment)).toMatch(/changed meanwhile/)
    expect(await updates()).toEqual([])
  })

  test('ends with the proposal, and goes with its comment', async () => {
    const comment = await suggested()
    await world.answer(maker, 'close_proposal($1)', [id])
    expect(await apply(maker, comment)).toMatch(/not open any more/)
    await world.answer(other, 'delete_proposal_comment($1)', [comment])
    expect(await apply(maker, comment)).toMatch(/Comment not found/)
    expect(
      (await world.db.query('select 1 from private.proposal_suggestions where comment_id = $1', [comment]))
        .rows,
    ).toEqual([])
  })

  test('is nothing of a comment that suggests nothing', async () => {
    await world.answer(other, 'start_proposal_thread($1, $2, null, $3)', [id, 'Why?', '/there'])
    const [comment] = await said()
    expect(await apply(maker, comment?.id ?? 0)).toMatch(/Comment not found/)
  })
})
