// Repositories become projects: each for itself, and what is refused is said at it.
import { randomAppearance } from '../../../../../supabase/functions/_shared/domain/appearance.ts'
import {
  type GitIntegration,
  installWebhook,
  repositoryAt,
} from '../../../shared/connections/repositories.ts'
import { messageOf } from '../../../shared/data/api.ts'
import type { ProjectInput } from '../queries.ts'
import type { Chosen } from './ChosenList.tsx'
import { createGitProjects } from './queries.ts'

export interface Adding {
  workspaceId: number
  integration: GitIntegration
  chosen: readonly Chosen[]
  /** Visibility, group and flavour of all of them. */
  input: ProjectInput
  inviteCommitters: boolean
  installWebhooks: boolean
}

export interface Added {
  /** Slugs of the projects that were made. */
  slugs: string[]
  refused: Chosen[]
  /** Whether a webhook could not be installed; its project is there all the same. */
  isWebhookMissing: boolean
}

/** Makes the projects, and installs their webhooks where that is wanted. */
export async function makeProjects(adding: Adding): Promise<Added> {
  const { workspaceId, integration, input, inviteCommitters, installWebhooks } = adding
  const whole = await Promise.all(adding.chosen.map((one) => withBranch(integration, one)))
  const refused = whole.filter((one) => one.refused !== undefined)
  const ready = whole.filter((one) => one.refused === undefined)
  const drafts = ready.map(({ repository, name }) => {
    const { name: iconName, colour: iconColour } = randomAppearance()
    return { repository, input: { ...input, name: name.trim(), iconName, iconColour }, inviteCommitters }
  })
  const results = drafts.length > 0 ? await createGitProjects(workspaceId, integration, drafts) : []
  const slugs: string[] = []
  let isWebhookMissing = false
  for (const [index, one] of ready.entries()) {
    const result = results[index]
    if (!result?.value) {
      refused.push({ ...one, refused: result?.message || 'Failed to create project.' })
      continue
    }
    slugs.push(result.value.slug)
    if (!installWebhooks) continue
    await installWebhook(integration, result.value.id).catch(() => {
      isWebhookMissing = true
    })
  }
  return { slugs, refused, isWebhookMissing }
}

/** Some hosts tell the default branch of a single repository only: those are asked for it. */
async function withBranch(integration: GitIntegration, { repository, name }: Chosen): Promise<Chosen> {
  if (repository.default_branch !== null) return { repository, name }
  try {
    const found = await repositoryAt(integration, repository.web_url)
    if (found.default_branch !== null) return { repository: found, name }
    return { repository, name, refused: 'This repository is empty. Push a first commit, then add it.' }
  } catch (error) {
    return { repository, name, refused: messageOf(error) }
  }
}
