// What a stream of JSON may be, judged before a parser holds it: a parser keeps each level it is in, and each value of
// what it has not finished.

const mostDepth = 200
/** Of one node, or of a text that is parsed whole. A description's largest nodes have some ten thousand. */
const mostValues = 200_000
/** Of a number or a word: a parser keeps its characters one by one. */
const longestWord = 100
/** `{"added": [{…}]}`: below this depth a node is being read. */
const nodeDepth = 3

/** Takes the next part of a text; throws RangeError where it nests or spreads further, or has longer numbers, than what is sent ever does. */
export class JsonBounds {
  #depth = 0
  #values = 0
  #word = 0
  #isText = false
  #isEscaped = false
  readonly #isWhole: boolean
  readonly #mostValues: number
  readonly #mostDepth: number

  /** `isWhole`: nothing of it is forgotten before its end. */
  constructor({ isWhole = false, values = mostValues, depth = mostDepth } = {}) {
    this.#isWhole = isWhole
    this.#mostValues = values
    this.#mostDepth = depth
  }

  take(part: string): void {
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at)
      if (this.#isText) this.#inText(code)
      else if (this.#isWord(code)) continue
      else if (code === quote) this.#isText = true
      else if (code === openBracket || code === openBrace) this.#enter()
      else if (code === closeBracket || code === closeBrace) this.#leave()
      else if (code === comma) this.#count()
    }
  }

  #isWord(code: number): boolean {
    if (code <= space || punctuation.has(code)) {
      this.#word = 0
      return false
    }
    if (++this.#word > longestWord) throw new RangeError('A number is too long.')
    return true
  }

  #inText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === backslash) this.#isEscaped = true
    else if (code === quote) this.#isText = false
  }

  #enter(): void {
    if (++this.#depth > this.#mostDepth) throw new RangeError('The text nests too deep.')
    this.#count()
  }

  #leave(): void {
    if (--this.#depth < nodeDepth && !this.#isWhole) this.#values = 0
  }

  #count(): void {
    if (++this.#values > this.#mostValues) throw new RangeError('One node has too many values.')
  }
}

const [space, quote, backslash, comma, colon] = [0x20, 0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
const punctuation = new Set([quote, comma, colon, openBracket, closeBracket, openBrace, closeBrace])
