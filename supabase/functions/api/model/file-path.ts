import { z } from '@hono/zod-openapi'
import { hasUnseen } from '../../../../analysis/characters.ts'
import { sentenceOf } from '../../_shared/domain/reasons.ts'

/** The path of a file of a project, as far as its characters go: the database, which knows the rest of the rule, takes no others. */
export const filePath = z
  .string()
  .min(1)
  .max(1000)
  .refine((path) => path.isWellFormed() && !hasUnseen(path), sentenceOf('import_path_invalid'))
