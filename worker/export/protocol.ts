// What a job of exports and its process say to each other.
import type { ExportForm } from '../../analysis/exports/index.ts'
import type { ProcessAccess } from '../analyze/protocol.ts'

/** Files of a branch in another form, in the order in which they are made. */
export interface ExportWork {
  branchId: string
  workspaceId: string
  files: (ExportForm & { exportId: string; path: string })[]
}

export type ExportRequest = ExportWork & ProcessAccess

/** The file in hand, and whether the process is as fresh as for one alone. */
export interface ExportProgress {
  exportId: string
  isFirst: boolean
}

export type ExportOutcome = 'done' | 'too much memory' | 'too much time'

/** What a refused file takes of the bytes that a workspace may have made in a day: by the work it was, and at most. */
export const REFUSED_BYTES_A_SECOND = 10 * 1024 * 1024
export const REFUSED_BYTES = 50 * 1024 * 1024

/** After so long a process begins no other file: whoever still waits has the rest made by the next job. */
export const TURN_SECONDS = 60
