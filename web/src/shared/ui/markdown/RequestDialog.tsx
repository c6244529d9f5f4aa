import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type Control, useFieldArray, useForm } from 'react-hook-form'
import { FormDialog } from '../FormDialog.tsx'
import { validateAsTyped } from '../forms/as-typed.ts'
import { FormSelect } from '../forms/FormSelect.tsx'
import { FormTextField } from '../forms/FormTextField.tsx'
import { lazyResolver } from '../forms/lazy-resolver.ts'
import type { RequestValues } from './request-form.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']

const emptyRequest: RequestValues = { method: 'GET', url: '', headers: [], body: '' }

const resolver = lazyResolver(() => import('./request-form.ts').then((module) => module.requestResolver))

interface Props {
  /** The request of the block that is edited; absent for a new one. */
  initial: RequestValues | undefined
  onInsert: (values: RequestValues) => void
  onClose: () => void
}

/** Asks for the HTTP request that a block of an article shows. */
export default function RequestDialog({ initial, onInsert, onClose }: Props) {
  const form = useForm<RequestValues>({
    ...validateAsTyped,
    resolver,
    defaultValues: initial ?? emptyRequest,
  })
  const { control } = form
  return (
    <FormDialog
      open
      title={initial ? 'Edit HTTP request' : 'HTTP request'}
      form={form}
      fields={['url']}
      saveLabel={initial ? 'Update' : 'Insert'}
      onSave={async (values) => onInsert(values)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '130px 1fr' }, gap: 2 }}>
        <FormSelect
          control={control}
          name="method"
          label="Method"
          choices={choicesFor(initial?.method ?? 'GET')}
        />
        <FormTextField
          control={control}
          name="url"
          label="URL"
          placeholder="https://api.example.com/users"
          autoFocus
          slotProps={{ htmlInput: { inputMode: 'url', spellCheck: false, autoCapitalize: 'none' } }}
        />
      </Box>
      <Headers control={control} />
      <FormTextField
        control={control}
        name="body"
        label="Body"
        multiline
        minRows={4}
        maxRows={14}
        helperText="JSON is shown formatted; any other text is shown as it is."
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
    </FormDialog>
  )
}

function Headers({ control }: { control: Control<RequestValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' })
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 1.5 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: fields.length ? 1.5 : 0 }}>
        Headers
      </Typography>
      {fields.map((field, index) => (
        <Box key={field.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <FormTextField
            control={control}
            name={`headers.${index}.name`}
            label="Name"
            slotProps={{ htmlInput: { 'aria-label': `Name of header ${index + 1}` } }}
          />
          <FormTextField
            control={control}
            name={`headers.${index}.value`}
            label="Value"
            slotProps={{ htmlInput: { 'aria-label': `Value of header ${index + 1}` } }}
          />
          <IconButton
            aria-label={`Remove header ${index + 1}`}
            onClick={() => remove(index)}
            sx={{ mt: 0.25 }}
          >
            <Close fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        startIcon={<Add />}
        onClick={() => append({ name: '', value: '' })}
        sx={{ justifySelf: 'start' }}
      >
        Add header
      </Button>
    </Box>
  )
}

function choicesFor(method: string) {
  // A block may name a method of its own.
  const known = methods.includes(method) ? methods : [method, ...methods]
  return known.map((value) => ({ value, label: value }))
}
