import UndoIcon from '@mui/icons-material/Undo'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Typography from '@mui/material/Typography'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useChange } from '../../../shared/data/change.ts'
import { FormDialog } from '../../../shared/ui/FormDialog.tsx'
import { validateAsTyped } from '../../../shared/ui/forms/as-typed.ts'
import { FormSelect } from '../../../shared/ui/forms/FormSelect.tsx'
import { FormSwitch } from '../../../shared/ui/forms/FormSwitch.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { lazyResolver } from '../../../shared/ui/forms/lazy-resolver.ts'
import {
  changesTo,
  isLaid,
  type Layer,
  type OverrideSource,
  type Scope,
  type Shown,
  shownBelow,
  shownIn,
} from './layers.ts'

const resolver = lazyResolver(() => import('./forms.ts').then((forms) => forms.overrideResolver))

// All that shows a title, or leaves out what is hidden.
const changes = ['docs-node', 'docs-node-by-uri', 'docs-toc', 'search', 'search-toc']

type Values = Shown & { scope: Scope }

interface Props {
  overrides: OverrideSource
  layers: readonly Layer[]
  onClose: () => void
}

/** What is shown of a page in place of what its source says, on all branches or on one. */
export function OverrideDialog({ overrides, layers, onClose }: Props) {
  const scope: Scope = isLaid(layers, 'branch') ? 'branch' : 'project'
  const form = useForm<Values>({
    ...validateAsTyped,
    resolver,
    defaultValues: { scope, ...shownIn(layers, scope) },
  })
  const save = useChange({
    run: (values: Values) => overrides.lay(values.scope, changesTo(layers, values.scope, values)),
    changes,
    success: 'Page updated',
  })
  return (
    <FormDialog
      open
      title="Title and visibility"
      form={form}
      fields={['title', 'summary']}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
      isDisabled={!form.formState.isDirty}
    >
      <Typography variant="body2" color="textSecondary">
        Shown in place of what the source says. The source stays as it is, and a new analysis keeps this.
      </Typography>
      <Fields form={form} layers={layers} branch={overrides.branch} />
    </FormDialog>
  )
}

interface FieldsProps {
  form: UseFormReturn<Values>
  layers: readonly Layer[]
  branch: string | null
}

function Fields({ form, layers, branch }: FieldsProps) {
  const { control } = form
  const { scope, is_hidden: isHidden } = useWatch({ control }) as Values
  const isOfBranch = isLaid(layers, 'branch')
  const choices = [
    { value: 'project', label: 'All versions' },
    { value: 'branch', label: branch === null ? 'This version' : `Only ${branch}` },
  ]
  return (
    <>
      {branch !== null || isOfBranch ? (
        <FormSelect
          control={control}
          name="scope"
          label="Where"
          choices={choices}
          onValue={(chosen) => form.reset({ scope: chosen as Scope, ...shownIn(layers, chosen as Scope) })}
          {...(scope === 'project' && isOfBranch
            ? { helperText: 'This version has something of its own, which comes first here.' }
            : {})}
        />
      ) : null}
      <OverrideField form={form} layers={layers} scope={scope} name="title" label="Title" />
      <OverrideField form={form} layers={layers} scope={scope} name="summary" label="Summary" isLong />
      <FormSwitch
        control={control}
        name="is_hidden"
        label="Hidden from readers"
        helperText={
          isHidden
            ? 'Only people who may change the content of this project see it: it is not in the contents, not in the search, and has no page for others.'
            : 'Everybody who may read the page sees it.'
        }
      />
    </>
  )
}

interface FieldProps {
  form: UseFormReturn<Values>
  layers: readonly Layer[]
  scope: Scope
  name: 'title' | 'summary'
  label: string
  isLong?: boolean
}

/** A text that is shown, which can be set back to what is shown without it. */
function OverrideField({ form, layers, scope, name, label, isLong = false }: FieldProps) {
  const { control } = form
  const value = useWatch({ control, name })
  const below = shownBelow(layers, scope)[name]
  const isOther = value.trim() !== below
  const isOfAll = below !== shownBelow(layers, 'project')[name]
  const reset = () => form.setValue(name, below, { shouldDirty: true, shouldValidate: true })
  return (
    <FormTextField
      control={control}
      name={name}
      label={label}
      autoComplete="off"
      multiline={isLong}
      {...(isLong ? { minRows: 2, maxRows: 8 } : {})}
      {...(isOther
        ? { helperText: `${isOfAll ? 'On all versions' : 'As described'}: ${below || 'nothing'}` }
        : {})}
      slotProps={{
        input: {
          endAdornment: isOther ? (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                title="Reset"
                aria-label={`Reset ${label.toLowerCase()}`}
                onClick={reset}
              >
                <UndoIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ) : undefined,
        },
      }}
    />
  )
}
