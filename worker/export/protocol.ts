// What the job of an export and its process say to each other.
import type { ExportForm } from '../../analysis/exports/index.ts'
import type { ProcessAccess } from '../analyze/protocol.ts'

/** A file of a branch in another form. */
export interface ExportWork extends ExportForm {
  exportId: string
  branchId: string
  workspaceId: string
  path: string
}

export type ExportRequest = ExportWork & ProcessAccess

export type ExportOutcome = { kind: 'done' } | { kind: 'refused'; message: string }
