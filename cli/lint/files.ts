// Which files a lint is of, and which it may read for them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { globMatcher } from '../../analysis/files/globs.ts'
import { decodeText } from '../../analysis/parse/decode.ts'
import type { LintFiles } from '../../lint/types.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'

const MOST_ENTRIES = 200_000

/** The files that names and patterns (`*`, `**`, `?`, `{a,b}`) mean, each once, from the working folder. */
export function filesMeant(names: string[]): string[] {
  const found = names.flatMap((name) => {
    if (existsSync(name)) {
      if (!statSync(name).isDirectory()) return [shownPath(resolve(name))]
      const advice = `Give files, or a pattern in quotes: "${name.replace(/\/$/, '')}/**/*.yaml"`
      throw new CliError(`${name} is a folder.`, advice, EXIT.noInput)
    }
    const meant = /[*?{]/.test(name) ? matching(name) : []
    if (meant.length > 0) return meant
    throw new CliError(`There is no file ${name}.`, `It is looked for in ${process.cwd()}.`, EXIT.noInput)
  })
  return [...new Set(found)]
}

function matching(glob: string): string[] {
  const matches = globMatcher(glob.replace(/^\.\//, ''))
  return everyFile().filter(matches).sort()
}

// Hidden folders and what packages bring are not of the author.
function everyFile(): string[] {
  const found: string[] = []
  const open = ['.']
  let entries = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (++entries > MOST_ENTRIES) {
        const advice = 'Run it in the folder of the descriptions, or name the files.'
        throw new CliError('There are too many files to look through.', advice, EXIT.usage)
      }
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) found.push(path)
      else if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) open.push(path)
    }
  }
  return found
}

/** A path from the working folder, with slashes on every system. */
export function shownPath(path: string): string {
  const shown = relative(process.cwd(), path) || path
  return shown.split(sep).join('/')
}

/** How the linter names a file: by its whole path. */
export function linterPath(path: string): string {
  return resolve(path).split(sep).join('/').replace(/^\/+/, '')
}

/**
 * The files that descriptions and rulesets may refer to: those in the working folder and in the folders of what was
 * named. A description comes from strangers too, in a pull request; it is no way to the rest of a machine.
 */
export function readableFiles(named: string[]): LintFiles {
  const folders = [process.cwd(), ...named.map((path) => dirname(resolve(path)))]
  const own = sep === '/' ? '/' : ''
  return {
    read(path) {
      const whole = resolve(own + path)
      if (!folders.some((folder) => whole.startsWith(folder.endsWith(sep) ? folder : folder + sep)))
        return undefined
      if (!existsSync(whole) || !statSync(whole).isFile()) return undefined
      return decodeText(readFileSync(whole), shownPath(whole)).text
    },
  }
}
