import '../testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderAt } from '../testing/render.tsx'
import * as ConfirmStories from './ConfirmDialog.stories.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import * as FormStories from './FormDialog.stories.tsx'
import * as EditorStories from './MarkdownEditor.stories.tsx'
import * as PickerStories from './MemberPicker.stories.tsx'
import * as PresentationStories from './PresentationPicker.stories.tsx'
import * as RoleStories from './RoleSelect.stories.tsx'

/** Shows a story, and opens it where it is a dialog. */
async function open(Story: () => React.ReactNode) {
  const view = renderAt('/', <Story />)
  const opener = screen.queryByRole('button', { name: 'Open' })
  if (opener) await view.user.click(opener)
  return view.user
}

const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

describe('a confirmation', () => {
  it('offers Okay and Cancel', async () => {
    const user = await open(ConfirmStories.Plain)
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Okay' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('waits for the exact text', async () => {
    const user = await open(ConfirmStories.TypeToConfirm)
    await user.type(screen.getByLabelText('Confirmation'), 'platform')
    expect(isDisabled('Delete team')).toBe(true)
    await user.clear(screen.getByLabelText('Confirmation'))
    await user.type(screen.getByLabelText('Confirmation'), 'Platform{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays and says why it failed', async () => {
    const user = await open(ConfirmStories.Failing)
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await screen.findByText(/server could not be reached/)
    expect(isDisabled('Remove')).toBe(false)
  })

  it('asks once, however often it is pressed', async () => {
    const onConfirm = vi.fn(() => new Promise<void>(() => undefined))
    const { user } = renderAt(
      '/',
      <ConfirmDialog open title="Leave" onConfirm={onConfirm} onClose={() => undefined}>
        Are you sure?
      </ConfirmDialog>,
    )
    await user.dblClick(screen.getByRole('button', { name: 'Okay' }))
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })
})

describe('a form in a dialog', () => {
  it('cannot be saved while it is invalid, and says why after a moment', async () => {
    const user = await open(FormStories.SaveAndRemove)
    await waitFor(() => expect(isDisabled('Save')).toBe(false))
    await user.clear(screen.getByLabelText('Name'))
    await waitFor(() => expect(isDisabled('Save')).toBe(true))
    expect(screen.queryByText('Required')).toBeNull()
    await screen.findByText('Required')
  })

  it('removes after a second question', async () => {
    const user = await open(FormStories.SaveAndRemove)
    await user.click(screen.getByRole('button', { name: 'Remove team' }))
    screen.getByText('Are you sure you want to remove this item?')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Remove team' }))
    await user.click(screen.getByRole('button', { name: 'Yes, Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows a refused name at its field and stays', async () => {
    const user = await open(FormStories.RefusedField)
    await waitFor(() => expect(isDisabled('Save')).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('A team with this name already exists.')
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  })

  it('says why it cannot be saved now, in the words of the server', async () => {
    const user = await open(FormStories.NotNow)
    await waitFor(() => expect(isDisabled('Save')).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('The server cannot do this right now. Please try again in a few moments.')
    screen.getByText(/Issue saving the form, please try again\./)
    expect(screen.queryByText(/base\/16384/)).toBeNull()
    expect(isDisabled('Save')).toBe(false)
  })

  it('can be saved again after a failure', async () => {
    const user = await open(FormStories.Offline)
    await waitFor(() => expect(isDisabled('Save')).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/Issue saving the form, please try again\./)
    expect(isDisabled('Save')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Remove team' }))
    await user.click(screen.getByRole('button', { name: 'Yes, Remove' }))
    await screen.findByText(/There was an issue removing the item, please try again\./)
  })
})

describe('choosing a role', () => {
  it('says what each role does and why one cannot be chosen', async () => {
    const user = await open(RoleStories.Choosing)
    await user.click(screen.getByRole('combobox', { name: 'Role' }))
    const owner = screen.getByRole('option', { name: /Owner/ })
    expect(owner.getAttribute('aria-disabled')).toBe('true')
    within(owner).getByText('Only owners can make somebody an owner')
    await user.click(screen.getByRole('option', { name: /Viewer/ }))
    expect(screen.getByRole('combobox', { name: 'Role' }).textContent).toBe('Viewer')
  })

  it('is text where it may not be changed', async () => {
    await open(RoleStories.ReadOnlyInARow)
    screen.getByLabelText('Role of Grace Hopper: Owner. You cannot change your own role')
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

describe('picking people', () => {
  it('takes a pasted list and marks what is no address', async () => {
    const user = await open(PickerStories.MembersAndAddresses)
    await user.click(screen.getByLabelText('Members'))
    await user.paste('ada@example.com; new@example.org\nnonsense, new@example.org')
    screen.getByText('Ada Lovelace')
    screen.getByText('new@example.org')
    screen.getByText('Invalid e-mail address: nonsense')
  })

  it('finds members by name, and says who cannot be picked', async () => {
    const user = await open(PickerStories.MembersAndAddresses)
    await user.type(screen.getByLabelText('Members'), 'grace')
    const grace = screen.getByRole('option', { name: /Grace Hopper/ })
    expect(grace.getAttribute('aria-disabled')).toBe('true')
    within(grace).getByText('Already in this team')
    await user.clear(screen.getByRole('combobox'))
    await user.type(screen.getByRole('combobox'), 'kath{Enter}')
    screen.getByText('Katherine Johnson')
    expect(screen.getByLabelText<HTMLInputElement>('Members').value).toBe('')
  })

  it('takes a typed address with Enter or a comma, and checks it', async () => {
    const user = await open(PickerStories.Invitations)
    const input = screen.getByLabelText('E-mail addresses')
    await user.type(input, 'one@example.org{Enter}two@example.org,three@example.org ')
    for (const name of ['one', 'two', 'three']) screen.getByText(`${name}@example.org`)
  })

  it('does not lose an address when somebody goes on', async () => {
    const user = await open(PickerStories.Invitations)
    await user.type(screen.getByLabelText('E-mail addresses'), 'last@example.org')
    await user.tab()
    screen.getByText('last@example.org')
  })

  it('gives a wrong address back to be mended', async () => {
    const user = await open(PickerStories.Invitations)
    await user.click(screen.getByText('not-an-address'))
    expect(screen.getByLabelText<HTMLInputElement>('E-mail addresses').value).toBe('not-an-address')
  })
})

describe('picking a presentation', () => {
  it('chooses icon and colour by name, or a colour by its digits', async () => {
    const user = await open(PresentationStories.Usual)
    await user.click(screen.getByRole('button', { name: 'Icon and colour: Rocket, Teal' }))
    await user.click(screen.getByRole('radio', { name: 'Cabinet filing' }))
    await user.click(screen.getByRole('radio', { name: 'Violet' }))
    const hex = screen.getByLabelText<HTMLInputElement>('Hex colour')
    expect(hex.value).toBe('#6D28D9')
    await user.clear(hex)
    await user.type(hex, '12')
    screen.getByText('Must be a hex colour such as #2ea44e')
    await user.type(hex, '3456')
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Icon and colour: Cabinet filing, #123456' })
  })
})

describe('writing Markdown', () => {
  const text = () => screen.getByLabelText<HTMLTextAreaElement>('Landing page')

  it('marks what is selected, by button and by key', async () => {
    const user = await open(EditorStories.Writing)
    text().setSelectionRange(2, 9)
    await user.click(screen.getByRole('button', { name: 'Italic' }))
    await waitFor(() => expect(text().value).toContain('# _Welcome_'))
    await user.click(text())
    text().setSelectionRange(3, 10)
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(text().value).toContain('# _[Welcome](https://)_'))
  })

  it('makes headings out of a menu', async () => {
    const user = await open(EditorStories.Writing)
    text().setSelectionRange(0, 0)
    await user.click(screen.getByRole('button', { name: 'Heading' }))
    await user.click(screen.getByRole('menuitem', { name: /Heading 3/ }))
    await waitFor(() => expect(text().value).toContain('### Welcome'))
  })

  it('inserts a request as the docs read it', async () => {
    const user = await open(EditorStories.Writing)
    text().setSelectionRange(text().value.length, text().value.length)
    await user.click(screen.getByRole('button', { name: 'HTTP request maker' }))
    await user.type(await screen.findByLabelText('URL'), '/users')
    await user.click(screen.getByRole('button', { name: 'Add header' }))
    await user.type(screen.getByLabelText('Name of header 1'), 'Accept')
    await user.type(screen.getByLabelText('Value of header 1'), 'text/plain')
    await waitFor(() => expect(isDisabled('Insert')).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    await waitFor(() =>
      expect(text().value).toContain('```json http\n{\n  "method": "get",\n  "url": "/users"'),
    )
  })

  it.each([
    ['Table', /\n\| [^\n]+\|\n\| -[^\n]+\|\n\| /],
    ['JSON schema', /\n```json json_schema\n\{\n[^`]+\}\n```/],
  ])('inserts a block by the button %s', async (name, block) => {
    const user = await open(EditorStories.Writing)
    text().setSelectionRange(text().value.length, text().value.length)
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(text().value).toMatch(block))
    expect(text().value).toContain('# Welcome')
  })

  it('is one stop of the Tab key, walked with the arrows', async () => {
    const user = await open(EditorStories.Writing)
    screen.getByRole('button', { name: 'Bold' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Italic')
    await user.keyboard('{End}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('HTTP request maker')
  })

  it('previews, and counts what is too long', async () => {
    const user = await open(EditorStories.TooLong)
    screen.getByText('Must be no more than 20 characters. 28 / 20')
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    screen.getByRole('tabpanel', { name: 'Preview' })
    expect(screen.getAllByText('Far too many words for this.')).not.toHaveLength(0)
  })
})
