import '../../../../shared/testing/host.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parseText } from '../../../../../../analysis/parse/parse-text.ts'
import { renderAt } from '../../../../shared/testing/render.tsx'
import { FormView } from '../FormView.tsx'
import { describedDocument } from '../testing.tsx'

const parse = (text: string) => parseText(text, 'rules.yaml').value

function show(text: string) {
  const document = describedDocument(text, { path: 'rules/.spectral.yaml' })
  const ways = { onOpen: () => undefined, onEditInCode: () => undefined }
  return { document, ...renderAt('/', <FormView document={document} path={[]} {...ways} />) }
}

it('writes rules into the author’s own text, and nothing else of it', async () => {
  const { document, user } = show(`# Ours.
extends: [spectral:oas] # all of it
rules:
  operation-tags: off
  contact: # Who answers?
    given: $.info
    then: {field: contact, function: truthy}
`)
  await screen.findByText('spectral:oas')
  await user.click(screen.getByRole('button', { name: /^contact/ }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Severity' }), { target: { value: '1' } })
  await waitFor(() => expect(document.textNow()).toContain('severity: error'))
  const message = screen.getByRole('textbox', { name: 'Message' })
  await user.type(message, 'Say who answers')
  fireEvent.blur(message)
  await waitFor(() => expect(document.textNow()).toContain('message: Say who answers'))
  await user.click(screen.getByRole('button', { name: /^operation-tags/ }))
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await user.type(screen.getByRole('textbox', { name: 'Name of the new rule' }), 'fresh{Enter}')
  await waitFor(() => expect(document.textNow()).toContain('  fresh:'))
  const text = document.textNow()
  expect(
    text.startsWith('# Ours.\nextends: [spectral:oas] # all of it\nrules:\n  operation-tags: off\n'),
  ).toBe(true)
  expect(text).toContain('contact: # Who answers?')
})

it('keeps examples in the rule itself, as texts, and leaves nothing behind when the last one goes', async () => {
  const { document, user } = show(`rules:
  contact:
    given: $.info
    then: {field: contact, function: truthy}
`)
  await user.click(await screen.findByRole('button', { name: /^contact/ }))
  await user.click(screen.getByRole('button', { name: /^Examples/ }))
  await user.click(screen.getByRole('button', { name: 'Add an example that must fail' }))
  const example = await screen.findByRole('textbox', { name: 'Example 1 that must fail' })
  fireEvent.change(example, { target: { value: 'openapi: 3.1.0\ninfo: {title: A}\n' } })
  fireEvent.blur(example)
  await waitFor(() => expect(document.textNow()).toContain('info: {title: A}'))
  expect(parse(document.textNow())).toMatchObject({
    rules: { contact: { extensions: { examples: { fail: ['openapi: 3.1.0\ninfo: {title: A}\n'] } } } },
  })
  await user.click(screen.getByRole('button', { name: 'Delete example 1 that must fail' }))
  await waitFor(() => expect(document.textNow()).not.toContain('extensions'))
})
