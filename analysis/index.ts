import { describeArticle } from './articles.ts'
import { describeTocFile } from './assets.ts'
import { finishNodes, leaveOutOverlong, type Workshop } from './drafts.ts'
import { Branch } from './files/branch.ts'
import type { SourceDocument } from './files/source-document.ts'
import { addFragments, addImagesAndLinks } from './link-edges.ts'
import { Log } from './log/log.ts'
import { describeModel } from './models.ts'
import { describeApi, namedSchemas } from './openapi/describe.ts'
import { keepInternalParts } from './outside/internal-parts.ts'
import { RefResolver, uriOf } from './refs.ts'
import { describeRulesets } from './rulesets.ts'
import { Bundler } from './schema/bundle.ts'
import { SchemaConverter } from './schema/converter.ts'
import { baseName } from './text.ts'
import { defaultToc } from './toc/default-toc.ts'
import { withoutInternal } from './toc/items.ts'
import { slugsFromToc } from './toc/slugs.ts'
import { tocFromFile } from './toc/toc-file.ts'
import type { AnalysisResult, AnalyzedNode, AnalyzeProgress, BranchFile, Limits } from './types.ts'

export { type CheckedDescription, checkDescription } from './check.ts'
export { DescriptionError } from './errors.ts'
export { Branch } from './files/branch.ts'
export { LIMITS } from './files/tree.ts'
export { type DecodedText, decodeText } from './parse/decode.ts'
export { snapshotText } from './snapshot.ts'
export * from './types.ts'

export interface AnalyzeOptions {
  /** Called synchronously, about once a file and phase. */
  onProgress?(progress: AnalyzeProgress): void
  /** What is taken of the branch, where it is less (or more) than LIMITS. */
  limits?: Partial<Limits>
}

/**
 * Turns the files of a branch into nodes, edges and a table of contents. Synchronous and deterministic; never throws
 * for what a file holds: what cannot be read or resolved becomes a line of the log, and the rest is described. A
 * `Branch` in place of files is one that is compared too, and read once for both.
 */
export function analyze(
  files: readonly BranchFile[] | Branch,
  { onProgress = () => {}, limits }: AnalyzeOptions = {},
): AnalysisResult {
  const branch = files instanceof Branch ? files : new Branch(files, limits)
  const { log } = branch
  const described = describedDocuments(branch, onProgress)
  const workshop = newWorkshop(branch, described, log)
  describeAll(branch, described, workshop, onProgress)
  leaveOutOverlong(workshop)

  const toc = branch.toc()
  if (toc) workshop.drafts.push(describeTocFile(toc.path, toc.root))
  const nodes = finishNodes(workshop.drafts, log, toc && slugsFromToc(toc.root, toc.path, log))
  const uris = new Set(nodes.map(({ uri }) => uri))
  const items = toc ? tocFromFile(toc.root, toc.path, nodes, log) : defaultToc(nodes)
  onProgress({ phase: 'order', done: 1, total: 1 })
  return {
    nodes,
    edges: workshop.edges.filter(({ from, to }) => uris.has(from) && uris.has(to)),
    toc: items,
    externalToc: withoutInternal(items),
    counts: count(nodes),
    diagnostics: log.finished((path) => branch.tree.text(path)),
  }
}

function newWorkshop(branch: Branch, described: SourceDocument[], log: Log): Workshop {
  const resolver = new RefResolver(branch.documents, log)
  return {
    resolver,
    converter: new SchemaConverter(resolver),
    log,
    modelUris: modelUris(described),
    drafts: [],
    edges: [],
    links: [],
  }
}

function describedDocuments(
  branch: Branch,
  onProgress: (progress: AnalyzeProgress) => void,
): SourceDocument[] {
  const paths = branch.dataPaths
  return paths.flatMap((path, index) => {
    const document = branch.described(path)
    onProgress({ phase: 'parse', done: index + 1, total: paths.length })
    return document ?? []
  })
}

function modelUris(documents: SourceDocument[]): Set<string> {
  const uris = documents.flatMap((document) =>
    document.kind === 'json_schema'
      ? [document.uri]
      : namedSchemas(document).map(({ located }) => uriOf(located)),
  )
  return new Set(uris)
}

// The order is that of the nodes.
function describeAll(
  branch: Branch,
  described: SourceDocument[],
  workshop: Workshop,
  onProgress: (progress: AnalyzeProgress) => void,
): void {
  const articles = branch.articlePaths
  const total = articles.length + described.length
  let done = 0
  const step = () => onProgress({ phase: 'describe', done: ++done, total })
  for (const path of articles) {
    const article = branch.article(path)
    if (article) describeArticle(article, workshop)
    step()
  }
  for (const document of described) {
    describeDocument(document, workshop)
    step()
  }
  if (branch.hasMarks) keepInternalParts(workshop, describedOutside(branch.outside(), described))
  addImagesAndLinks(branch, workshop)
  describeRulesets(branch, workshop)
  addFragments(branch, workshop)
}

/** The same documents, described for readers who see nothing internal. What is odd in them was said before. */
function describedOutside(outside: Branch, described: SourceDocument[]): Workshop {
  const documents = described.flatMap(({ path }) => outside.described(path) ?? [])
  const workshop = newWorkshop(outside, documents, new Log())
  for (const document of documents) describeDocument(document, workshop)
  return workshop
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
