// Mails about one's own account.
import { describeDevice } from './device.ts'
import type { Letter } from './letter.ts'
import { nameInMail } from './names.ts'
import type { Place } from './place.ts'

interface Circumstances {
  /** ISO 8601. */
  at: string
  ip?: string | null
  user_agent?: string | null
}

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

const notMe = 'If this was not you, change your password and look through your account settings.'

/** Something of the account changed that whoever took it over would change: to all of its addresses. */
function changedMail(subject: string, intro: string, { at }: { at: string }): Letter {
  return { subject, title: subject, intro: [intro], facts: factsOf({ at }), notes: [notMe] }
}

/** Another address can sign in from now on. */
export const emailAddedMail = (data: { email: string; at: string }) =>
  changedMail(
    'An e-mail address was added to your account',
    `${data.email} was added to your account and confirmed. It can be used to sign in.`,
    data,
  )

/** Somebody else entered an address that this account has: to that address. */
export const addressClaimedMail = (data: { username: string; account: string; at: string }): Letter => ({
  subject: 'Somebody tried to add your address',
  title: 'Somebody tried to add your address',
  intro: [
    `The account ${data.username} (${data.account}) wants to add this address. It belongs to your account already, so nothing was changed.`,
  ],
  facts: factsOf({ at: data.at }),
  notes: [
    'If that was you: remove the address from this account first, then add it there.',
    'If not, you can ignore this mail.',
  ],
})

/** An address cannot sign in any more. */
export const emailRemovedMail = (data: { email: string; at: string }) =>
  changedMail(
    'An e-mail address was removed from your account',
    `${data.email} was removed from your account. It can no longer be used to sign in.`,
    data,
  )

/** Mails go to another address now. */
export const primaryEmailChangedMail = (data: { email: string; at: string }) =>
  changedMail(
    'The primary address of your account was changed',
    `${data.email} is the primary address of your account now. Mails of the product go there.`,
    data,
  )

/** An account at a provider can sign in from now on. */
export const accountConnectedMail = (data: { integration: string; username: string; at: string }) =>
  changedMail(
    'An account was connected to yours',
    `${data.username} at ${data.integration} was connected to your account. It can be used to sign in.`,
    data,
  )

/** An account at a provider cannot sign in any more. */
export const accountDisconnectedMail = (data: { integration: string; username: string; at: string }) =>
  changedMail(
    'An account was disconnected from yours',
    `${data.username} at ${data.integration} was disconnected from your account. It can no longer be used to sign in.`,
    data,
  )

/** A program can read a workspace from now on. */
export const tokenCreatedMail = (data: { token: string; workspace: string; at: string }) =>
  changedMail(
    'A workspace token was created',
    `The token ${nameInMail(data.token, 'of yours')} was created for ${data.workspace} in your name. It reads the workspace's projects.`,
    data,
  )

/** The account is gone. */
export const accountDeletedMail = (data: {
  username: string
  at: string
  /** It went because its only workspace did. */
  with_workspace?: boolean
}): Letter => ({
  subject: 'Your account was deleted',
  title: 'Your account was deleted',
  intro: [
    data.with_workspace
      ? `The account ${data.username} was deleted with the only workspace that it was in.`
      : `The account ${data.username} was deleted, as was asked for in its settings.`,
  ],
  facts: factsOf(data),
  notes: ['This cannot be undone.'],
})

/** The password is another one now. */
export function passwordChangedMail(
  data: Circumstances & { first?: boolean },
  { productUrl }: Place,
): Letter {
  const subject = data.first ? 'A password was set for your account' : 'Your password was changed'
  return {
    subject,
    title: subject,
    intro: [
      `${data.first ? 'Your account has a password now.' : 'The password of your account was changed.'} All other sessions were signed out.`,
    ],
    facts: factsOf(data),
    button: { label: 'This was not me: reset the password', url: `${productUrl}/auth/forgot-password` },
    notes: ['If it was you, there is nothing to do.'],
  }
}

/** Somebody signed in from a device that was not seen before. */
export function newSignInMail(data: Circumstances, { productUrl }: Place): Letter {
  return {
    subject: 'New sign-in to your account',
    title: 'New sign-in to your account',
    intro: ['Your account was used to sign in from a device that we have not seen before.'],
    facts: factsOf(data),
    button: { label: 'This was not me: reset the password', url: `${productUrl}/auth/forgot-password` },
    notes: ['If it was you, there is nothing to do. Your sessions are listed in your account settings.'],
  }
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function factsOf({ at, ip, user_agent: userAgent }: Circumstances): { label: string; value: string }[] {
  const device = describeDevice(userAgent ?? undefined)
  return [
    { label: 'Time', value: `${TIME.format(new Date(at))} UTC` },
    ...(device ? [{ label: 'Device', value: nameInMail(device, 'Unknown') }] : []),
    ...(ip ? [{ label: 'IP address', value: ip }] : []),
  ]
}
