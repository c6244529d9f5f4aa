import '../../../shared/testing/host.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderAt } from '../../../shared/testing/render.tsx'
import { FormView } from '../forms/FormView.tsx'
import { bookings } from '../forms/stories-texts.ts'
import { describedDocument } from '../forms/testing.tsx'
import { useUndoKeys } from './use-undo-keys.ts'

function Desk({ document }: { document: ReturnType<typeof describedDocument> }) {
  useUndoKeys(document)
  return (
    <>
      <input aria-label="Search" />
      <FormView
        document={document}
        path={['paths', '/bookings', 'get']}
        onOpen={() => undefined}
        onEditInCode={() => undefined}
      />
    </>
  )
}

function show() {
  const document = describedDocument(bookings, {})
  return { ...renderAt('/', <Desk document={document} />), textNow: document.textNow }
}

const summary = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Summary' })

describe('Ctrl Z at the desk', () => {
  it('takes back what a field wrote, and Ctrl Shift Z writes it again', async () => {
    const { user, textNow } = show()
    await user.clear(summary())
    await user.type(summary(), 'All of them{Enter}')
    expect(textNow()).toContain('summary: All of them')
    await user.keyboard('{Control>}z{/Control}')
    expect(textNow()).toBe(bookings)
    expect(summary().value).toBe('List bookings')
    await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}')
    expect(textNow()).toContain('summary: All of them')
  })

  it('leaves what is typed and not written yet to the field', async () => {
    const { user, textNow } = show()
    await user.type(summary(), '!{Enter}')
    const written = textNow()
    await user.type(summary(), '?{Control>}z{/Control}')
    expect(textNow()).toBe(written)
  })

  it('leaves fields that are not of the document alone', async () => {
    const { user, textNow } = show()
    await user.type(summary(), '!{Enter}')
    const written = textNow()
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'x{Control>}z{/Control}')
    expect(textNow()).toBe(written)
  })
})
