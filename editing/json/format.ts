import { sourceOf } from '../text/changes.ts'
import type { Change } from '../types.ts'
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

/** Lines are not indented further, or brackets within brackets would cost their square. */
const deepest = 200

interface Token {
  from: number
  to: number
  kind: 'open' | 'close' | 'comma' | 'colon' | 'value' | 'comment' | 'lineComment'
}

const kinds = new Map<number, Token['kind']>([
  [OPEN_BRACE, 'open'],
  [OPEN_BRACKET, 'open'],
  [CLOSE_BRACE, 'close'],
  [CLOSE_BRACKET, 'close'],
  [COMMA, 'comma'],
  [COLON, 'colon'],
])

/**
 * The changes that give JSON an indentation of two, a member or element a line, and a line feed at its end; comments stay
 * on the lines where they are. Only blanks are changed. Throws a `SyntaxProblem` where there is something else.
 */
export function formatJson(text: string): Change[] {
  const changes: Change[] = []
  let depth = 0
  let before: Token | null = null
  for (const token of tokensOf(text)) {
    if (token.kind === 'close') depth = Math.max(0, depth - 1)
    const from = before?.to ?? 0
    const is = text.slice(from, token.from)
    const wanted = before === null ? '' : between(before, token, is, depth)
    if (is !== wanted) changes.push({ from, to: token.from, insert: wanted })
    if (token.kind === 'open') depth++
    before = token
  }
  const end = before?.to ?? 0
  if (before !== null && text.slice(end) !== '\n') changes.push({ from: end, to: text.length, insert: '\n' })
  return changes
}

/** What stands between two tokens, where `is` stands now. */
function between(before: Token, next: Token, is: string, depth: number): string {
  const line = `\n${'  '.repeat(Math.min(depth, deepest))}`
  if (before.kind === 'lineComment') return line
  if (next.kind === 'comma' || next.kind === 'colon') return ''
  if (next.kind === 'comment' || next.kind === 'lineComment' || before.kind === 'comment')
    return is.includes('\n') ? line : ' '
  if (before.kind === 'colon') return ' '
  if (before.kind === 'open' && next.kind === 'close') return ''
  return before.kind === 'value' && next.kind === 'value' ? ' ' : line
}

function* tokensOf(text: string): Generator<Token> {
  const scanner = new JsonScanner(sourceOf(text))
  const comments: Token[] = []
  scanner.onComment = (from, to) =>
    comments.push({ from, to, kind: text[from + 1] === '/' ? 'lineComment' : 'comment' })
  for (;;) {
    const code = scanner.peek()
    yield* comments.splice(0)
    if (Number.isNaN(code)) return
    const from = scanner.at
    const kind = kinds.get(code) ?? 'value'
    if (kind !== 'value') scanner.at++
    else if (code === QUOTE) scanner.string()
    else scanner.word()
    yield { from, to: scanner.at, kind }
  }
}
