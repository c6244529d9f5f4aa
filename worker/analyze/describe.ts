// From files to what is written: nodes with the hash of their data, edges, tables of contents.
import { createHash } from 'node:crypto'
import {
  type AnalysisResult,
  type AnalyzedNode,
  analyze,
  checkDescription,
  DescriptionError,
  snapshotText,
} from '../../analysis/index.ts'
import type { ImportedFile } from './files.ts'
import type { Progress } from './protocol.ts'

export interface HashedNode {
  node: AnalyzedNode
  /** SHA-256 of the data's text. */
  hash: Buffer
}

export interface Content extends Omit<AnalysisResult, 'nodes'> {
  nodes: HashedNode[]
}

/** Analyses the files. Throws DescriptionError when one cannot be read, or when there is nothing to document. */
export function describeFiles(files: ImportedFile[], onProgress: (progress: Progress) => void): Content {
  const sources = files.map(({ path, bytes }) => ({ path, content: textOf(bytes) }))
  onProgress({ phase: 'parse', done: 0, total: files.length })
  const { nodes, ...rest } = analyze(sources, {
    onProgress: ({ phase, done, total }) =>
      onProgress({ phase: phase === 'parse' ? 'parse' : 'nodes', done, total }),
  })
  refuseUnreadable(rest.diagnostics)
  if (nodes.length === 0) {
    // Says what a single file is instead of a description; several of them at least have a first one.
    for (const { path, content } of sources) checkDescription(content, path)
    throw new DescriptionError('There is nothing to document in what was uploaded.', '')
  }
  return { ...rest, nodes: nodes.map((node) => ({ node, hash: hashOf(node) })) }
}

function refuseUnreadable(diagnostics: AnalysisResult['diagnostics']): void {
  const found = diagnostics.find(({ severity }) => severity === 'error')
  if (found) throw new DescriptionError(found.message, found.file, found.line, found.column)
}

function hashOf({ data }: AnalyzedNode): Buffer {
  return createHash('sha256').update(snapshotText(data)).digest()
}

// Editors on Windows still save UTF-16; its byte order mark tells.
function textOf(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}
