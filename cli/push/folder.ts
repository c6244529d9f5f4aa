// The files of a folder that are no secret of its owner's machine: what Git ignores is left where it is.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { kindByName } from '../../analysis/files/kinds.ts'
import { isProjectPath } from '../../analysis/paths.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'

/** A file that may be pushed. */
export interface FoundFile {
  /** From the folder, with slashes on every system. */
  path: string
  size: number
  read(): Uint8Array
}

export interface FoundFiles {
  files: FoundFile[]
  /** Files and folders that no branch can hold by their names: not in UTF-8, or with what nobody sees. */
  unusable: string[]
}

/** The rules of one `.gitignore`, for paths below its folder. */
interface IgnoreRules {
  folder: string
  rules: Ignore
}

// Whoever names their home folder should hear of it at once.
const MOST_ENTRIES = 200_000

/**
 * The files below a folder that an analysis may read, by their names. What a `.gitignore` leaves out is left out (those
 * above the folder count too, up to the root of the repository), and so are links, which may lead out of the folder.
 */
export function filesIn(folder: string): FoundFiles {
  const root = resolve(folder)
  refuseNoFolder(folder, root)
  const files: FoundFile[] = []
  const unusable: string[] = []
  let entries = 0
  const waiting = [{ folder: root, path: '', above: rulesAbove(root) }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const found = entriesOf(next.folder)
    const above = [...next.above, ...rulesOf(next.folder)]
    for (const entry of found) {
      if (++entries > MOST_ENTRIES) throw tooMuch(folder)
      const name = entry.name.toString()
      const full = join(next.folder, name)
      const path = next.path + name
      if (!Buffer.from(name).equals(entry.name) || (entry.isFile() && !isProjectPath(path))) {
        if (entry.isDirectory() || kindByName(path) !== null) unusable.push(path)
      } else if (entry.isDirectory()) {
        if (isOfTools(name) || isIgnored(above, `${full}${sep}`)) continue
        waiting.push({ folder: full, path: `${path}/`, above })
      } else if (entry.isFile() && kindByName(path) !== null && !isIgnored(above, full)) {
        files.push({ path, size: statSync(full).size, read: () => readFileSync(full) })
      }
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), unusable }
}

// A folder that is closed to us may hold what the branch has: without it the push would take that out of the branch.
function entriesOf(folder: string) {
  try {
    // As bytes: a name that is no text would be read as another one, which is not there.
    const entries = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    // Entering a folder is another permission than listing it.
    statSync(join(folder, '.'))
    return entries
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new CliError(
      `The folder ${folder} cannot be read${code}.`,
      'Check that you may read it; what does not belong to the project, name in .gitignore.',
      EXIT.noInput,
    )
  }
}

// An analysis leaves them out too; here it saves looking into them.
function isOfTools(name: string): boolean {
  return name === 'node_modules' || (name.startsWith('.') && name !== '.stoplight')
}

function rulesAbove(root: string): IgnoreRules[] {
  const folders: string[] = []
  for (let at = root; !isRepository(at); ) {
    const parent = dirname(at)
    // No repository at all: what lies above has nothing to say here.
    if (parent === at) return []
    at = parent
    folders.unshift(at)
  }
  return folders.flatMap(rulesOf)
}

function isRepository(folder: string): boolean {
  return statSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined
}

function rulesOf(folder: string): IgnoreRules[] {
  const file = join(folder, '.gitignore')
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return []
  return [{ folder, rules: ignore().add(readFileSync(file, 'utf8')) }]
}

/** Whether a path is ignored; the deepest `.gitignore` that says something about it decides. */
function isIgnored(all: IgnoreRules[], path: string): boolean {
  for (const { folder, rules } of all.toReversed()) {
    const below = relative(folder, path).replaceAll(sep, '/') + (path.endsWith(sep) ? '/' : '')
    const { ignored, unignored } = rules.test(below)
    if (ignored || unignored) return ignored
  }
  return false
}

function refuseNoFolder(given: string, root: string): void {
  const found = statSync(root, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  const message = found ? `${given} is no folder.` : `There is no folder ${given}.`
  throw new CliError(
    message,
    `Give the folder of the project by --directory; it is looked for in ${process.cwd()}.`,
    EXIT.noInput,
  )
}

function tooMuch(folder: string): CliError {
  return new CliError(
    `There are more than ${MOST_ENTRIES.toLocaleString('en-US')} files and folders in ${folder}.`,
    'Give the folder of the project by --directory.',
    EXIT.usage,
  )
}
