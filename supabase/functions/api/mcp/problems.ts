import { z } from 'zod'
import { rpc } from '../../_shared/db/rest.ts'
import type { RowOf } from '../../_shared/domain/contract.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { oneLine } from '../../_shared/pages/read.ts'
import { projectIdOf } from '../model/project.ts'
import { toolAnswer } from './answer.ts'
import { branchOf, readOnly } from './projects.ts'
import type { Reader } from './reader.ts'
import type { ToolServer } from './sdk.ts'

type Problem = RowOf<'branch_problem', 'node_slug' | 'waiver_id'>

declare module '../../_shared/db/rest.ts' {
  interface Results {
    branch_problems: RowOf<
      'branch_problems',
      'guide' | 'linted_at' | 'score' | 'base_name' | 'new_errors' | 'new_warnings' | 'new_others',
      { rules: unknown; items: Problem[] }
    > | null
  }
}

/** What the style guides find on a branch, for who may change its content. */
export function addProblemsTool(server: ToolServer, { c, site }: Reader): void {
  server.registerTool(
    'list_problems',
    {
      title: 'List what goes against the style guides',
      description:
        'Problems that the style guides find on a branch, errors first: rule, message, file, line and JSON pointer. ' +
        'For people who may edit the project.',
      inputSchema: {
        project: z.string().max(100).describe('Slug of the project.'),
        branch: z.string().max(255).optional().describe('Slug of the branch; the default one when absent.'),
        severities: z
          .array(z.enum(['error', 'warn', 'info', 'hint']))
          .max(4)
          .optional(),
        rule: z.string().max(200).optional().describe('Name of one rule.'),
        only_new: z.boolean().default(false).describe('Only what the default branch has not.'),
        offset: z.int().min(0).max(20_000).default(0),
        limit: z.int().min(1).max(200).default(50),
      },
      annotations: readOnly,
    },
    ({ project, branch, severities, rule, only_new, offset, limit }) =>
      toolAnswer(async () => {
        const { id } = await branchOf(c, await projectIdOf(c, site.id, project), branch)
        const problems = await rpc(c, 'branch_problems', {
          p_branch_id: id,
          p_severities: severities ?? null,
          p_rule: rule ?? null,
          p_only: only_new ? 'new' : null,
          p_limit: limit,
          p_offset: offset,
        })
        if (!problems)
          throw refusal('INSUFFICIENT_PERMISSIONS', 'Problems are for people who may edit the project.')
        const { state, score, errors, warnings, infos, hints, waived, total, items } = problems
        const head =
          `State: ${state}. ${errors} errors, ${warnings} warnings, ${infos + hints} hints, ${waived} waived` +
          `${score === null ? '' : `, score ${score} of 100`}. ${total} match.`
        return [head, ...items.map(lineOf)].join('\n')
      }),
  )
}

function lineOf({ severity, rule, message, file, start_line, pointer, is_new, node_slug }: Problem): string {
  const page = node_slug === null ? '' : ` (page ${oneLine(node_slug)})`
  return `- ${severity}${is_new ? ' (new)' : ''} ${oneLine(rule)}: ${oneLine(message)} ${oneLine(file)}:${start_line} ${oneLine(pointer)}${page}`
}
