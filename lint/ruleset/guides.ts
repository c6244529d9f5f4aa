// Several style guides as one ruleset: of two rules with one name the later guide's holds.
import type { Ruleset, RulesetDefinition } from '@stoplight/spectral-core'
import { isObject } from '../../analysis/json.ts'
import { RulesetError, type RulesetFault } from '../errors.ts'
import type { LintFiles } from '../types.ts'
import { readDefinition, recommendedRuleset, rulesetOf } from './read.ts'

/** A ruleset of a style guide, or of what is linted itself. */
export interface Guide {
  path: string
  /** The files it may extend. */
  files: LintFiles
  /** Whether it stands among the files that are linted: its overrides go by where it stands, others' by their root. */
  isOwn: boolean
}

export interface GuidesRead {
  /** Undefined where every guide has faults: nothing is known then of what should hold. */
  ruleset: Ruleset | undefined
  /** What is wrong with each of the guides, in their order; those with faults are left out. */
  faults: RulesetFault[][]
}

/** Where rulesets stand that are none of the files that are linted. */
const ROOT = '/.spectral.json'

/** Reads guides and puts them together in their order; without any, what Spectral recommends. */
export function readGuides(guides: Guide[]): GuidesRead {
  if (guides.length === 0) return { ruleset: recommendedRuleset(), faults: [] }
  let sofar: RulesetDefinition | undefined
  let ruleset: Ruleset | undefined
  const faults = guides.map((guide) => {
    try {
      const { path, files, isOwn } = guide
      const definition = readDefinition(path, files)
      const whole = sofar === undefined ? definition : onTopOf(sofar, definition, folderOf(guide))
      ruleset = rulesetOf(whole, isOwn && sofar === undefined ? `/${path}` : ROOT, path, files)
      sofar = whole
      return []
    } catch (error) {
      if (!(error instanceof RulesetError)) throw error
      return error.faults
    }
  })
  return { ruleset, faults }
}

function folderOf({ path, isOwn }: Guide): string {
  return isOwn ? path.slice(0, path.lastIndexOf('/') + 1) : ''
}

// Spectral takes no overrides of what is extended, so they are lifted to where it does.
function onTopOf(base: RulesetDefinition, definition: RulesetDefinition, folder: string): RulesetDefinition {
  const { overrides: ofBase = [], ...bare } = base
  const { overrides: own = [], ...rest } = definition
  const bases: unknown = 'extends' in rest ? rest.extends : []
  const overrides = [
    ...ofBase.map((override) => withAliases(override, base)),
    ...own.map(({ files, ...override }) => ({ ...override, files: files.map((at) => `${folder}${at}`) })),
  ]
  const whole = { ...rest, extends: [bare, ...(Array.isArray(bases) ? bases : [bases])] }
  return { ...whole, ...(overrides.length === 0 ? {} : { overrides }) } as RulesetDefinition
}

// They may name what their own guide calls so.
function withAliases<Override extends object>(override: Override, { aliases }: RulesetDefinition): Override {
  // An override of places in files takes rules and nothing else.
  const isOfPlaces = 'files' in override && /#/.test(String(override.files))
  if (aliases === undefined || isOfPlaces) return override
  const own = 'aliases' in override && isObject(override.aliases) ? override.aliases : {}
  return { ...override, aliases: { ...aliases, ...own } }
}
