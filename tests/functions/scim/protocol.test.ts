// RFC 7644 beyond what providers send: discovery, filters, pages, versions, bulk, errors; and who tries what they may not.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { unique } from '../support/people.ts'
import { aProvider, type List, type Provider, patchOf, type Resource } from './support.ts'

const stack = sharedStack()
let idp: Provider
let users: Resource[]
beforeAll(async () => {
  idp = await aProvider(stack)
  users = []
  for (const [userName, more] of [
    [
      'bjensen@example.com',
      {
        name: { familyName: "O'Malley" },
        title: 'Tour Guide',
        emails: [
          { value: 'bjensen@example.com', type: 'work' },
          { value: 'babs@jensen.org', type: 'home' },
        ],
      },
    ],
    ['jsmith@example.com', { name: { familyName: 'Smith' }, active: false }],
    ['a.b*c%_\\d@example.com', { displayName: 'Odd "quoted" \\ name.*' }],
  ] as const)
    users.push(
      (
        await idp.send('POST', '/Users', {
          userName,
          emails: [{ value: `${unique('u')}@example.com`, type: 'work' }],
          ...more,
        })
      ).json<Resource>(),
    )
})

const found = async (filter: string) => {
  const answer = await idp.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  if (answer.status !== 200) return answer.json<{ scimType: string }>().scimType
  return answer.json<List>().Resources.map(({ userName }) => userName?.slice(0, 3))
}

describe('a filter', () => {
  it.each([
    ['userName eq "bjensen@example.com"', ['bje']],
    ['name.familyName co "O\'Malley"', ['bje']],
    ['userName sw "J"', ['jsm']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', ['jsm']],
    ['userName ew "@example.com" and not (userName sw "j")', ['bje', 'a.b']],
    ['title pr', ['bje']],
    ['not (title pr)', ['jsm', 'a.b']],
    ['title eq null', ['jsm', 'a.b']],
    ['title pr and userName eq "x" or active eq false', ['jsm']],
    ['active ne "True"', ['jsm']],
    ['emails[type eq "home" and value co "@jensen.org"]', ['bje']],
    ['emails[type eq "work" and value co "@jensen.org"]', []],
    ['emails co "jensen.org" or emails.value co "nothing"', ['bje']],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', ['bje', 'jsm', 'a.b']],
    ['meta.lastModified lt "2011-05-13T04:42:34+02:00"', []],
    ['userName co ".b*c%_\\\\d"', ['a.b']],
    ['userName co "_____________________"', []],
    ['displayName co ".*"', ['a.b']],
    ['displayName eq "odd \\"quoted\\" \\\\ name.*"', ['a.b']],
    ['displayName ew "name.*"', ['a.b']],
    ['id eq "1) || (true"', []],
    ['userName eq "x\\") || ($.x == \\"y"', []],
  ])('%s', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected)
  })

  it.each([
    'userName',
    'userName xx "a"',
    'nothing eq "a"',
    'userName eq a',
    'userName eq "a',
    '(userName eq "a"',
    'userName eq "a" and',
    'name[familyName eq "a"]',
    'active gt true',
    'meta.created eq "never"',
    '$.x eq "a"',
    '"userName" eq "a"',
    `${'('.repeat(20)}active pr${')'.repeat(20)}`,
    Array(70).fill('active pr').join(' or '),
    `userName eq "${'a'.repeat(2000)}"`,
  ])('%# is refused: %s', async (filter) => {
    expect(await found(filter)).toBe('invalidFilter')
  })
})

describe('a list', () => {
  it('is put in order, and shows what was asked for', async () => {
    const list = (
      await idp.send('GET', '/Users?sortBy=userName&sortOrder=descending&attributes=userName,name.familyName')
    ).json<List>()
    expect(list.Resources.map(({ userName }) => userName?.[0])).toEqual(['j', 'b', 'a'])
    expect(Object.keys(list.Resources[0] ?? {}).sort()).toEqual(['id', 'name', 'schemas', 'userName'])
  })

  it.each([
    ['count=0', 0, 1],
    ['count=-5', 0, 1],
    ['startIndex=-3&count=2', 2, 1],
    ['startIndex=3', 1, 3],
    ['startIndex=900', 0, 900],
    ['count=100000', 3, 1],
  ])('by %s', async (query, itemsPerPage, startIndex) => {
    expect((await idp.send('GET', `/Users?${query}`)).json()).toMatchObject({
      totalResults: 3,
      itemsPerPage,
      startIndex,
    })
  })

  it('is searched by POST as well', async () => {
    const list = await idp.send('POST', '/Users/.search', {
      filter: 'title pr',
      attributes: ['title'],
      count: 5,
    })
    expect(list.json<List>().Resources).toMatchObject([{ title: 'Tour Guide' }])
  })
})

describe('versions', () => {
  it('answer 304 to who has it, and 412 to who changes an old one', async () => {
    const { id, meta } = (
      await idp.send('POST', '/Users', { userName: `${unique('v')}@example.com` })
    ).json<Resource>()
    expect((await idp.send('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(
      304,
    )
    const change = (title: string) => patchOf({ op: 'add', path: 'title', value: title })
    const match = { 'if-match': meta.version }
    expect((await idp.send('PATCH', `/Users/${id}`, change('One'), match)).status).toBe(200)
    expect((await idp.send('PATCH', `/Users/${id}`, change('Two'), match)).status).toBe(412)
    expect((await idp.send('DELETE', `/Users/${id}`, undefined, match)).status).toBe(412)
    expect((await idp.send('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204)
  })
})

describe('a patch', () => {
  it.each<[string, unknown, number, string]>([
    ['nothing', {}, 400, 'invalidSyntax'],
    ['an unknown operation', patchOf({ op: 'move', path: 'title', value: 'x' }), 400, 'invalidSyntax'],
    ['an unknown attribute', patchOf({ op: 'add', path: 'nothing', value: 'x' }), 400, 'invalidPath'],
    ['a path that is none', patchOf({ op: 'add', path: 'emails[', value: 'x' }), 400, 'invalidPath'],
    ['the id', patchOf({ op: 'replace', path: 'id', value: '1' }), 400, 'mutability'],
    ['its groups', patchOf({ op: 'add', path: 'groups', value: [{ value: '1' }] }), 400, 'mutability'],
    ['the name away', patchOf({ op: 'remove', path: 'userName' }), 400, 'mutability'],
    ['removal of nothing', patchOf({ op: 'remove' }), 400, 'noTarget'],
    [
      'a value that is not there',
      patchOf({ op: 'replace', path: 'emails[type eq "other"].value', value: 'x' }),
      400,
      'noTarget',
    ],
    ['active to something', patchOf({ op: 'replace', path: 'active', value: 'maybe' }), 400, 'invalidValue'],
    [
      'a role above admin',
      patchOf({ op: 'replace', path: 'roles', value: [{ value: 'owner' }] }),
      400,
      'invalidValue',
    ],
    ['__proto__', patchOf({ op: 'add', path: '__proto__.x', value: 'x' }), 400, 'invalidPath'],
  ])('of %s is refused whole', async (_case, body, status, scimType) => {
    const id = users[0]?.id
    const before = (await idp.send('GET', `/Users/${id}`)).text
    const answer = await idp.send('PATCH', `/Users/${id}`, body)
    expect([answer.status, answer.json()]).toEqual([
      status,
      expect.objectContaining({ scimType, status: String(status) }),
    ])
    expect((await idp.send('GET', `/Users/${id}`)).text).toBe(before)
  })
})

describe('many operations in one change', () => {
  const people = (n: number) => Array.from({ length: 40 }, (_, at) => ({ value: `${n}-${at}` }))
  const emails = (n: number) =>
    people(n)
      .slice(0, 15)
      .map(({ value }) => ({ value: `${value}@example.com` }))
  const thousand = (path: string, value: (n: number) => unknown) =>
    patchOf(...Array.from({ length: 1_000 }, (_, n) => ({ op: 'add', path, value: value(n) })))

  const terms = Array.from({ length: 8 }, (_, n) => `value co "a${n}b"`).join(' or ')
  const searches = patchOf(
    {
      op: 'add',
      path: 'members',
      value: people(0).map(({ value }) => ({ value: value.padEnd(18_000, 'a') })),
    },
    ...Array.from({ length: 900 }, () => ({ op: 'remove', path: `members[${terms}]` })),
  )

  it.each([
    ['of a team', '/Groups', { displayName: unique('team') }, thousand('members', people), 'tooMany'],
    ['of long values', '/Groups', { displayName: unique('team') }, searches, 'tooMany'],
    [
      'of a person',
      '/Users',
      { userName: `${unique('u')}@example.com` },
      thousand('emails', emails),
      'invalidValue',
    ],
  ])('%s are refused before they keep others waiting', async (_what, path, resource, change, why) => {
    const { id } = (await idp.send('POST', path, resource)).json<Resource>()
    const [refused, other] = await Promise.all([
      idp.send('PATCH', `${path}/${id}`, change),
      call(stack, '/health'),
    ])
    expect([refused.status, refused.json<{ scimType: string }>().scimType]).toEqual([400, why])
    expect(other.status).toBeLessThan(500)
  })
})

describe('bulk', () => {
  const bulk = (Operations: unknown[], more = {}) => idp.send('POST', '/Bulk', { Operations, ...more })
  const user = (bulkId: string) => ({
    method: 'POST',
    path: '/Users',
    bulkId,
    data: { userName: `${unique('bulk')}@example.com` },
  })

  it('makes what refers to what comes after it', async () => {
    const answer = await bulk([
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'team',
        data: { displayName: unique('Bulk'), members: [{ value: 'bulkId:ann' }] },
      },
      user('ann'),
      {
        method: 'PATCH',
        path: '/Users/bulkId:ann',
        data: patchOf({ op: 'add', path: 'title', value: 'Dr' }),
      },
    ])
    const { Operations } = answer.json<{
      Operations: { status: string; bulkId?: string; location: string }[]
    }>()
    expect(Operations.map(({ status }) => status).sort()).toEqual(['200', '201', '201'])
    const team = Operations.find(({ bulkId }) => bulkId === 'team')
      ?.location.split('/')
      .at(-1)
    expect((await idp.send('GET', `/Groups/${team}`)).json<Resource>().members).toHaveLength(1)
  })

  it('goes on past errors, and stops after as many as it may have', async () => {
    const wrong = { method: 'DELETE', path: '/Users/0' }
    const statuses = async (answer: ReturnType<typeof bulk>) =>
      (await answer).json<{ Operations: { status: string }[] }>().Operations.map(({ status }) => status)
    expect(await statuses(bulk([wrong, wrong, user('a')]))).toEqual(['404', '404', '201'])
    expect(await statuses(bulk([wrong, wrong, user('a')], { failOnErrors: 1 }))).toEqual(['404'])
    const circle = ['a', 'b'].map((bulkId, at) => ({
      method: 'POST',
      path: '/Groups',
      bulkId,
      data: { displayName: unique('c'), members: [{ value: `bulkId:${at ? 'a' : 'b'}` }] },
    }))
    expect(await statuses(bulk(circle))).toEqual(['409', '409'])
  })

  it('nested without end is no operation', async () => {
    const data = `${'[['.repeat(50_000)}${']]'.repeat(50_000)}`
    const response = await fetch(`${stack.apiUrl}/api/v1/scim/v2/Bulk`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idp.token}`, 'content-type': 'application/scim+json' },
      body: `{"Operations":[{"method":"POST","path":"/Users","data":${data}}]}`,
    })
    expect([response.status, await response.json()]).toMatchObject([400, { scimType: 'invalidSyntax' }])
  })

  it('has bounds', async () => {
    expect((await bulk(Array(1001).fill({ method: 'DELETE', path: '/Users/0' }))).status).toBe(413)
    expect((await idp.send('POST', '/Bulk', { Operations: ['x'.repeat(1024 * 1024)] })).status).toBe(413)
  })
})

describe('the service', () => {
  it('says what it can do', async () => {
    expect((await idp.send('GET', '/ServiceProviderConfig')).json()).toMatchObject({
      patch: { supported: true },
      bulk: { maxOperations: 1000 },
      etag: { supported: true },
    })
    expect((await idp.send('GET', '/ResourceTypes')).json<List>().Resources).toMatchObject([
      { id: 'User' },
      { id: 'Group' },
    ])
    const { Resources } = (await idp.send('GET', '/Schemas')).json<List>()
    expect(Resources).toHaveLength(3)
    for (const { id } of Resources) expect((await idp.send('GET', `/Schemas/${id}`)).status).toBe(200)
  })

  it.each(['', 'wmscim_nothing', 'wmk_nothing', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])(
    'refuses the token "%s" as SCIM does',
    async (token) => {
      const answer = await call(stack, '/scim/v2/Users', token ? { token } : {})
      expect([answer.status, answer.json()]).toEqual([401, expect.objectContaining({ status: '401' })])
    },
  )

  it('is nobody elsewhere, and shows nothing of another workspace', async () => {
    expect((await call(stack, '/projects', { token: idp.token })).status).toBe(401)
    const other = await aProvider(stack)
    expect((await other.send('GET', '/Users')).json()).toMatchObject({ totalResults: 0 })
    for (const [method, body] of [['GET'], ['PUT', { userName: 'x@example.com' }], ['DELETE']] as const)
      expect((await other.send(method, `/Users/${users[0]?.id}`, body)).status).toBe(404)
    expect((await idp.send('GET', '/Nothing')).status).toBe(404)
    expect((await idp.send('POST', '/Users', 'text')).json()).toMatchObject({ scimType: 'invalidSyntax' })
  })
})
