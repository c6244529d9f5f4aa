import { Branch } from '../../analysis/files/branch.ts'
import { isObject } from '../../analysis/json.ts'
import { decodedPath, pathFrom } from '../../analysis/paths.ts'
import type { Diagnostic, JsonValue } from '../../analysis/types.ts'
import type { FoundFile } from './folder.ts'

export interface Choice {
  files: FoundFile[]
  /** JSON and YAML that cannot be read and that nothing shows to be of the project: perhaps another program's. */
  leftOut: string[]
  /** What is wrong with `.stoplight.json`, which decides what is chosen. */
  diagnostics: Diagnostic[]
}

/** The folders that descriptions and models lie in where `.stoplight.json` names no others. */
const USUAL_FOLDERS = /^(reference|models)\//
/** What a file says that means to be a description or a model. */
const CLAIM = /(^|[\s{,])["']?(openapi|swagger|asyncapi|\$schema)["']?\s*:/
const CLAIM_WITHIN = 4096

/**
 * The files of a folder that belong to its API project, as the analysis itself sees them: what `.stoplight.json` lets
 * become nodes, and what those refer to, wherever it lies. JSON and YAML of other programs stays here. What cannot be read
 * goes, so that the server's log says so, where it lies in a folder of descriptions, claims to be one or is referred to;
 * the rest of it with `unreadable` only, for templates and half-written settings hold passwords.
 */
export function choose(files: FoundFile[], { unreadable = false } = {}): Choice {
  // How many of them there may be is said of those that are chosen.
  const branch = new Branch(files, { files: files.length })
  const isUnreadable = (path: string) => !branch.documents.get(path)
  const chosen = new Set<string>([
    ...branch.tree.files.filter(({ kind }) => kind === 'config' || kind === 'toc').map(({ path }) => path),
    ...branch.articlePaths,
    ...branch.images.map(({ path }) => path),
    ...branch.pathsOfRules('ruleset'),
    ...branch.pathsOfRules('ruleset-code'),
    ...branch.pathsOfRules('styleguide'),
    ...branch.dataPaths.filter(
      (path) => branch.described(path) || (isUnreadable(path) && (unreadable || isClaimed(branch, path))),
    ),
  ])
  // A set goes on to what is added to it while it is read.
  for (const path of chosen) {
    const root = branch.documents.get(path)?.root
    if (root === undefined) continue
    for (const target of referredTo(root)) {
      const file = pathFrom(path, decodedPath(target))
      if (file !== null && branch.tree.get(file)) chosen.add(file)
      const named = branch.documents.byId(target)
      if (named) chosen.add(named.path)
    }
  }
  const diagnostics = branch.log.finished((path) => branch.tree.text(path))
  return {
    files: files.filter(({ path }) => chosen.has(path)),
    leftOut: branch.dataPaths.filter((path) => isUnreadable(path) && !chosen.has(path)),
    diagnostics: diagnostics.filter(({ code }) => code === 'invalid-config'),
  }
}

/** Whether something shows that a file which cannot be read is the project's: its folder, or what it says. */
function isClaimed(branch: Branch, path: string): boolean {
  if (CLAIM.test(branch.tree.text(path)?.slice(0, CLAIM_WITHIN) ?? '')) return true
  const config = branch.documents.get('.stoplight.json')?.root
  const formats = isObject(config) && isObject(config.formats) ? config.formats : {}
  const named = (['openapi', 'json_schema'] as const).filter((format) => isObject(formats[format]))
  if (named.length === 0) return USUAL_FOLDERS.test(path)
  return named.some((format) => branch.filter.accepts(path, format))
}

/** The files that a document names in `$ref` and, as rulesets do, in `extends`. */
function referredTo(root: JsonValue): Set<string> {
  const targets = new Set<string>()
  const seen = new Set<JsonValue>()
  const waiting: JsonValue[] = [root]
  const note = (value: JsonValue | undefined) => {
    if (typeof value === 'string') targets.add(value.split('#', 1)[0] ?? '')
  }
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (isObject(value)) {
      note(value.$ref)
      for (const base of [value.extends].flat(2)) note(base)
    }
    for (const inner of Object.values(value)) waiting.push(inner)
  }
  targets.delete('')
  return targets
}
