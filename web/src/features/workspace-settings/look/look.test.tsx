// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  badPictures,
  drawingInAddress,
} from '../../../../../supabase/functions/_shared/domain/picture-addresses-cases.ts'
import { themePresets } from '../../../../../supabase/functions/_shared/domain/theme-presets.ts'
import { usePreviewedTheme } from '../../../shared/data/theme-preview.ts'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { type DataBlockProps, DataBlockSlot } from '../../../shared/ui/markdown/data-block-slot.tsx'
import { LookSection } from './LookSection.tsx'

const saving = 'POST /rest/v1/rpc/update_workspace_settings'
const settings = 'GET /rest/v1/workspaces'
const plain = { theme: {}, favicon_url: null, logo_url: null, home_content: null, hide_powered_by: false }
const red = { 'color-primary': '#aa0000' }

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [
      { role: 'admin', permission: 'WorkspaceSettingsCreateUpdateDelete' },
    ],
    'POST /rest/v1/rpc/workspace_features': [],
    [settings]: plain,
    [saving]: {},
  }
  received = fakeServer(answers)
})

afterEach(() => vi.restoreAllMocks())

/** The colours that this page tries. */
function Tried() {
  return <output aria-label="tried">{JSON.stringify(usePreviewedTheme())}</output>
}
const tried = () => JSON.parse(screen.getByLabelText('tried').textContent) as unknown

const Block = ({ kind, text }: DataBlockProps) => <p>{`${kind} of ${text.trim()}`}</p>

async function openDialog(button: string) {
  const { user } = renderAt(
    '/admin/settings',
    <>
      <OnWorkspace>
        <DataBlockSlot value={Block}>
          <LookSection />
        </DataBlockSlot>
      </OnWorkspace>
      <Tried />
      <ToastLog />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

const saved = () => received.findLast(({ path }) => path.endsWith('update_workspace_settings'))?.body
type Dialog = Pick<typeof screen, 'findByRole' | 'getByRole'>
const button = (dialog: Dialog, name: string) => dialog.getByRole<HTMLButtonElement>('button', { name })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('the theme', () => {
  it('is tried on the page behind while it is chosen, unless the preview is off', async () => {
    const { user, dialog } = await openDialog('Edit theme')
    type(dialog.getByLabelText('Primary'), '#aa0000')
    expect(tried()).toEqual(red)
    await user.click(dialog.getByRole('switch', { name: 'Live preview' }))
    expect(tried()).toBeNull()
    type(dialog.getByLabelText('Accent'), '#00aa00')
    expect(tried()).toBeNull()
    await user.click(dialog.getByRole('switch', { name: 'Live preview' }))
    expect(tried()).toEqual({ ...red, 'color-accent': '#00aa00' })
  })

  it('is as it was once the dialog is cancelled, and nothing is saved', async () => {
    const { user, dialog } = await openDialog('Edit theme')
    type(dialog.getByLabelText('Primary'), '#aa0000')
    await user.click(button(dialog, 'Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(tried()).toBeNull()
    expect(saved()).toBeUndefined()
  })

  it('takes colours by the picker or by their digits, with or without #', async () => {
    const { user, dialog } = await openDialog('Edit theme')
    const field = dialog.getByLabelText<HTMLInputElement>('Primary')
    fireEvent.input(dialog.getByLabelText('Pick primary colour'), { target: { value: '#112233' } })
    expect(field.value).toBe('#112233')
    type(field, 'a00')
    expect(tried()).toEqual(red)
    expect(dialog.getByLabelText<HTMLInputElement>('Pick primary colour').value).toBe('#aa0000')
    await user.click(button(dialog, 'Save'))
    expect(await screen.findByText('Theme updated')).toBeDefined()
    expect(saved()).toEqual({ p_workspace_id: 7, p_changes: { theme: red }, p_seen: { theme: {} } })
  })

  it.each(['red', '#12345', '#gggggg'])(
    'says that %s is no colour, and saves nothing else instead',
    async (wrong) => {
      answers[settings] = { ...plain, theme: red }
      const { user, dialog } = await openDialog('Edit theme')
      type(dialog.getByLabelText('Text'), '#222233')
      expect(button(dialog, 'Save').disabled).toBe(false)
      const field = dialog.getByLabelText<HTMLInputElement>('Primary')
      type(field, wrong)
      dialog.getByText('Must be a hex colour such as #2ea44e')
      expect(tried()).toMatchObject(red)
      fireEvent.blur(field)
      expect(field.value).toBe(wrong)
      dialog.getByText('Must be a hex colour such as #2ea44e')
      expect(button(dialog, 'Save').disabled).toBe(true)
      type(field, '#0000aa')
      expect(button(dialog, 'Save').disabled).toBe(false)
      type(field, wrong)
      await user.click(button(dialog, 'Reset'))
      expect(dialog.getByLabelText<HTMLInputElement>('Primary').value).toBe('#aa0000')
      expect(dialog.queryByText('Must be a hex colour such as #2ea44e')).toBeNull()
    },
  )

  it.each([
    ['Text', '#ffffff', /^Contrast 1\.\d : 1 on the background, WCAG AA asks for 4\.5 : 1\./],
    ['Primary', '#ffee00', /^Contrast 1\.\d : 1 on white pages, WCAG AA asks for 4\.5 : 1\./],
    ['Accent', '#ffee00', /^Contrast 1\.\d : 1 on white pages, WCAG AA asks for 4\.5 : 1\./],
  ])('warns of a %s that cannot be read where the product shows it', async (label, colour, said) => {
    const { dialog } = await openDialog('Edit theme')
    const field = dialog.getByLabelText(label)
    type(field, '#222222')
    expect(dialog.queryByText(/^Contrast/)).toBeNull()
    type(field, colour)
    const warning = dialog.getByText(said)
    expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(warning.id)
  })

  it('holds the text against the background that was chosen', async () => {
    const { dialog } = await openDialog('Edit theme')
    type(dialog.getByLabelText('Text'), '#ffffff')
    type(dialog.getByLabelText('Background'), '#222222')
    expect(dialog.queryByText(/^Contrast/)).toBeNull()
    type(dialog.getByLabelText('Text'), '#333333')
    dialog.getByText(/^Contrast 1\.\d : 1 on the background/)
  })

  it('is reset to what is saved, or to the product’s own by ---', async () => {
    answers[settings] = { ...plain, theme: red }
    const { user, dialog } = await openDialog('Edit theme')
    const choose = async (name: string) => {
      await user.click(dialog.getByRole('combobox', { name: 'Preset' }))
      await user.click(await screen.findByRole('option', { name }))
    }
    await choose('rolex')
    expect(tried()).toEqual(themePresets.rolex)
    await user.click(button(dialog, 'Reset'))
    expect(tried()).toEqual(red)
    expect(button(dialog, 'Save').disabled).toBe(true)
    await choose('---')
    expect(dialog.getByLabelText<HTMLInputElement>('Primary').value).toBe('')
    await user.click(button(dialog, 'Save'))
    expect(await screen.findByText('Theme updated')).toBeDefined()
    expect(saved()).toEqual({ p_workspace_id: 7, p_changes: { theme: {} }, p_seen: { theme: red } })
  })

  it('that was given in short is said to the server as it is kept there', async () => {
    const short = { 'color-primary': '#a00' }
    answers[settings] = { ...plain, theme: short }
    const { user, dialog } = await openDialog('Edit theme')
    type(dialog.getByLabelText('Primary'), '#0000aa')
    await user.click(button(dialog, 'Save'))
    expect(await screen.findByText('Theme updated')).toBeDefined()
    expect(saved()).toMatchObject({ p_seen: { theme: short } })
  })
})

describe('a picture', () => {
  it.each([
    ['logo', 'Logo URL', /about 250x64 recommended/],
    ['favicon', 'Favicon URL', /16x16/],
  ])(
    'as %s is given by its address, with its size said and a preview after a pause',
    async (kind, field, size) => {
      const { user, dialog } = await openDialog(`Edit ${kind}`)
      dialog.getByText(size)
      type(dialog.getByLabelText(field), 'https://pictures.example/one.png')
      dialog.getByText('Nothing to preview')
      const preview = await dialog.findByRole('img', { name: `Preview of the ${kind}` })
      expect(preview.getAttribute('src')).toBe('https://pictures.example/one.png')
      await user.click(button(dialog, 'Save'))
      await waitFor(() => expect(saved()).toMatchObject({ p_seen: { [`${kind}_url`]: null } }))
      expect(saved()).toMatchObject({ p_changes: { [`${kind}_url`]: 'https://pictures.example/one.png' } })
    },
  )

  it('that does not load says so; an address without TLS is none', async () => {
    const { dialog } = await openDialog('Edit logo')
    type(dialog.getByLabelText('Logo URL'), 'https://pictures.example/none.png')
    fireEvent.error(await dialog.findByRole('img', { name: 'Preview of the logo' }))
    dialog.getByText('There is no picture at this address.')
    type(dialog.getByLabelText('Logo URL'), 'http://pictures.example/one.png')
    dialog.getByText('Must be a valid URL. It begins with https://')
    expect(button(dialog, 'Save').disabled).toBe(true)
  })

  it.each([...badPictures, drawingInAddress])(
    'that the server refuses is not shown, and refused by its sentence: %s',
    async (address) => {
      const { dialog } = await openDialog('Edit logo')
      type(dialog.getByLabelText('Logo URL'), 'https://pictures.example/one.png')
      await dialog.findByRole('img', { name: 'Preview of the logo' })
      type(dialog.getByLabelText('Logo URL'), address)
      dialog.getByText('Must be a valid URL. It begins with https://')
      expect(button(dialog, 'Save').disabled).toBe(true)
      await dialog.findByText('Nothing to preview')
      expect(dialog.queryByRole('img')).toBe(null)
    },
  )

  it.each([
    ['logo', [3000, 300], '750x75'],
    ['favicon', [512, 256], '192x96'],
  ])('is uploaded as PNG, no larger than a %s is shown', async (kind, [width, height], sent) => {
    const drawn: string[] = []
    vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      give,
      as,
    ) {
      drawn.push(`${as} ${this.width}x${this.height}`)
      give(new Blob(['small']))
    })
    const url = `/api/v1/workspaces/d2s6Nw/pictures/${'ab'.repeat(32)}`
    answers['POST /api/v1/workspaces/d2s6Nw/pictures'] = { url }
    const { user, dialog } = await openDialog(`Edit ${kind}`)
    await user.upload(
      dialog.getByLabelText(`Upload a ${kind}`),
      new File(['large'], 'a.png', { type: 'image/png' }),
    )
    const preview = await dialog.findByRole('img', { name: `Preview of the ${kind}` })
    expect(preview.getAttribute('src')).toBe(url)
    expect(drawn).toEqual([`image/png ${sent}`])
    expect(received.find(({ path }) => path.endsWith('/pictures'))?.body).toEqual({
      kind,
      file: btoa('small'),
    })
    await user.click(button(dialog, 'Save'))
    await waitFor(() => expect(saved()).toMatchObject({ p_changes: { [`${kind}_url`]: url } }))
  })
})

describe('a file that is no picture', () => {
  it('is called so', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('none', 'InvalidStateError')))
    const { user, dialog } = await openDialog('Edit logo')
    await user.upload(
      dialog.getByLabelText('Upload a logo'),
      new File(['not a png'], 'a.png', { type: 'image/png' }),
    )
    await dialog.findByText('This is no picture that the browser knows.')
  })
})

describe('the landing page', () => {
  it('has no link where the address is unfit', async () => {
    answers[settings] = { ...plain, home_content: '[run](javascript:alert(1)) and [go](/docs/pets)' }
    const { user, dialog } = await openDialog('Edit landing page')
    await user.click(dialog.getByRole('tab', { name: 'Preview' }))
    const preview = within(dialog.getByRole('tabpanel', { name: 'Preview' }))
    await preview.findByRole('link', { name: 'go' })
    preview.getByText(/^run/)
    expect(preview.queryByRole('link', { name: 'run' })).toBeNull()
  })

  it('begins with a template, and is shown as it will look', async () => {
    const { user, dialog } = await openDialog('Edit landing page')
    await user.click(button(dialog, 'Use Default Template'))
    await user.click(dialog.getByRole('tab', { name: 'Preview' }))
    const preview = within(dialog.getByRole('tabpanel', { name: 'Preview' }))
    await preview.findByRole('heading', { level: 1, name: 'Welcome to Acme' })
    preview.getByText(/^http of \{\s+"method": "get"/)
    expect(preview.getAllByRole('checkbox', { name: 'Open' })).toHaveLength(3)
    preview.getByRole('cell', { name: 'Production' })
    await user.click(button(dialog, 'Save'))
    expect(await screen.findByText('Landing Page updated')).toBeDefined()
    expect(saved()).toMatchObject({
      p_changes: { home_content: expect.stringMatching(/^# Welcome to Acme\n/) },
      p_seen: { home_content: null },
    })
  })

  it('asks before a template takes the place of what is written', async () => {
    answers[settings] = { ...plain, home_content: 'Ours' }
    const { user, dialog } = await openDialog('Edit landing page')
    const text = dialog.getByLabelText<HTMLTextAreaElement>('Markdown of the landing page')
    await user.click(button(dialog, 'Use Default Template'))
    expect(text.value).toBe('Ours')
    await user.click(await screen.findByRole('button', { name: 'Use it' }))
    await waitFor(() => expect(text.value).toMatch(/^# Welcome to Acme/))
  })
})

describe('who saves what somebody else changed meanwhile', () => {
  const overtake = (theirs: object) => {
    answers[saving] = () =>
      json(409, {
        code: 'PT409',
        message: 'Grace Hopper changed this meanwhile.',
        details: '{"field": "x"}',
        hint: 'CONFLICT',
      })
    answers[settings] = { ...plain, ...theirs }
  }
  const theirsIn = (dialog: Dialog) => dialog.findByRole('group', { name: 'Theirs' })

  it('sees the other’s colours, and takes them', async () => {
    const { user, dialog } = await openDialog('Edit theme')
    type(dialog.getByLabelText('Primary'), '#0000aa')
    overtake({ theme: red })
    await user.click(button(dialog, 'Save'))
    expect((await theirsIn(dialog)).textContent).toContain('Primary: #aa0000')
    dialog.getByText(/Grace Hopper changed this meanwhile\./)
    expect(dialog.getByLabelText<HTMLInputElement>('Primary').value).toBe('#0000aa')
    await user.click(button(dialog, 'Take theirs'))
    expect(tried()).toEqual(red)
    expect(dialog.queryByRole('group', { name: 'Theirs' })).toBeNull()
    expect(button(dialog, 'Save').disabled).toBe(true)
  })

  it('or keeps theirs, having seen the other’s', async () => {
    const { user, dialog } = await openDialog('Edit theme')
    type(dialog.getByLabelText('Primary'), '#0000aa')
    overtake({ theme: red })
    await user.click(button(dialog, 'Save'))
    await theirsIn(dialog)
    answers[saving] = {}
    await user.click(button(dialog, 'Save'))
    expect(await screen.findByText('Theme updated')).toBeDefined()
    expect(saved()).toEqual({
      p_workspace_id: 7,
      p_changes: { theme: { 'color-primary': '#0000aa' } },
      p_seen: { theme: red },
    })
  })

  it.each(['logo', 'favicon'] as const)('sees the other’s %s', async (kind) => {
    const { user, dialog } = await openDialog(`Edit ${kind}`)
    const field = dialog.getByLabelText<HTMLInputElement>(/URL$/)
    type(field, 'https://pictures.example/mine.png')
    overtake({ [`${kind}_url`]: 'https://pictures.example/theirs.png' })
    await user.click(button(dialog, 'Save'))
    expect((await theirsIn(dialog)).textContent).toBe('https://pictures.example/theirs.png')
    expect(dialog.getByRole('img', { name: `Their ${kind}` }).getAttribute('src')).toBe(
      'https://pictures.example/theirs.png',
    )
    expect(field.value).toBe('https://pictures.example/mine.png')
    await user.click(button(dialog, 'Take theirs'))
    expect(field.value).toBe('https://pictures.example/theirs.png')
  })

  it('sees the other’s landing page', async () => {
    const { user, dialog } = await openDialog('Edit landing page')
    const text = dialog.getByLabelText<HTMLTextAreaElement>('Markdown of the landing page')
    type(text, 'Mine')
    overtake({ home_content: '# Theirs\n\nAll of it.' })
    await user.click(button(dialog, 'Save'))
    expect((await theirsIn(dialog)).textContent).toBe('# Theirs\n\nAll of it.')
    expect(text.value).toBe('Mine')
    await user.click(button(dialog, 'Take theirs'))
    expect(text.value).toBe('# Theirs\n\nAll of it.')
  })
})
