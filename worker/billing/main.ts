// `npm run billing -- COMMAND`: what operators do with plans and Stripe.
import { messageOf } from '../log.ts'
import { check, contract, endContract, replay, show, trial } from './operators.ts'
import { syncCommand } from './sync-command.ts'

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  sync: syncCommand,
  show,
  contract,
  'end-contract': endContract,
  trial,
  replay,
  check,
}

const HELP = `npm run billing -- COMMAND
  sync    makes products, prices, portal and webhook in the Stripe account as the plans say
  show SLUG                what a workspace has, and the last events
  contract SLUG PLAN       a plan outside Stripe: --included SEATS --seat-price CENTS_A_YEAR --until DATE
  end-contract SLUG        back to the Free plan
  trial SLUG PLAN          a trial without a card: --days 14
  replay EVENT             an event of Stripe once more
  check [SLUG]             one account, or all, against Stripe; says what it repairs
What is done by hand is told in the activity of the workspace, with --note TEXT.`

try {
  const [command = 'help', ...args] = process.argv.slice(2)
  const run = COMMANDS[command]
  if (run) await run(args)
  else console.log(HELP)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
