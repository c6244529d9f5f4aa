import { own, ownString, ownStrings, pointer } from '../json.ts'
import { pathsOf } from '../openapi/inline.ts'
import { operationsOf } from '../openapi/methods.ts'
import type { Subject } from './change-list.ts'
import { compareBody, compareResponses } from './contents.ts'
import type { Comparison, DescriptionAt } from './context.ts'
import { announceStability, isDeprecated, stabilityOf, sunsetOf } from './lifecycle.ts'
import { operationView } from './operation-view.ts'
import { compareParameters } from './parameters.ts'
import { compareOperationSecurity } from './security.ts'
import { compareOperationServers } from './servers.ts'
import { asObject, type ObjectAt } from './side.ts'

interface PathAt {
  path: string
  item: ObjectAt
  operations: Map<string, OperationAt>
}

interface OperationAt extends ObjectAt {
  /** Where it is in its path item. */
  steps: string[]
}

/** The operations below `paths` of both descriptions. */
export function compareOperations(comparison: Comparison): void {
  const before = pathsIn(comparison.old, 'paths')
  const after = new Map(pathsIn(comparison.now, 'paths').map((path) => [path.path, path]))
  const found = new Map<PathAt, PathAt>()
  for (const nameOf of [exactly, template]) {
    const rest = new Map([...after.values()].map((path) => [nameOf(path.path), path]))
    for (const path of before) {
      const other = found.has(path) ? undefined : rest.get(nameOf(path.path))
      if (!other || !after.delete(other.path)) continue
      found.set(path, other)
    }
  }
  for (const path of before) comparePath(path, found.get(path), comparison)
  for (const added of after.values()) {
    for (const [method, at] of added.operations) {
      const page = { root: comparison.now.root, path: added.path, at }
      comparison.changes.add(subjectOf('paths', method, page), 'endpoint-added', { at })
    }
  }
}

/** The webhooks of both descriptions. What they send is what the API's users receive. */
export function compareWebhooks(comparison: Comparison): void {
  const { changes } = comparison
  const after = new Map(pathsIn(comparison.now, 'webhooks').map((webhook) => [webhook.path, webhook]))
  for (const before of pathsIn(comparison.old, 'webhooks')) {
    const found = after.get(before.path)
    after.delete(before.path)
    for (const [method, at] of before.operations) {
      const to = found?.operations.get(method)
      const page = found && to && { root: comparison.now.root, path: before.path, at: to }
      const was = { root: comparison.old.root, path: before.path, at }
      const subject = subjectOf('webhooks', method, page ?? was, was)
      if (found && to) compareOperation(at, to, before, found, subject, comparison, 'out')
      else changes.add(subject, 'webhook-removed', { at, side: 'old' })
    }
    for (const [method, at] of found?.operations ?? []) {
      if (before.operations.has(method)) continue
      const page = { root: comparison.now.root, path: before.path, at }
      changes.add(subjectOf('webhooks', method, page), 'webhook-added', { at })
    }
  }
  for (const added of after.values()) {
    for (const [method, at] of added.operations) {
      const page = { root: comparison.now.root, path: added.path, at }
      changes.add(subjectOf('webhooks', method, page), 'webhook-added', { at })
    }
  }
}

/** An operation of one of the two descriptions. */
interface Page {
  root: ObjectAt
  path: string
  at: OperationAt
}

/** `page` is where the change is shown: in the new description unless it is gone. It is named as it was `before`. */
function subjectOf(key: 'paths' | 'webhooks', method: string, page: Page, before?: Page): Subject {
  const stability = before && stabilityOf(before.at.value)
  return {
    node: key === 'paths' ? 'http_operation' : 'http_webhook',
    uri: page.root.document.uri + pointer(key, page.path, ...page.at.steps),
    operation: { method: method.toUpperCase(), path: (before ?? page).path },
    unpromised: stability === 'draft' || stability === 'alpha',
  }
}

function pathsIn({ root, side }: DescriptionAt, key: 'paths' | 'webhooks'): PathAt[] {
  const paths = side.child(root, key)
  if (!paths) return []
  return pathsOf(paths, side.resolver).flatMap(({ path, item }) => {
    const at = asObject(item)
    return at ? [{ path, item: at, operations: operationsAt(at) }] : []
  })
}

function operationsAt(item: ObjectAt): Map<string, OperationAt> {
  return new Map(
    operationsOf(item).flatMap(({ method, at: steps, operation }) => {
      const at = asObject(operation)
      return at ? [[method, { ...at, steps }] as const] : []
    }),
  )
}

function exactly(path: string): string {
  return path
}

// What stands in braces is a name for people only.
function template(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((found) => found[1] ?? '')
}

function comparePath(before: PathAt, after: PathAt | undefined, comparison: Comparison): void {
  for (const [method, at] of before.operations) {
    const to = after?.operations.get(method)
    const was = { root: comparison.old.root, path: before.path, at }
    const page = after && to ? { root: comparison.now.root, path: after.path, at: to } : was
    const subject = subjectOf('paths', method, page, was)
    if (after && to) compareOperation(at, to, before, after, subject, comparison, 'in')
    else removed(at, subject, after && after.operations.size > 0 ? 'api' : 'api-path', comparison)
  }
  for (const [method, at] of after?.operations ?? []) {
    if (!before.operations.has(method)) {
      const page = { root: comparison.now.root, path: after?.path ?? before.path, at }
      comparison.changes.add(subjectOf('paths', method, page), 'endpoint-added', { at })
    }
  }
}

function removed(
  at: ObjectAt,
  subject: Subject,
  what: 'api' | 'api-path',
  { changes, today }: Comparison,
): void {
  const details = { at, side: 'old' as const }
  const sunset = sunsetOf(at.value)
  const before = sunset?.text
  if (!isDeprecated(at.value)) changes.add(subject, `${what}-removed-without-deprecation`, details)
  else if (sunset && !sunset.valid) changes.add(subject, 'api-path-sunset-parse', { ...details, before })
  else if (sunset && today && sunset.text > today) {
    changes.add(subject, `${what}-removed-before-sunset`, { ...details, before })
  } else changes.add(subject, `${what}-removed-with-deprecation`, details)
}

/** Compares one operation. `way` says who calls it: whoever uses the API, or the API itself (webhooks, callbacks). */
function compareOperation(
  before: ObjectAt,
  after: ObjectAt,
  oldPath: PathAt,
  newPath: PathAt,
  subject: Subject,
  comparison: Comparison,
  way: 'in' | 'out',
): void {
  const { old, now, sameness } = comparison
  if (sameness.same(before.value, after.value) && sameItem(oldPath, newPath, comparison)) return
  const from = operationView(before, oldPath.item, old.root, old.kind, old.side)
  const to = operationView(after, newPath.item, now.root, now.kind, now.side)
  compareLife(before, after, subject, comparison)
  compareNames(before, after, subject, comparison)
  const [oldNames, newNames] = [namesIn(oldPath.path), namesIn(newPath.path)]
  const renamed = new Map(oldNames.map((name, index) => [name, newNames[index] ?? name]))
  if (way === 'in') {
    compareParameters(from, to, renamed, subject, comparison)
    compareOperationSecurity(before, after, subject, comparison)
    compareOperationServers([before, oldPath.item], [after, newPath.item], subject, comparison)
  }
  compareBody(from.body, to.body, subject, comparison, way === 'in' ? 'request' : 'response')
  compareResponses(from, to, subject, comparison, way === 'in' ? 'response' : 'request')
  if (way === 'in') compareCallbacks(before, after, subject, comparison)
}

function sameItem(before: PathAt, after: PathAt, { sameness, old, now }: Comparison): boolean {
  if (namesIn(before.path).join() !== namesIn(after.path).join()) return false
  const keys = ['consumes', 'produces']
  if (keys.some((key) => !sameness.same(own(old.root.value, key) ?? null, own(now.root.value, key) ?? null)))
    return false
  return ['parameters', 'servers'].every((key) => {
    const [from, to] = [before, after].map(({ item }) => own(item.value, key) ?? null)
    return sameness.same(from ?? null, to ?? null)
  })
}

function compareLife(before: ObjectAt, after: ObjectAt, subject: Subject, { changes }: Comparison): void {
  const [was, is] = [isDeprecated(before.value), isDeprecated(after.value)]
  const [oldEnd, newEnd] = [sunsetOf(before.value), sunsetOf(after.value)]
  if (was && !is) changes.add(subject, 'endpoint-reactivated', { at: after })
  if (!was && is) {
    const rule = newEnd
      ? newEnd.valid
        ? 'endpoint-deprecated-with-sunset'
        : 'api-deprecated-sunset-parse'
      : 'endpoint-deprecated'
    changes.add(subject, rule, { at: after, after: newEnd?.text })
  }
  if (was && is && oldEnd && !newEnd)
    changes.add(subject, 'sunset-deleted', { at: after, before: oldEnd.text })
  if (was && is && newEnd && !newEnd.valid && oldEnd?.text !== newEnd.text) {
    changes.add(subject, 'api-deprecated-sunset-parse', { at: after, after: newEnd.text })
  }
  const level = own(after.value, 'x-stability-level')
  if (stabilityOf(after.value) === null)
    changes.add(subject, 'api-invalid-stability-level', { at: after, after: level })
  for (const { key, before: from, after: to } of announceStability(before.value, after.value)) {
    const rule = key === 'stability-decreased' ? 'api-stability-decreased' : 'api-stability-increased'
    changes.add(subject, rule, { at: after, before: from, after: to })
  }
}

function compareNames(before: ObjectAt, after: ObjectAt, subject: Subject, { changes }: Comparison): void {
  const [from, to] = [ownString(before.value, 'operationId'), ownString(after.value, 'operationId')]
  if (from && from !== to)
    changes.add(subject, 'api-operation-id-removed', { at: after, before: from, after: to })
  if (!from && to) changes.add(subject, 'api-operation-id-added', { at: after, after: to })
  const [oldTags, newTags] = [ownStrings(before.value, 'tags'), ownStrings(after.value, 'tags')].map(
    (tags) => new Set(tags),
  )
  for (const tag of oldTags ?? []) {
    if (!newTags?.has(tag)) changes.add(subject, 'api-tag-removed', { at: after, before: tag })
  }
  for (const tag of newTags ?? []) {
    if (!oldTags?.has(tag)) changes.add(subject, 'api-tag-added', { at: after, after: tag })
  }
}

function compareCallbacks(before: ObjectAt, after: ObjectAt, subject: Subject, comparison: Comparison): void {
  const { changes, old, now } = comparison
  const [from, to] = [callbacksOf(before, old), callbacksOf(after, now)]
  for (const [key, callback] of from) {
    const other = to.get(key)
    to.delete(key)
    if (!other)
      changes.add(subject, 'callback-removed', { at: callback.at, side: 'old', name: callback.name })
    else compareOperation(callback.at, other.at, callback.path, other.path, subject, comparison, 'out')
  }
  for (const { name, at } of to.values()) changes.add(subject, 'callback-added', { at, name })
}

function callbacksOf(operation: ObjectAt, { side }: DescriptionAt) {
  const found = side.entries(operation, 'callbacks').flatMap(([name, callback]) =>
    pathsOf(callback, side.resolver).flatMap(({ path, item }) => {
      const at = asObject(item)
      if (!at) return []
      const pathAt: PathAt = { path, item: at, operations: operationsAt(at) }
      return [...pathAt.operations].map(
        ([method, operationAt]) =>
          [
            `${name} ${method} ${path}`,
            { name: `${name} ${method}`, at: operationAt, path: pathAt },
          ] as const,
      )
    }),
  )
  return new Map(found)
}
