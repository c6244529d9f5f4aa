// The rulesets that hold for a project, as texts.
import { decodeText } from '../../../../analysis/parse/decode.ts'
import { rpc } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { openStored } from '../../_shared/storage/stored.ts'
import { isTooLarge } from './ruleset.ts'

type RulesetFile = RowOf<'ruleset_file', 'style_guide_id' | 'version'>

declare module '../../_shared/db/rest.ts' {
  interface Results {
    project_ruleset: RulesetFile[]
  }
}

const mostBytes = 2_000_000

/** A ruleset with the files that it extends. */
export interface RulesetPart {
  /** The project of the style guide; null for the ruleset of the project itself. */
  guideId: number | null
  name: string
  version: string | null
  root: string
  files: Record<string, string>
}

/** All of them that the caller reads, in the order in which they hold, its own last. */
export async function rulesetParts(c: AppContext, projectId: number): Promise<RulesetPart[]> {
  const rows = await rpc(c, 'project_ruleset', { p_project_id: projectId })
  if (rows.some(isTooLarge) || rows.reduce((sum, { size }) => sum + size, 0) > mostBytes)
    throw refusal('PAYLOAD_TOO_LARGE', 'The ruleset is too large to be read here.')
  const parts = new Map<number | null, RulesetPart>()
  for (const row of rows) {
    const { style_guide_id: guideId, name, version, path } = row
    const part = parts.get(guideId) ?? { guideId, name, version, root: path, files: {} }
    parts.set(guideId, part)
    part.files[path] = await textOf(row)
  }
  return [...parts.values()]
}

async function textOf({ object, path }: RulesetFile): Promise<string> {
  const content = await openStored(object)
  if (!content) throw refusal('NOT_FOUND', 'The file is not stored any more.')
  return decodeText(new Uint8Array(await content.arrayBuffer()), path).text
}
