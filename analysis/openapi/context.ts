import type { NodeDraft, Workshop } from '../drafts.ts'
import type { OpenApiKind } from '../files/kinds.ts'
import type { SourceDocument } from '../files/source-document.ts'
import type { Bundler } from '../schema/bundle.ts'
import type { JsonObject } from '../types.ts'

/** One API on its way to nodes. */
export interface ApiContext {
  workshop: Workshop
  document: SourceDocument
  kind: OpenApiKind
  frame: JsonObject
  bundler: Bundler
  service: NodeDraft
  /** The URIs of its operations by `operationId`. */
  operationUris: ReadonlyMap<string, string>
}

/** A part of a document that could not be read; the rest of the document is described all the same. */
export function reportOdd(workshop: Workshop, document: SourceDocument, at: string, message: string): void {
  workshop.log.add('odd-document', { file: document.path, pointer: at }, { reason: message })
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
