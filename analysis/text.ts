import { ownString } from './json.ts'
import type { JsonObject } from './types.ts'

const MAX_SLUG = 60
/** Characters a summary may have. */
export const MAX_SUMMARY = 280
const MAX_TITLE = 300
// Enough to find a first paragraph in; what is longer costs time and helps nobody.
const MAX_SEARCHED = 4_000

/** A file's name without folders and extension. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
}

/** 'basic-syntax' → 'Basic syntax': a title for what has only a file or folder name. */
export function titleFromName(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words === '' ? name : words[0]?.toUpperCase() + words.slice(1)
}

/** ASCII words joined by dashes, at most 60 characters; '' when nothing is left. */
export function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '')
}

/** The title of an article: front matter, else its first heading, else its file name. */
export function articleTitle(attributes: JsonObject, body: string, path: string): string {
  const heading = /^#[ \t](.*)$/m.exec(body)?.[1] ?? ''
  const fromHeading = plainText(heading.slice(0, MAX_TITLE)).replace(/[\s#]+$/, '')
  return ownString(attributes, 'title') ?? (fromHeading || titleFromName(baseName(path)))
}

/** The first paragraph of a Markdown text as plain words, at most 280 characters. */
export function firstParagraph(markdown: string | undefined): string {
  if (!markdown) return ''
  const blocks = markdown
    .slice(0, MAX_SEARCHED)
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\r?\n\s*\r?\n/)
  for (const block of blocks) {
    if (/^\s*(#|```|\||---)/.test(block)) continue
    const words = plainText(block)
    if (words !== '') return clip(words, MAX_SUMMARY)
  }
  return ''
}

/** Cuts at a word's end and marks the cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1).toWellFormed()
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).trimEnd()}…`
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/(\*\*|__|~~|`)/g, '')
    .replace(/(^|\s)([*_])(\S[^*_]*)\2(?!\w)/g, '$1$3')
    .replace(/^\s*>\s?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
