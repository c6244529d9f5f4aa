// The look of the demo workspace, which its public documentation wears too: colours, logo and favicon.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { THEME } from './demo.ts'
import type { Place } from './platform.ts'

const MARK = join(import.meta.dirname, 'look/mark.svg')

/** Dresses the workspace, as long as nobody else has. */
export async function ensureLook({ owner, workspaceId }: Place): Promise<void> {
  const [held] = await owner.select<{ logo_url: string | null; theme: object }>(
    `workspaces?select=logo_url,theme&id=eq.${workspaceId}`,
  )
  if (!held || held.logo_url || Object.keys(held.theme).length > 0) return
  const file = readFileSync(MARK).toString('base64')
  const place = `/workspaces/${encodeId('wk', workspaceId)}/pictures`
  const { url } = await owner.facade<{ url: string }>('POST', place, { kind: 'logo', file })
  await owner.rpc('update_workspace_settings', {
    p_workspace_id: workspaceId,
    p_changes: { logo_url: url, favicon_url: url, theme: THEME },
  })
}
