// What a parsed drawing is made of.
import type { sanitize } from 'hast-util-sanitize'

export type Nodes = Parameters<typeof sanitize>[0]
export type Element = Extract<Nodes, { type: 'element' }>

/** Letters beyond ASCII but no blanks, or a text could be cut into names and what is between them in more ways than anybody tries. */
export const foreignLetter = String.raw`(?!\s)[\u00a0-\uffff]`

/** Names of parts as editors write them; one with other letters is of nobody's use. */
export const localId = String.raw`(?:[\w.:-]|${foreignLetter})+`

const reference = new RegExp(String.raw`^\s*(?:url\(#(${localId})\)|#(${localId})\s*$)`)

/** The part that `url(#part)` or `#part` names. */
export function referredPart(value: unknown): string | undefined {
  const [, painted, used] = reference.exec(String(value ?? '')) ?? []
  return painted ?? used
}

/** Gives an element these attributes, and no others. */
export function setAttributes({ properties }: Element, wanted: Element['properties']): void {
  for (const name of Object.keys(properties)) delete properties[name]
  Object.assign(properties, wanted)
}
