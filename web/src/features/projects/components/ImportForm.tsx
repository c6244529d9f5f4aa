import { useState } from 'react'
import { maxImportSize } from '../../../../../supabase/functions/_shared/domain/imports.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { type Bundle, BundleError, type PickedFile } from '../../../shared/import-files/bundle.ts'
import { mayBeCollection } from '../../../shared/import-files/postman.ts'
import { isArchive, readBundle } from '../../../shared/import-files/read-bundle.ts'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { useFileCheck } from '../check/use-file-check.ts'
import { useDropped } from '../drop/page-drop.ts'
import { useLatest } from '../files/use-latest.ts'
import type { ProjectValues } from '../forms.ts'
import { useImport } from '../use-import.ts'
import { useProjectForm } from '../use-project-form.ts'
import { BundleSummary } from './BundleSummary.tsx'
import { DropZone } from './DropZone.tsx'
import { FaultAlert } from './FaultAlert.tsx'
import { FileSummary } from './FileSummary.tsx'
import { ImportSteps, isBusy } from './ImportSteps.tsx'
import { UrlField } from './UrlField.tsx'

const noCollection = 'There is no Postman collection among these files.'
const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.projectResolver))

interface Props {
  kind: 'import' | 'postman'
  onDone: (slug: string) => void
}

const textsOf = {
  import: {
    label: 'Import OpenAPI file',
    field: 'Description file',
    invitation: 'Drop OpenAPI 2.0, 3.0 or 3.1 here, or',
    hint: `.yaml, .yml or .json; a folder or a .zip with models, articles, images and toc.json; up to ${maxImportSize}`,
  },
  postman: {
    label: 'Import Postman collection',
    field: 'Collection file',
    invitation: 'Drop a Postman collection (version 2.0 or 2.1) here, or',
    hint: `.json as Postman exports it, or a folder or a .zip with several; the collection is kept beside its description`,
  },
}

/** Descriptions become a project: files, name, who may see it, then upload and analysis. */
export function ImportForm({ kind, onDone }: Props) {
  const texts = textsOf[kind]
  const workspace = useWorkspace()
  const project = useProjectForm('design', resolver)
  const { form, suggestName, inputOf } = project
  const { state: file, choose, refuse, clear } = useFileCheck(suggestName)
  const [bundle, setBundle] = useState<Bundle | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const begin = useLatest()
  const { start, retry, created, phase } = useImport(workspace.id, onDone)

  const submit = useSubmit(form, {
    run: async (values: ProjectValues) => {
      const source = bundle ?? (file.phase === 'good' ? file.file : null)
      if (source) await start(inputOf(values), source)
    },
    onRefused: (error) => {
      const found =
        error instanceof ApiProblem ? error.fields.find(({ field }) => field === 'file') : undefined
      if (!found || file.phase !== 'good') return false
      refuse(file.file, found)
      return true
    },
    fields: ['name', 'slug', 'visibility'],
    fallback: 'Failed to create project.',
  })
  const pick = async (picking: Promise<PickedFile[]>) => {
    const isLatest = begin()
    retry()
    setFault(null)
    setBundle(null)
    clear()
    try {
      const picked = await picking
      if (!isLatest()) return
      const [first] = picked
      const isAlone = picked.length === 1 && first !== undefined && !isArchive(first.path)
      if (kind === 'import' && isAlone && first.content instanceof File && !(await mayBeCollection(first))) {
        if (isLatest()) choose(first.content)
      } else {
        const found = await readBundle(picked)
        if (!isLatest()) return
        if (kind === 'postman' && !found.collections) throw new BundleError(noCollection)
        setBundle(found)
        if (found.name) suggestName(found.name)
      }
    } catch (error) {
      if (isLatest()) setFault(error instanceof BundleError ? error.message : 'The files could not be read.')
    }
  }
  useDropped(kind, pick, isBusy(phase))
  return (
    <ImportSteps
      label={texts.label}
      onSubmit={submit}
      project={project}
      created={created}
      phase={phase}
      isReady={bundle !== null || file.phase === 'good'}
      fault={
        <>
          {file.phase === 'faulty' ? <FaultAlert fileName={file.file.name} fault={file.fault} /> : null}
          {fault ? <FaultAlert fault={{ message: fault }} /> : null}
        </>
      }
    >
      <DropZone
        label={texts.field}
        invitation={texts.invitation}
        hint={texts.hint}
        accept=".json,.yaml,.yml,.zip"
        takesMany
        onFiles={(files) => void pick(files)}
        disabled={isBusy(phase)}
      >
        {bundle ? <BundleSummary bundle={bundle} /> : <FileSummary state={file} />}
      </DropZone>
      <UrlField
        onFile={(fetched) => void pick(Promise.resolve([{ path: fetched.name, content: fetched }]))}
        disabled={isBusy(phase)}
      />
    </ImportSteps>
  )
}
