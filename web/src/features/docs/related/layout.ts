// Where the boxes and arrows of a graph of dependencies are: what refers to the page at its left, what it refers to at
// its right, by the number of steps. Every arrow that does not close a circle leads to the right.
import type { GraphNode, NodeGraph } from './queries.ts'

export const boxWidth = 190
export const boxHeight = 40
const columnGap = 72
const rowGap = 12
/** More in a column are for the list. */
const mostInColumn = 24

export interface Box {
  key: string
  uri: string
  /** Undefined for the page itself. */
  node: GraphNode | undefined
  x: number
  y: number
}

export interface Arrow {
  key: string
  from: Box
  to: Box
  /** It leads back, or to a neighbour above or below. */
  isBack: boolean
}

export interface Layout {
  width: number
  height: number
  boxes: Box[]
  arrows: Arrow[]
  /** How many nodes did not fit. */
  left: number
}

type Column = (GraphNode | undefined)[]

/** Places the nodes around a page. */
export function layoutOf(graph: NodeGraph, root: string): Layout {
  const sides = { in: columnsOf(graph, root, 'in'), out: columnsOf(graph, root, 'out') }
  const columns: Column[] = [...sides.in.toReversed(), [undefined], ...sides.out]
  const height = Math.max(...columns.map((column) => column.length * (boxHeight + rowGap) - rowGap))
  const boxes = columns.flatMap((column, at) => {
    const top = (height - (column.length * (boxHeight + rowGap) - rowGap)) / 2
    return column.map(
      (node, row): Box => ({
        key: node ? `${node.direction} ${node.uri}` : root,
        uri: node?.uri ?? root,
        node,
        x: at * (boxWidth + columnGap),
        y: top + row * (boxHeight + rowGap),
      }),
    )
  })
  const width = columns.length * (boxWidth + columnGap) - columnGap
  const left = graph.nodes.length - (boxes.length - 1)
  return { width, height, boxes, arrows: arrowsOf(graph, boxes), left }
}

/** The nodes of one direction by their steps, each near what leads to it. */
function columnsOf({ nodes, edges }: NodeGraph, root: string, direction: 'in' | 'out'): Column[] {
  const columns: GraphNode[][] = []
  let places = new Map([[root, 0]])
  for (let depth = 1; ; depth++) {
    const here = nodes.filter((node) => node.direction === direction && node.depth === depth)
    if (here.length === 0) return columns
    const weights = new Map(here.map(({ uri }): [string, number[]] => [uri, []]))
    for (const { from_uri: from, to_uri: to } of edges) {
      const [near, far] = direction === 'out' ? [from, to] : [to, from]
      const place = places.get(near)
      if (place !== undefined) weights.get(far)?.push(place)
    }
    const column = here
      .map((node) => ({ node, weight: meanOf(weights.get(node.uri) ?? []) }))
      .sort((a, b) => a.weight - b.weight)
      .slice(0, mostInColumn)
      .map(({ node }) => node)
    places = new Map(column.map(({ uri }, place) => [uri, place]))
    columns.push(column)
  }
}

function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

function arrowsOf({ edges }: NodeGraph, boxes: readonly Box[]): Arrow[] {
  const byUri = new Map<string, Box[]>()
  for (const box of boxes) byUri.set(box.uri, [...(byUri.get(box.uri) ?? []), box])
  return edges.flatMap(({ from_uri, to_uri }) => {
    if (from_uri === to_uri) return []
    const pairs = (byUri.get(from_uri) ?? []).flatMap((from) =>
      (byUri.get(to_uri) ?? [])
        .filter((to) => !from.node || !to.node || from.node.direction === to.node.direction)
        .map((to): Arrow => ({ key: `${from.key} ${to.key}`, from, to, isBack: from.x >= to.x })),
    )
    // Who stands on both sides has the arrow where it leads on.
    const onward = pairs.filter(({ isBack }) => !isBack)
    return onward.length > 0 ? onward : pairs
  })
}
