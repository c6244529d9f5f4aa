import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

export interface CodeData {
  purpose: string
  code: string
  /** Name of the workspace that asks, where one does. */
  workspace?: string
  /** Confirms the address by a link instead. */
  token?: string
  /** Who signs in with what, when an address of a sign-in provider has to be proven. */
  username?: string
  integration?: string
  /** The primary address of the account that adds an address, or enters a workspace with one. */
  account?: string
}

interface Words {
  intro: string
  ignore: string
}

const PURPOSES: Record<string, (data: CodeData) => Words> = {
  signup: () => ({
    intro: 'Enter this code to create your workspace.',
    ignore: 'If you did not ask for it, you can ignore this mail: no account is made without the code.',
  }),
  workspace_signup: ({ workspace }) => ({
    intro: `Enter this code to create your account${workspace ? ` for ${workspace}` : ''}.`,
    ignore: 'If you did not ask for it, you can ignore this mail: no account is made without the code.',
  }),
  confirm_email: ({ username, account }) => ({
    intro: `${username && account ? `The account ${username} (${account}) wants to add this address. ` : ''}Enter this code in that account to confirm it.`,
    ignore:
      'If that is not your account, ignore this mail: the address is not used without the code, and who adds it could sign in with it.',
  }),
  proof: () => ({
    intro: 'Enter this code to confirm that it is you who changes the account.',
    ignore:
      'If you are not changing anything just now, somebody else uses your session: change your password.',
  }),
  member_email: ({ workspace, username, integration, account }) => ({
    intro: `Enter this code to confirm that the address is yours${workspace ? ` and to enter ${workspace}` : ''}.${username && integration ? ` It was asked for by the sign-in of ${username} with ${integration}.` : ''}${username && account ? ` The account ${username} (${account}) asks, and the address would be added to it.` : ''}`,
    ignore: 'If you are not signing in just now, ignore this mail: nobody enters without the code.',
  }),
}

/** The code that proves an address. The subject starts with it, so that it can be read from the notification. */
export function codeMail(data: CodeData, place: Place): Letter {
  const words = PURPOSES[data.purpose]?.(data)
  if (!words) throw new Error(`There is no code for the purpose "${data.purpose}".`)
  const link = data.token ? `${place.productUrl}/auth/confirm?token=${encodeURIComponent(data.token)}` : ''
  return {
    subject: `${data.code} is your Waymark confirmation code`,
    title: 'Confirm your e-mail address',
    intro: [words.intro],
    code: data.code,
    ...(link ? { button: { label: 'Confirm without the code', url: link } } : {}),
    notes: ['It works once, for 15 minutes.', words.ignore],
  }
}

/** The code that lets its reader choose a new password. */
export function resetMail({ code }: { code: string }): Letter {
  return {
    subject: `${code} is your Waymark password reset code`,
    title: 'Reset your password',
    intro: ['Enter this code to choose a new password.'],
    code,
    notes: [
      'It works once, for 15 minutes.',
      'If you did not ask for it, you can ignore this mail: your password stays as it is.',
    ],
  }
}
