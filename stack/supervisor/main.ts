// The commands of the stack, behind stack/bin/launch.mjs.
import { dirname } from 'node:path'

const root = dirname(dirname(import.meta.dirname))
const [command = 'start'] = process.argv.slice(2)

const commands: Record<string, () => Promise<void>> = {
  'scratch-db': async () => (await import('./scratch-db.ts')).scratchDb(root),
}

try {
  const run = commands[command]
  if (!run)
    throw new Error(`There is no command "${command}"; there are ${Object.keys(commands).join(', ')}.`)
  await run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
