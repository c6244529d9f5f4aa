// What a parsed drawing is made of.
import type { sanitize } from 'hast-util-sanitize'

export type Nodes = Parameters<typeof sanitize>[0]
export type Element = Extract<Nodes, { type: 'element' }>
