import { useState } from 'react'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { BundleError, type PickedFile } from '../../../shared/import-files/bundle.ts'
import { type RulesetFault, useRulesetCheck } from '../../../shared/style-guides/check.ts'
import { RulesetFaults } from '../../../shared/style-guides/RulesetFaults.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { useDropped } from '../drop/page-drop.ts'
import { invalidRuleset, type RulesetBundle, readRuleset, textsOf } from '../files/ruleset.ts'
import { useLatest } from '../files/use-latest.ts'
import type { ProjectValues } from '../forms.ts'
import { useImport } from '../use-import.ts'
import { useProjectForm } from '../use-project-form.ts'
import { BundleSummary } from './BundleSummary.tsx'
import { DropZone } from './DropZone.tsx'
import { ImportSteps, isBusy } from './ImportSteps.tsx'

// What is no ruleset is said so, also where it could not even be read; that the check did not happen is said as it is.
function reasonOf(error: unknown): string {
  if (error instanceof BundleError) return error.message
  return error instanceof ApiProblem ? messageOf(error) : invalidRuleset
}

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.projectResolver))

/** A Spectral ruleset becomes a style guide. */
export default function SpectralForm({ onDone }: { onDone: (slug: string) => void }) {
  const workspace = useWorkspace()
  const toast = useToast()
  const project = useProjectForm('style_guide', resolver)
  const { form, suggestName, inputOf } = project
  const [bundle, setBundle] = useState<RulesetBundle | null>(null)
  const [faults, setFaults] = useState<RulesetFault[]>([])
  const [isChecking, setChecking] = useState(false)
  const check = useRulesetCheck()
  const begin = useLatest()
  const { start, retry, created, phase } = useImport(workspace.id, onDone)

  const submit = useSubmit(form, {
    run: async (values: ProjectValues) => {
      if (bundle) await start(inputOf(values), bundle)
    },
    fields: ['name', 'slug', 'visibility'],
    fallback: 'Failed to create project.',
  })
  const pick = async (picking: Promise<PickedFile[]>) => {
    const isLatest = begin()
    retry()
    setBundle(null)
    setFaults([])
    setChecking(true)
    try {
      const [first, ...others] = await picking
      if (!first || others.length > 0) throw new BundleError(invalidRuleset)
      const found = await readRuleset(first)
      const wrong = await check(found.ruleset, await textsOf(found))
      if (!isLatest()) return
      setFaults(wrong)
      if (wrong.length > 0) throw new BundleError(invalidRuleset)
      setBundle(found)
      if (found.name) suggestName(found.name)
    } catch (error) {
      if (isLatest()) toast.briefError(reasonOf(error))
    } finally {
      if (isLatest()) setChecking(false)
    }
  }
  useDropped('spectral', pick, isBusy(phase))
  return (
    <ImportSteps
      label="Import Spectral file"
      onSubmit={submit}
      project={project}
      created={created}
      phase={phase}
      isReady={bundle !== null}
    >
      <DropZone
        label="Spectral file"
        invitation="Drop a Spectral ruleset here, or"
        hint=".json, .yaml or .yml, or a .zip with the files it refers to"
        accept=".json,.yaml,.yml,.zip"
        onFiles={(files) => void pick(files)}
        disabled={isBusy(phase)}
      >
        {isChecking ? <Spinner label="Checking the ruleset" /> : null}
        {bundle ? <BundleSummary bundle={bundle} /> : null}
        {faults.length > 0 ? <RulesetFaults faults={faults} /> : null}
      </DropZone>
    </ImportSteps>
  )
}
