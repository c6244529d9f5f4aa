// `npm run billing -- COMMAND`: what operators do with plans and Stripe.
import { messageOf } from '../log.ts'
import { syncCommand } from './sync-command.ts'

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = { sync: syncCommand }

const HELP = `npm run billing -- COMMAND
  sync    makes products, prices, portal and webhook in the Stripe account as the plans say`

try {
  const [command = 'help', ...args] = process.argv.slice(2)
  const run = COMMANDS[command]
  if (run) await run(args)
  else console.log(HELP)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
