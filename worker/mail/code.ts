import type { Letter } from './layout.ts'

const PURPOSES: Record<string, { name: string; title: string; intro: string; ignore: string }> = {
  signup: {
    name: 'confirmation code',
    title: 'Confirm your e-mail address',
    intro: 'Enter this code to create your workspace.',
    ignore: 'If you did not ask for it, you can ignore this mail: no account is made without the code.',
  },
  workspace_signup: {
    name: 'confirmation code',
    title: 'Confirm your e-mail address',
    intro: 'Enter this code to sign up.',
    ignore: 'If you did not ask for it, you can ignore this mail: no account is made without the code.',
  },
  member_email: {
    name: 'confirmation code',
    title: 'Confirm your e-mail address',
    intro: 'Enter this code to confirm that this address is yours, then sign in again.',
    ignore: 'If you are not signing in right now, do not give this code to anybody: ignore this mail.',
  },
  confirm_email: {
    name: 'confirmation code',
    title: 'Confirm your e-mail address',
    intro: 'Enter this code to add the address to your account.',
    ignore: 'If you did not ask for it, you can ignore this mail.',
  },
  reset_password: {
    name: 'password reset code',
    title: 'Reset your password',
    intro: 'Enter this code to choose a new password.',
    ignore: 'If you did not ask for it, you can ignore this mail: your password stays as it is.',
  },
}

/** The code that proves an address. The subject starts with it, so that it can be read from the notification. */
export function codeMail({ purpose, code }: { purpose: string; code: string }): Letter {
  const words = PURPOSES[purpose]
  if (!words) throw new Error(`There is no code for the purpose "${purpose}".`)
  return {
    subject: `${code} is your Waymark ${words.name}`,
    title: words.title,
    intro: [words.intro],
    code,
    notes: ['It works once, for 15 minutes.', words.ignore],
  }
}
