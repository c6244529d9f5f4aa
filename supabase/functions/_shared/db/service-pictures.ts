// The service role's calls about pictures of workspaces. Continues service.ts, the one module of the service role.
import type { RowOf } from '../domain/contract.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_picture: RowOf<'workspace_picture'> | null
  }
}

/** Keeps a picture that was made safe; `content` is Base64. Only once the caller was asked for the right to change the look. */
export function keepPicture(workspaceId: number, picture: { type: string; hash: string; content: string }) {
  return call('svc_keep_picture', {
    p_workspace_id: workspaceId,
    p_type: picture.type,
    p_hash: picture.hash,
    p_content: picture.content,
  })
}

/** A picture of a workspace, for anyone; null where there is none. */
export function keptPicture(workspaceId: number, hash: string) {
  return call('svc_picture', { p_workspace_id: workspaceId, p_hash: hash })
}
