// The service role's call about archives of workspaces. Continues service.ts, the one module of the service role.
import type { RowOf } from '../domain/contract.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_workspace_export: StoredArchive | null
  }
}

/** Where the parts of an archive lie in the bucket exports, `{folder}/0` and on, and what its file is called. */
export type StoredArchive = RowOf<'stored_archive'>

/** The archive to which a link leads; null where it leads nowhere, or not any more. */
export function archiveBehind(link: string) {
  return call('svc_workspace_export', { p_link: link })
}
