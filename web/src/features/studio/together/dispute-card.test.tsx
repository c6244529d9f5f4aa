import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Description } from '../../../../../editing/description.ts'
import { wholeOf } from '../documents/open-document.ts'
import { memoryDocument } from '../testing.tsx'
import { DisputeCard } from './DisputeCard.tsx'

const text = `info:
  title: Mine # the name
  description: Mine.
`

function card(path: readonly string[], ours: unknown, theirs: unknown) {
  const document = memoryDocument({ text })
  document.description = new Description(document.model.text, 'yaml')
  const onSettled = vi.fn()
  const onEditInCode = vi.fn()
  const dispute = { id: '1', path, base: 'Old', ours, theirs, authors: [] }
  render(<DisputeCard dispute={dispute} document={document} who="Ana" {...{ onSettled, onEditInCode }} />)
  return { document, onSettled, onEditInCode }
}

afterEach(cleanup)

describe('a dispute', () => {
  it('shows what it was, what one wrote oneself and what the other did', () => {
    card(['info', 'title'], 'Mine', 'Theirs')
    const region = screen.getByRole('region', {
      name: /Ana and you wrote this at the same time: info › title/,
    })
    expect(
      within(region)
        .getAllByRole('definition')
        .map((one) => one.textContent),
    ).toEqual(['Old', 'Mine', 'Theirs'])
    expect(screen.queryByRole('button', { name: 'Take both' })).toBeNull()
  })

  it('takes theirs by the smallest change', async () => {
    const { document, onSettled } = card(['info', 'title'], 'Mine', 'Theirs')
    await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
    expect(wholeOf(document.model.text)).toBe(text.replace('Mine #', 'Theirs #'))
    expect(onSettled).toHaveBeenCalled()
    document.model.undo()
    expect(wholeOf(document.model.text)).toBe(text)
  })

  it('takes both', async () => {
    const { document } = card(['info', 'description'], 'Mine.', 'Theirs.')
    await userEvent.click(screen.getByRole('button', { name: 'Take both' }))
    expect(wholeOf(document.model.text)).toContain('description: Mine. Theirs.')
  })

  it('deletes what the other deleted, keeps mine, and leads into the code', async () => {
    const { document, onSettled, onEditInCode } = card(['info', 'description'], 'Mine.', undefined)
    await userEvent.click(screen.getByRole('button', { name: 'Edit in code' }))
    expect(onEditInCode).toHaveBeenCalledWith(document.description?.range(['info', 'description']))
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
    expect(wholeOf(document.model.text)).toBe(text)
    expect(onSettled).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Delete it' }))
    expect(wholeOf(document.model.text)).not.toContain('description')
  })

  it('says why something cannot be written, and settles nothing', async () => {
    const { onSettled } = card(['gone', 'deeper'], 'Mine', 'Theirs')
    await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
    expect(screen.getByRole('alert').textContent).not.toBe('')
    expect(onSettled).not.toHaveBeenCalled()
  })
})
