import { useState } from 'react'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { type Bundle, BundleError, type PickedFile } from '../files/bundle.ts'
import { invalidRuleset, readRuleset } from '../files/ruleset.ts'
import { useLatest } from '../files/use-latest.ts'
import type { ProjectValues } from '../forms.ts'
import { useImport } from '../use-import.ts'
import { useProjectForm } from '../use-project-form.ts'
import { BundleSummary } from './BundleSummary.tsx'
import { DropZone } from './DropZone.tsx'
import { ImportSteps, isBusy } from './ImportSteps.tsx'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.projectResolver))

/** A Spectral ruleset becomes a style guide. */
export default function SpectralForm({ onDone }: { onDone: (slug: string) => void }) {
  const workspace = useWorkspace()
  const toast = useToast()
  const project = useProjectForm('style_guide', resolver)
  const { form, suggestName, inputOf } = project
  const [bundle, setBundle] = useState<Bundle | null>(null)
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
    try {
      const [first, ...others] = await picking
      if (!first || others.length > 0) throw new BundleError(invalidRuleset)
      const found = await readRuleset(first)
      if (!isLatest()) return
      setBundle(found)
      if (found.name) suggestName(found.name)
    } catch (error) {
      if (isLatest()) toast.briefError(error instanceof BundleError ? error.message : invalidRuleset)
    }
  }
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
        {bundle ? <BundleSummary bundle={bundle} /> : null}
      </DropZone>
    </ImportSteps>
  )
}
