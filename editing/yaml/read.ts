import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import {
  type ListNode,
  MAX_DEPTH,
  type MapNode,
  type Member,
  type Node,
  type ScalarNode,
  type ScalarStyle,
} from '../tree/node.ts'
import { MERGED, plainValueOf } from '../tree/plain-value.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import { checkNesting } from './nesting.ts'
import { plainValue } from './plain.ts'

const STYLES: Record<Scalar.Type, ScalarStyle> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}

/**
 * The tree of a YAML text, null for one that says nothing. Aliases stay aliases, for what they stand for may lie outside
 * of the text. Throws SyntaxProblem at the first place that is no YAML, and for what is nested absurdly.
 */
export function readYaml(text: string): Node | null {
  checkNesting(text)
  // A line ends there for one reader of YAML, and goes on for another.
  const alone = text.search(/\r(?!\n)/)
  if (alone !== -1) throw new SyntaxProblem('A carriage return stands here without a line feed.', alone)
  // The failsafe schema leaves scalars as they are written: what they mean, the analysis's schema says (plain.ts).
  const document = parseDocument(text, {
    keepSourceTokens: true,
    uniqueKeys: false,
    schema: 'failsafe',
    // A binary, a date, an ordered map: they stay what is written, too.
    resolveKnownTags: false,
    // Silent, it would read the first of several documents.
    logLevel: 'error',
    prettyErrors: false,
  })
  const [error] = document.errors
  if (error)
    throw new SyntaxProblem(sentence(error.message), Math.min(error.pos[0], text.length), error.pos[1])
  const { contents } = document
  return contents === null ? null : new Reader(text).node(contents as ParsedNode, 0)
}

/** The commonest errors, as a person would say them. */
const PLAIN: readonly [RegExp, string][] = [
  [
    /^Flow (?:map|sequence|collection).* (?:end with a|must be sufficiently indented)/i,
    'A bracket is not closed.',
  ],
  [/^Missing closing .*quote/i, 'A quotation mark is not closed.'],
  [
    /^Implicit keys? need(?:s)? to be (?:on a single line|followed by)|^Implicit map keys need/i,
    'A name has no colon behind it.',
  ],
  [/^Tabs are not allowed as indentation/i, 'YAML is indented by spaces, never by tabs.'],
]

function sentence(message: string): string {
  const known = PLAIN.find(([pattern]) => pattern.test(message))
  if (known) return known[1]
  const clean = message.replace(/\s+/g, ' ').trim().slice(0, 300)
  return /[.!?]$/.test(clean) ? clean : `${clean}.`
}

class Reader {
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  node(node: ParsedNode, depth: number): Node {
    if (depth > MAX_DEPTH)
      throw new SyntaxProblem(
        `This is nested more than ${MAX_DEPTH} levels deep.`,
        node.range[0],
        node.range[1],
      )
    if (isMap(node)) return this.map(node as YAMLMap.Parsed, depth)
    if (isSeq(node)) return this.list(node as YAMLSeq.Parsed, depth)
    if (isAlias(node)) return { kind: 'alias', name: node.source, from: node.range[0], to: node.range[1] }
    return this.scalar(node as Scalar.Parsed)
  }

  private map(node: YAMLMap.Parsed, depth: number): MapNode {
    const flow = node.flow === true
    const members = node.items.map((pair) => this.member(pair as Pair<ParsedNode, ParsedNode | null>, depth))
    const from = flow ? node.range[0] : (members[0]?.keyFrom ?? node.range[0])
    const to = flow ? node.range[1] : (members.at(-1)?.value.to ?? node.range[1])
    return { kind: 'map', flow, members, ...propsOf(node), from, to }
  }

  private list(node: YAMLSeq.Parsed, depth: number): ListNode {
    const flow = node.flow === true
    const items = node.items.map((item) => this.node(item as ParsedNode, depth + 1))
    const dashes = flow ? [] : dashesOf(node)
    const from = flow ? node.range[0] : (dashes[0] ?? node.range[0])
    const to = flow ? node.range[1] : (items.at(-1)?.to ?? node.range[1])
    return { kind: 'list', flow, items, dashes, ...propsOf(node), from, to }
  }

  private member(pair: Pair<ParsedNode, ParsedNode | null>, depth: number): Member {
    const { key } = pair
    const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind')
    const explicit = pair.srcToken?.start.some(({ type }) => type === 'explicit-key-ind')
    const behind = colon ? colon.offset + 1 : key.range[1]
    const value = pair.value ? this.valueOf(pair.value, behind, depth) : empty(behind)
    const place = { keyFrom: key.range[0], keyTo: key.range[1], value }
    if (!isScalar(key))
      return {
        // What the analysis makes of it, so that no other key becomes the same.
        key: String(plainValueOf(this.node(key, depth + 1), () => NOTHING)),
        keyStyle: 'plain',
        ...place,
        odd: 'a key that is no text',
      }
    const node = this.scalar(key as Scalar.Parsed)
    const odd =
      explicit || !colon
        ? 'a key written in an unusual way'
        : node.anchor || node.tag
          ? 'a key with a name of its own'
          : undefined
    return { key: String(node.value), keyStyle: node.style, ...place, odd: isMerge(node) ? MERGED : odd }
  }

  private valueOf(node: ParsedNode, behind: number, depth: number): Node {
    const value = this.node(node, depth + 1)
    // Where nothing is written, what is written goes behind the colon, not behind the comments that follow it.
    if (value.kind !== 'scalar' || value.style !== 'none' || value.anchor || value.tag) return value
    return { ...value, from: behind, to: behind }
  }

  private scalar(node: Scalar.Parsed): ScalarNode {
    const [from, end] = node.range
    const style = from === end ? 'none' : STYLES[node.type as Scalar.Type]
    const props = propsOf(node)
    if (style === 'none') return { ...empty(from), ...props, value: node.tag?.endsWith(':str') ? '' : null }
    const source = String(node.value)
    const value = style === 'plain' && !node.tag ? plainValue(source) : source
    return { kind: 'scalar', style, value, ...props, from, to: this.endOf(style, end) }
  }

  // Of a block scalar, the end of its last line belongs to what follows.
  private endOf(style: ScalarStyle, end: number): number {
    if (style !== 'literal' && style !== 'folded') return end
    let to = end
    while (to > 0 && /\s/.test(this.text[to - 1] ?? '')) to--
    return to
  }
}

function empty(at: number): ScalarNode {
  return { kind: 'scalar', style: 'none', value: null, from: at, to: at }
}

const NOTHING = empty(0)

function isMerge(key: ScalarNode): boolean {
  return key.value === '<<' && key.style === 'plain'
}

function propsOf(node: { anchor?: string; tag?: string }): { anchor?: string; tag?: string } {
  return {
    ...(node.anchor !== undefined && { anchor: node.anchor }),
    ...(node.tag !== undefined && { tag: node.tag }),
  }
}

function dashesOf(node: YAMLSeq.Parsed): number[] {
  const token = node.srcToken
  if (token?.type !== 'block-seq') return []
  return token.items.flatMap(({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [])
}
