// From parsed parameters to the query tree: every name is looked up here, or refused.

import {
  aggregatesDisabled,
  notEmbedded,
  relatedOrderNotToOne,
  tooManyEmbeds,
  twiceJoined,
  unknownColumn,
} from '../../data-api/errors.ts'
import type { Catalog } from '../../sql/catalog/catalog.ts'
import type { Relation } from '../../sql/catalog/types.ts'
import { labelsOf } from '../../sql/labels.ts'
import type { Embed, Field, Order, ReadQuery } from '../../sql/tree.ts'
import { embeddedPage, type PageRange } from '../page-range.ts'
import type { At, OrderTerm, QueryParameters, SelectItem } from '../parse/ast.ts'
import { pathLabel } from '../parse/names.ts'
import { findRelationship } from './find-relationship.ts'
import { type NamedEmbed, resolveCast, resolveLogic, resolveValue } from './values.ts'

export interface ReadScope {
  catalog: Catalog
  schema: string
  maxRows: number
  aggregates: boolean
  /** A mutation's filters choose the rows to change: on the answer only those of embeds apply, and no pages. */
  embedsOnly?: boolean
}

// Each is a join to plan and a look-up for every row.
const MAX_EMBEDS = 50

/** Builds the tree of a request on `relation`, the page of its root given. */
export function planRead(
  scope: ReadScope,
  relation: Relation | undefined,
  parameters: QueryParameters,
  page: PageRange | undefined,
): ReadQuery {
  if (countEmbeds(parameters.select) > MAX_EMBEDS) throw tooManyEmbeds(MAX_EMBEDS)
  const root = planNode(scope, { relation, name: relation?.name, depth: 0 }, parameters.select)
  for (const { path, value } of parameters.filters) addCondition(scope, root, { path, value })
  for (const { path, value } of parameters.logic) addCondition(scope, root, { path, value })
  // Of two orders of the same rows the first counts.
  for (const order of parameters.order.toReversed()) addOrder(root, order)
  addPages(scope, root, parameters, page)
  return root.query
}

/** What a node reads, and what PostgREST's SQL, and so Postgres's errors, would call it. */
interface Place {
  relation: Relation | undefined
  name: string | undefined
  depth: number
}

/** A query under construction, with what its children are called in the request. */
interface Node extends Place {
  query: ReadQuery
  children: Child[]
}

interface Child extends NamedEmbed {
  aliases: string[]
  node: Node
}

function planNode(scope: ReadScope, place: Place, items: SelectItem[]): Node {
  const query: ReadQuery = {
    relation: place.relation,
    fields: [],
    embeds: [],
    where: [],
    order: [],
    page: {},
  }
  const children: Child[] = []
  for (const item of items) {
    if (item.kind === 'field') query.fields.push(...planFields(scope, place, item))
    else children.push(planEmbed(scope, place, item))
  }
  refuseTwins(place, children)
  query.embeds = children.map((child) => child.embed)
  return { ...place, query, children }
}

/** PostgREST names the join of an embed after its label: two of one label are Postgres's to refuse. */
function refuseTwins({ relation, depth }: Place, children: Child[]): void {
  const names = children.map((child) => child.name)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw twiceJoined(`${relation?.name}_${twin}_${depth + 1}`)
}

function countEmbeds(items: SelectItem[]): number {
  return items.reduce((sum, item) => sum + (item.kind === 'relation' ? 1 + countEmbeds(item.items) : 0), 0)
}

/** A star names its columns where one of them is written by a function. */
function planFields(scope: ReadScope, place: Place, item: Extract<SelectItem, { kind: 'field' }>): Field[] {
  const columns = [...(place.relation?.columns.values() ?? [])]
  const isStar = item.field.name === '*' && !item.aggregate
  if (!isStar || !columns.some(({ representation }) => representation?.toJson)) {
    return [planField(scope, place, item)]
  }
  return columns.map(({ name }) => planField(scope, place, { ...item, field: { name, path: [] } }))
}

function planField(
  scope: ReadScope,
  { relation, name }: Place,
  item: Extract<SelectItem, { kind: 'field' }>,
): Field {
  const { field, alias, aggregate } = item
  if (aggregate && !scope.aggregates) throw aggregatesDisabled()
  const aggregateCast = resolveCast(scope.catalog, aggregate?.cast)
  if (field.name === '*') {
    if (!aggregate) return { kind: 'star' }
    return { kind: 'count', label: alias ?? 'count', ...(aggregateCast && { cast: aggregateCast }) }
  }
  const cast = resolveCast(scope.catalog, item.cast)
  if (countsRows(relation, item)) {
    return { kind: 'count', label: alias ?? 'count', ...(cast && { cast }), ungrouped: true }
  }
  const value = resolveValue(relation, field, name)
  const format =
    value.kind === 'column' && value.path.length === 0 ? value.column.representation?.toJson : undefined
  return {
    kind: 'value',
    value,
    ...(format !== undefined && { format }),
    label: alias ?? aggregate?.name ?? pathLabel(field),
    ...(cast && { cast }),
    ...(aggregate && { aggregate: { name: aggregate.name, ...(aggregateCast && { cast: aggregateCast }) } }),
  }
}

/** `embed(count)` is older than aggregates and needs none: Postgres calls `count` on the row. */
function countsRows(
  relation: Relation | undefined,
  { field, aggregate }: Extract<SelectItem, { kind: 'field' }>,
): boolean {
  if (!relation || aggregate || field.name !== 'count' || field.path.length > 0) return false
  return !relation.columns.has('count') && !relation.computed.has('count')
}

function planEmbed(scope: ReadScope, origin: Place, item: Extract<SelectItem, { kind: 'relation' }>): Child {
  if (!origin.relation) throw notEmbedded(item.name)
  const relationship = findRelationship(scope.catalog, scope.schema, origin.relation, item)
  const { to } = relationship
  const depth = origin.depth + 1
  const name = relationship.junction ? to.name : `${to.name}_${depth}`
  const node = planNode(scope, { relation: to, name, depth }, item.items)
  const label = item.alias ?? item.name
  const embed: Embed = {
    label,
    relationship,
    query: node.query,
    join: item.join,
    shape: item.spread ? 'spread' : relationship.toOne ? 'object' : 'array',
    hidden: isEmpty(node.query),
  }
  return { name: label, aliases: [item.name, label], embed, node }
}

function isEmpty(query: ReadQuery): boolean {
  return query.fields.length === 0 && query.embeds.every((embed) => embed.hidden)
}

/** The node that `embed.embed` leads to; throws PGRST108 when it was not selected. */
function nodeAt(root: Node, path: string[]): Node {
  let node = root
  for (const name of path) {
    const child = node.children.find(({ aliases }) => aliases.includes(name))
    if (!child) throw notEmbedded(name)
    node = child.node
  }
  return node
}

function addCondition(
  scope: ReadScope,
  root: Node,
  { path, value }: At<Parameters<typeof resolveLogic>[0]>,
): void {
  if (scope.embedsOnly && path.length === 0) return
  const node = nodeAt(root, path)
  node.query.where.push(resolveLogic(value, { ...node, embeds: node.children }))
}

function addOrder(root: Node, { path, value }: At<OrderTerm[]>): void {
  const node = nodeAt(root, path)
  node.query.order = value.map((term) => planOrder(node, term))
}

function planOrder(node: Node, term: OrderTerm): Order {
  const modifiers = {
    ...(term.direction && { direction: term.direction }),
    ...(term.nulls && { nulls: term.nulls }),
  }
  if (term.relation === undefined)
    return { value: resolveValue(node.relation, term.field, node.name), ...modifiers }
  const child = node.children.find(({ name }) => name === term.relation)
  if (!child) throw notEmbedded(term.relation)
  const { relationship } = child.embed
  if (!relationship.toOne) throw relatedOrderNotToOne(relationship.from.name, child.name)
  const { name: label, path } = term.field
  const { query, depth } = child.node
  if (!labelsOf(query).includes(label)) {
    throw unknownColumn(`${relationship.from.name}_${child.name}_${depth}`, label)
  }
  return { of: child.embed, label, path, ...modifiers }
}

function addPages(
  scope: ReadScope,
  root: Node,
  parameters: QueryParameters,
  page: PageRange | undefined,
): void {
  if (page) {
    for (const child of allChildren(root)) child.node.query.page = { limit: scope.maxRows }
    root.query.page = { offset: page.offset, ...(page.limit !== undefined && { limit: page.limit }) }
  }
  for (const { path, value } of parameters.pages) {
    if (path.length === 0 || scope.embedsOnly) continue
    const { offset, limit } = embeddedPage(value, scope.maxRows)
    nodeAt(root, path).query.page = { offset, ...(limit !== undefined && { limit }) }
  }
}

function allChildren(node: Node): Child[] {
  return node.children.flatMap((child) => [child, ...allChildren(child.node)])
}
