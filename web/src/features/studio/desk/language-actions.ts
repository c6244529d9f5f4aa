// What the language does where the code view, a form or a panel asks for it.
import type { Subject } from '../../../../../editing/references/index.ts'
import type { Edit, Path } from '../../../../../editing/types.ts'
import type { DocumentStore } from '../documents/store.ts'
import { applyPlan } from '../language/apply-plan.ts'
import type { LanguageClient } from '../language/client.ts'
import type { LanguageActions } from '../language/extensions.ts'
import type { FileHits, Planned, ShownPlan } from '../language/protocol.ts'
import type { Move } from '../queries.ts'
import { type Places, trailThrough } from './trail.ts'

/** What is asked of the desk: as it is now, each time. */
export interface Around extends Places {
  store: DocumentStore
  readOnly: boolean
  onUses: (subject: Subject, uses: readonly FileHits[] | null) => void
  onRename: (subject: Subject) => void
  onSearch: (text: string) => void
  /** Whether somebody wants these changes. */
  confirm: (plan: ShownPlan, title: string, action: string) => Promise<boolean>
  fail: (error: unknown) => void
}

export interface DeskActions extends LanguageActions {
  /** Makes the changes of a plan; rejects with a sentence. */
  apply: (plan: ShownPlan) => Promise<void>
  /** Gives a value of a file another name, with all that refers to it; whether it has it. `more` changes with it. */
  renameAt: (path: string, at: Path, name: string, more?: readonly Edit[]) => Promise<boolean>
  /** Moves files by `move`, and changes what refers to them once somebody agreed. */
  moveWith: (moves: readonly Move[], move: () => Promise<unknown>) => Promise<void>
}

export function deskActions(client: LanguageClient, around: () => Around): DeskActions {
  const apply = (plan: ShownPlan) => applyPlan(around().store, around().files, plan)
  const run = (work: () => Promise<void>) => void work().catch((error: unknown) => around().fail(error))

  const subjectAt = async (path: string, offset: number) => {
    const subject = await client.ask('subject', { path, offset })
    if (!subject) around().tell('There is no name or reference here.')
    return subject
  }
  const planOf = (plan: Planned) => {
    if ('refused' in plan) throw new Error(plan.refused)
    return plan
  }

  return {
    apply,
    ...trailThrough(around),
    findUses: (path, offset) =>
      run(async () => {
        const subject = await subjectAt(path, offset)
        if (!subject) return
        around().onUses(subject, null)
        around().onUses(subject, await client.ask('uses', { subject }))
      }),
    rename: (path, offset) =>
      run(async () => {
        if (around().readOnly) return
        const subject = await subjectAt(path, offset)
        if (subject && subject.type !== 'file') around().onRename(subject)
      }),
    fix: (path, _problem, { edits }) =>
      run(async () => {
        await apply(planOf(await client.ask('fix', { path, edits })))
      }),
    format: (path) =>
      run(async () => {
        if (around().readOnly) return
        await apply(planOf(await client.ask('format', { path })))
      }),
    searchAll: (text) => around().onSearch(text),
    async renameAt(path, at, name, more = []) {
      try {
        const subject = await client.ask('subjectOf', { path, at })
        if (!subject) throw new Error('This has no name that could be changed.')
        const plan = planOf(await client.ask('rename', { subject, to: name, more: { path, edits: more } }))
        const title = `Rename ${subject.name} to ${name}?`
        // Of what stands in this file alone one sees it; operations that have a tag are elsewhere in it.
        const isFar = plan.files.length > 1 || (subject.type === 'tag' && plan.files[0]?.changes.length !== 1)
        if (isFar && !(await around().confirm(plan, title, 'Rename'))) return false
        await apply(plan)
        return true
      } catch (error) {
        around().fail(error)
        return false
      }
    },
    async moveWith(moves, move) {
      const { files, store } = around()
      const pairs = moves.flatMap(({ id, path: to }) => {
        const from = files.find((file) => file.id === id)?.path
        return from ? [{ from, to }] : []
      })
      // Without an answer files are moved all the same: what refers to them is found as a problem then.
      const plan = await client.ask('move', { moves: pairs }).catch(() => null)
      const changes = plan && 'files' in plan && plan.files.length > 0 ? plan : null
      const title = 'Change what refers to it as well?'
      if (changes && !(await around().confirm(changes, title, 'Move and change'))) return
      await move()
      // The plan names files as they were called before.
      if (changes) await applyPlan(store, files, changes)
    },
  }
}
