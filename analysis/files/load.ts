import { DescriptionError } from '../errors.ts'
import { isObject } from '../json.ts'
import { parseText } from '../parse/parse-text.ts'
import { normalizePath } from '../refs.ts'
import type { Diagnostic, JsonObject, JsonValue, SourceFile } from '../types.ts'
import { type FileFilter, fileFilter } from './config.ts'
import { kindByName, kindOfData } from './kinds.ts'
import type { SourceDocument } from './source-document.ts'

export interface LoadedFiles {
  /** Everything that a reference may lead to. */
  documents: SourceDocument[]
  /** Those of them that become nodes. */
  described: SourceDocument[]
  articles: SourceFile[]
  images: SourceFile[]
  toc: { path: string; root: JsonObject } | undefined
}

/** Sorts, recognises and parses the files of a branch. A file that cannot be read becomes an error diagnostic. */
export function loadFiles(
  files: SourceFile[],
  diagnostics: Diagnostic[],
  onFile: (done: number) => void,
): LoadedFiles {
  const byNormalPath = new Map(files.map((file) => [normalizePath(file.path), file]))
  const sorted = [...byNormalPath].map(([path, { content }]) => ({ path, content })).sort(byPath)
  const accepts = fileFilter(readSpecial(sorted, '.stoplight.json', diagnostics)?.value)
  const loaded: LoadedFiles = { documents: [], described: [], articles: [], images: [], toc: undefined }
  for (const [index, file] of sorted.entries()) {
    sortIn(file, loaded, accepts, diagnostics)
    onFile(index + 1)
  }
  const toc = readSpecial(sorted, 'toc.json', diagnostics)
  if (toc && isObject(toc.value)) loaded.toc = { path: toc.path, root: toc.value }
  return loaded
}

function sortIn(file: SourceFile, loaded: LoadedFiles, accepts: FileFilter, diagnostics: Diagnostic[]): void {
  const kind = kindByName(file.path)
  if (kind === 'markdown' && accepts(file.path, 'markdown')) loaded.articles.push(file)
  if (kind === 'image' && accepts(file.path, 'image')) loaded.images.push(file)
  if (kind !== 'data') return
  const root = tryParse(file, diagnostics)
  if (root === undefined) return
  const document: SourceDocument = { path: file.path, uri: `/${file.path}`, kind: kindOfData(root), root }
  loaded.documents.push(document)
  if (document.kind === 'fragment') return
  if (accepts(file.path, document.kind === 'json_schema' ? 'json_schema' : 'openapi'))
    loaded.described.push(document)
}

// Only the branch's root has a toc.json and a configuration that count.
function readSpecial(files: SourceFile[], path: string, diagnostics: Diagnostic[]) {
  const file = files.find((candidate) => candidate.path === path)
  const value = file && tryParse(file, diagnostics)
  return file && value !== undefined ? { path: file.path, value } : undefined
}

function tryParse(file: SourceFile, diagnostics: Diagnostic[]): JsonValue | undefined {
  try {
    const parsed = parseText(file.content, file.path)
    diagnostics.push(...parsed.diagnostics)
    return parsed.value
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    const { message, line, column } = error
    diagnostics.push({ severity: 'error', code: 'unreadable', message, file: file.path, line, column })
    return undefined
  }
}

// By code unit, not by locale: the order must be the same on every machine.
function byPath(a: SourceFile, b: SourceFile): number {
  if (a.path === b.path) return 0
  return a.path < b.path ? -1 : 1
}
