import type { Located } from '../files/source-document.ts'
import { own, ownItems, ownObject, ownString } from '../json.ts'
import type { JsonObject } from '../types.ts'
import type { Subject } from './change-list.ts'
import type { Comparison, DescriptionAt } from './context.ts'
import { securityOf } from './operation-view.ts'
import type { RuleName } from './rules.ts'
import type { ObjectAt } from './side.ts'

const SERVICE: Subject = { node: 'http_service' }

/** What an operation asks of who calls it; without a list of its own it asks what the whole API asks. */
export function compareOperationSecurity(
  before: ObjectAt,
  after: ObjectAt,
  subject: Subject,
  { old, now, changes }: Comparison,
): void {
  const [from, to] = [before, after].map((at) => (hasList(at) ? at : undefined))
  if (!from && !to) return
  const [was, is] = [securityOf((from ?? old.root).value), securityOf((to ?? now.root).value)]
  compareRequirements(was, is, 'api-security', subject, before, after, changes)
  if (isOpen(was) && !isOpen(is)) {
    changes.add(subject, 'api-security-became-required', { at: after, after: is.map(nameOf).join(' or ') })
  }
}

function hasList({ value }: ObjectAt): boolean {
  return Array.isArray(own(value, 'security'))
}

/** What the whole API asks, and the schemes that it knows. */
export function compareServiceSecurity({ old, now, changes }: Comparison): void {
  const [from, to] = [securityOf(old.root.value), securityOf(now.root.value)]
  compareRequirements(from, to, 'api-global-security', SERVICE, old.root, now.root, changes)
  if (isOpen(from) && !isOpen(to)) {
    const after = to.map(nameOf).join(' or ')
    changes.add(SERVICE, 'api-global-security-became-required', { at: now.root, after })
  }
  const [before, after] = [schemesOf(old), schemesOf(now)]
  for (const [name, scheme] of before) {
    const other = after.get(name)
    if (other) compareScheme(name, scheme, other, changes)
    else changes.add(SERVICE, 'api-security-component-removed', { at: scheme, side: 'old', before: name })
  }
  for (const [name, scheme] of after) {
    if (!before.has(name)) changes.add(SERVICE, 'api-security-component-added', { at: scheme, after: name })
  }
}

function isOpen(requirements: JsonObject[]): boolean {
  return requirements.length === 0 || requirements.some((one) => Object.keys(one).length === 0)
}

function nameOf(requirement: JsonObject): string {
  return Object.keys(requirement).join(' and ') || 'nothing'
}

function schemesOf({ root, side, kind }: DescriptionAt): Map<string, ObjectAt> {
  const keys = kind === 'openapi2' ? ['securityDefinitions'] : ['components', 'securitySchemes']
  return new Map(side.entries(root, ...keys))
}

function compareRequirements(
  before: JsonObject[],
  after: JsonObject[],
  prefix: 'api-security' | 'api-global-security',
  subject: Subject,
  from: Located,
  to: Located,
  changes: Comparison['changes'],
): void {
  const rest = new Map(after.map((requirement) => [nameOf(requirement), requirement]))
  for (const requirement of before) {
    const name = nameOf(requirement)
    const other = rest.get(name)
    rest.delete(name)
    if (!other) {
      changes.add(subject, `${prefix}-removed`, { at: from, side: 'old', before: name })
      if (isOpen(after)) continue
      changes.add(subject, `${prefix}-alternative-removed`, { at: from, side: 'old', before: name })
      continue
    }
    for (const scheme of Object.keys(requirement)) {
      const [was, is] = [requirement, other].map((one) => ownItems(one, scheme))
      for (const scope of was ?? []) {
        if (is?.includes(scope)) continue
        changes.add(subject, `${prefix}-scope-removed`, { at: to, name: scheme, before: scope })
      }
      for (const scope of is ?? []) {
        if (was?.includes(scope)) continue
        changes.add(subject, `${prefix}-scope-added`, { at: to, name: scheme, after: scope })
      }
    }
  }
  for (const name of rest.keys()) changes.add(subject, `${prefix}-added`, { at: to, after: name })
}

function compareScheme(
  name: string,
  before: ObjectAt,
  after: ObjectAt,
  changes: Comparison['changes'],
): void {
  const report = (rule: RuleName, from: string | undefined, to: string | undefined) => {
    if (from !== to) changes.add(SERVICE, rule, { at: after, name, before: from, after: to })
  }
  const [type, newType] = [ownString(before.value, 'type'), ownString(after.value, 'type')]
  report('api-security-component-type-changed', type, newType)
  if (type !== newType) return
  report('api-security-component-location-changed', locationOf(before.value), locationOf(after.value))
  const scheme = (value: JsonObject) => ownString(value, 'scheme')?.toLowerCase()
  report('api-security-component-http-scheme-changed', scheme(before.value), scheme(after.value))
  const openId = (value: JsonObject) => ownString(value, 'openIdConnectUrl')
  report('api-security-component-openid-url-changed', openId(before.value), openId(after.value))
  compareFlows(name, before, after, changes)
}

function locationOf(scheme: JsonObject): string | undefined {
  const place = ownString(scheme, 'in')
  return place && `${place} ${ownString(scheme, 'name') ?? ''}`
}

function compareFlows(name: string, before: ObjectAt, after: ObjectAt, changes: Comparison['changes']): void {
  const [from, to] = [flowsOf(before.value), flowsOf(after.value)]
  for (const [kind, flow] of from) {
    const other = to.get(kind)
    if (!other) {
      const details = { at: before, side: 'old' as const, name, before: kind }
      changes.add(SERVICE, 'api-security-component-oauth-flow-removed', details)
      continue
    }
    for (const [key, rule] of [
      ['authorizationUrl', 'api-security-component-oauth-url-changed'],
      ['tokenUrl', 'api-security-component-oauth-token-url-changed'],
      ['refreshUrl', 'api-security-component-oauth-refresh-url-changed'],
    ] as const) {
      const [was, is] = [ownString(flow, key), ownString(other, key)]
      if (was !== is) changes.add(SERVICE, rule, { at: after, name, before: was, after: is })
    }
    compareScopes(name, flow, other, after, changes)
  }
  for (const kind of to.keys()) {
    if (!from.has(kind))
      changes.add(SERVICE, 'api-security-component-oauth-flow-added', { at: after, name, after: kind })
  }
}

// Version 2.0 has one flow, in the scheme itself.
function flowsOf(scheme: JsonObject): Map<string, JsonObject> {
  const flows = ownObject(scheme, 'flows')
  if (!flows) return new Map(ownObject(scheme, 'scopes') ? [[ownString(scheme, 'flow') ?? '', scheme]] : [])
  return new Map(
    Object.keys(flows).flatMap((kind) => {
      const flow = ownObject(flows, kind)
      return flow ? [[kind, flow]] : []
    }),
  )
}

function compareScopes(
  name: string,
  before: JsonObject,
  after: JsonObject,
  at: ObjectAt,
  changes: Comparison['changes'],
): void {
  const [from, to] = [ownObject(before, 'scopes') ?? {}, ownObject(after, 'scopes') ?? {}]
  for (const scope of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [own(from, scope), own(to, scope)]
    const details = {
      at,
      name,
      ...(was === undefined ? {} : { before: scope }),
      ...(is === undefined ? {} : { after: scope }),
    }
    if (was === undefined) changes.add(SERVICE, 'api-security-component-oauth-scope-added', details)
    else if (is === undefined) changes.add(SERVICE, 'api-security-component-oauth-scope-removed', details)
    else if (was !== is) changes.add(SERVICE, 'api-security-component-oauth-scope-changed', details)
  }
}
