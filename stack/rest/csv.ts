import { invalidBody } from '../data-api/errors.ts'

/** Reads CSV with a header line into objects of texts; an unquoted NULL is null, as PostgREST has it. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = records(text)
  if (!header) throw invalidBody('not enough input')
  return lines.map((line) => {
    if (line.length !== header.length) throw invalidBody('All lines must have same number of fields')
    return Object.fromEntries(
      header.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? '')]),
    )
  })
}

const FIELD = /"((?:[^"]|"")*)"|([^,"\r\n]*)/y
const BREAK = /\r\n|\n|\r/y

function records(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < text.length) {
    FIELD.lastIndex = at
    const field = FIELD.exec(text)
    if (!field) throw invalidBody('Failed reading: conversion error: bad CSV field')
    line.push(field[1]?.replaceAll('""', '"') ?? field[2] ?? '')
    at = FIELD.lastIndex
    if (text[at] === ',') {
      at++
      if (at === text.length) line.push('')
      continue
    }
    lines.push(line)
    line = []
    BREAK.lastIndex = at
    if (at < text.length && !BREAK.exec(text))
      throw invalidBody('Failed reading: conversion error: bad CSV line')
    at = BREAK.lastIndex || at
  }
  if (line.length > 0) lines.push(line)
  return lines
}
