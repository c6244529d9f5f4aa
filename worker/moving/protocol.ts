// What the job of an export, its process and those of its drafts say to each other.
import type { ProcessAccess } from '../analyze/protocol.ts'

export interface ExportWork {
  workspaceId: string
  exportId: string
  /** Of the heap of a process that puts a draft together. */
  draftMegabytes: number
}

export type ExportRequest = ExportWork & ProcessAccess

export type ExportOutcome =
  | { kind: 'made'; parts: number; size: number; checksum: string }
  /** It takes more memory, or time, than an export may. */
  | { kind: 'too much memory' | 'too much time' }

export interface DraftWork {
  document: string
  /** Of Postgres: what the whole archive sees. */
  snapshot: string
}

export type DraftRequest = DraftWork & ProcessAccess

export type DraftOutcome =
  /** In base64. */
  { kind: 'read'; bytes: string } | { kind: 'unreadable'; reason: string }
