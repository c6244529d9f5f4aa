// How names and references are written into a text: in the style they had, escaped as the place asks.
import { escapeSegment } from '../../analysis/json.ts'
import { trimmed } from '../text/changes.ts'
import type { Change, Format, Range } from '../types.ts'
import { decodeScalar, type ScalarStyle } from './events.ts'

/** The change that makes a token say something else; null where it says so already. As short as can be. */
export function tokenChange(
  text: string,
  { range, style }: { range: Range; style: ScalarStyle },
  value: string,
  format: Format | 'markdown',
): Change | null {
  const raw = text.slice(range.from, range.to)
  if (decodeScalar(raw, style) === value) return null
  const inBlock = style === 'plain' && /[,[\]{}]/.test(raw)
  const written =
    format === 'markdown' ? value : writeScalar(value, format === 'json' ? 'double' : style, inBlock)
  return trimmed(range.from, raw, written)
}

/** A scalar as it is written in a style; a plain one that would be read as something else gets quotes. */
function writeScalar(value: string, style: ScalarStyle, inBlock: boolean): string {
  if (style === 'double') return JSON.stringify(value)
  if (style === 'plain' && isPlain(inBlock ? value.replace(/(?!^)[,[\]{}]/g, '') : value)) return value
  return /[\n\r\t\p{Cc}]/u.test(value) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`
}

const RESERVED =
  /^(?:null|~|true|false|yes|no|on|off|[-+]?[\d.][\d_.,:eE+-]*|0[xob][\da-f]+|\.nan|[-+]?\.inf)$/i

// What YAML 1.2.2, section 7.3.3 takes without quotes, and reads as a text; also within flow style.
function isPlain(value: string): boolean {
  if (value === '' || value.trim() !== value || RESERVED.test(value)) return false
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(value) && !/^[-?:][^\s,[\]{}]/.test(value)) return false
  return !/: |:$| #|[,[\]{}\p{Cc}]/u.test(value) && !/^(---|\.\.\.)/.test(value)
}

/** A segment of a JSON pointer as a reference writes it: RFC 6901 in a URI's fragment. */
export function fragmentSegment(name: string): string {
  return encodeURIComponent(escapeSegment(name)).replace(/%(3A|40|24|26|2B|2C|3B|3D)/g, (all) =>
    decodeURIComponent(all),
  )
}

/** A path of a file as a reference writes it: only what would be read as something else is escaped. */
export function writtenPath(path: string, inMarkdown: boolean): string {
  return path.replace(inMarkdown ? /[%#?\s()<>"]/g : /[%#?]/g, encodeURIComponent)
}

/** How a file is named from another: `../models/pet.yaml`. */
export function relativePath(from: string, to: string): string {
  const folder = from.split('/').slice(0, -1)
  const parts = to.split('/')
  let same = 0
  while (same < folder.length && same < parts.length - 1 && folder[same] === parts[same]) same += 1
  return [...folder.slice(same).map(() => '..'), ...parts.slice(same)].join('/')
}
