import { Command } from 'commander'
import { addressOf, signedInClient } from '../login/access.ts'
import { urlOption } from '../options.ts'
import { withRetries } from '../server/retries.ts'
import { print, printable } from '../terminal.ts'

interface Me {
  id: string
  username: string
}

/** `waymark whoami`: who is signed in, and where. */
export function whoamiCommand(): Command {
  return new Command('whoami')
    .description('say who is signed in, and where')
    .addOption(urlOption())
    .option('--json', 'say it as JSON')
    .action(async ({ url, json }: { url?: string; json?: boolean }) => {
      const address = addressOf(url)
      const client = await signedInClient(address)
      const { id, username } = await withRetries(() => client.json<Me>('users/me'))
      const text = json
        ? JSON.stringify({ url: address.href, user: { id, username } })
        : printable(`${username} at ${address.host}`)
      await print(`${text}\n`)
    })
}
