// What an analysis says of changes: against the one before it, and against the default branch.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'
import { aGitProject, gitEnv, pushed } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let remote: GitRemote
let repository: Repository
let number = 0
beforeAll(async () => {
  world = await aWorld()
  remote = await startGitRemote()
  await world.worker(gitEnv)
})
beforeEach(() => {
  repository = remote.repository(`changes-${++number}`)
})
afterAll(async () => {
  await world.end()
  await remote.close()
})

const get = { responses: { 200: { description: 'Fine.' } } }
const api = (paths: object) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths })
const V1 = { 'pets.json': api({ '/pets': { get }, '/old': { get } }), 'docs/a.md': '# A' }
const V2 = { 'pets.json': api({ '/pets': { get }, '/new': { get } }), 'docs/a.md': '# A' }

async function changesOf(branch: string, projectId: string) {
  const { rows } = await world.db.query<Record<string, unknown>>(
    `select c.compared_with as with, c.node_uri as uri, c.operation, c.semver, c.commit_hash = b.commit_hash as is_of_commit
     from public.node_changes c join public.branches b on b.id = c.branch_id
     where b.name = $1 and b.project_id = $2 and c.node_type = 'http_operation' order by c.id`,
    [branch, projectId],
  )
  return rows
}

const [OLD_URI, NEW_URI] = ['/pets.json/paths/~1old/get', '/pets.json/paths/~1new/get']

test('the first analysis has none, further ones add to the history of the branch', async () => {
  repository.commit(V1)
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  expect(await changesOf('main', project.id)).toEqual([])
  repository.commit(V2)
  const task = await world.finished(await pushed(world, project, 'main'))
  expect(task.payload.error).toBeUndefined()
  const first = [
    { with: 'previous', uri: OLD_URI, operation: 'removed', semver: 'major', is_of_commit: true },
    { with: 'previous', uri: NEW_URI, operation: 'added', semver: 'minor', is_of_commit: true },
  ]
  expect(await changesOf('main', project.id)).toEqual(first)
  await world.finished(await pushed(world, project, 'main'))
  expect(await changesOf('main', project.id)).toEqual(first)
  repository.commit(V1)
  await world.finished(await pushed(world, project, 'main'))
  expect(await changesOf('main', project.id)).toHaveLength(4)
})

test('another branch is compared with the default one as it is now', async () => {
  repository.commit(V1)
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  repository.commit(V2, { branch: 'next' })
  const task = await world.finished(await pushed(world, project, 'next'))
  expect((await changesOf('next', project.id)).map(({ with: side, uri }) => [side, uri])).toEqual([
    ['default', OLD_URI],
    ['default', NEW_URI],
  ])
  expect(task.payload).toMatchObject({ changes: { default: { major: 1, minor: 1 } } })
  repository.commit(V1, { branch: 'next' })
  await world.finished(await pushed(world, project, 'next'))
  expect((await changesOf('next', project.id)).map(({ with: side }) => side)).toEqual([
    'previous',
    'previous',
  ])
})

const side = async (branch: string, projectId: string) =>
  (await changesOf(branch, projectId)).filter((change) => change.with === 'default')
const compared = (branch: string, projectId: string, state = 'current') =>
  world.untilRow(
    'select 1 as there from public.branches b where b.project_id = $1 and b.name = $2 and private.comparison_state(b.id) = $3',
    [projectId, branch, state],
  )

test('when the default branch moves, or is another one, the others are compared with it anew', async () => {
  repository.commit(V1)
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  repository.commit(V2, { branch: 'next' })
  await world.finished(await pushed(world, project, 'next'))
  await compared('next', project.id)
  expect(await side('next', project.id)).toMatchObject([{ uri: OLD_URI }, { uri: NEW_URI }])
  repository.commit({ 'pets.json': api({ '/pets': { get }, '/old': { get }, '/new': { get } }) })
  await world.finished(await pushed(world, project, 'main'))
  await compared('next', project.id)
  expect(await side('next', project.id)).toMatchObject([
    { uri: OLD_URI, operation: 'removed', is_of_commit: true },
  ])
  await world.asOwner(
    "select public.set_default_branch(b.id) from public.branches b where b.project_id = $1 and b.name = 'next'",
    [project.id],
  )
  await compared('main', project.id)
  expect([await side('main', project.id), await side('next', project.id)]).toMatchObject([
    [{ uri: OLD_URI, operation: 'added', is_of_commit: true }],
    [],
  ])
})

test('a branch that cannot be compared anew says nothing of the default one', async () => {
  repository.commit(V1)
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  repository.commit(V2, { branch: 'next' })
  await world.finished(await pushed(world, project, 'next'))
  await compared('next', project.id)
  expect(await side('next', project.id)).toHaveLength(2)
  await world.db.query(
    `update public.files set object_id = gen_random_uuid() where hash in (
       select f.hash from public.branch_files f join public.branches b on b.id = f.branch_id
       where b.project_id = $1 and b.name = 'next' and f.path = 'pets.json')`,
    [project.id],
  )
  repository.commit({ ...V1, 'docs/a.md': '# B' })
  await world.finished(await pushed(world, project, 'main'))
  await compared('next', project.id, 'unknown')
  expect(await side('next', project.id)).toEqual([])
})

test('more than five hundred are cut, the least serious ones', async () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`/many-${n}`, { get }]))
  repository.commit({ 'pets.json': api({ '/old': { get }, '/pets': { get } }) })
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  repository.commit({ 'pets.json': api({ '/pets': { get }, ...many }) })
  const task = await world.finished(await pushed(world, project, 'main'))
  const changes = await changesOf('main', project.id)
  expect(changes).toHaveLength(500)
  expect(changes[0]).toMatchObject({ uri: OLD_URI, semver: 'major' })
  expect(task.payload).toMatchObject({ changes: { previous: { major: 1, minor: 600 } } })
})

test('a file of the state before that Storage has lost costs the comparison, not the analysis', async () => {
  repository.commit(V1)
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  await world.db.query(`update public.files set object_id = gen_random_uuid() where hash in (
    select hash from public.branch_files where branch_id = ${project.branchId} and path = 'pets.json')`)
  repository.commit(V2)
  expect((await world.finished(await pushed(world, project, 'main'))).status).toBe('success')
  expect(await changesOf('main', project.id)).toEqual([])
})

test('those of what is internal within a node, or turns so, are for members only', async () => {
  const described = (properties: object) => ({
    'pets.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets': {
          get: {
            responses: {
              200: {
                description: '',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
              },
            },
          },
        },
      },
      components: { schemas: { Pet: { type: 'object', properties } } },
    }),
  })
  const text = { type: 'string' }
  const hidden = { ...text, 'x-internal': true }
  repository.commit(described({ name: text, diet: text }))
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  /** Properties that the changes of the branch tell of, to anybody and to members. */
  const next = async (properties: object) => {
    repository.commit(described(properties))
    expect((await world.finished(await pushed(world, project, 'main'))).status).toBe('success')
    const { rows } = await world.db.query<{ message: string; is_internal: boolean }>(
      `select c.message, c.is_internal from public.node_changes c join public.branches b on b.id = c.branch_id where b.project_id = $1`,
      [project.id],
    )
    const told = (internal: boolean) => {
      const messages = rows.filter((row) => row.is_internal === internal).map(({ message }) => message)
      return ['name', 'diet', 'age', 'vet'].filter((name) =>
        messages.some((message) => message.includes(`“${name}”`)),
      )
    }
    return { anybody: told(false), members: told(true) }
  }
  expect(await next({ name: text, diet: text, age: text })).toEqual({ anybody: ['age'], members: [] })
  // What comes as internal is told to members, beside what is not; what was said before the node held anything is taken along.
  const changed = await next({ name: text, diet: text, age: text, vet: hidden })
  expect(changed).toEqual({ anybody: [], members: ['age', 'vet'] })
  const more = await next({
    name: text,
    diet: { ...text, maxLength: 3 },
    age: text,
    vet: { ...hidden, maxLength: 3 },
  })
  expect(more.anybody).toEqual(['diet'])
  expect(more.members).toEqual(expect.arrayContaining(['vet']))
  const { rows: values } = await world.db.query(
    `select c.value_before, c.value_after from public.node_changes c join public.branches b on b.id = c.branch_id
     where b.project_id = $1 and c.message like '%“diet”%' and not c.is_internal`,
    [project.id],
  )
  expect(values).toContainEqual({ value_before: null, value_after: '3' })
  // What turns internal takes what was said of it along.
  const turned = await next({ name: text, diet: hidden, age: text, vet: hidden })
  expect(turned.anybody).toEqual([])
})

test('those of what is, was or turns internal are for members only', async () => {
  const seen = async (uri: string, projectId: string) => {
    const { rows } = await world.db.query<{ is_internal: boolean }>(
      `select c.is_internal from public.node_changes c join public.branches b on b.id = c.branch_id
       where c.node_uri = $1 and b.project_id = $2 order by c.id`,
      [uri, projectId],
    )
    return rows.map(({ is_internal: internal }) => internal)
  }
  const uri = '/pets.json/paths/~1pets/get'
  const described = (description: string, more: object = {}) => ({
    'pets.json': api({
      '/pets': { get: { ...get, ...more, responses: { [description]: { description } } } },
    }),
  })
  repository.commit(described('200'))
  const project = await aGitProject(world, remote, repository)
  await world.finished(project.job)
  const next = async (files: Record<string, string>) => {
    repository.commit(files)
    await world.finished(await pushed(world, project, 'main'))
    return seen(uri, project.id)
  }
  const open = await next(described('201'))
  expect(open.length).toBeGreaterThan(0)
  expect(new Set(open)).toEqual(new Set([false]))
  const hidden = await next(described('202', { 'x-internal': true }))
  expect(hidden.length).toBeGreaterThan(open.length)
  expect(new Set(hidden)).toEqual(new Set([true]))
  // What turns public again tells nothing of what it was before.
  const shown = await next(described('203'))
  expect(shown.length).toBeGreaterThan(hidden.length)
  expect(new Set(shown)).toEqual(new Set([true]))
  const after = await next(described('204'))
  expect(after.at(-1)).toBe(false)
})
