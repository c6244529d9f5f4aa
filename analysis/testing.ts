// What the tests of this folder share: small documents in, one thing out.
import { analyze } from './index.ts'
import type { AnalysisResult, AnalyzedNode, JsonObject } from './types.ts'

/** Analyses files given as path → text. */
export function analyzeFiles(files: Record<string, string>): AnalysisResult {
  return analyze(Object.entries(files).map(([path, content]) => ({ path, content })))
}

/** Analyses one API of `reference/api.yaml`; a value that is no text is written as JSON. */
export function analyzeApi(document: string | JsonObject): AnalysisResult {
  return analyzeFiles({
    'reference/api.yaml': typeof document === 'string' ? document : JSON.stringify(document),
  })
}

/** An OpenAPI 3.0 document around the given parts. */
export function api(parts: JsonObject): JsonObject {
  return { openapi: '3.0.3', info: { title: 'Pets', version: '1.2.0' }, ...parts }
}

/** The node whose URI ends so; fails loudly when there is none. */
export function nodeAt(result: AnalysisResult, uriEnd: string): AnalyzedNode {
  const node = result.nodes.find(({ uri }) => uri.endsWith(uriEnd))
  if (!node) throw new Error(`No node ends with ${uriEnd}: ${result.nodes.map(({ uri }) => uri).join(', ')}`)
  return node
}

/** The data of the only operation of `GET /pets`. */
export function getPets(operation: JsonObject, parts: JsonObject = {}): JsonObject {
  return nodeAt(analyzeApi(api({ ...parts, paths: { '/pets': { get: operation } } })), '/get').data
}

/** Every `$ref` in a value, wherever it stands. */
export function refsIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] ?? '')
}
