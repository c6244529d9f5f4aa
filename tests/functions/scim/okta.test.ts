// What Okta sends, as its SCIM 2.0 specification tests and its documents have it.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { unique } from '../support/people.ts'
import { aProvider, type List, type Provider, patchOf, type Resource, userSchema } from './support.ts'

const stack = sharedStack()
let idp: Provider
beforeAll(async () => {
  idp = await aProvider(stack)
})

const aUser = (email = `${unique('runscope')}@atko.com`) => ({
  schemas: [userSchema],
  userName: email,
  name: { givenName: 'Runscope', familyName: 'Couper' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Runscope Couper',
  locale: 'en-US',
  externalId: unique('00u1'),
  groups: [],
  password: '1mz050nq',
  active: true,
})
const made = async (given: object = aUser()) => (await idp.send('POST', '/Users', given)).json<Resource>()

describe('the tests that come before an integration', () => {
  it('lists users by startIndex and count, with all that a list says', async () => {
    await Promise.all([made(), made(), made()])
    const list = (await idp.send('GET', '/Users?count=1&startIndex=1')).json<List>()
    expect(list).toMatchObject({ itemsPerPage: 1, startIndex: 1, totalResults: expect.any(Number) })
    const [first] = list.Resources
    expect(first).toMatchObject({
      id: expect.any(String),
      name: {},
      userName: expect.any(String),
      active: true,
      emails: [{}],
    })
    const second = (await idp.send('GET', '/Users?count=1&startIndex=2')).json<List>().Resources[0]
    expect(second?.id).not.toBe(first?.id)
  })

  it('answers of nobody an empty list, of a random id 404 with a detail', async () => {
    expect((await idp.send('GET', '/Users?filter=userName%20eq%20%22nobody%22')).json()).toMatchObject({
      totalResults: 0,
    })
    const none = await idp.send('GET', '/Users/f0f9-4c7a')
    expect([none.status, none.json()]).toEqual([404, expect.objectContaining({ detail: expect.any(String) })])
  })

  it('creates a user, whose password nobody ever sees, and refuses the same again with 409', async () => {
    const given = aUser()
    const answer = await idp.send('POST', '/Users', given)
    expect([answer.status, answer.json()]).toEqual([
      201,
      expect.objectContaining({ active: true, userName: given.userName }),
    ])
    expect(answer.text).not.toContain(given.password)
    expect((await idp.send('POST', '/Users', given)).status).toBe(409)
    expect((await idp.send('GET', '/Groups')).json()).toMatchObject({
      schemas: [expect.stringContaining('ListResponse')],
    })
  })
})

describe('the life of a user', () => {
  it('is updated by PUT, which lets go of what it leaves out', async () => {
    const given = aUser()
    const user = await made(given)
    const { displayName, ...rest } = given
    const answer = await idp.send('PUT', `/Users/${user.id}`, {
      ...rest,
      id: user.id,
      name: { givenName: 'Another', familyName: 'Name' },
    })
    expect([answer.status, answer.json()]).toEqual([
      200,
      expect.objectContaining({ name: { givenName: 'Another', familyName: 'Name' } }),
    ])
    expect(answer.json()).not.toHaveProperty('displayName')
    expect(displayName).toBeTruthy()
  })

  it('is deactivated and brought back, by PATCH and by PUT', async () => {
    const given = aUser()
    const user = await made(given)
    const patch = (active: boolean) =>
      idp.send('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', value: { active } }))
    expect((await patch(false)).json()).toMatchObject({ active: false })
    expect((await patch(true)).json()).toMatchObject({ active: true })
    expect((await idp.send('PUT', `/Users/${user.id}`, { ...given, active: false })).json()).toMatchObject({
      active: false,
    })
  })

  it('is the same after the same PUT and PATCH: version and time of change stay', async () => {
    const given = aUser()
    const { id, meta } = await made(given)
    for (const [method, body] of [
      ['PUT', given],
      ['PATCH', patchOf({ op: 'replace', value: { active: true } })],
    ] as const)
      expect((await idp.send(method, `/Users/${id}`, body)).json<Resource>().meta).toEqual(meta)
  })
})

describe('push of groups', () => {
  it('renames by an object with an id, replaces all members, and adds some', async () => {
    const [a, b] = [await made(), await made()]
    const team = (
      await idp.send('POST', '/Groups', { displayName: unique('Push'), members: [] })
    ).json<Resource>()
    const patch = (...operations: unknown[]) =>
      idp.send('PATCH', `/Groups/${team.id}`, patchOf(...operations))
    const displayName = unique('Renamed')
    expect((await patch({ op: 'replace', value: { id: team.id, displayName } })).json()).toMatchObject({
      displayName,
    })
    const both = await patch({
      op: 'replace',
      path: 'members',
      value: [{ value: a.id, display: 'a' }, { value: b.id }],
    })
    expect(both.json<Resource>().members).toMatchObject([{ value: a.id }, { value: b.id }])
    const one = await patch(
      { op: 'remove', path: `members[value eq "${b.id}"]` },
      { op: 'add', path: 'members', value: [{ value: a.id }] },
    )
    expect(one.json<Resource>().members).toMatchObject([{ value: a.id }])
  })
})
