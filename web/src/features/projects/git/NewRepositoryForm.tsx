import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import {
  type GitVisibility,
  gitCapabilities,
} from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { repositorySlugFrom } from '../../../../../supabase/functions/_shared/domain/slugs.ts'
import { useAllowsInternal } from '../../../shared/connections/host-repositories.ts'
import { isToReconnect } from '../../../shared/connections/is-to-reconnect.ts'
import { OrganizationSelect, ownersAt } from '../../../shared/connections/OrganizationSelect.tsx'
import type { GitIntegration, HostRepository } from '../../../shared/connections/repositories.ts'
import { refusal } from '../../../shared/data/api.ts'
import { useReadAgain } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { AccessFields, FieldGrid } from '../components/ProjectFields.tsx'
import type { Flavour } from '../flavours.ts'
import type { ProjectValues } from '../forms.ts'
import { createGitProject } from '../queries.ts'
import { useProjectForm } from '../use-project-form.ts'
import { fullNameOf } from './ChosenList.tsx'
import { CreationProgress, type Step } from './CreationProgress.tsx'
import { type Host, HostFrame } from './HostFrame.tsx'
import { createRepository } from './queries.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.repositoryResolver))

const visibilities: Record<GitVisibility, string> = {
  public: 'Public (Anyone)',
  internal: 'Internal (Organization members)',
  private: 'Private (Owner and repository members)',
}

interface Props {
  flavour: Flavour
  onDone: (slug: string) => void
}

const canCreate = ({ kind }: GitIntegration) => gitCapabilities[kind].createRepository

/** A project whose repository is made for it at a Git host. */
export default function NewRepositoryForm({ flavour, onDone }: Props) {
  return (
    <HostFrame isOffered={canCreate}>
      {(host) => <NewRepository host={host} flavour={flavour} onDone={onDone} />}
    </HostFrame>
  )
}

function NewRepository({ host: { integration, organizations }, flavour, onDone }: Props & { host: Host }) {
  const workspace = useWorkspace()
  const readAgain = useReadAgain()
  const project = useProjectForm(flavour.id, resolver)
  const { form, inputOf } = project
  const owners = ownersAt(integration, organizations)
  const [organization, setOrganization] = useState(owners[0]?.slug ?? null)
  const [wanted, setWanted] = useState(integration.default_visibility ?? 'private')
  const [repository, setRepository] = useState<HostRepository | null>(null)
  const [step, setStep] = useState<Step>('none')

  const allowsInternal = useAllowsInternal(integration, organization)
  const choices = gitCapabilities[integration.kind].visibilities.filter(
    (one) => one !== 'internal' || allowsInternal,
  )
  const visibility = choices.find((one) => one === wanted) ?? 'private'
  const { name } = project.fields.values
  const slug = repositorySlugFrom(name)

  const submit = useSubmit(form, {
    run: async (values: ProjectValues) => {
      try {
        setStep(repository ? 'made' : 'creating')
        const there = repository ?? (await make(values.name))
        // A project that is refused is tried again with the repository that is there.
        setRepository(there)
        setStep('made')
        const made = await createGitProject(workspace.id, inputOf(values), {
          workspace_integration_id: integration.workspace_integration_id,
          external_id: there.external_id,
        })
        setStep('navigating')
        return made.project.slug
      } catch (error) {
        setStep('none')
        // The prompt to connect anew stands above.
        if (isToReconnect(error)) void readAgain(['git-organizations'])
        throw error
      }
    },
    onDone,
    fields: ['name', 'visibility'],
    fallback: 'Failed to create project.',
  })
  const make = (called: string) => {
    if (!slug) throw refusal('The name holds nothing that the address of a repository can be made of.')
    return createRepository(integration, { organization, name: called, slug, visibility })
  }
  const { isSubmitting, errors } = form.formState
  if (owners.length === 0)
    return <Callout severity="info">Your account belongs to no organization at {integration.name}.</Callout>
  return (
    <FormStack onSubmit={submit} label="Git blank project">
      <FormError>{errors.root?.message}</FormError>
      {repository && step === 'none' ? (
        <Callout severity="info">
          The repository {fullNameOf(repository)} has been made; the project has not been added yet.
        </Callout>
      ) : null}
      <FieldGrid>
        <OrganizationSelect
          owners={owners}
          value={organization}
          onChange={setOrganization}
          disabled={isSubmitting || repository !== null}
        />
        <FormTextField
          control={form.control}
          name="name"
          label="Name"
          disabled={isSubmitting}
          helperText={
            slug && slug !== name && !repository ? `The repository will be called ${slug}` : undefined
          }
          slotProps={{ formHelperText: { 'aria-live': 'polite' } }}
        />
        <TextField
          select
          name="repository-visibility"
          label="Repository visibility"
          size="small"
          fullWidth
          value={visibility}
          disabled={isSubmitting || repository !== null || choices.length === 0}
          helperText={choices.length === 0 ? 'The project at the host decides who sees it' : undefined}
          onChange={(event) => setWanted(event.target.value)}
          // What it says is to be read, other than what cannot be chosen.
          slotProps={{ formHelperText: { disabled: false } }}
        >
          {(choices.length === 0 ? (['private'] as const) : choices).map((one) => (
            <MenuItem key={one} value={one}>
              {visibilities[one]}
            </MenuItem>
          ))}
        </TextField>
        <AccessFields form={form} fields={project.fields} disabled={isSubmitting} />
      </FieldGrid>
      <CreationProgress step={step} />
      <SubmitButton
        loading={isSubmitting}
        disabled={project.isBlocked || project.isFull}
        sx={{ justifySelf: 'start' }}
      >
        Create project
      </SubmitButton>
    </FormStack>
  )
}
