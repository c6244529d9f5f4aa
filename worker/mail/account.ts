// Mails about one's own account.
import { describeDevice } from './device.ts'
import type { Letter } from './letter.ts'
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

/** To the primary address: another one can sign in from now on. */
export function emailAddedMail({ email }: { email: string }): Letter {
  return {
    subject: 'An e-mail address was added to your account',
    title: 'An e-mail address was added to your account',
    intro: [`${email} was added to your account and confirmed. It can be used to sign in.`],
    notes: ['If this was not you, remove the address in your account settings and change your password.'],
  }
}

/** The password is another one now. */
export function passwordChangedMail(data: Circumstances, { productUrl }: Place): Letter {
  return {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    intro: ['The password of your account was changed. All other sessions were signed out.'],
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
    ...(device ? [{ label: 'Device', value: device }] : []),
    ...(ip ? [{ label: 'IP address', value: ip }] : []),
  ]
}
