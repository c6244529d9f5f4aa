// What the wizard knows lives in the query, so that reload, back and a second tab each keep their own.
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths, workspaceOrigin } from '../../shared/config/paths.ts'

export type Step = Exclude<keyof typeof paths.welcome, 'paid'>

const keys = ['email', 'slug', 'company', 'plan', 'interval', 'taken'] as const
export type WizardState = Partial<Record<(typeof keys)[number], string>>

/** The wizard's address for a step with a state; empty values are left out. */
export function wizardPath(step: Step, state: WizardState): string {
  const query = new URLSearchParams()
  for (const key of keys) {
    const value = state[key]
    if (value) query.set(key, value)
  }
  const text = query.toString()
  return paths.welcome[step] + (text ? `?${text}` : '')
}

/** Address of a step on the host of the workspace that was made; the plan that was asked for goes along. */
export function workspaceStep(slug: string, step: Step, { plan, interval }: WizardState): string {
  return (
    workspaceOrigin(slug) + wizardPath(step, { ...(plan ? { plan } : {}), ...(interval ? { interval } : {}) })
  )
}

/** The state in the query, and ways to the other steps that carry it along. */
export function useWizard() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const state: WizardState = {}
  for (const key of keys) {
    const value = query.get(key)
    if (value) state[key] = value
  }
  const pathTo = (step: Step, changes: WizardState = {}) =>
    wizardPath(step, { ...state, taken: '', ...changes })
  /** Goes on; the step that is left keeps what was entered there for the way back. */
  const goTo = (from: Step, to: Step, changes: WizardState = {}) => {
    navigate(pathTo(from, changes), { replace: true })
    navigate(pathTo(to, changes))
  }
  return { state, pathTo, goTo }
}
