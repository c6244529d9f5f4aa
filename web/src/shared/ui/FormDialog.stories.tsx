import Button from '@mui/material/Button'
import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { ApiProblem, networkProblem, problemFromBody } from '../data/api.ts'
import { FormDialog } from './FormDialog.tsx'
import { validateAsTyped } from './forms/as-typed.ts'
import { FormTextField } from './forms/FormTextField.tsx'

export const title = 'Form dialog'

interface Values {
  name: string
  description: string
}

const resolver: Resolver<Values> = (values) =>
  values.name.trim()
    ? { values, errors: {} }
    : { values: {}, errors: { name: { type: 'required', message: 'Required' } } }

function Example({ onSave, onRemove }: { onSave: () => Promise<void>; onRemove?: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const form = useForm<Values>({
    ...validateAsTyped,
    resolver,
    defaultValues: { name: 'Platform', description: '' },
  })
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Open
      </Button>
      <FormDialog
        open={open}
        title="Edit team"
        form={form}
        fields={['name', 'description']}
        onSave={onSave}
        onClose={() => setOpen(false)}
        learnMoreHref="/help/teams"
        {...(onRemove && { onRemove, removeLabel: 'Remove team' })}
      >
        <FormTextField control={form.control} name="name" label="Name" autoFocus />
        <FormTextField
          control={form.control}
          name="description"
          label="Description"
          multiline
          minRows={3}
          helperText="What this team works on, in a sentence or two."
        />
      </FormDialog>
    </>
  )
}

/** Saves; removing asks once more. */
export function SaveAndRemove() {
  return <Example onSave={async () => undefined} onRemove={async () => undefined} />
}

/** The server refuses the name, which shows at its field. */
export function RefusedField() {
  const message = 'A team with this name already exists.'
  const problem = { code: 'CONFLICT', status: 409, detail: message, fields: [{ field: 'name', message }] }
  return <Example onSave={() => Promise.reject(new ApiProblem(problem))} />
}

/** The server's disk is full: it says so in words of its own. */
export function NotNow() {
  return <Example onSave={() => Promise.reject(problemFromBody(503, fullDisk))} />
}

const fullDisk = {
  code: '53100',
  details: null,
  hint: null,
  message: 'could not extend file "base/16384/17321": No space left on device',
}

/** Neither saving nor removing works; what was typed stays. */
export function Offline() {
  return (
    <Example
      onSave={() => Promise.reject(networkProblem())}
      onRemove={() => Promise.reject(networkProblem())}
    />
  )
}
