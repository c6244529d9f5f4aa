// The commands of the stack, behind stack/bin/launch.mjs. Each is loaded when asked for.
import { dirname, resolve } from 'node:path'
import { HELP, readOptions } from './options.ts'

const root = dirname(dirname(import.meta.dirname))
const [command = 'start', ...args] = process.argv.slice(2)

const commands: Record<string, () => Promise<void>> = {
  start: async () => (await import('./start.ts')).start(readOptions(args, root), root),
  stack: async () =>
    (await import('./start.ts')).start({ ...readOptions(args, root), app: false, product: false }, root),
  status: async () => (await import('./status.ts')).status(readOptions(args, root)),
  backup: async () => (await import('./backup/backup.ts')).backup(readOptions(args, root, true)),
  restore: async () => (await import('./backup/restore.ts')).restore(readOptions(args, root, true)),
  billing: async () => {
    const { rest, data } = splitData(args)
    await (await import('./program.ts')).runProgram(
      'worker/billing/main.ts',
      rest,
      readOptions(data, root).data,
      root,
    )
  },
  import: async () => {
    const { rest, data } = splitData(args)
    // npm starts it in the folder of the product, wherever it was called.
    const from = process.env.INIT_CWD ?? process.cwd()
    const named = rest.map((arg) => (arg.endsWith('.zip') ? resolve(from, arg) : arg))
    await (await import('./program.ts')).runProgram(
      'worker/moving/main.ts',
      named,
      readOptions(data, root).data,
      root,
    )
  },
  reseal: async () => {
    const { rest, data } = splitData(args)
    await (await import('./program.ts')).runProgram(
      'worker/reseal/main.ts',
      rest,
      readOptions(data, root).data,
      root,
    )
  },
  'scratch-db': async () => (await import('./scratch-db.ts')).scratchDb(root),
  help: async () => console.log(HELP),
}

// The program reads its own arguments; only the folder is ours.
function splitData(all: string[]): { rest: string[]; data: string[] } {
  const at = all.indexOf('--data')
  return at < 0 ? { rest: all, data: [] } : { rest: all.toSpliced(at, 2), data: all.slice(at, at + 2) }
}

try {
  const run =
    commands[args.includes('--help') && !['billing', 'import', 'reseal'].includes(command) ? 'help' : command]
  if (!run) throw new Error(`There is no command "${command}".\n\n${HELP}`)
  await run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
