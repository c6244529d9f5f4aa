// What a host showed of its repositories to somebody's account: for whom it is kept, and how much of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import { aGitHub } from './support.ts'

let world: World
let editor: Person
let integration: number

beforeAll(async () => {
  world = await aWorld()
  const house = await world.aWorkspace('host-repositories')
  editor = await world.aMember(house.id, 'maker')
  integration = await aGitHub(world, house.id)
})
afterAll(() => world.end())

describe('what a host shows', () => {
  const keep = (repositories: object[], revision?: string) =>
    world.db
      .query<{ revision: string }>(
        'select private.integration_revision(i) as revision from public.workspace_integrations i where id = $1',
        [integration],
      )
      .then(({ rows }) =>
        service(world, 'svc_keep_host_repositories', {
          p_auth_id: editor.authId,
          p_integration_id: integration,
          p_revision: revision ?? rows[0]?.revision,
          p_repositories: repositories,
        }),
      )
  const kept = async () =>
    (
      await world.db.query(
        `select h.external_id, h.remote_url_http, h.default_branch
         from private.host_repositories h join public.external_users x on x.id = h.external_user_id
         where x.user_id = $1 order by h.external_id`,
        [editor.id],
      )
    ).rows
  const said = (id: string, more: object = {}) => ({
    external_id: id,
    remote_url_http: `https://github.com/acme/${id}.git`,
    external_slug: id,
    external_org_slug: 'acme',
    default_branch: 'main',
    ...more,
  })

  test('is kept of who has an account there alone, and goes with it', async () => {
    await keep([said('a')])
    expect(await kept()).toEqual([])
    await world.db.query(
      "insert into public.external_users (user_id, workspace_integration_id, external_id) values ($1, $2, 'editor')",
      [editor.id, integration],
    )
    await keep([said('a'), said('a')])
    expect(await kept()).toMatchObject([{ external_id: 'a' }])
    await world.db.query('delete from public.external_users where user_id = $1', [editor.id])
    expect(await kept()).toEqual([])
    const { rows } = await world.db.query(
      "select 1 from private.host_repositories where external_id = 'a' and external_slug = 'a'",
    )
    expect(rows).toEqual([])
  })

  test('is kept as it said it last, only where a project can be so, and for present settings', async () => {
    await world.db.query(
      "insert into public.external_users (user_id, workspace_integration_id, external_id) values ($1, $2, 'editor')",
      [editor.id, integration],
    )
    const moved = said('a', { remote_url_http: 'https://github.com/moved/a.git', default_branch: null })
    const bad = [
      'https://token@github.com/acme/api',
      'https://github.com/acme/api?x=1',
      'https://github.com/',
      'file:///etc/passwd',
    ].map((remote_url_http, n) => said(`bad-${n}`, { remote_url_http }))
    await keep([said('a'), ...bad, said('b', { default_branch: '-upload-pack=x' })])
    await keep([moved])
    expect(await kept()).toEqual([
      { external_id: 'a', remote_url_http: 'https://github.com/moved/a.git', default_branch: 'main' },
      { external_id: 'b', remote_url_http: 'https://github.com/acme/b.git', default_branch: null },
    ])
    await expect(keep([said('c')], 'another')).rejects.toThrow()
    await keep(Array.from({ length: 200 }, (_, n) => said(`n-${n}`)))
    for (const round of [1, 2, 3, 4, 5])
      await keep(Array.from({ length: 200 }, (_, n) => said(`m-${round}-${n}`)))
    expect(await kept()).toHaveLength(1000)
    await world.db.query('delete from public.external_users where user_id = $1', [editor.id])
  })
})
