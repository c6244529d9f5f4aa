import type { Direction, GraphNode, NodeGraph } from './queries.ts'

export interface TreeNode {
  node: GraphNode
  below: TreeNode[]
}

/** The nodes of one direction as a tree: each once, where it is nearest, below the first that leads to it. */
export function treeOf(graph: NodeGraph, root: string, direction: Direction): TreeNode[] {
  const nodes = graph.nodes.filter((node) => node.direction === direction)
  const placed = new Map(nodes.map((node): [string, TreeNode] => [node.uri, { node, below: [] }]))
  const before = new Map<string, string[]>()
  for (const { from_uri: from, to_uri: to } of graph.edges) {
    const [near, far] = direction === 'out' ? [from, to] : [to, from]
    before.set(far, [...(before.get(far) ?? []), near])
  }
  const top: TreeNode[] = []
  for (const one of placed.values()) {
    const { uri, depth } = one.node
    const parent = before
      .get(uri)
      ?.find((near) => near !== root && placed.get(near)?.node.depth === depth - 1)
    // Edges may be cut: what nothing leads to stands at the top, with how far away it is.
    const siblings = (depth > 1 && parent && placed.get(parent)?.below) || top
    siblings.push(one)
  }
  return top
}
