import type { WorkspaceSite } from '../../_shared/domain/rows.ts'
import type { AppContext } from '../../_shared/http/context.ts'

/** Whose documentation is read, and who reads it. */
export interface Reader {
  c: AppContext
  site: WorkspaceSite
}
