import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderDocs, stubView, testSource } from '../../testing.tsx'
import { Markdown } from './Markdown.tsx'

const logo = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' })
let asked: string[] = []
let files: Record<string, Blob> = {}
let scroll: () => void
const inUse = new Set<string>()

beforeEach(() => {
  asked = []
  files = { 'docs/assets/logo.svg': logo }
  inUse.clear()
  scroll = stubView()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:x/${inUse.size}`
    inUse.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void inUse.delete(url))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(text: string, uri = '/docs/guide/intro.md') {
  const source = testSource([], uri, (path) => {
    asked.push(path)
    return files[path] ?? null
  })
  return renderDocs(<Markdown text={text} />, { source })
}

describe('an image in the files of a branch', () => {
  it('is read when it comes near the screen, and held no longer than it is shown', async () => {
    const { unmount, container } = show('![The logo](../assets/logo.svg "Ours")')
    expect((await screen.findByRole('img', { name: 'The logo' })).tagName).toBe('SPAN')
    expect(asked).toEqual([])
    scroll()
    await waitFor(() => expect(container.querySelector('img')?.src).toBe('blob:x/0'))
    expect(screen.getByRole('img', { name: 'The logo' }).title).toBe('Ours')
    expect(asked).toEqual(['docs/assets/logo.svg'])
    expect(container.querySelector('svg')).toBeNull()
    unmount()
    expect([...inUse]).toEqual([])
  })

  it('keeps the room that its text gives it until it is there', async () => {
    show('<img src="../assets/logo.svg" alt="Sized" width="400" height="100">')
    await waitFor(() =>
      expect(screen.getByRole('img', { name: 'Sized' }).style).toMatchObject({
        width: '400px',
        aspectRatio: '400 / 100',
      }),
    )
    scroll()
    await waitFor(() => expect(screen.getByRole('img', { name: 'Sized' }).tagName).toBe('IMG'))
    const image = screen.getByRole('img', { name: 'Sized' })
    expect(image.style.aspectRatio).toBe('400 / 100')
    fireEvent.load(image)
    expect(image.style.aspectRatio).toBe('')
  })

  it('is named where the branch has none, and where the browser cannot show it', async () => {
    const { container } = show('![Gone](gone.png) ![](./also%20gone.png) ![Broken](../assets/logo.svg)')
    await screen.findByRole('img', { name: 'Gone' })
    scroll()
    await screen.findByText('Gone')
    await screen.findByText('Image also gone.png')
    await waitFor(() => expect(container.querySelector('img')).not.toBeNull())
    fireEvent.error(screen.getByRole('img', { name: 'Broken' }))
    expect(screen.getByText('Broken').tagName).toBe('SPAN')
    expect(container.querySelector('img')).toBeNull()
  })

  it.each([
    ['../assets/a.png', '/docs/guide/intro.md', 'docs/assets/a.png'],
    ['a.png?raw=true', '/docs/guide/intro.md', 'docs/guide/a.png'],
    ['/assets/a.png', '/docs/guide/intro.md', 'assets/a.png'],
    ['../../../../a.png', '/docs/guide/intro.md', 'a.png'],
    ['my%20files/100%25.png', '/50%25 off/intro.md', '50%25 off/my files/100%.png'],
    ['../assets/a.png', '/reference/pets.yaml', 'assets/a.png'],
    ['../assets/a.png', '/reference/pets.yaml/paths/~1pets.json~1{id}/get', 'assets/a.png'],
    ['a.png', '/models/Pet.json', 'models/a.png'],
  ])('%s in %s is %s', async (src, uri, path) => {
    show(`![Pic](<${src}>)`, uri)
    await screen.findByRole('img', { name: 'Pic' })
    scroll()
    await waitFor(() => expect(asked).toEqual([path]))
  })

  it.each([
    '//evil.test/a.png',
    '/\\evil.test/a.png',
    '..%2f..%2f..%2fme',
    'a/%2e%2e%2f%2e%2e%2fme',
    'ftp://evil.test/a.png',
    'blob:x/0',
    '%ff.png',
    '/',
  ])('never leaves the branch: %s', async (src) => {
    const { container } = show(`<img src="${src}" alt="Pic"> ![Next](next.png) <i>end</i>`)
    await screen.findByText('end', { selector: 'i' })
    scroll()
    await screen.findByText('Next')
    expect(asked).toEqual(['docs/guide/next.png'])
    expect(container.querySelector('img')).toBeNull()
  })
})
