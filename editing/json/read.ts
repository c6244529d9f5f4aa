import { exactNumber } from '../../analysis/parse/exact-number.ts'
import { sourceOf } from '../text/changes.ts'
import {
  type ListNode,
  MAX_DEPTH,
  type MapNode,
  type Member,
  type Node,
  type ScalarNode,
  type ScalarValue,
} from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Range } from '../types.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  JsonScanner,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './scanner.ts'

export const NO_COMMENTS = 'JSON has no comments.'
export const NO_COMMA = 'JSON has no comma behind the last element.'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const WORDS: ReadonlyMap<string, ScalarValue> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

export interface Tolerated extends Range {
  readonly message: string
}

/**
 * The tree of a JSON text that holds one value, from an offset on. Comments and trailing commas go into `tolerated`, of which JSON knows
 * nothing. Throws SyntaxProblem for what is no JSON, and for what is nested absurdly.
 */
export function readJson(text: string, tolerated: Tolerated[] = [], from = 0): Node {
  return new Reader(text, tolerated, from).whole()
}

class Reader {
  private readonly text: string
  private readonly scanner: JsonScanner
  private readonly tolerated: Tolerated[]

  constructor(text: string, tolerated: Tolerated[], from: number) {
    this.text = text
    this.tolerated = tolerated
    this.scanner = new JsonScanner(sourceOf(text), from)
    this.scanner.onComment = (from, to) => tolerated.push({ message: NO_COMMENTS, from, to })
  }

  whole(): Node {
    const { scanner } = this
    scanner.peek()
    const node = this.value(0)
    if (!Number.isNaN(scanner.peek())) throw scanner.problem('Nothing may follow the value.')
    return node
  }

  private value(depth: number): Node {
    const { scanner } = this
    if (depth > MAX_DEPTH) throw scanner.problem(`This is nested more than ${MAX_DEPTH} levels deep.`)
    const code = scanner.peek()
    if (code === OPEN_BRACE) return this.map(depth)
    if (code === OPEN_BRACKET) return this.list(depth)
    return this.scalar(code)
  }

  private map(depth: number): MapNode {
    const { scanner } = this
    const from = scanner.at++
    const members: Member[] = []
    while (this.hasNext(CLOSE_BRACE, members.length > 0)) members.push(this.member(depth))
    return { kind: 'map', flow: true, members, from, to: scanner.at }
  }

  private list(depth: number): ListNode {
    const { scanner } = this
    const from = scanner.at++
    const items: Node[] = []
    while (this.hasNext(CLOSE_BRACKET, items.length > 0)) items.push(this.value(depth + 1))
    return { kind: 'list', flow: true, items, dashes: [], from, to: scanner.at }
  }

  private hasNext(close: number, needsComma: boolean): boolean {
    const { scanner } = this
    const code = scanner.peek()
    if (code === close) {
      scanner.at++
      return false
    }
    if (!needsComma) return true
    const comma = scanner.at
    scanner.take(COMMA, 'a comma or the closing bracket')
    if (scanner.peek() !== close) return true
    this.tolerated.push({ message: NO_COMMA, from: comma, to: comma + 1 })
    scanner.at++
    return false
  }

  private member(depth: number): Member {
    const { scanner } = this
    if (scanner.peek() !== QUOTE) throw scanner.problem('Expected a name in double quotes.')
    const keyFrom = scanner.at
    const key = this.string()
    const keyTo = scanner.at
    scanner.take(COLON, 'a colon')
    return { key, keyFrom, keyTo, keyStyle: 'double', value: this.value(depth + 1) }
  }

  private scalar(code: number): ScalarNode {
    const { scanner } = this
    const from = scanner.at
    if (code === QUOTE) {
      const value = this.string()
      return { kind: 'scalar', style: 'double', value, from, to: scanner.at }
    }
    const word = scanner.word()
    return { kind: 'scalar', style: 'plain', value: this.worth(word, from), from, to: scanner.at }
  }

  private worth(word: string, from: number): ScalarValue {
    const known = WORDS.get(word)
    if (known !== undefined) return known
    if (!NUMBER.test(word)) throw new SyntaxProblem('This is no value of JSON.', from, from + word.length)
    return exactNumber(Number(word), word)
  }

  private string(): string {
    const { scanner } = this
    const from = scanner.at
    if (!scanner.string()) return this.text.slice(from + 1, scanner.at - 1)
    try {
      return JSON.parse(this.text.slice(from, scanner.at)) as string
    } catch {
      throw new SyntaxProblem(
        'Something in the string is escaped in a way that JSON does not know.',
        from,
        scanner.at,
      )
    }
  }
}
