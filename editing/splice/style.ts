import { lineBreak } from '../text/lines.ts'
import type { Format } from '../types.ts'

/** How the author of a file writes, which what is written anew follows. */
export interface Style {
  readonly format: Format
  readonly lineBreak: string
  /** One level of indentation. */
  readonly unit: string
  /** Behind a colon of JSON. */
  readonly colon: ': ' | ':'
  /** JSON without line breaks. */
  readonly minified: boolean
  /** Of texts in YAML that need quotes. */
  readonly quote: 'single' | 'double'
  /** Whether the dashes of a list stand deeper than its key. */
  readonly deepDashes: boolean
}

/** The style of a text, of which some kilobytes from anywhere say enough. */
export function styleOf(text: string, format: Format): Style {
  return format === 'json' ? styleOfJson(text) : styleOfYaml(text)
}

function styleOfJson(text: string): Style {
  const unit = /\n([ \t]+)["\]}{[]/.exec(text)?.[1]
  return {
    format: 'json',
    lineBreak: lineBreak(text),
    unit: unit ? unitOf(text, unit) : '  ',
    colon: /"\s*:\s/.test(text) || !text.includes(':') ? ': ' : ':',
    minified: !text.trim().includes('\n') && /^[\s\S]{200}|":[^ ]/.test(text.trim()),
    quote: 'double',
    deepDashes: true,
  }
}

// The least step between two lines, for the first line of a piece may be deep.
function unitOf(text: string, first: string): string {
  if (first.startsWith('\t')) return '\t'
  return ' '.repeat(leastStep(text) ?? first.length)
}

function styleOfYaml(text: string): Style {
  const quote = /(?:^|[\s[{,])(['"])/m.exec(text)?.[1]
  const list = /^( *)[^\s#-][^\n]*:[ \t]*\r?\n( *)- /m.exec(text)
  return {
    format: 'yaml',
    lineBreak: lineBreak(text),
    unit: ' '.repeat(leastStep(text) ?? 2),
    colon: ': ',
    minified: false,
    quote: quote === "'" ? 'single' : 'double',
    deepDashes: list === null || (list[1] ?? '').length < (list[2] ?? '').length,
  }
}

/** The least number of spaces by which a line is deeper than the one before; undefined where none is. */
function leastStep(text: string): number | undefined {
  let least: number | undefined
  let last: number | undefined
  for (const [, indentation = ''] of text.slice(0, 4_000).matchAll(/^( *)[^\s#-]/gm)) {
    const step = last === undefined ? 0 : indentation.length - last
    if (step > 1 && step <= 8 && (least === undefined || step < least)) least = step
    last = indentation.length
  }
  return least
}
