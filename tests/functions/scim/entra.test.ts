// What Microsoft Entra ID sends, as its documents and its SCIM validator have it: each case by its requests and what must come of them.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { unique } from '../support/people.ts'
import {
  aProvider,
  enterprise,
  groupSchema,
  type List,
  type Provider,
  patchOf,
  type Resource,
  userSchema,
} from './support.ts'

const stack = sharedStack()
let idp: Provider
beforeAll(async () => {
  idp = await aProvider(stack)
})

const aUser = (name = unique('Test_User')) => ({
  schemas: [userSchema, enterprise],
  externalId: name,
  userName: `${name}@testuser.com`,
  active: true,
  displayName: name,
  emails: [{ primary: true, type: 'work', value: `${name}@testuser.com` }],
  name: { formatted: 'given family', familyName: 'family', givenName: 'given' },
  roles: [],
  [enterprise]: { department: 'Docs' },
})
const made = async (given: object = aUser()) => (await idp.send('POST', '/Users', given)).json<Resource>()
const group = async (members: string[] = []) =>
  (
    await idp.send('POST', '/Groups', {
      schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: unique('8aa1a0c0'),
      displayName: unique('displayName'),
      members: members.map((value) => ({ value })),
    })
  ).json<Resource>()

describe('users', () => {
  it('are created with 201, their address and version, and told of a second one with 409 uniqueness', async () => {
    const user = aUser()
    const answer = await idp.send('POST', '/Users', user)
    expect(answer.status).toBe(201)
    expect(answer.headers['content-type']).toContain('application/scim+json')
    const resource = answer.json<Resource>()
    const { roles, ...kept } = user
    expect(resource).toMatchObject({ ...kept, meta: { resourceType: 'User' } })
    // An empty list is nothing (RFC 7643 §2.5).
    expect(roles).toEqual([])
    expect(resource).not.toHaveProperty('roles')
    expect(answer.headers.location).toBe(resource.meta.location)
    expect(answer.headers.etag).toBe(resource.meta.version)
    const again = await idp.send('POST', '/Users', user)
    expect([again.status, again.json()]).toEqual([
      409,
      expect.objectContaining({
        scimType: 'uniqueness',
        status: '409',
        schemas: [expect.stringContaining('Error')],
      }),
    ])
  })

  it.each([
    ['userName eq', (user: Resource) => `userName eq "${user.userName}"`],
    ['in another case', (user: Resource) => `USERNAME Eq "${user.userName?.toUpperCase()}"`],
    ['externalId eq', (user: Resource) => `externalId eq "${user.externalId}"`],
    ['an address of a type', (user: Resource) => `emails[type eq "work" and value eq "${user.userName}"]`],
    ['and', (user: Resource) => `userName eq "${user.userName}" and active eq true`],
  ])('are found by %s', async (_case, filter) => {
    const user = await made()
    const list = (await idp.send('GET', `/Users?filter=${encodeURIComponent(filter(user))}`)).json<List>()
    expect([list.totalResults, list.Resources.map(({ id }) => id)]).toEqual([1, [user.id]])
  })

  it('who are nobody are an empty list, and 404 by id', async () => {
    const list = await idp.send('GET', '/Users?filter=userName%20eq%20%22nobody%40example.com%22')
    expect([list.status, list.json<List>().totalResults]).toEqual([200, 0])
    const none = await idp.send('GET', '/Users/5171a35d82074e068ce2')
    expect([none.status, none.json<{ status: string }>().status]).toEqual([404, '404'])
  })

  it.each<[string, unknown[], Record<string, unknown>]>([
    ['replace active by a text', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    [
      'replace without a path',
      [{ op: 'Replace', value: { displayName: 'Anew', 'name.givenName': 'Ann' } }],
      { displayName: 'Anew', name: { givenName: 'Ann', familyName: 'family' } },
    ],
    ['add an attribute that is not there', [{ op: 'Add', path: 'title', value: 'Dr' }], { title: 'Dr' }],
    [
      'replace a part',
      [{ op: 'Replace', path: 'name.familyName', value: 'Anew' }],
      { name: { familyName: 'Anew', givenName: 'given' } },
    ],
    [
      'an attribute of the extension by its path',
      [{ op: 'Add', path: `${enterprise}:department`, value: 'Ops' }],
      { [enterprise]: { department: 'Ops' } },
    ],
    [
      'an attribute of the extension by its name',
      [{ op: 'Add', value: { [`${enterprise}:employeeNumber`]: '7' } }],
      { [enterprise]: { department: 'Docs', employeeNumber: '7' } },
    ],
    [
      'a manager as a text',
      [{ op: 'Add', path: `${enterprise}:manager`, value: '42' }],
      { [enterprise]: { manager: { value: '42' } } },
    ],
    [
      'an address of a type there is none of',
      [{ op: 'Add', path: 'emails[type eq "home"].value', value: 'h@example.com' }],
      { emails: expect.arrayContaining([{ type: 'home', value: 'h@example.com' }]) },
    ],
    [
      'a role as an assignment',
      [
        {
          op: 'Add',
          path: 'roles',
          value: [{ primary: 'True', value: '{"id":"1","value":"admin","displayName":"Admin"}' }],
        },
      ],
      { roles: [expect.objectContaining({ primary: true })] },
    ],
    [
      'several at once',
      [
        { op: 'Add', path: 'nickName', value: 'N' },
        { op: 'Remove', path: 'displayName' },
      ],
      { nickName: 'N' },
    ],
  ])('are patched: %s', async (_case, operations, after) => {
    const user = await made()
    const answer = await idp.send('PATCH', `/Users/${user.id}`, patchOf(...operations))
    expect([answer.status, answer.json()]).toEqual([200, expect.objectContaining({ id: user.id })])
    expect((await idp.send('GET', `/Users/${user.id}`)).json()).toMatchObject(after)
  })

  it('are changed in their address of a type', async () => {
    const user = await made()
    const value = `${unique('anew')}@testuser.com`
    await idp.send(
      'PATCH',
      `/Users/${user.id}`,
      patchOf({ op: 'Replace', path: 'emails[type eq "work"].value', value }),
    )
    const after = (await idp.send('GET', `/Users/${user.id}`)).json<Resource>()
    expect(after.emails).toEqual([{ primary: true, type: 'work', value }])
  })

  it('are deleted with 204, are gone, and can be created again', async () => {
    const given = aUser()
    const user = await made(given)
    expect((await idp.send('DELETE', `/Users/${user.id}`)).status).toBe(204)
    expect((await idp.send('GET', `/Users/${user.id}`)).status).toBe(404)
    expect((await idp.send('DELETE', `/Users/${user.id}`)).status).toBe(404)
    expect((await idp.send('POST', '/Users', given)).status).toBe(201)
  })
})

describe('groups', () => {
  it('are created, found by name without their members, and named anew', async () => {
    const one = await made()
    const team = await group([one.id])
    expect(team.members).toMatchObject([{ value: one.id }])
    const filter = encodeURIComponent(`displayName eq "${team.displayName}"`)
    const list = (await idp.send('GET', `/Groups?excludedAttributes=members&filter=${filter}`)).json<List>()
    expect(list.Resources).toMatchObject([{ id: team.id }])
    expect(list.Resources[0]).not.toHaveProperty('members')
    const displayName = unique('anew')
    await idp.send(
      'PATCH',
      `/Groups/${team.id}`,
      patchOf({ op: 'Replace', path: 'displayName', value: displayName }),
    )
    expect((await idp.send('GET', `/Groups/${team.id}`)).json()).toMatchObject({ displayName })
  })

  it('get members, lose those who are named, in both ways of naming them, and then all', async () => {
    const [a, b, c] = [await made(), await made(), await made()]
    const team = await group()
    const members = async () =>
      (await idp.send('GET', `/Groups/${team.id}`)).json<Resource>().members?.map(({ value }) => value) ?? []
    const patch = (operation: object) => idp.send('PATCH', `/Groups/${team.id}`, patchOf(operation))
    await patch({
      op: 'Add',
      path: 'members',
      value: [{ $ref: null, value: a.id }, { value: b.id }, { value: c.id }],
    })
    expect(await members()).toEqual([a.id, b.id, c.id])
    await patch({ op: 'Remove', path: `members[value eq "${a.id}"]` })
    expect(await members()).toEqual([b.id, c.id])
    await patch({ op: 'Remove', path: 'members', value: [{ value: b.id }] })
    expect(await members()).toEqual([c.id])
    const query = encodeURIComponent(`id eq "${team.id}" and members eq "${c.id}"`)
    expect((await idp.send('GET', `/Groups?filter=${query}`)).json<List>().totalResults).toBe(1)
    await patch({ op: 'Remove', path: 'members' })
    expect(await members()).toEqual([])
  })

  it('refuse members who are nobody here, and a name that is taken', async () => {
    const team = await group()
    const stranger = await idp.send(
      'PATCH',
      `/Groups/${team.id}`,
      patchOf({ op: 'Add', path: 'members', value: [{ value: '999999999' }] }),
    )
    expect([stranger.status, stranger.json()]).toEqual([
      400,
      expect.objectContaining({ scimType: 'invalidValue' }),
    ])
    const taken = await idp.send('POST', '/Groups', { displayName: team.displayName })
    expect([taken.status, taken.json()]).toEqual([409, expect.objectContaining({ scimType: 'uniqueness' })])
    expect((await idp.send('DELETE', `/Groups/${team.id}`)).status).toBe(204)
  })
})
