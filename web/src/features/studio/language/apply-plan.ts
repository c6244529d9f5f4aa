import { ApiProblem } from '../../../shared/data/api.ts'
import type { DocumentStore } from '../documents/store.ts'
import type { TextModel } from '../documents/text-model.ts'
import type { ShownFile, ShownPlan } from './protocol.ts'

/** How long files may take to open, ms. */
const PATIENCE = 30_000

/**
 * Makes the changes of a plan: all of them, each a step of undo in its file, or none. Throws with a sentence where a
 * file cannot be opened or has changed since the plan was shown.
 */
export async function applyPlan(
  store: DocumentStore,
  files: readonly { id: string; path: string }[],
  plan: Pick<ShownPlan, 'files'>,
): Promise<void> {
  const ids = new Map(files.map(({ id, path }) => [path, id]))
  const releases: (() => void)[] = []
  try {
    const opened = await Promise.all(
      plan.files.map(async (file) => {
        const id = ids.get(file.path)
        if (id === undefined) throw refusal(`${file.path} is not there any more. Nothing was changed.`)
        releases.push(store.use(id, file.path))
        return { file, model: await modelOf(store, id, file.path) }
      }),
    )
    for (const { file, model } of opened) if (!isAsShown(model, file)) throw refusal(changed(file.path))
    for (const { file, model } of opened)
      model.apply(
        file.changes.map(({ change }) => change),
        'form',
      )
  } finally {
    for (const release of releases) release()
  }
}

function isAsShown({ text }: TextModel, { length, changes }: ShownFile): boolean {
  return (
    text.length === length &&
    changes.every(({ change, before }) => text.slice(change.from, change.to) === before)
  )
}

function changed(path: string): string {
  return `${path} has changed since this was shown. Nothing was changed; look at it again.`
}

/** The text of a document, once it is open; the caller uses it. */
export function modelOf(store: DocumentStore, id: string, path: string): Promise<TextModel> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = store.session(id)?.state
      if (state?.model && state.status !== 'gone') done(() => resolve(state.model as TextModel))
      else if (state?.status === 'gone' || state?.status === 'refused')
        done(() => reject(refusal(`${path} cannot be changed. Nothing was changed.`)))
    }
    const stop = store.subscribe(look)
    const timer = setTimeout(
      () => done(() => reject(refusal(`${path} could not be opened. Nothing was changed.`))),
      PATIENCE,
    )
    const done = (end: () => void) => {
      stop()
      clearTimeout(timer)
      end()
    }
    look()
  })
}

/** Why changes were not made, with words of its own. */
export function refusal(detail: string): ApiProblem {
  return new ApiProblem({ code: 'NOT_CHANGED', status: 409, detail, fields: [] })
}
