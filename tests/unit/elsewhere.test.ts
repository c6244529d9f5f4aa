import { describe, expect, it } from 'vitest'
import type { Facts } from '../../stack/elsewhere/facts.ts'
import { judge } from '../../stack/elsewhere/findings.ts'
import { type ProjectOptions, readProject } from '../../stack/elsewhere/project.ts'

const nothing: ProjectOptions = {
  url: undefined,
  anonKey: undefined,
  serviceRoleKey: undefined,
  dbUrl: undefined,
  jwtSecret: undefined,
  env: undefined,
}
const project = {
  url: 'https://abc.example',
  anonKey: 'anon',
  serviceRoleKey: 'service',
  dbUrl: 'postgresql://postgres:secret@db.example:5432/postgres',
  jwtSecret: undefined,
}

describe('the project', () => {
  it('comes from options before the environment, which says what is missing', () => {
    const env = {
      SUPABASE_URL: 'https://env.example/',
      SUPABASE_ANON_KEY: 'anon',
      SUPABASE_SERVICE_ROLE_KEY: 'service',
      SUPABASE_DB_URL: project.dbUrl,
    }
    expect(readProject({ ...nothing, url: project.url }, env)).toEqual(project)
    expect(readProject(nothing, env).url).toBe('https://env.example')
    expect(() => readProject({ ...nothing, url: project.url }, {})).toThrow(
      /give --anon-key \(SUPABASE_ANON_KEY\), --service-role-key .*, --db-url /,
    )
  })

  it('is refused without repeating a password', () => {
    const wrong = { ...nothing, ...project, dbUrl: 'mysql://root:secret@x' }
    expect(() => readProject(wrong, {})).toThrow('--db-url is no address of the right kind.')
  })
})

describe('the settings of a project', () => {
  const good: Facts = {
    settings: { status: 200, body: { disable_signup: true, external: { email: true } } },
    users: { status: 200, firstId: 'someone' },
    keys: 1,
    secretFits: true,
    rest: 200,
    graphql: 200,
    storage: 200,
    realtime: 101,
    database: { user: 'postgres', version: 170_006, knowsFirstUser: true, hasUsers: true },
  }
  const found = (facts: Partial<Facts>, changes: Partial<typeof project> = {}) =>
    judge({ ...good, ...facts }, { ...project, ...changes })
      .filter(({ kind }) => kind !== 'unseen')
      .map(({ kind, sentence }) => `${kind}: ${sentence}`)

  it('are fine', () => {
    expect(found({})).toEqual([])
    expect(judge(good, project).filter(({ kind }) => kind === 'unseen')).toHaveLength(3)
  })

  const { database } = good
  it.each<[string, Partial<Facts>, string]>([
    ['no answer', { settings: { status: 0, body: {} } }, 'broken: https://abc.example does not answer.'],
    ['another anon key', { settings: { status: 401, body: {} } }, 'broken: Auth refuses the anon key (401)'],
    [
      'another service key',
      { users: { status: 403, firstId: undefined } },
      "broken: Auth refuses the service role's key (403)",
    ],
    [
      "another project's database",
      { database: { ...database, knowsFirstUser: false } },
      'broken: The database is not the one of this project',
    ],
    [
      'an empty project with the database of one in use',
      { users: { status: 200, firstId: undefined } },
      'broken: The database is not the one of this project',
    ],
    [
      'another role',
      { database: { ...database, user: 'authenticator' } },
      'broken: The database is connected as authenticator',
    ],
    [
      'an old Postgres',
      { database: { ...database, version: 140_010 } },
      'broken: The database is older than Postgres 15',
    ],
    ['no pg_graphql', { graphql: 404 }, 'broken: GraphQL does not answer (404)'],
    [
      'a shared secret that is not given',
      { keys: 0 },
      'broken: The project signs its sessions with a shared secret',
    ],
    [
      'another shared secret',
      { secretFits: false },
      'broken: The shared secret is not the one that signs the keys',
    ],
    [
      'open sign-ups',
      { settings: { status: 200, body: { external: { email: true } } } },
      'weak: Sign-ups by the public API are on',
    ],
    ['no Realtime', { realtime: 0 }, 'weak: Realtime does not answer (0)'],
  ])('are named: %s', (_, facts, sentence) => {
    expect(found(facts)).toEqual([expect.stringContaining(sentence)])
  })

  it('are named: the transaction pooler', () => {
    const dbUrl = project.dbUrl.replace('5432', '6543')
    expect(found({}, { dbUrl })).toEqual([expect.stringContaining('Port 6543 is the transaction pooler')])
  })
})
