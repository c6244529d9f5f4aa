// Spectral rulesets and style guides: read, never run. What their rules find is governance's business.
import { fileName, plainNode } from './assets.ts'
import type { NodeDraft, Workshop } from './drafts.ts'
import type { Branch } from './files/branch.ts'
import { isObject, own, ownEntries, ownItems, ownString, pointer } from './json.ts'
import { pathFrom } from './paths.ts'
import { clip, firstParagraph } from './text.ts'
import type { JsonObject, JsonValue } from './types.ts'

/** Adds the rulesets and style guides of a branch to the drafts; what is odd in them goes into the log. */
export function describeRulesets(branch: Branch, workshop: Workshop): void {
  for (const path of branch.pathsOfRules('ruleset')) describe(path, 'spectral_ruleset', branch, workshop)
  for (const path of branch.pathsOfRules('styleguide')) describe(path, 'styleguide', branch, workshop)
  for (const path of branch.pathsOfRules('ruleset-code')) {
    const reason = 'A ruleset that is a program is not run. Write it as YAML or JSON.'
    workshop.log.add('invalid-ruleset', { file: path }, { reason })
  }
}

function describe(
  path: string,
  type: 'spectral_ruleset' | 'styleguide',
  branch: Branch,
  workshop: Workshop,
): void {
  const root = branch.documents.get(path)?.root
  if (root === undefined) return
  const say = (at: string, reason: string) =>
    workshop.log.add('invalid-ruleset', { file: path, pointer: at }, { reason })
  if (!isObject(root)) {
    say('', 'The ruleset is no object.')
    return
  }
  checkRules(root, say)
  const name = type === 'styleguide' ? (ownString(root, 'name') ?? 'Style guide') : fileName(path)
  const draft: NodeDraft = {
    ...plainNode(path, type, clip(name, 500), root),
    summary: firstParagraph(ownString(root, 'description')),
  }
  workshop.drafts.push(draft)
  if (type === 'spectral_ruleset') addBases(root, path, branch, workshop)
}

type Say = (at: string, reason: string) => void

function checkRules(root: JsonObject, say: Say): void {
  if (!['rules', 'extends', 'overrides'].some((key) => Object.hasOwn(root, key)))
    say('', 'The ruleset has neither "rules" nor "extends" nor "overrides".')
  const rules = own(root, 'rules')
  if (rules !== undefined && !isObject(rules)) say('/rules', '"rules" is no object.')
  for (const [name, rule] of ownEntries(root, 'rules')) {
    const reason = faultOf(rule)
    if (reason) say(pointer('rules', name), `The rule "${name.slice(0, 80)}" ${reason}.`)
  }
  if (ownItems(root, 'functions').length > 0)
    say(
      '/functions',
      'Functions of one’s own are programs and are not run: rules that call them find nothing.',
    )
}

function faultOf(rule: JsonValue): string | undefined {
  // A severity alone changes a rule that the ruleset extends.
  if (!isObject(rule)) {
    const isSeverity = typeof rule === 'boolean' || /^(error|warn|info|hint|off|[0-3])$/.test(String(rule))
    return isSeverity || Array.isArray(rule) ? undefined : 'is neither a rule nor a severity'
  }
  const isChange = !Object.hasOwn(rule, 'given') && !Object.hasOwn(rule, 'then')
  if (isChange) return undefined
  if (!Object.hasOwn(rule, 'given')) return 'does not say where it looks ("given")'
  return Object.hasOwn(rule, 'then') ? undefined : 'does not say what it asks ("then")'
}

// What a ruleset extends of the branch; "spectral:oas" and packages are looked up where it is run.
function addBases(root: JsonObject, path: string, branch: Branch, workshop: Workshop): void {
  const value = own(root, 'extends')
  const bases = Array.isArray(value) ? value : [value ?? null]
  for (const [index, base] of bases.entries()) {
    const name = Array.isArray(base) ? base[0] : base
    if (typeof name !== 'string' || !/^\.{0,2}\//.test(name)) continue
    const at = { file: path, pointer: pointer('extends', ...(Array.isArray(value) ? [index] : [])) }
    const target = pathFrom(path, name)
    if (target === null) workshop.log.add('outside-ref', at, { ref: name })
    else if (!branch.tree.has(target)) workshop.log.add('unresolved-ref', at, { ref: name })
    else workshop.edges.push({ type: 'ref', from: `/${path}`, to: `/${target}`, path: at.pointer })
  }
}
