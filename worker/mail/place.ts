// From where a mail comes: the product, or a workspace with its name, logo and colours.
import type { PoolClient } from 'pg'
import { themeOf } from '../../supabase/functions/_shared/domain/theme.ts'
import type { Config } from '../config.ts'
import type { Brand } from './letter.ts'
import { nameInMail } from './names.ts'
import { workspaceUrl } from './urls.ts'

export interface Place {
  brand: Brand
  /** The base host's address. */
  productUrl: string
  /** The workspace's name, or the product's. */
  name: string
}

/** The place a mail is about; undefined when its workspace is gone. */
export async function placeOf(
  db: PoolClient,
  config: Config,
  workspaceId: number | undefined,
): Promise<Place | undefined> {
  const productUrl = config.publicUrl
  if (workspaceId === undefined)
    return { brand: { name: 'Waymark', url: productUrl }, productUrl, name: 'Waymark' }
  const { rows } = await db.query<Workspace>(
    // Colours are of the plan, as on the workspace's own pages.
    `select w.name, w.slug, w.logo_url,
       case when private.plan_holds(w.id, 'custom_theme') then w.theme else '{}' end as theme,
       w.hide_powered_by and private.plan_holds(w.id, 'whitelabel') as hide_powered_by
     from public.workspaces w where w.id = $1`,
    [workspaceId],
  )
  const [workspace] = rows
  if (!workspace) return undefined
  const name = nameInMail(workspace.name, workspace.slug)
  return { brand: brandOf(config, { ...workspace, name }), productUrl, name }
}

interface Workspace {
  name: string
  slug: string
  logo_url: string | null
  theme: unknown
  hide_powered_by: boolean
}

function brandOf(config: Config, { name, slug, logo_url, theme, hide_powered_by }: Workspace): Brand {
  const url = workspaceUrl(config, slug)
  const colour = themeOf(theme)['color-primary']
  // What was uploaded lies at a path of every host of ours. A picture in the address itself is none that mail programs show.
  const logo = logo_url?.startsWith('/') ? `${url}${logo_url}` : logo_url
  return {
    name,
    url,
    ...(logo?.startsWith('http') ? { logo } : {}),
    ...(colour ? { colour } : {}),
    ...(hide_powered_by ? {} : { poweredBy: { name: 'Waymark', url: config.publicUrl } }),
  }
}
