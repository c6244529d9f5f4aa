// From where a mail comes: the product, or a workspace with its name, logo and colours.
import type { PoolClient } from 'pg'
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
    `select name, slug, logo_url, case when private.plan_holds(id, 'custom_theme') then theme else '{}' end as theme
     from public.workspaces where id = $1`,
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
  theme: Record<string, unknown>
}

function brandOf(config: Config, { name, slug, logo_url: logo, theme }: Workspace): Brand {
  const colour = theme['color-primary'] ?? theme.color_primary
  return {
    name,
    url: workspaceUrl(config, slug),
    ...(logo?.startsWith('http') ? { logo } : {}),
    ...(isHexColour(colour) ? { colour } : {}),
  }
}

function isHexColour(value: unknown): value is string {
  return typeof value === 'string' && /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
}
