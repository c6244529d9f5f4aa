import { Command } from 'commander'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { addressOf, cookieOf } from '../login/access.ts'
import { keepLogin, readLogins, withLock } from '../login/store.ts'
import { urlOption } from '../options.ts'
import { ServerClient } from '../server/client.ts'
import { print, printable } from '../terminal.ts'

/** `waymark logout`: ends what `waymark login` began. */
export function logoutCommand(): Command {
  return new Command('logout')
    .description('sign out of a workspace')
    .addOption(urlOption())
    .option('--json', 'say it as JSON')
    .action(logout)
}

async function logout({ url, json }: { url?: string; json?: boolean }): Promise<void> {
  const address = addressOf(url)
  const login = await withLock(() => {
    const found = readLogins()[address.href]
    if (found) keepLogin(address, null)
    return found
  })
  if (login) await end(address, new ServerClient(address, login.refresh_token), cookieOf(login))
  const was = login ? 'Signed out of' : 'You were not signed in to'
  await print(
    json
      ? `${JSON.stringify({ url: address.href, was_signed_in: login !== undefined })}\n`
      : `${was} ${printable(address.host)}.\n`,
  )
}

async function end(address: URL, client: ServerClient, cookie: string): Promise<void> {
  const answer = await client.answer('auth/logout', { method: 'POST', cookie }).catch(() => null)
  if (answer?.ok) return
  const message = `It is forgotten here, but ${address.host} does not answer: the login goes on there.`
  throw new CliError(message, 'End it in your browser: Account, Security.', EXIT.unavailable)
}
