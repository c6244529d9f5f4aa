// /Users and /Groups: made, read, listed, replaced, patched and deleted.
import type { AppContext } from '../../../_shared/http/context.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { invalid } from '../../scim/errors.ts'
import { type ListRequest, listed, weightOf } from '../../scim/list.ts'
import { operationsIn } from '../../scim/patch.ts'
import { etagOf, presented, type Shown, showsMembers } from '../../scim/present.ts'
import { groups, type Store, users } from '../../scim/store.ts'
import { isObject } from '../../scim/values.ts'
import { answer, answering, askerOf, baseOf, bodyOf, expectedIn, isKnown } from './asking.ts'

/** The routes of people and groups. */
export function scimResources(app: Router): void {
  for (const store of [users, groups]) {
    const path = `/scim/v2${store.kind.path}` as const
    app.get(path, (c) => answering(c, () => list(c, store, queryOf(c))))
    app.post(`${path}/.search`, (c) => answering(c, () => search(c, store)))
    app.post(path, (c) => answering(c, () => create(c, store)))
    app.get(`${path}/:id`, (c) => answering(c, () => get(c, store)))
    app.put(`${path}/:id`, (c) => answering(c, () => change(c, store, 'replace')))
    app.patch(`${path}/:id`, (c) => answering(c, () => change(c, store, 'patch')))
    app.delete(`${path}/:id`, (c) => answering(c, () => remove(c, store)))
  }
}

function queryOf(c: AppContext): ListRequest {
  const { filter, sortBy, sortOrder, startIndex, count } = c.req.query()
  return { filter, sortBy, sortOrder, startIndex, count, ...shownOf(c) }
}

function shownOf(c: AppContext): Shown {
  const { attributes, excludedAttributes } = c.req.query()
  return { attributes, excludedAttributes }
}

async function list(c: AppContext, store: Store, request: ListRequest) {
  return answer(c, await listed(store, await askerOf(c, weightOf(store.kind, request)), baseOf(c), request))
}

async function search(c: AppContext, store: Store) {
  await askerOf(c)
  const body = await bodyOf(c)
  if (!isObject(body)) throw invalid('invalidSyntax', 'A search is an object.')
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const names = (value: unknown) => (Array.isArray(value) ? value.join(',') : text(value))
  const request = {
    filter: text(body.filter),
    sortBy: text(body.sortBy),
    sortOrder: text(body.sortOrder),
    startIndex: body.startIndex,
    count: body.count,
    attributes: names(body.attributes),
    excludedAttributes: names(body.excludedAttributes),
  }
  return list(c, store, request)
}

async function create(c: AppContext, store: Store) {
  const asker = await askerOf(c)
  const resource = await store.create(asker, await bodyOf(c))
  const Location = `${baseOf(c)}${store.kind.path}/${resource.id}`
  return answer(c, presented(store.kind, baseOf(c), resource, shownOf(c)), 201, {
    Location,
    ETag: etagOf(resource),
  })
}

async function get(c: AppContext, store: Store) {
  const resource = await store.get(await askerOf(c), idOf(c), showsMembers(shownOf(c)))
  const headers = { ETag: etagOf(resource) }
  if (isKnown(c, resource.meta.version)) return c.body(null, 304, headers)
  return answer(c, presented(store.kind, baseOf(c), resource, shownOf(c)), 200, headers)
}

async function change(c: AppContext, store: Store, how: 'replace' | 'patch') {
  const asker = await askerOf(c)
  const body = await bodyOf(c)
  const more = how === 'patch' ? operationsIn(body) - 1 : 0
  if (more > 0) await askerOf(c, more)
  const resource = await store[how](asker, idOf(c), body, expectedIn(c))
  return answer(c, presented(store.kind, baseOf(c), resource, shownOf(c)), 200, { ETag: etagOf(resource) })
}

async function remove(c: AppContext, store: Store) {
  await store.remove(await askerOf(c), idOf(c), expectedIn(c))
  return c.body(null, 204)
}

const idOf = (c: AppContext) => c.req.param('id') ?? ''
