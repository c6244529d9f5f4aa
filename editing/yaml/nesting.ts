import { MAX_DEPTH } from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'

/**
 * Throws SyntaxProblem for brackets and dashes that nest absurdly, before a parser that calls itself meets them. It
 * counts brackets within texts too, but a text hardly opens hundreds that it does not close.
 */
export function checkNesting(text: string): void {
  let open = 0
  let indicators = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 91 || code === 123) open++
    else if ((code === 93 || code === 125) && open > 0) open--
    if (code === 45 || code === 58 || code === 63) indicators++
    else if (code !== 32 && code !== 9) indicators = 0
    // A row of dashes without spaces between them is a line in a text.
    if (indicators > 0 && text.charCodeAt(at + 1) === code && code !== 32) indicators = 0
    if (open > MAX_DEPTH || indicators > MAX_DEPTH)
      throw new SyntaxProblem(`This is nested more than ${MAX_DEPTH} levels deep.`, at)
  }
}
