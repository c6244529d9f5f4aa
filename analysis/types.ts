import type { LineCode } from './log/catalogue.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** What every file of a branch has. */
interface FileAt {
  /** With forward slashes and no leading one. */
  path: string
  /** Any hash of the bytes: equal hash, equal file. Spares reading where two states of a branch are compared. */
  hash?: string
}
/** A file as text; an image's content may be empty. */
export interface SourceFile extends FileAt {
  content: string
}
/** A file as its bytes. */
export interface ByteFile extends FileAt {
  bytes: Uint8Array
}
/** A file that is read when it is needed, and not at all when it is too large or nothing to document. */
export interface LazyFile extends FileAt {
  size: number
  /** Returns the bytes at once; what it throws becomes a line in the log. */
  read(): Uint8Array
}
/** One file of a branch. */
export type BranchFile = SourceFile | ByteFile | LazyFile

/** What an analysis takes; the rest of a branch is left out, with a line in the log. */
export interface Limits {
  /** Files that are to be documented or may be referred to; others do not count. */
  files: number
  /** Of one file. */
  fileBytes: number
  /** Of all files that are read. */
  totalBytes: number
}

/** The specification's node types but `unknown`: a file of which nothing is known has no node. */
export type NodeType =
  | 'http_service'
  | 'http_server'
  | 'http_operation'
  | 'http_callback'
  | 'http_webhook'
  | 'model'
  | 'article'
  | 'table_of_contents'
  | 'spectral_ruleset'
  | 'styleguide'
  | 'image'
  | 'generic'

export interface AnalyzedNode {
  /** Identity in the branch and across branches: the file's path with a leading slash, and a JSON pointer. */
  uri: string
  /** What stands in front of the slug's title and outlives a renaming; unique in the branch. */
  id: string
  /** The path of the file that it is part of. */
  file: string
  type: NodeType
  name: string
  slug: string
  summary: string
  tags: string[]
  method?: string
  path?: string
  version?: string
  isInternal: boolean
  isDeprecated: boolean
  parentUri?: string
  /** Index in `AnalysisResult.nodes`. */
  position: number
  data: JsonObject
  searchText: string
  /** What readers get in place of `data` who see nothing internal, where something in it is. */
  externalData?: JsonObject
  /** What they find it by, in place of `searchText`. */
  externalSearchText?: string
}

/** `path` is the JSON pointer inside the `from` node's file at which the reference stands ('' for a parent edge). */
export interface AnalyzedEdge {
  type: 'parent' | 'ref'
  from: string
  to: string
  path: string
  /** Where it stands in what is internal. */
  isInternal?: true
}

export interface TocDivider {
  title: string
}
export interface TocLink {
  title: string
  url: string
}
export interface TocGroup {
  title: string
  items: TocItem[]
  itemsType?: NodeType
}
export interface TocNode {
  id: string
  slug: string
  title: string
  type: NodeType
  /** The HTTP method of an operation, otherwise ''. */
  meta: string
  version?: string
  deprecated?: true
  internal?: true
}
/** The table of contents as the embeddable docs element expects it. */
export type TocItem = TocDivider | TocLink | TocGroup | TocNode

/** A line for the log of the task; codes, severities and sentences: log/catalogue.ts. */
export interface Diagnostic {
  severity: 'error' | 'warning'
  code: LineCode
  message: string
  /** The file's path as given. */
  file: string
  /** 1-based, where they are known. */
  line?: number
  column?: number
  /** JSON pointer inside the file. */
  pointer?: string
}

export interface NodeCounts {
  article: number
  schema: number
  api: number
  operation: number
}

export interface AnalysisResult {
  nodes: AnalyzedNode[]
  edges: AnalyzedEdge[]
  toc: TocItem[]
  /** The same without what is internal. */
  externalToc: TocItem[]
  counts: NodeCounts
  /** The log: at most 200 lines of a code. */
  diagnostics: Diagnostic[]
}

export interface AnalyzeProgress {
  phase: 'parse' | 'describe' | 'order'
  done: number
  total: number
}
