import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import {
  projectName,
  projectSlug,
  projectVisibility,
} from '../../../../supabase/functions/_shared/domain/validation.ts'

/** What every kind asks. `group` is a group's number, or '' for none. */
const projectSchema = z.object({
  name: projectName,
  slug: projectSlug,
  visibility: projectVisibility,
  group: z.string(),
})

/** The database derives the slug where nobody is asked for one. */
const repositorySchema = projectSchema.extend({ slug: z.string() })

/** Repositories that are there bring their names: what is asked is the same for all of them. */
const repositoriesSchema = repositorySchema.extend({ name: z.string() })

/** Scripts name their project on a command line: a short name. */
const cliSchema = projectSchema.extend({
  name: z
    .string()
    .trim()
    .min(2, 'Must be at least two characters')
    .max(30, 'Must be no more than 30 characters'),
})

export type ProjectValues = z.infer<typeof projectSchema>

export const projectResolver = zodResolver(projectSchema)
export const cliResolver = zodResolver(cliSchema)
export const repositoryResolver = zodResolver(repositorySchema)
export const repositoriesResolver = zodResolver(repositoriesSchema)
