import '../../testing/host.ts'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { FormError } from './FormError.tsx'
import { FormStack } from './FormStack.tsx'
import { FormSwitch } from './FormSwitch.tsx'
import { FormTextField } from './FormTextField.tsx'
import { useEditForm } from './use-edit-form.ts'
import { useSubmit } from './use-submit.ts'

interface Values {
  name: string
  note: string
  open: boolean
}

const labels = { name: 'Name', note: 'Note', open: 'Open' }

/** A form of a page that knows `known`, while `now` is what is saved. */
function Edit({
  known,
  now,
  onSent,
  checked = Promise.resolve(),
}: {
  known: Values
  now: Values
  onSent: (sent: Partial<Values>) => void
  /** When what checks the form has been loaded. */
  checked?: Promise<void>
}) {
  const { form, changesOf, canSave } = useEditForm<Values>({
    saved: known,
    read: async () => now,
    resolver: async (values) => {
      await checked
      return { values: { ...values, name: values.name.trim() }, errors: {} }
    },
    labels,
  })
  const submit = useSubmit(form, {
    run: async (values) => onSent(await changesOf(values)),
    fields: ['name', 'note', 'open'],
  })
  return (
    <FormStack onSubmit={submit} label="Edit">
      <FormTextField control={form.control} name="name" label="Name" />
      <FormTextField control={form.control} name="note" label="Note" />
      <FormSwitch control={form.control} name="open" label="Open" />
      <FormError>{form.formState.errors.root?.message}</FormError>
      <button type="submit">Save</button>
      <output>{canSave ? 'There is something to save' : ''}</output>
    </FormStack>
  )
}

const first = { name: 'Pets', note: '', open: false }

/** Opens the form while `now` is saved already; its button lets the page hear of that. */
function open(now: Values = first) {
  const sent: Partial<Values>[] = []
  const Page = () => {
    const [known, hear] = useState(first)
    return (
      <>
        <Edit known={known} now={now} onSent={(one) => void sent.push(one)} />
        <button type="button" onClick={() => hear(now)}>
          Hear
        </button>
      </>
    )
  }
  return { ...renderAt('/', <Page />), sent }
}

const field = (name: string) => screen.getByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save' })

describe('a form over what others change, too', () => {
  it('notices what is typed before it can be checked', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { user } = renderAt(
      '/',
      <Edit known={first} now={first} onSent={() => undefined} checked={promise} />,
    )
    await user.type(field('Note'), 'At once')
    expect(screen.getByRole('status').textContent).toBe('')
    resolve()
    await screen.findByText('There is something to save')
  })

  it('sends what was changed here, as it was checked, and nothing else', async () => {
    const { user, sent } = open({ ...first, note: 'theirs', open: true })
    await user.type(field('Name'), ' and more ')
    await user.click(save())
    expect(sent).toEqual([{ name: 'Pets and more' }])
  })

  it('follows with what was not touched, and keeps what is being typed', async () => {
    const { user, sent } = open({ name: 'Animals', note: 'theirs', open: true })
    await user.type(field('Name'), '!')
    await user.click(screen.getByRole('button', { name: 'Hear' }))
    expect(field('Note')).toHaveProperty('value', 'theirs')
    expect(screen.getByRole('switch', { name: 'Open' })).toHaveProperty('checked', true)
    expect(field('Name')).toHaveProperty('value', 'Pets!')
    await user.click(save())
    await screen.findByText('Meanwhile “Name” was changed to “Animals”. Save again to replace it.')
    expect(sent).toEqual([])
    await user.click(save())
    expect(sent).toEqual([{ name: 'Pets!' }])
  })

  it('says all that was changed twice, whatever kind of value it is', async () => {
    const { user, sent } = open({ name: '', note: 'n'.repeat(70), open: true })
    await user.type(field('Name'), '!')
    await user.type(field('Note'), 'mine')
    await user.click(screen.getByRole('switch', { name: 'Open' }))
    await user.click(screen.getByRole('switch', { name: 'Open' }))
    await user.click(save())
    await screen.findByText(
      `Meanwhile “Name” was changed to nothing, “Note” was changed to “${'n'.repeat(59)}…”. Save again to replace them.`,
    )
    expect(sent).toEqual([])
  })

  it('does not ask about a change that both made alike', async () => {
    const { user, sent } = open({ ...first, name: 'Pets!' })
    await user.type(field('Name'), '!')
    await user.click(save())
    expect(sent).toEqual([{ name: 'Pets!' }])
  })
})
