export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** One file of a branch. `path` has forward slashes and no leading one; an image's content may be empty. */
export interface SourceFile {
  path: string
  content: string
}

export type NodeType =
  | 'http_service'
  | 'http_operation'
  | 'http_webhook'
  | 'model'
  | 'article'
  | 'table_of_contents'
  | 'image'

export interface AnalyzedNode {
  uri: string
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
}

/** `path` is the JSON pointer inside the `from` node's file at which the reference stands ('' for a parent edge). */
export interface AnalyzedEdge {
  type: 'parent' | 'ref'
  from: string
  to: string
  path: string
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

export interface Diagnostic {
  severity: 'error' | 'warning'
  code: string
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
  diagnostics: Diagnostic[]
}

export interface AnalyzeProgress {
  phase: 'parse' | 'describe' | 'order'
  done: number
  total: number
}
