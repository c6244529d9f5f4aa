// From files to what is written: nodes with the hash of their data, edges, tables of contents.
import { createHash } from 'node:crypto'
import {
  type AnalysisResult,
  type AnalyzedNode,
  analyze,
  Branch,
  checkDescription,
  DescriptionError,
  decodeText,
  type JsonObject,
  snapshotText,
} from '../../analysis/index.ts'
import type { ImportedFile } from './files.ts'
import type { Progress } from './protocol.ts'

export interface HashedNode {
  node: AnalyzedNode
  /** SHA-256 of the data's text. */
  hash: Buffer
  /** The same of what readers get who see nothing internal, where that is less. */
  externalHash?: Buffer
}

export interface Content extends Omit<AnalysisResult, 'nodes'> {
  nodes: HashedNode[]
  /** The files as they were read, to be compared with other states of the branch. */
  branch: Branch
}

// A response that many operations share is written out in each of them: a small file can describe a huge documentation.
// GitHub's description of 13 MB makes 2,200 nodes of 26 MB.
const MAXIMUM_BYTES = 256 * 2 ** 20
const MAXIMUM_NODES = 100_000

interface DescribeOptions {
  /** Whether files that cannot be read are left out with a line in the log, instead of refusing them all. */
  partly?: boolean
  /** Whether a branch may have nothing to document. */
  mayBeEmpty?: boolean
}

/**
 * Analyses the files. Throws DescriptionError when one cannot be read, when there is nothing to document, or when the
 * documentation would pass 100,000 pages or 256 MB.
 */
export function describeFiles(
  files: ImportedFile[],
  onProgress: (progress: Progress) => void,
  { partly = false, mayBeEmpty = false }: DescribeOptions = {},
): Content {
  const branch = new Branch(
    files.map(({ path, bytes, hash }) => ({ path, bytes, hash: hash.toString('hex') })),
  )
  onProgress({ phase: 'parse', done: 0, total: files.length })
  const { nodes, ...rest } = analyze(branch, {
    onProgress: ({ phase, done, total }) =>
      onProgress({ phase: phase === 'parse' ? 'parse' : 'nodes', done, total }),
  })
  if (!partly) refuseUnreadable(rest.diagnostics)
  if (nodes.length === 0 && !mayBeEmpty) {
    // Says what a single file is instead of a description; several of them at least have a first one.
    for (const { path, bytes } of files) checkDescription(decodeText(bytes, path).text, path)
    throw new DescriptionError('There is nothing to document in what was uploaded.', '')
  }
  return { ...rest, branch, nodes: hashed(nodes) }
}

function hashed(nodes: AnalyzedNode[]): HashedNode[] {
  if (nodes.length > MAXIMUM_NODES) throw tooMuch(`${MAXIMUM_NODES} pages`)
  let bytes = 0
  return nodes.map((node) => {
    const hash = hashOf(node.data)
    return node.externalData ? { node, hash, externalHash: hashOf(node.externalData) } : { node, hash }
  })

  function hashOf(data: JsonObject): Buffer {
    const text = snapshotText(data)
    bytes += Buffer.byteLength(text)
    if (bytes > MAXIMUM_BYTES) throw tooMuch('256 MB')
    return createHash('sha256').update(text).digest()
  }
}

function tooMuch(limit: string): DescriptionError {
  return new DescriptionError(
    `The documentation of these files would be larger than ${limit}. Split them into smaller descriptions.`,
    '',
  )
}

function refuseUnreadable(diagnostics: AnalysisResult['diagnostics']): void {
  const found = diagnostics.find(({ severity }) => severity === 'error')
  if (found) throw new DescriptionError(found.message, found.file, found.line, found.column)
}
