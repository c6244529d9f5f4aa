import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { callApi } from '../../shared/data/api.ts'

export interface LoginAnswer {
  token: string | null
  join_request_status: null | 'created' | 'denied' | 'disabled'
  confirmation_required: boolean
}

/** Signs in to a workspace with an e-mail address or username and a password. */
export function login(workspaceId: number, identifier: string, password: string): Promise<LoginAnswer> {
  return callApi('/auth/login', {
    method: 'POST',
    json: {
      username_or_email: identifier,
      password,
      workspace_id: encodeId('wk', workspaceId),
      source: 'web',
    },
  })
}
