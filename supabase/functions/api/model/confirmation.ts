import { type ProblemError, refusal } from '../../_shared/http/problem.ts'

/** The refusal of a change that turns public projects internal and was not confirmed. */
export function confirmationRequired(publicProjects: number): ProblemError {
  const what = publicProjects === 1 ? 'The public project' : `${publicProjects} public projects`
  const message = `${what} would turn internal. Send "confirm": true to go ahead.`
  return refusal('CONFLICT', message, {
    fields: [{ field: 'confirm', message }],
    extra: { public_projects: publicProjects },
  })
}
