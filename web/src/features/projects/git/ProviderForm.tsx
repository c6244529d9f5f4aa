import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { gitCapabilities } from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import { OrganizationSelect, ownersAt } from '../../../shared/connections/OrganizationSelect.tsx'
import { RepositoryList } from '../../../shared/connections/RepositoryList.tsx'
import type { HostRepository } from '../../../shared/connections/repositories.ts'
import { isOn } from '../../../shared/data/flags.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { AutoInviteSwitch } from '../../../shared/integrations/AutoInviteSwitch.tsx'
import { kindNames, webhookFailure } from '../../../shared/integrations/kinds.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormStack } from '../../../shared/ui/forms/FormStack.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import { SubmitButton } from '../../../shared/ui/forms/SubmitButton.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { AddressField } from '../components/AddressField.tsx'
import { useProjectLimit } from '../components/PlanLimit.tsx'
import { AccessFields, FieldGrid } from '../components/ProjectFields.tsx'
import type { ProjectValues } from '../forms.ts'
import { useProjectForm } from '../use-project-form.ts'
import { type Chosen, ChosenList, chosenOf } from './ChosenList.tsx'
import { type Host, HostFrame } from './HostFrame.tsx'
import { makeProjects } from './make-projects.ts'
import { useAddress } from './use-address.ts'

const resolver = lazyResolver(() => import('../forms.ts').then((forms) => forms.repositoriesResolver))
const label = 'Add from a Git provider'

interface Props {
  onAdded: (slugs: string[]) => void
}

/** Repositories that are there become projects. */
export default function ProviderForm({ onAdded }: Props) {
  return <HostFrame>{(host) => <Repositories host={host} onAdded={onAdded} />}</HostFrame>
}

function Repositories({ host, onAdded }: Props & { host: Host }) {
  const { integration } = host
  const workspace = useWorkspace()
  const toast = useToast()
  const owners = ownersAt(integration, host.organizations)
  const [organization, setOrganization] = useState(owners[0]?.slug ?? null)
  const [chosen, setChosen] = useState<Chosen[]>([])
  const [made, setMade] = useState(0)
  const [inviteCommitters, setInviteCommitters] = useState(isOn('auto_invite_committers', workspace))
  const canInstall = gitCapabilities[integration.kind].webhooks
  const [installWebhooks, setInstallWebhooks] = useState(canInstall)
  const project = useProjectForm('design', resolver)
  const { form, inputOf } = project

  const add = (repository: HostRepository) =>
    setChosen((known) => [
      ...known.filter((one) => !isSame(one.repository, repository)),
      chosenOf(repository),
    ])
  const remove = (repository: HostRepository) =>
    setChosen((known) => known.filter((one) => !isSame(one.repository, repository)))
  const rename = (repository: HostRepository, name: string) =>
    setChosen((known) =>
      known.map((one) => (isSame(one.repository, repository) ? { repository, name } : one)),
    )
  const isChosen = (repository: HostRepository) => chosen.some((one) => isSame(one.repository, repository))
  const address = useAddress(integration, add)

  const submit = useSubmit(form, {
    run: async (values: ProjectValues) => {
      const added = await makeProjects({
        workspaceId: workspace.id,
        integration,
        chosen,
        input: inputOf(values),
        inviteCommitters,
        installWebhooks,
      })
      if (added.isWebhookMissing) toast.warning(webhookFailure(kindNames[integration.kind]))
      if (added.refused.length === 0) return onAdded(added.slugs)
      setChosen(added.refused)
      setMade(added.slugs.length)
    },
    changes: ['git-repositories', 'features', 'projects'],
    fields: ['visibility'],
    fallback: 'Failed to create project.',
  })
  const { isSubmitting, errors } = form.formState
  const limit = useProjectLimit()
  const left = limit ? limit.cap - limit.used : Number.POSITIVE_INFINITY
  const isNamed = chosen.every(({ name }) => name.trim() !== '')
  return (
    <>
      {owners.length > 0 ? (
        <>
          <OrganizationSelect
            owners={owners}
            value={organization}
            onChange={setOrganization}
            disabled={isSubmitting}
          />
          <RepositoryList
            integration={integration}
            isExpired={host.isExpired}
            organization={organization}
            isChosen={isChosen}
            isTyped={address.isTyped}
            onToggle={(repository) => (isChosen(repository) ? remove(repository) : add(repository))}
            disabled={isSubmitting}
          />
        </>
      ) : (
        <Callout severity="info">Your account belongs to no organization at {integration.name}.</Callout>
      )}
      <AddressField
        label="Or add by repository URL"
        action="Add"
        value={address.text}
        onChange={address.change}
        onTake={address.take}
        fault={address.fault}
        busy={address.busy}
        disabled={isSubmitting}
      />
      <FormStack onSubmit={submit} label={label}>
        <FormError>{errors.root?.message}</FormError>
        {made > 0 ? (
          <Callout severity="success">
            {made === 1 ? '1 project was added.' : `${made} projects were added.`}
          </Callout>
        ) : null}
        {chosen.length === 0 ? (
          <Typography color="textSecondary">Choose the repositories that become projects.</Typography>
        ) : (
          <ChosenList chosen={chosen} onRename={rename} onRemove={remove} disabled={isSubmitting} />
        )}
        {left > 0 && chosen.length > left ? (
          <Callout severity="warning">
            {`Your plan has room for ${left} more ${left === 1 ? 'project' : 'projects'}. Choose fewer repositories, or remove some of these.`}
          </Callout>
        ) : null}
        <FieldGrid>
          <AccessFields form={form} fields={project.fields} disabled={isSubmitting} />
        </FieldGrid>
        <Box sx={{ display: 'grid', justifyItems: 'start' }}>
          <AutoInviteSwitch isOn={inviteCommitters} disabled={isSubmitting} onChange={setInviteCommitters} />
          {canInstall ? (
            <FormControlLabel
              label="Install webhooks: the docs follow each push"
              control={
                <Switch
                  checked={installWebhooks}
                  disabled={isSubmitting}
                  onChange={(_event, checked) => setInstallWebhooks(checked)}
                />
              }
            />
          ) : null}
        </Box>
        <SubmitButton
          loading={isSubmitting}
          disabled={
            chosen.length === 0 || !isNamed || address.busy || project.isBlocked || chosen.length > left
          }
          sx={{ justifySelf: 'start' }}
        >
          {chosen.length > 1 ? `Add ${chosen.length} projects` : 'Add project'}
        </SubmitButton>
      </FormStack>
    </>
  )
}

function isSame(a: HostRepository, b: HostRepository): boolean {
  return a.external_id === b.external_id
}
