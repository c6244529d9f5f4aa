// The worker's programs: itself, and those that do one piece of work each in a process of their own. A process takes its
// modules one by one, eight hundred of them for a lint, which costs more than most lints do: where `build.ts` has made one
// file of each, that is started (docs/decisions/0615-programs-of-the-worker-are-bundled.md).
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOfSources, WORKER } from './sources.ts'

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
/** Whether this is made code itself: it starts others that were made with it. */
export const isMade = basename(dirname(here)) === 'dist'

let ready: string | undefined

/** Has the programs of a folder started from now on, each once it is there. */
export function startFrom(folder: string): void {
  ready = folder
}

/** The file of a program: what was made with this code or of it, else the source. */
export function programFile(name: ProgramName): string {
  if (isMade) return join(here, madeName(name))
  const made = ready && join(ready, madeName(name))
  return made && existsSync(made) ? made : join(WORKER, name)
}

/** The file to start the worker by: the one that was made of the sources as they are, where there is one. */
export function workerFile(): string {
  const source = join(WORKER, 'run.ts')
  // Whoever edits them sees each edit with the next piece of work.
  if (process.env.WAYMARK_DEV) return source
  try {
    const made = join(folderOfSources(), madeName('run.ts'))
    return existsSync(made) ? made : source
  } catch {
    // Somebody is at the sources: what they are then, Node says.
    return source
  }
}
