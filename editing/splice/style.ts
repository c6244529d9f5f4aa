import { lineBreak } from '../text/lines.ts'
import type { Format } from '../types.ts'

const SAMPLE = 20_000

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

/**
 * The style of a text; what a piece of a file does not tell is as in the file. The first kilobytes say enough.
 */
export function styleOf(text: string, format: Format, file?: Style): Style {
  const sample = text.slice(0, SAMPLE)
  return format === 'json' ? styleOfJson(sample, file) : styleOfYaml(sample, file)
}

function styleOfJson(text: string, file: Style | undefined): Style {
  const colon = text.includes('":') ? (/"\s*:\s/.test(text) ? ': ' : ':') : undefined
  return {
    format: 'json',
    lineBreak: file?.lineBreak ?? lineBreak(text),
    unit: file?.unit ?? unitOfJson(text),
    colon: colon ?? file?.colon ?? ': ',
    minified: file ? file.minified : !text.trim().includes('\n') && /^[\s\S]{200}|":[^ ]/.test(text.trim()),
    quote: 'double',
    deepDashes: true,
  }
}

function unitOfJson(text: string): string {
  const first = /\n([ \t]+)["\]}{[]/.exec(text)?.[1]
  if (first === undefined) return '  '
  return first.startsWith('\t') ? '\t' : ' '.repeat(leastStep(text) ?? first.length)
}

function styleOfYaml(text: string, file: Style | undefined): Style {
  const quote = /(?:^|[\s[{,])(['"])/m.exec(text)?.[1]
  const list = /^( *)[^\s#-][^\n]*:[ \t]*\r?\n( *)- /m.exec(text)
  const step = leastStep(text)
  return {
    format: 'yaml',
    lineBreak: text.includes('\n') ? lineBreak(text) : (file?.lineBreak ?? '\n'),
    unit: step === undefined ? (file?.unit ?? '  ') : ' '.repeat(step),
    colon: ': ',
    minified: false,
    quote: quote === undefined ? (file?.quote ?? 'double') : quote === "'" ? 'single' : 'double',
    deepDashes: list ? (list[1] ?? '').length < (list[2] ?? '').length : (file?.deepDashes ?? true),
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
