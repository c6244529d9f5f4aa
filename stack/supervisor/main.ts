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
  billing: () => program('worker/billing/main.ts', args),
  flags: () => program('worker/flags/main.ts', args),
  import: () => {
    // npm starts it in the folder of the product, wherever it was called.
    const from = process.env.INIT_CWD ?? process.cwd()
    const named = args.map((arg) => (arg.endsWith('.zip') ? resolve(from, arg) : arg))
    return program('worker/moving/main.ts', named)
  },
  reseal: () => program('worker/reseal/main.ts', args),
  'scratch-db': async () => (await import('./scratch-db.ts')).scratchDb(root),
  help: async () => console.log(HELP),
}

// The program reads its own arguments; only the folder is ours.
async function program(file: string, all: string[]): Promise<void> {
  const at = all.indexOf('--data')
  const rest = at < 0 ? all : all.toSpliced(at, 2)
  const { data } = readOptions(at < 0 ? [] : all.slice(at, at + 2), root)
  await (await import('./program.ts')).runProgram(file, rest, data, root)
}

try {
  const run =
    commands[
      args.includes('--help') && !['billing', 'flags', 'import', 'reseal'].includes(command)
        ? 'help'
        : command
    ]
  if (!run) throw new Error(`There is no command "${command}".\n\n${HELP}`)
  await run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
