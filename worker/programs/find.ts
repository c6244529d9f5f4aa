// The worker's programs: itself, and those that do one piece of work each in a process of their own. A process takes its
// modules one by one, eight hundred of them for a lint, which costs more than most lints do: where `build.ts` has made one
// file of each, that is started (docs/decisions/0615-programs-of-the-worker-are-bundled.md).
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { madeFolder, WORKER } from './sources.ts'

export const programs = [
  'analyze/parent-watch.ts',
  'analyze/process.ts',
  'commit/process.ts',
  'compare/process.ts',
  'documents/process.ts',
  'export/process.ts',
  'fixes/process.ts',
  'lint/process.ts',
  'migrate/process.ts',
  'moving/draft-process.ts',
  'moving/process.ts',
  'proposals/merge.ts',
  'proposals/process.ts',
  'run.ts',
] as const
export type ProgramName = (typeof programs)[number]

/** What the file is called that is made of a program. */
export const madeName = (name: ProgramName): string => `${name.replace('/', '-').replace(/\.ts$/, '')}.mjs`

const here = dirname(fileURLToPath(import.meta.url))
/** Whether this is made code itself: programs start others, and those that were made start made ones. */
export const isMade = basename(dirname(here)) === 'dist'

let folder = isMade ? here : undefined

/** The file to start a program by. */
export function programFile(name: ProgramName): string {
  if (!folder && existsSync(madeFolder())) folder = madeFolder()
  return folder ? join(folder, madeName(name)) : join(WORKER, name)
}
