// A ruleset as somebody sends it: its file and those that it extends, as texts.
import { z } from '@hono/zod-openapi'
import { fieldRefusal } from '../../_shared/http/problem.ts'

const mostFiles = 30
const mostCharacters = 1_000_000

export const rulesetFilesSchema = z.object({
  ruleset: z
    .string()
    .min(1)
    .max(1000)
    .meta({ description: 'Which of the files it is.', example: '.spectral.yaml' }),
  files: z
    .record(z.string().min(1).max(1000), z.string())
    .refine((files) => Object.keys(files).length <= mostFiles, `At most ${mostFiles} files.`)
    .refine((files) => total(files) <= mostCharacters, 'At most a million characters.')
    .meta({ description: 'The files by their paths: the ruleset, and what it extends.' }),
})

export type RulesetFiles = z.infer<typeof rulesetFilesSchema>

/** Refuses files among which the ruleset is none. */
export function requireRuleset({ ruleset, files }: RulesetFiles): void {
  if (!Object.hasOwn(files, ruleset)) throw fieldRefusal('ruleset', 'There is no such file.')
}

function total(files: Record<string, string>): number {
  return Object.values(files).reduce((sum, text) => sum + text.length, 0)
}

export const faultSchema = z
  .object({
    file: z.string(),
    line: z.int().meta({ description: 'From 1 on.' }),
    column: z.int(),
    rule: z.string().optional(),
    message: z.string().meta({ example: 'There is no function "shout".' }),
  })
  .meta({ id: 'RulesetFault' })
