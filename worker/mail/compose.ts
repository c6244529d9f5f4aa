// Which words a template of the outbox becomes.
import type { PoolClient } from 'pg'
import type { Config } from '../config.ts'
import { codeMail } from './code.ts'
import { foundWorkspacesMail } from './found-workspaces.ts'
import { invitationMail } from './invitation.ts'
import { type Brand, type Letter, layout, plain } from './layout.ts'
import { workspaceUrl } from './urls.ts'

export interface Composed {
  subject: string
  html: string
  text: string
}

interface Mail {
  recipient: string
  template: string
  data: Record<string, unknown>
}

/** Subject, HTML and plain text of a mail; throws for a template that does not exist. */
export async function compose(db: PoolClient, config: Config, mail: Mail): Promise<Composed> {
  const { letter, brand } = await letterOf(db, config, mail)
  return { subject: letter.subject, html: layout(letter, brand), text: plain(letter, brand) }
}

async function letterOf(
  db: PoolClient,
  config: Config,
  { recipient, template, data }: Mail,
): Promise<{ letter: Letter; brand: Brand }> {
  const product: Brand = { name: 'Waymark', url: config.publicUrl }
  switch (template) {
    case 'code':
      return { letter: codeMail(data as { purpose: string; code: string }), brand: product }
    case 'reset':
      return { letter: codeMail({ purpose: 'reset_password', code: String(data.code) }), brand: product }
    case 'found_workspaces': {
      const { workspaces } = data as { workspaces: { name: string; slug: string }[] }
      const links = workspaces.map(({ name, slug }) => ({ name, url: workspaceUrl(config, slug) }))
      return { letter: foundWorkspacesMail(links), brand: product }
    }
    case 'invitation': {
      const { workspace_id: workspaceId, token } = data as { workspace_id: number; token: string }
      const workspace = await workspaceOf(db, workspaceId)
      const brand = brandOf(config, workspace)
      const inviter = await inviterOf(db, workspaceId, recipient)
      const link = `${brand.url}/auth/accept-invite?token=${encodeURIComponent(token)}`
      return { letter: invitationMail({ workspace: workspace.name, inviter, link }), brand }
    }
    default:
      throw new Error(`There is no mail template "${template}".`)
  }
}

interface Workspace {
  name: string
  slug: string
  logo_url: string | null
  theme: Record<string, unknown>
}

async function workspaceOf(db: PoolClient, id: number): Promise<Workspace> {
  const { rows } = await db.query<Workspace>(
    'select name, slug, logo_url, theme from public.workspaces where id = $1',
    [id],
  )
  if (!rows[0]) throw new Error('The workspace of the mail is gone.')
  return rows[0]
}

async function inviterOf(db: PoolClient, workspaceId: number, email: string): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `select btrim(u.first_name || ' ' || u.last_name) as name
     from public.workspace_invitations i join public.users u on u.id = i.invited_by
     where i.workspace_id = $1 and i.email = $2 and i.accepted_at is null`,
    [workspaceId, email],
  )
  return rows[0]?.name || undefined
}

function brandOf(config: Config, { name, slug, logo_url: logo, theme }: Workspace): Brand {
  const colour = theme['color-primary'] ?? theme.color_primary
  return {
    name,
    url: workspaceUrl(config, slug),
    ...(logo?.startsWith('http') ? { logo } : {}),
    ...(typeof colour === 'string' && /^#[0-9a-f]{3,8}$/i.test(colour) ? { colour } : {}),
  }
}
