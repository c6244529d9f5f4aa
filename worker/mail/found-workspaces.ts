import type { Letter } from './layout.ts'

/** The workspaces of an address, for who forgot where to sign in. */
export function foundWorkspacesMail(workspaces: { name: string; url: string }[]): Letter {
  const one = workspaces.length === 1
  return {
    subject: one ? 'Your Waymark workspace' : 'Your Waymark workspaces',
    title: one ? 'Your workspace' : 'Your workspaces',
    intro: [
      `This address belongs to ${one ? 'this workspace' : 'these workspaces'}. Follow a link to sign in.`,
    ],
    links: workspaces,
    notes: ['If you did not ask for this list, you can ignore this mail.'],
  }
}
