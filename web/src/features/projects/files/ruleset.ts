// A Spectral ruleset as somebody brings it: one file, or an archive with what it refers to.
import { kindByName } from '../../../../../analysis/files/kinds.ts'
import { isObject } from '../../../../../analysis/json.ts'
import { parseText } from '../../../../../analysis/parse/parse-text.ts'
import { type Bundle, BundleError, type PickedFile } from '../../../shared/import-files/bundle.ts'
import { isArchive, readBundle } from '../../../shared/import-files/read-bundle.ts'

export const invalidRuleset = 'Invalid Spectral Ruleset Provided'

/** Rulesets are written by hand: a larger file is none. */
const mostBytes = 1_000_000
/** More files no ruleset extends. */
const mostFiles = 30

export interface RulesetBundle extends Bundle {
  /** Which of the files is the ruleset. */
  ruleset: string
}

/** The files of a style guide; the ruleset gets the name by which it is known. Throws BundleError. */
export async function readRuleset(picked: PickedFile): Promise<RulesetBundle> {
  const isAlone = !isArchive(picked.path)
  if (isAlone && !/\.(json|ya?ml)$/i.test(picked.path)) throw new BundleError(invalidRuleset)
  const bundle = await readBundle([picked]).catch((error: unknown) => {
    throw error instanceof BundleError && isAlone ? new BundleError(invalidRuleset) : error
  })
  const main = rulesetAmong(bundle.files)
  if (!main || !(await isRuleset(main))) throw new BundleError(invalidRuleset)
  const name = /^\.?spectral\.[^/]+$/i.test(main.path)
    ? ''
    : main.path.replace(/^.*\//, '').replace(/\.(json|ya?ml)$/i, '')
  const files = bundle.files.map((file) => (file === main ? { ...file, path: knownPath(file.path) } : file))
  return { ...bundle, name: bundle.name || name, files, ruleset: knownPath(main.path) }
}

/** The texts of the ruleset and of what it may extend, to be checked. */
export async function textsOf({ files, ruleset }: RulesetBundle): Promise<Record<string, string>> {
  const ofRules = files.filter(
    ({ path, content }) => path === ruleset || (/\.(json|ya?ml)$/i.test(path) && content.size <= mostBytes),
  )
  const first = (path: string) => (path === ruleset ? 0 : 1)
  ofRules.sort((a, b) => first(a.path) - first(b.path))
  const texts: Record<string, string> = {}
  let size = 0
  for (const { path, content } of ofRules.slice(0, mostFiles)) {
    size += content.size
    if (size > mostBytes) break
    texts[path] = await content.text()
  }
  return texts
}

/** The file that is called as rulesets are, nearest to the top; else the only one that could be one. */
function rulesetAmong(files: PickedFile[]): PickedFile | undefined {
  const named = files.filter(({ path }) => kindByName(path) === 'ruleset')
  const depth = ({ path }: PickedFile) => path.split('/').length
  if (named.length > 0) return named.sort((a, b) => depth(a) - depth(b))[0]
  const data = files.filter(({ path }) => kindByName(path) === 'data')
  return data.length === 1 ? data[0] : undefined
}

function knownPath(path: string): string {
  if (kindByName(path) === 'ruleset') return path
  return `.spectral.${/\.json$/i.test(path) ? 'json' : 'yaml'}`
}

/** Whether a file reads as a Spectral ruleset. */
export async function isRuleset({ path, content }: PickedFile): Promise<boolean> {
  if (content.size > mostBytes) return false
  try {
    const { value } = parseText(await content.text(), path)
    return isObject(value) && ['rules', 'extends', 'overrides'].some((key) => Object.hasOwn(value, key))
  } catch {
    return false
  }
}
