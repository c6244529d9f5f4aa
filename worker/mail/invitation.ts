import type { Letter } from './layout.ts'

interface Invitation {
  workspace: string
  /** Full name of who invites, where they told it. */
  inviter: string | undefined
  link: string
}

/** An invitation into a workspace. */
export function invitationMail({ workspace, inviter, link }: Invitation): Letter {
  return {
    subject: `Join ${workspace} on Waymark`,
    title: `You are invited to ${workspace}`,
    intro: [
      `${inviter ?? 'A member'} invites you to work on APIs in the workspace ${workspace}: to read their documentation, and to write it where your role allows.`,
    ],
    button: { label: 'Accept the invitation', url: link },
    notes: ['The link is for you alone and works for 30 days.'],
  }
}
