// The device flow (RFC 8628): this program asks, a person allows it in a browser, anywhere.
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'
import { ServerClient } from '../server/client.ts'
import { PassingError, withRetries } from '../server/retries.ts'
import type { Login } from './store.ts'

export interface LoginRequest {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

/** Asks to be signed in. */
export async function askForLogin(address: URL, workspace: string | undefined): Promise<LoginRequest> {
  const client = new ServerClient(address)
  const machine = hostname().slice(0, 100)
  const request = await withRetries(() =>
    client.json<LoginRequest>('auth/device', { json: { machine, ...(workspace ? { workspace } : {}) } }),
  )
  // It is handed to the browser.
  if (!/^https?:$/.test(URL.parse(request.verification_uri_complete)?.protocol ?? '')) {
    const advice = 'Check the address: --url is that of your workspace in the browser.'
    throw new CliError(`${address.host} does not say where to sign in.`, advice, EXIT.unavailable)
  }
  return request
}

/** Waits until the person has answered. Throws CliError where they refuse, or do not answer in time. */
export async function awaitLogin(address: URL, { device_code, interval }: LoginRequest): Promise<Login> {
  const client = new ServerClient(address)
  for (let seconds = secondsBetween(interval); ; ) {
    await sleep(seconds * 1000)
    const answer = await client
      .answer('auth/device/token', { json: { device_code } })
      .catch((error: unknown) => {
        // The network may be away for a moment while a person is at it: the code says when it is too late.
        if (error instanceof PassingError) return null
        throw error
      })
    if (answer?.ok) return (await answer.json()) as Login
    const outcome = answer?.status === 400 ? await outcomeOf(answer.clone()) : ''
    if (outcome === 'slow_down') seconds += 5
    else if (outcome in REFUSALS) throw new CliError(REFUSALS[outcome] ?? '', AGAIN, EXIT.refused)
    else if (answer && outcome !== 'authorization_pending') {
      const refusal = await client.refusal(answer)
      if (!(refusal instanceof PassingError)) throw refusal
    }
  }
}

/** As long as the server asks for, within reason; five where it does not say (RFC 8628, section 3.2). */
function secondsBetween(interval: unknown): number {
  return typeof interval === 'number' && interval >= 1 ? Math.min(interval, 60) : 5
}

async function outcomeOf(answer: Response): Promise<string> {
  const said: unknown = await answer.json().catch(() => null)
  return typeof said === 'object' && said !== null && 'error' in said ? String(said.error) : ''
}

const AGAIN = 'Run the command again for a new code.'

const REFUSALS: Record<string, string> = {
  access_denied: 'It was refused in the browser.',
  expired_token: 'The code has expired.',
}
