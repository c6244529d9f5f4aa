// Mails about entering a workspace.
import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

const ROLES: Record<string, string> = {
  owner: 'an owner',
  billing: 'a billing admin',
  admin: 'an admin',
  maker: 'a maker',
  viewer: 'a viewer',
  guest: 'a guest',
}

const MOST_PROJECTS = 10

export interface InvitationData {
  token: string
  /** Full name of who invites, where they gave one. */
  invited_by?: string | null
  role?: string
  /** Names of the projects that come with the invitation. */
  projects?: string[]
  resent?: boolean
}

/** An invitation into a workspace. */
export function invitationMail(data: InvitationData, { brand, name }: Place): Letter {
  const projects = data.projects ?? []
  const inviter = data.invited_by || 'A member'
  const more = projects.length - MOST_PROJECTS
  const list = projects.slice(0, MOST_PROJECTS).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return {
    subject: data.resent ? `Reminder: join ${name} on Waymark` : `Join ${name} on Waymark`,
    title: `You are invited to ${name}`,
    intro: [
      `${inviter} invites you to work on APIs in the workspace ${name}${ROLES[data.role ?? ''] ? ` as ${ROLES[data.role ?? '']}` : ''}.`,
      ...(list ? [`You will find there: ${list}.`] : []),
    ],
    button: {
      label: 'Accept the invitation',
      url: acceptUrl(brand.url, data.token),
    },
    notes: ['The link is for you alone and works for 30 days.'],
  }
}

export interface CollectedInvitation extends InvitationData {
  name: string
  slug: string
  /** Of the workspace. */
  url: string
}

/** Several invitations to one address, where it was sent very many that day. */
export function invitationsMail(invitations: CollectedInvitation[]): Letter {
  return {
    subject: 'You are invited on Waymark',
    title: 'You are invited on Waymark',
    intro: ['These workspaces invited you within the last hour. Open those that you know.'],
    links: invitations.map(({ name, url, token, role }) => ({
      name: name + (ROLES[role ?? ''] ? `, as ${ROLES[role ?? '']}` : ''),
      url: acceptUrl(url, token),
    })),
    notes: ['The links are for you alone and work for 30 days.'],
  }
}

function acceptUrl(workspaceUrl: string, token: string): string {
  return `${workspaceUrl}/auth/accept-invite?token=${encodeURIComponent(token)}`
}

/** To each owner and admin: somebody asks to be let in. */
export function joinRequestMail(data: { name: string; email: string }, { brand, name }: Place): Letter {
  const who = data.name || data.email
  return {
    subject: `${who} asks to join ${name}`,
    title: `${who} asks to join ${name}`,
    intro: ['Approve the request with a role, or deny it, on the members page.'],
    facts: [
      ...(data.name ? [{ label: 'Name', value: data.name }] : []),
      { label: 'E-mail', value: data.email },
    ],
    button: { label: 'Review the request', url: `${brand.url}/admin/members` },
    notes: ['You get this mail because you manage the members of the workspace.'],
  }
}

/** The request was granted. */
export function joinApprovedMail({ role }: { role: string }, { brand, name }: Place): Letter {
  return {
    subject: `Welcome to ${name}`,
    title: `Welcome to ${name}`,
    intro: [`Your request to join was approved: you are ${ROLES[role] ?? 'a member'} of the workspace now.`],
    button: { label: `Open ${name}`, url: brand.url },
    notes: [],
  }
}

/** The request was turned down. */
export function joinDeniedMail(_data: object, { name }: Place): Letter {
  return {
    subject: `Your request to join ${name}`,
    title: `Your request to join ${name}`,
    intro: ['Your request to join this workspace has been denied by the workspace administrators.'],
    notes: ['If you think that this is a mistake, ask a member of the workspace for an invitation.'],
  }
}
