import { Command } from 'commander'
import { isOpened } from '../browser.ts'
import { askForLogin, awaitLogin } from '../login/device.ts'
import { keepLogin, withLock } from '../login/store.ts'
import { urlOption } from '../options.ts'
import { serverAddress, warnOfPlainHttp } from '../server/address.ts'
import { print, printable } from '../terminal.ts'

interface LoginOptions {
  url?: string
  workspace?: string
  open: boolean
  json?: boolean
}

const HELP = `
You allow it in a browser, on this machine or another one, with the code that is shown here. What is kept is for one
workspace and thirty days, in a file that only you may read; "waymark logout" ends it, and so does your account in the browser.

Examples:
  $ waymark login --url https://acme.example.com
  $ waymark login --url https://acme.example.com --no-open`

/** `waymark login`: signs in by a browser. */
export function loginCommand(): Command {
  return new Command('login')
    .description('sign in to a workspace by your browser')
    .addOption(urlOption())
    .option('--workspace <slug>', 'the workspace, where the address does not say it')
    .option('--no-open', 'open no browser')
    .option('--json', 'say it as JSON')
    .addHelpText('after', HELP)
    .action(login)
}

async function login({ url, workspace, open, json }: LoginOptions): Promise<void> {
  const address = serverAddress(url)
  warnOfPlainHttp(address)
  const request = await askForLogin(address, workspace)
  console.error(printable(`Open ${request.verification_uri} and allow the code ${request.user_code}`))
  if (open) await isOpened(request.verification_uri_complete)
  const { workspace_id, token, expires_at, refresh_token } = await awaitLogin(address, request)
  await withLock(() => keepLogin(address, { workspace_id, token, expires_at, refresh_token }))
  await print(
    json
      ? `${JSON.stringify({ url: address.href, workspace_id })}\n`
      : `Signed in to ${printable(address.host)}.\n`,
  )
}
