import { describeArticle, describeImage, describeTocFile } from './articles.ts'
import { finishNodes, leaveOutOverlong, type Workshop } from './drafts.ts'
import { DescriptionError } from './errors.ts'
import { loadFiles } from './files/load.ts'
import type { SourceDocument } from './files/source-document.ts'
import { describeModel } from './models.ts'
import { describeApi, namedSchemas } from './openapi/describe.ts'
import { writeExactNumbers } from './parse/exact-number.ts'
import { RefResolver, uriOf } from './refs.ts'
import { Bundler } from './schema/bundle.ts'
import { SchemaConverter } from './schema/converter.ts'
import { baseName } from './text.ts'
import { defaultToc } from './toc/default-toc.ts'
import { withoutInternal } from './toc/items.ts'
import { tocFromFile } from './toc/toc-file.ts'
import type {
  AnalysisResult,
  AnalyzedNode,
  AnalyzeProgress,
  Diagnostic,
  JsonObject,
  SourceFile,
} from './types.ts'

export { type CheckedDescription, checkDescription } from './check.ts'
export { DescriptionError } from './errors.ts'
export { type DecodedText, decodeText } from './parse/decode.ts'
export * from './types.ts'

export interface AnalyzeOptions {
  /** Called synchronously, about once a file and phase. */
  onProgress?(progress: AnalyzeProgress): void
}

/**
 * Turns the files of a branch into nodes, edges and a table of contents. Synchronous and deterministic; never throws
 * for what a file holds: a file that cannot be read gives an error diagnostic and no nodes.
 */
export function analyze(files: SourceFile[], { onProgress = () => {} }: AnalyzeOptions = {}): AnalysisResult {
  const diagnostics: Diagnostic[] = []
  const loaded = loadFiles(files, diagnostics, (done) =>
    onProgress({ phase: 'parse', done, total: files.length }),
  )
  const resolver = new RefResolver(loaded.documents, diagnostics)
  const workshop: Workshop = {
    resolver,
    converter: new SchemaConverter(resolver),
    diagnostics,
    modelUris: modelUris(loaded.described),
    drafts: [],
    edges: [],
  }
  const total = loaded.articles.length + loaded.described.length
  let done = 0
  const step = () => onProgress({ phase: 'describe', done: ++done, total })
  for (const article of loaded.articles) {
    tryArticle(article, workshop)
    step()
  }
  for (const document of loaded.described) {
    describeDocument(document, workshop)
    step()
  }
  for (const image of loaded.images) workshop.drafts.push(describeImage(image))
  if (loaded.toc) workshop.drafts.push(describeTocFile(loaded.toc.path, loaded.toc.root))

  leaveOutOverlong(workshop)
  const nodes = finishNodes(workshop.drafts)
  const toc = loaded.toc
    ? tocFromFile(loaded.toc.root, loaded.toc.path, nodes, diagnostics)
    : defaultToc(nodes)
  onProgress({ phase: 'order', done: 1, total: 1 })
  return {
    nodes,
    edges: workshop.edges,
    toc,
    externalToc: withoutInternal(toc),
    counts: count(nodes),
    diagnostics,
  }
}

/**
 * The bytes that stand for a node's data: equal text, equal snapshot. Key order is part of it, since the order of
 * properties is content; analysis always writes keys in the same order.
 */
export function snapshotText(data: JsonObject): string {
  return writeExactNumbers(JSON.stringify(data))
}

/** Where a single imported file lives in its branch. */
export function importedPath(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1).trim()
  const safe = name.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '')
  return `reference/${safe === '' ? 'openapi.yaml' : safe}`
}

function modelUris(documents: SourceDocument[]): Set<string> {
  const uris = documents.flatMap((document) =>
    document.kind === 'json_schema'
      ? [document.uri]
      : namedSchemas(document).map(({ located }) => uriOf(located)),
  )
  return new Set(uris)
}

function tryArticle(article: SourceFile, workshop: Workshop): void {
  try {
    workshop.drafts.push(describeArticle(article))
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    const { message, file, line, column } = error
    workshop.diagnostics.push({ severity: 'error', code: 'unreadable', message, file, line, column })
  }
}

function describeDocument(document: SourceDocument, workshop: Workshop): void {
  const { kind } = document
  if (kind === 'openapi2' || kind === 'openapi3.0' || kind === 'openapi3.1') {
    describeApi(document, kind, workshop)
    return
  }
  const bundler = new Bundler(document, workshop.converter, (uri) => workshop.modelUris.has(uri))
  const located = { document, value: document.root, pointer: '' }
  describeModel(located, { workshop, bundler, fallbackName: baseName(document.path) })
}

function count(nodes: AnalyzedNode[]): AnalysisResult['counts'] {
  const of = (...types: string[]) => nodes.filter((node) => types.includes(node.type)).length
  return {
    article: of('article'),
    schema: of('model'),
    api: of('http_service'),
    operation: of('http_operation', 'http_webhook'),
  }
}
