import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useFeatures } from '../../../shared/data/projects.ts'
import { type IntegrationKind, kindNames } from '../../../shared/integrations/kinds.ts'
import { newNonce } from '../../../shared/provider-popup/state.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { FormSwitch } from '../../../shared/ui/forms/FormSwitch.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useEditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import { AuthTypeChoice, ConfigTypeChoice } from './ConfigChoice.tsx'
import { integrationResolver } from './forms.ts'
import { isLastWayIn } from './last-way-in.ts'
import { ProviderAddresses } from './ProviderAddresses.tsx'
import { type Integration, useReadIntegration } from './queries.ts'
import { SettingField } from './SettingField.tsx'
import { hasDefault, settingsOf } from './settings.ts'
import { TestButton } from './TestButton.tsx'
import { useSaveIntegration } from './use-save-integration.ts'
import { allSettings, type IntegrationValues, labelsOf, valuesOf } from './values.ts'

interface Props {
  kind: IntegrationKind
  /** The one to edit; null adds one. */
  integration: Integration | null
  all: Integration[]
  canEdit: boolean
  onClose: () => void
}

/** Adds or edits an integration, tries its settings, uninstalls it. */
export function IntegrationDialog({ kind, integration, all, canEdit, onClose }: Props) {
  const others = all.filter(({ id }) => id !== integration?.id)
  const initialAuthType =
    kind === 'bitbucket_data_center' && integration
      ? integration.config.authType === 'oauth'
        ? 'oauth'
        : 'basic'
      : null
  const readIntegration = useReadIntegration()
  const [initialName] = useState(() => freeName(kindNames[kind], others))
  const saved = valuesOf(kind, integration, initialName)
  const { form, sendOver } = useEditForm<IntegrationValues>({
    saved,
    read: async () =>
      integration ? valuesOf(kind, await readIntegration(integration.id), initialName) : saved,
    resolver: integrationResolver(kind, others, initialAuthType),
    labels: labelsOf(kind),
  })
  const { control } = form
  const [configType, authType] = useWatch({ control, name: ['config_type', 'authType'] })
  const features = useFeatures()
  const allowsCustom = features.data?.find(({ name }) => name === 'custom_git_integration')?.allowed ?? false
  const [newKey] = useState(newNonce)
  const callbackKey = integration?.callback_key ?? newKey
  const { save, uninstall } = useSaveIntegration(kind, integration, callbackKey, sendOver)

  const isLast = integration !== null && isLastWayIn(integration, all)
  const otherSaml = others.some((other) => other.kind === 'saml')
  const isHeldDefault = integration?.is_default_idp === true && otherSaml
  const settings = settingsOf(kind, configType, authType)
  const removable = canEdit && integration !== null && kind !== 'builtin' && !isLast && !isHeldDefault
  const fields = [
    'name',
    'enabled',
    'allow_user_login',
    'config_type',
    ...allSettings(kind).map(({ name }) => name),
  ]
  return (
    <FormDialog
      open
      title={integration ? integration.name : `Add ${kindNames[kind]}`}
      form={form}
      fields={fields}
      onSave={save}
      onClose={onClose}
      isDisabled={!canEdit}
      {...(removable ? { onRemove: uninstall, removeLabel: 'Uninstall' } : {})}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <FormTextField control={control} name="name" label="Name" required disabled={!canEdit} />
        {isLast ? (
          <Alert severity="warning" variant="outlined">
            This is the last enabled sign-in integration of this workspace. Enable another one first.
          </Alert>
        ) : null}
        <Box sx={{ display: 'grid' }}>
          <FormSwitch control={control} name="enabled" label="Enabled" disabled={!canEdit || isLast} />
          <FormSwitch
            control={control}
            name="allow_user_login"
            label="Sign In"
            disabled={!canEdit || isLast}
          />
          <FormSwitch
            control={control}
            name="allow_user_register"
            label="Registration"
            helperText="People without an account may make one here."
            disabled={!canEdit}
          />
        </Box>
        {kind === 'saml' && otherSaml ? (
          <FormSwitch
            control={control}
            name="defaultIdp"
            label="Default IDP"
            helperText={
              isHeldDefault
                ? 'You must set another SAML integration as a default IDP provider before unsetting this one'
                : 'Sign-in offers it first.'
            }
            disabled={!canEdit || isHeldDefault}
          />
        ) : null}
        {hasDefault(kind) ? (
          <ConfigTypeChoice control={control} allowsCustom={allowsCustom} isDisabled={!canEdit} />
        ) : null}
        {kind === 'bitbucket_data_center' ? (
          <AuthTypeChoice control={control} initial={initialAuthType} isDisabled={!canEdit} />
        ) : null}
        {settings.map((setting) => (
          <SettingField
            key={setting.name}
            control={control}
            setting={setting}
            offersInternal={kind === 'github' && configType === 'custom'}
            isDisabled={!canEdit}
          />
        ))}
        <ProviderAddresses
          kind={kind}
          integration={integration}
          configType={configType}
          authType={authType}
          callbackKey={callbackKey}
        />
        {canEdit && settings.some(({ required }) => required) ? (
          <TestButton form={form} kind={kind} integrationId={integration?.id ?? null} />
        ) : null}
      </Box>
    </FormDialog>
  )
}

/** The name, with a number behind it where others have it. */
function freeName(name: string, others: Integration[]): string {
  const taken = new Set(others.map((other) => other.name))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`
  return free
}
